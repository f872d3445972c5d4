//! The blocks of a build definition, as structs.

use std::collections::BTreeMap;

use hcldyn::body::Body;
use hcldyn::diag::Diagnostic;
use hcldyn::ext::repetition::{BlockInstances, Repetition};
use hcldyn::syntax::Place;
use hcldyn::{Diagnostics, EvalContext, Expression, HclDecode, HclValue};
use serde::Serialize;
use serde_json::Value;

use crate::entry::{Fields, Ssh, attestations, caches, outputs, policies, secrets, ssh};
use crate::variable::VariableBlock;

/// The options that must not be null. A null for another option leaves it unset.
pub(crate) const NOT_NULL: [&str; 9] = [
    "description",
    "resources",
    "cache-from",
    "cache-to",
    "output",
    "secret",
    "ssh",
    "attest",
    "policy",
];

/// A file without its functions. Groups and targets are decoded when names are known.
#[derive(HclDecode)]
pub(crate) struct File {
    #[hcl(block)]
    pub(crate) variable: Vec<VariableBlock>,
    #[hcl(block)]
    pub(crate) group: Vec<Block>,
    #[hcl(block)]
    pub(crate) target: Vec<Block>,
    #[hcl(remain)]
    pub(crate) rest: Body,
}

/// A `group` or `target` block.
#[derive(HclDecode)]
pub(crate) struct Block {
    #[hcl(label)]
    pub(crate) label: String,
    #[hcl(range)]
    place: Place,
    #[hcl(remain)]
    body: Body,
}

/// A group, or a target of a matrix: its name, and its body with the variables of the matrix.
#[derive(Clone)]
pub(crate) struct Instance {
    pub(crate) name: String,
    pub(crate) place: Place,
    pub(crate) body: Body,
    pub(crate) ctx: EvalContext,
}

/// A group of targets and of other groups.
#[derive(Clone, Default, HclDecode, Serialize)]
#[hcl(unknown = "ignore")]
pub(crate) struct Group {
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) description: Option<String>,
    #[hcl(default)]
    pub(crate) targets: Vec<String>,
    #[hcl(skip)]
    #[serde(skip)]
    pub(crate) place: Option<Place>,
}

/// The options of a build.
#[derive(HclDecode, Serialize)]
#[hcl(rename_all = "kebab-case", unknown = "ignore")]
#[serde(rename_all = "kebab-case")]
pub(crate) struct Target {
    description: Option<String>,
    #[hcl(default)]
    inherits: Vec<String>,
    #[hcl(default)]
    annotations: Vec<String>,
    #[hcl(default, with = attestations)]
    attest: Vec<Fields>,
    context: Option<String>,
    #[hcl(default)]
    contexts: BTreeMap<String, String>,
    dockerfile: Option<String>,
    dockerfile_inline: Option<String>,
    #[hcl(default)]
    args: BTreeMap<String, Option<String>>,
    #[hcl(default)]
    labels: BTreeMap<String, Option<String>>,
    tags: Option<Vec<String>>,
    #[hcl(default, with = caches)]
    cache_from: Vec<Fields>,
    #[hcl(with = caches)]
    cache_to: Option<Vec<Fields>>,
    target: Option<String>,
    #[hcl(default, with = secrets)]
    secret: Vec<Fields>,
    #[hcl(default, with = ssh)]
    ssh: Vec<Ssh>,
    platforms: Option<Vec<String>>,
    #[hcl(with = outputs)]
    output: Option<Vec<Fields>>,
    pull: Option<bool>,
    no_cache: Option<bool>,
    network: Option<String>,
    #[hcl(default)]
    no_cache_filter: Vec<String>,
    shm_size: Option<String>,
    #[hcl(default)]
    ulimits: Vec<String>,
    resources: Option<Resources>,
    call: Option<String>,
    #[hcl(default)]
    entitlements: Vec<String>,
    #[hcl(default)]
    extra_hosts: BTreeMap<String, Option<String>>,
    #[hcl(default, with = policies)]
    policy: Vec<Value>,
}

/// Limits of a build.
#[derive(HclValue, Serialize)]
#[hcl(rename_all = "kebab-case", unknown = "ignore")]
#[serde(rename_all = "kebab-case")]
struct Resources {
    memory: Option<String>,
    memory_swap: Option<String>,
    cpuset_cpus: Option<String>,
    cpuset_mems: Option<String>,
    cpu_shares: Option<i64>,
    cpu_period: Option<i64>,
    cpu_quota: Option<i64>,
}

impl Block {
    /// Returns the expressions that repeat the block.
    pub(crate) fn matrix(&self) -> Vec<Expression> {
        let attributes = ["matrix", "name"].map(|name| self.body.attribute(name));
        attributes.into_iter().flatten().map(|it| it.expr).collect()
    }

    /// Returns a group.
    pub(crate) fn group(&self, ctx: &EvalContext, diags: &mut Diagnostics) -> Instance {
        for option in self.matrix() {
            let detail = "Only a target can have a matrix.";
            diags.push(Diagnostic::error(option.place(), "Matrix in a group", detail));
        }
        self.instance(&self.label, ctx.clone(), diags)
    }

    /// Returns the targets of the matrix, or the only one.
    pub(crate) fn targets(&self, ctx: &EvalContext, diags: &mut Diagnostics) -> Vec<Instance> {
        let repetition = Repetition::new().matrix("matrix", "name").first_fastest();
        let is_named = self.body.attribute("name").is_some();
        match repetition.instances(&self.body, ctx, diags) {
            BlockInstances::Keyed(targets) if is_named || targets.len() < 2 => {
                let targets = targets.iter().map(|(name, variables)| {
                    let name = if is_named { name.as_str() } else { &self.label };
                    let ctx = variables.iter().fold(ctx.child(), |ctx, (name, value)| {
                        ctx.with_variable(name.clone(), value.clone())
                    });
                    self.instance(name, ctx, diags)
                });
                targets.collect()
            }
            BlockInstances::Keyed(_) => {
                let detail = "Several targets need an attribute \"name\".";
                diags.push(Diagnostic::error(self.place.clone(), "Matrix without names", detail));
                Vec::new()
            }
            _ => vec![self.instance(&self.label, ctx.clone(), diags)],
        }
    }

    /// Returns an instance of the block. Its name can have letters, digits, `_` and `-`.
    fn instance(&self, name: &str, ctx: EvalContext, diags: &mut Diagnostics) -> Instance {
        let is_valid = |it: char| it.is_ascii_alphanumeric() || it == '_' || it == '-';
        if name.is_empty() || !name.chars().all(is_valid) {
            let detail = format!("{name:?} may only contain letters, digits, \"_\" and \"-\".");
            diags.push(Diagnostic::error(self.place.clone(), "Invalid name", detail));
        }
        let (name, place, body) = (name.to_owned(), self.place.clone(), self.body.clone());
        Instance { name, place, body, ctx }
    }
}

impl Instance {
    /// Returns the expression of an attribute.
    pub(crate) fn attribute(&self, name: &str) -> Option<Expression> {
        self.body.attribute(name).map(|it| it.expr)
    }
}
