//! The blocks of a build definition, as structs.

use std::collections::BTreeMap;

use hcldyn::body::Body;
use hcldyn::diag::Diagnostic;
use hcldyn::ext::repetition::Repetition;
use hcldyn::syntax::Place;
use hcldyn::{Diagnostics, EvalContext, HclDecode, HclValue, Traversal};
use serde::Serialize;

use crate::entry::{Fields, Ssh, attestations, caches, outputs, secrets, ssh};

/// A file. Groups and targets are decoded when names are known.
#[derive(HclDecode)]
pub(crate) struct File {
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
    pub(crate) targets: Vec<String>,
}

/// The options of a build.
#[derive(HclDecode, Serialize)]
#[hcl(rename_all = "kebab-case", unknown = "ignore")]
#[serde(rename_all = "kebab-case")]
pub(crate) struct Target {
    description: Option<String>,
    inherits: Option<Vec<String>>,
    annotations: Option<Vec<String>>,
    #[hcl(with = attestations)]
    attest: Option<Vec<Fields>>,
    context: Option<String>,
    contexts: Option<BTreeMap<String, String>>,
    dockerfile: Option<String>,
    dockerfile_inline: Option<String>,
    args: Option<BTreeMap<String, Option<String>>>,
    labels: Option<BTreeMap<String, Option<String>>>,
    tags: Option<Vec<String>>,
    #[hcl(with = caches)]
    cache_from: Option<Vec<Fields>>,
    #[hcl(with = caches)]
    cache_to: Option<Vec<Fields>>,
    target: Option<String>,
    #[hcl(with = secrets)]
    secret: Option<Vec<Fields>>,
    #[hcl(with = ssh)]
    ssh: Option<Vec<Ssh>>,
    platforms: Option<Vec<String>>,
    #[hcl(with = outputs)]
    output: Option<Vec<Fields>>,
    pull: Option<bool>,
    no_cache: Option<bool>,
    network: Option<String>,
    no_cache_filter: Option<Vec<String>>,
    shm_size: Option<String>,
    ulimits: Option<Vec<String>>,
    resources: Option<Resources>,
    call: Option<String>,
    entitlements: Option<Vec<String>>,
    extra_hosts: Option<BTreeMap<String, Option<String>>>,
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
    /// Returns the references in the attributes that repeat the block.
    pub(crate) fn references(&self) -> Vec<Traversal> {
        let attributes = ["matrix", "name"].into_iter().filter_map(|it| self.body.attribute(it));
        attributes.flat_map(|it| it.expr.variables()).collect()
    }

    /// Returns the targets of the matrix, or the only one.
    pub(crate) fn instances(&self, ctx: &EvalContext, diags: &mut Diagnostics) -> Vec<Instance> {
        let matrix = Repetition::new().matrix("matrix", "name").first_fastest();
        let instances = matrix.instances(&self.body, ctx, diags).in_context(ctx);
        let is_named = self.body.attribute("name").is_some();
        if instances.len() > 1 && !is_named {
            let detail = "Several targets need an attribute \"name\".";
            diags.push(Diagnostic::error(self.place.clone(), "Matrix without names", detail));
        }
        let instances = instances.iter().map(|(key, ctx)| {
            let name = key.as_ref().filter(|_| is_named);
            self.instance(name.map_or(&self.label, |it| it.as_str()), ctx, diags)
        });
        instances.collect()
    }

    /// Returns an instance of the block. Its name can have letters, digits, `_` and `-`.
    pub(crate) fn instance(
        &self,
        name: &str,
        ctx: &EvalContext,
        diags: &mut Diagnostics,
    ) -> Instance {
        let is_valid = |it: char| it.is_ascii_alphanumeric() || "_-".contains(it);
        if name.is_empty() || !name.chars().all(is_valid) {
            let detail = format!("{name:?} may only contain letters, digits, \"_\" and \"-\".");
            diags.push(Diagnostic::error(self.place.clone(), "Invalid name", detail));
        }
        let (name, place, body) = (name.to_owned(), self.place.clone(), self.body.clone());
        Instance { name, place, body, ctx: ctx.clone() }
    }
}
