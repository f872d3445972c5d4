//! The input of the benchmarks: about 3 MB of resources, similar to large real configurations.

#![allow(dead_code, reason = "not every bench uses all of it")]

use std::fmt::Write;

use hcldyn::cty::Value;
use hcldyn::{EvalContext, HclDecode, functions};

/// The number of `resource` blocks in the input.
pub(crate) const RESOURCES: usize = 4_000;

/// The struct that the input decodes to.
#[derive(Debug, HclDecode)]
pub(crate) struct Config {
    #[hcl(block)]
    pub(crate) resource: Vec<Resource>,
}

#[derive(Debug, HclDecode)]
pub(crate) struct Resource {
    #[hcl(label)]
    pub(crate) kind: String,
    #[hcl(label)]
    pub(crate) name: String,
    pub(crate) hostname: String,
    pub(crate) count: u32,
    pub(crate) enabled: bool,
    pub(crate) zones: Vec<String>,
    pub(crate) tags: std::collections::BTreeMap<String, String>,
    pub(crate) script: String,
    pub(crate) weight: f64,
    #[hcl(block)]
    pub(crate) network: Network,
    #[hcl(dynamic)]
    pub(crate) port: Vec<Port>,
}

#[derive(Debug, HclDecode)]
pub(crate) struct Network {
    pub(crate) cidr: String,
    pub(crate) gateway: Option<String>,
}

#[derive(Debug, HclDecode)]
pub(crate) struct Port {
    pub(crate) number: u16,
    pub(crate) description: String,
}

/// Returns a configuration with `resources` resources, each with templates, a `for`, a heredoc and a `dynamic`
/// block of four elements.
pub(crate) fn text(resources: usize) -> String {
    let mut text = String::new();
    for i in 0..resources {
        let octet = i % 250;
        let _ = write!(
            text,
            r#"# Resource number {i}, written by hand once upon a time.
resource "compute_instance" "node_{i}" {{
  hostname = "node-{i}.${{region}}.${{domain}}"
  count    = {octet} + 2 * 3
  enabled  = environment == "production" || {i} > 100
  zones    = [for zone in zones : "${{region}}-${{zone}}" if zone != "x"]
  tags = {{
    Name        = "node-{i}"
    Environment = environment
    Owner       = "team-${{upper(region)}}"
    "cost/unit" = "unit-{octet}"
  }}
  script = <<-EOT
    #!/bin/sh
    hostname node-{i}.${{region}}
    for port in 80 443 8080; do
      echo "listening on $port" >> /var/log/node.log
    done
  EOT
  weight = {octet}.25

  network {{
    cidr    = "10.{octet}.0.0/16"
    gateway = enabled_gateway ? "10.{octet}.0.1" : null
  }}

  dynamic "port" {{
    for_each = [80, 443, 8080, 9090]
    content {{
      number      = port.value
      description = "port ${{port.key}} of node {i}"
    }}
  }}
}}

"#
        );
    }
    text
}

/// Returns the configuration of [`text`] in JSON syntax.
pub(crate) fn json(resources: usize) -> String {
    let mut text = String::from("{\"resource\": {\"compute_instance\": {");
    for i in 0..resources {
        let octet = i % 250;
        let separator = if i == 0 { "" } else { "," };
        let _ = write!(
            text,
            r##"{separator}
  "node_{i}": {{
    "hostname": "node-{i}.${{region}}.${{domain}}",
    "count": "${{{octet} + 2 * 3}}",
    "enabled": "${{environment == \"production\" || {i} > 100}}",
    "zones": "${{[for zone in zones : \"${{region}}-${{zone}}\" if zone != \"x\"]}}",
    "tags": {{
      "Name": "node-{i}",
      "Environment": "${{environment}}",
      "Owner": "team-${{upper(region)}}",
      "cost/unit": "unit-{octet}"
    }},
    "script": "#!/bin/sh\nhostname node-{i}.${{region}}\nfor port in 80 443 8080; do\n  echo \"listening on $port\" >> /var/log/node.log\ndone\n",
    "weight": {octet}.25,
    "network": {{
      "cidr": "10.{octet}.0.0/16",
      "gateway": "${{enabled_gateway ? \"10.{octet}.0.1\" : null}}"
    }},
    "dynamic": {{
      "port": {{
        "for_each": [80, 443, 8080, 9090],
        "content": {{
          "number": "${{port.value}}",
          "description": "port ${{port.key}} of node {i}"
        }}
      }}
    }}
  }}"##
        );
    }
    text.push_str("}}}\n");
    text
}

/// Returns a configuration with `servers` servers, each with two checks and without expressions.
pub(crate) fn static_text(servers: usize) -> String {
    let mut text = String::new();
    for i in 0..servers {
        let octet = i % 250;
        let _ = write!(
            text,
            r#"# Server number {i}.
server "node-{i}" {{
  hostname = "node-{i}.eu-central.example.net"
  port     = {port}
  weight   = {octet}.25
  enabled  = true
  zones    = ["eu-central-a", "eu-central-b"]
  tags = {{
    Name        = "node-{i}"
    Environment = "production"
    Owner       = "team-{octet}"
  }}

  network {{
    cidr    = "10.{octet}.0.0/16"
    gateway = "10.{octet}.0.1"
  }}

  check {{
    path    = "/healthz"
    seconds = 10
  }}

  check {{
    path    = "/ready"
    seconds = 30
  }}
}}

"#,
            port = 8_000 + octet,
        );
    }
    text
}

/// Returns a configuration with one `dynamic` block that generates `blocks` blocks.
pub(crate) fn generated(blocks: usize) -> String {
    format!(
        "dynamic \"port\" {{\n  for_each = range_list\n  content {{\n    number = 80\n    description = \"port ${{port.key}}\"\n  }}\n}}\n# {blocks} blocks\n"
    )
}

/// The struct that [`generated`] decodes to.
#[derive(Debug, HclDecode)]
pub(crate) struct Generated {
    #[hcl(dynamic)]
    pub(crate) port: Vec<Port>,
}

/// The variables and functions of the inputs; `range_list` has `range` elements.
pub(crate) fn context(range: usize) -> EvalContext {
    let zones = ["a", "b", "c"].map(Value::from).to_vec();
    let range = (0..range).map(Value::from).collect();
    EvalContext::new()
        .with_functions(functions::all())
        .with_variable("region", "eu-central")
        .with_variable("domain", "example.net")
        .with_variable("environment", "production")
        .with_variable("enabled_gateway", true)
        .with_variable("zones", Value::tuple(zones))
        .with_variable("limit", 1024)
        .with_variable("range_list", Value::tuple(range))
}
