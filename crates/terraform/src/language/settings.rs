//! Blocks that are not evaluated: settings, providers, and changes of addresses.

use std::collections::BTreeMap;

use hcldyn::body::Body;
use hcldyn::{Expression, HclDecode};

/// The body of a `terraform` block.
#[derive(Clone, Debug, HclDecode)]
pub struct Settings {
    /// The versions of the program that accept the module.
    pub required_version: Option<String>,
    /// The experiments that the module takes part in.
    #[hcl(expr)]
    pub experiments: Option<Expression>,
    /// The edition of the language.
    #[hcl(expr)]
    pub language: Option<Expression>,
    /// The providers: the source and the versions of each.
    #[hcl(attrs)]
    pub required_providers: Option<BTreeMap<String, Expression>>,
    /// The storage of the state.
    #[hcl(block)]
    pub backend: Option<Backend>,
    /// The workspaces of a remote service.
    #[hcl(block)]
    pub cloud: Option<OpenBlock>,
    /// Data about the module for providers.
    #[hcl(block)]
    pub provider_meta: Vec<ProviderMeta>,
    /// The encryption of states and plans, in OpenTofu.
    #[hcl(block)]
    pub encryption: Option<OpenBlock>,
}

/// A block whose content this library does not read.
#[derive(Clone, Debug, HclDecode)]
pub struct OpenBlock {
    /// The content.
    #[hcl(remain)]
    pub content: Body,
}

/// A `backend` block.
#[derive(Clone, Debug, HclDecode)]
pub struct Backend {
    /// The kind of storage, such as `s3`.
    #[hcl(label)]
    pub kind: String,
    /// The arguments of the storage.
    #[hcl(remain)]
    pub arguments: Body,
}

/// A `provider_meta` block.
#[derive(Clone, Debug, HclDecode)]
pub struct ProviderMeta {
    /// The name of the provider.
    #[hcl(label)]
    pub provider: String,
    /// The arguments that the provider defines.
    #[hcl(remain)]
    pub arguments: Body,
}

/// The body of a `provider` block.
#[derive(Clone, Debug, HclDecode)]
pub struct Provider {
    /// The name of a further configuration of the provider.
    #[hcl(expr)]
    pub alias: Option<Expression>,
    /// The versions of the provider. `required_providers` replaces it.
    #[hcl(expr, deprecated = "Set the version in required_providers, in the terraform block.")]
    pub version: Option<Expression>,
    /// The collection with an element for each configuration, in OpenTofu.
    #[hcl(expr)]
    pub for_each: Option<Expression>,
    /// The arguments that the provider defines.
    #[hcl(remain)]
    pub arguments: Body,
}

/// The body of a `moved` block: the new address of a resource or module.
#[derive(Clone, Debug, HclDecode)]
pub struct Moved {
    /// The old address.
    #[hcl(expr)]
    pub from: Expression,
    /// The new address.
    #[hcl(expr)]
    pub to: Expression,
}

/// The body of an `import` block: an existing object that becomes a resource.
#[derive(Clone, Debug, HclDecode)]
pub struct Import {
    /// The address of the resource.
    #[hcl(expr)]
    pub to: Expression,
    /// The identifier of the object.
    #[hcl(expr)]
    pub id: Option<Expression>,
    /// The identity of the object, as the provider defines it.
    #[hcl(expr)]
    pub identity: Option<Expression>,
    /// The configuration of the provider.
    #[hcl(expr)]
    pub provider: Option<Expression>,
    /// The collection with an element for each object.
    #[hcl(expr)]
    pub for_each: Option<Expression>,
}

/// The body of a `removed` block: Terraform forgets a resource or module.
#[derive(Clone, Debug, HclDecode)]
pub struct Removed {
    /// The address.
    #[hcl(expr)]
    pub from: Expression,
    /// The rule for the object itself.
    #[hcl(block)]
    pub lifecycle: Option<RemovedLifecycle>,
    /// The actions before the destruction, and their connection.
    #[hcl(remain)]
    pub rest: Body,
}

/// The `lifecycle` block of a `removed` block.
#[derive(Clone, Debug, HclDecode)]
pub struct RemovedLifecycle {
    /// `true` if the object is destroyed.
    #[hcl(expr)]
    pub destroy: Option<Expression>,
}
