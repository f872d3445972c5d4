//! The new forms of the recorded configurations, as structs.

use std::collections::BTreeMap;

use hcldyn::HclDecode;

#[derive(Debug, PartialEq, HclDecode)]
pub(super) struct ConsulAcl {
    datacenter: String,
    primary_datacenter: String,
    #[hcl(block)]
    ports: Ports,
    #[hcl(block)]
    acl: Acl,
}

#[derive(Debug, PartialEq, HclDecode)]
struct Ports {
    http: u16,
}

#[derive(Debug, PartialEq, HclDecode)]
struct Acl {
    default_policy: String,
    down_policy: String,
    token_ttl: String,
    #[hcl(block)]
    tokens: Tokens,
}

#[derive(Debug, PartialEq, HclDecode)]
struct Tokens {
    #[hcl(sensitive)]
    initial_management: String,
}

#[derive(Debug, PartialEq, HclDecode)]
pub(super) struct ConsulTls {
    #[hcl(block)]
    tls: Tls,
}

#[derive(Debug, PartialEq, HclDecode)]
struct Tls {
    #[hcl(block)]
    defaults: TlsDefaults,
    #[hcl(block)]
    internal_rpc: InternalRpc,
}

#[derive(Debug, PartialEq, HclDecode)]
struct TlsDefaults {
    ca_file: String,
    cert_file: String,
    verify_incoming: bool,
}

#[derive(Debug, PartialEq, HclDecode)]
struct InternalRpc {
    verify_server_hostname: bool,
}

#[derive(Debug, PartialEq, HclDecode)]
pub(super) struct NomadNetwork {
    #[hcl(block)]
    job: BTreeMap<String, Job>,
}

#[derive(Debug, PartialEq, HclDecode)]
struct Job {
    #[hcl(block)]
    group: BTreeMap<String, Group>,
}

#[derive(Debug, PartialEq, HclDecode)]
struct Group {
    count: u32,
    #[hcl(block)]
    task: BTreeMap<String, Task>,
    #[hcl(block)]
    network: Network,
}

#[derive(Debug, PartialEq, HclDecode)]
struct Task {
    driver: String,
    #[hcl(block)]
    resources: Resources,
}

#[derive(Debug, PartialEq, HclDecode)]
struct Resources {
    cpu: u32,
}

#[derive(Debug, PartialEq, HclDecode)]
struct Network {
    #[hcl(block)]
    port: BTreeMap<String, Port>,
}

#[derive(Debug, PartialEq, HclDecode)]
struct Port {
    #[hcl(name = "static")]
    number: u16,
}

#[derive(Debug, PartialEq, HclDecode)]
pub(super) struct NomadJoin {
    #[hcl(block)]
    server: NomadServer,
}

#[derive(Debug, PartialEq, HclDecode)]
struct NomadServer {
    enabled: bool,
    #[hcl(block)]
    server_join: ServerJoin,
}

#[derive(Debug, PartialEq, HclDecode)]
struct ServerJoin {
    retry_join: Vec<String>,
    retry_interval: String,
}

#[derive(Debug, PartialEq, HclDecode)]
pub(super) struct VaultStorage {
    #[hcl(block)]
    storage: BTreeMap<String, Storage>,
    #[hcl(block)]
    ha_storage: BTreeMap<String, Storage>,
}

#[derive(Debug, PartialEq, HclDecode)]
struct Storage {
    path: String,
}

#[derive(Debug, PartialEq, HclDecode)]
pub(super) struct VaultAgent {
    #[hcl(block)]
    listener: BTreeMap<String, Listener>,
    #[hcl(block)]
    api_proxy: ApiProxy,
}

#[derive(Debug, PartialEq, HclDecode)]
struct Listener {
    address: String,
}

#[derive(Debug, PartialEq, HclDecode)]
struct ApiProxy {
    use_auto_auth_token: bool,
}

#[derive(Debug, PartialEq, HclDecode)]
pub(super) struct PackerIso {
    #[hcl(block)]
    source: Vec<PackerSource>,
}

#[derive(Debug, PartialEq, HclDecode)]
struct PackerSource {
    #[hcl(label)]
    builder: String,
    #[hcl(label)]
    name: String,
    iso_url: String,
    iso_checksum: String,
    ssh_timeout: String,
}

#[derive(Debug, PartialEq, HclDecode)]
pub(super) struct TerraformBackend {
    #[hcl(block)]
    terraform: Terraform,
}

#[derive(Debug, PartialEq, HclDecode)]
struct Terraform {
    #[hcl(block)]
    backend: Vec<Backend>,
}

#[derive(Debug, PartialEq, HclDecode)]
#[hcl(tag = label)]
enum Backend {
    S3 { bucket: String, dynamodb_table: String },
    Azurerm { container_name: String },
}

#[derive(Debug, PartialEq, HclDecode)]
pub(super) struct BoundaryUpstreams {
    #[hcl(block)]
    worker: Worker,
}

#[derive(Debug, PartialEq, HclDecode)]
struct Worker {
    name: String,
    initial_upstreams: Vec<String>,
}

#[derive(Debug, PartialEq, HclDecode)]
pub(super) struct TerragruntErrors {
    #[hcl(block)]
    exclude: Exclude,
    #[hcl(block)]
    errors: Errors,
}

#[derive(Debug, PartialEq, HclDecode)]
struct Exclude {
    #[hcl(name = "if")]
    condition: bool,
    actions: Vec<String>,
}

#[derive(Debug, PartialEq, HclDecode)]
struct Errors {
    #[hcl(block)]
    retry: BTreeMap<String, Retry>,
}

#[derive(Debug, PartialEq, HclDecode)]
struct Retry {
    retryable_errors: Vec<String>,
    max_attempts: u32,
}

#[derive(Debug, PartialEq, HclDecode)]
pub(super) struct ProxyMiddlewares {
    #[hcl(block)]
    middleware: BTreeMap<String, Middleware>,
    #[hcl(block)]
    service: BTreeMap<String, Service>,
}

#[derive(Debug, PartialEq, HclDecode)]
struct Middleware {
    ip_allow_list: Vec<String>,
}

#[derive(Debug, PartialEq, HclDecode)]
struct Service {
    grace: String,
    ping_path: String,
    ping_interval: String,
}
