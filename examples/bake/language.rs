//! The blocks of a build definition, as structs.
//!
//! A `target` block is decoded in two steps. The first step repeats it by its `matrix` and keeps its body, with the
//! variables of the matrix. The second step decodes the body, once all names are known.

use std::collections::BTreeMap;

use hcldyn::body::{BlockSchema, Body, BodySchema};
use hcldyn::decode::Instances;
use hcldyn::diag::Diagnostic;
use hcldyn::ext::repetition::InstanceKey;
use hcldyn::syntax::Place;
use hcldyn::{Diagnostics, EvalContext, Expression, HclDecode, HclValue, from_body};
use serde::Serialize;

use crate::entry::{Fields, Policy, Secret, Ssh, attestations, caches, outputs, policies, secrets};
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

/// The part of a file that is decoded before any name is known, without its functions.
#[derive(HclDecode)]
pub(crate) struct File {
    #[hcl(block)]
    pub(crate) variable: Vec<VariableBlock>,
    #[hcl(remain)]
    pub(crate) rest: Body,
}

/// The groups and targets of a file.
#[derive(HclDecode)]
#[hcl(unknown = "ignore")]
struct Blocks {
    #[hcl(block)]
    group: Vec<Labelled>,
    #[hcl(matrix, first_fastest)]
    target: Vec<Instances<Labelled>>,
}

#[derive(HclDecode)]
struct Labelled {
    #[hcl(label)]
    label: String,
    #[hcl(range)]
    place: Place,
    #[hcl(remain)]
    body: Body,
}

/// A group, or a target of a matrix: its name, and its body, which is decoded later.
#[derive(Clone)]
pub(crate) struct Instance {
    pub(crate) name: String,
    pub(crate) place: Place,
    pub(crate) body: Body,
}

/// A group of targets and of other groups.
#[derive(Clone, HclDecode, Serialize)]
#[hcl(unknown = "ignore")]
pub(crate) struct Group {
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) description: Option<String>,
    #[hcl(with = unique)]
    pub(crate) targets: Option<Vec<String>>,
    #[hcl(skip)]
    #[serde(skip)]
    pub(crate) place: Option<Place>,
}

/// The options of a build.
#[derive(Clone, Default, HclDecode, Serialize)]
#[hcl(rename_all = "kebab-case", unknown = "ignore")]
#[serde(rename_all = "kebab-case")]
pub(crate) struct Target {
    pub(crate) description: Option<String>,
    #[hcl(default)]
    #[serde(skip)]
    pub(crate) inherits: Vec<String>,
    #[hcl(default)]
    pub(crate) annotations: Vec<String>,
    #[hcl(default, with = attestations)]
    pub(crate) attest: Vec<Fields>,
    pub(crate) context: Option<String>,
    #[hcl(default)]
    pub(crate) contexts: BTreeMap<String, String>,
    pub(crate) dockerfile: Option<String>,
    pub(crate) dockerfile_inline: Option<String>,
    #[hcl(default)]
    pub(crate) args: BTreeMap<String, Option<String>>,
    #[hcl(default)]
    pub(crate) labels: BTreeMap<String, Option<String>>,
    pub(crate) tags: Option<Vec<String>>,
    #[hcl(default, with = caches)]
    pub(crate) cache_from: Vec<Fields>,
    #[hcl(with = caches)]
    pub(crate) cache_to: Option<Vec<Fields>>,
    pub(crate) target: Option<String>,
    #[hcl(default, with = secrets)]
    pub(crate) secret: Vec<Secret>,
    #[hcl(default)]
    pub(crate) ssh: Vec<Ssh>,
    pub(crate) platforms: Option<Vec<String>>,
    #[hcl(with = outputs)]
    pub(crate) output: Option<Vec<Fields>>,
    pub(crate) pull: Option<bool>,
    pub(crate) no_cache: Option<bool>,
    pub(crate) network: Option<String>,
    #[hcl(default)]
    pub(crate) no_cache_filter: Vec<String>,
    pub(crate) shm_size: Option<String>,
    #[hcl(default)]
    pub(crate) ulimits: Vec<String>,
    pub(crate) resources: Option<Resources>,
    pub(crate) call: Option<String>,
    #[hcl(default)]
    pub(crate) entitlements: Vec<String>,
    #[hcl(default)]
    pub(crate) extra_hosts: BTreeMap<String, Option<String>>,
    #[hcl(default, with = policies)]
    pub(crate) policy: Vec<Policy>,
}

/// Limits of a build.
#[derive(Clone, Debug, Default, HclValue, Serialize)]
#[hcl(rename_all = "kebab-case", unknown = "ignore")]
#[serde(rename_all = "kebab-case")]
pub(crate) struct Resources {
    pub(crate) memory: Option<String>,
    pub(crate) memory_swap: Option<String>,
    pub(crate) cpuset_cpus: Option<String>,
    pub(crate) cpuset_mems: Option<String>,
    pub(crate) cpu_shares: Option<i64>,
    pub(crate) cpu_period: Option<i64>,
    pub(crate) cpu_quota: Option<i64>,
}

impl Instance {
    /// Returns the expression of an attribute.
    pub(crate) fn attribute(&self, name: &str) -> Option<Expression> {
        self.body.attribute(name).map(|it| it.expr)
    }

    /// Reports a name with other characters than letters, digits, `_` and `-`.
    fn check_name(&self, diags: &mut Diagnostics) {
        let is_valid = |it: char| it.is_ascii_alphanumeric() || it == '_' || it == '-';
        if self.name.is_empty() || !self.name.chars().all(is_valid) {
            let name = &self.name;
            let detail = format!("{name:?} may only contain letters, digits, \"_\" and \"-\".");
            diags.push(Diagnostic::error(self.place.clone(), "Invalid name", detail));
        }
    }
}

/// The groups of a file, and the targets of each `target` block with its label.
pub(crate) struct FileBlocks {
    pub(crate) groups: Vec<Instance>,
    pub(crate) targets: Vec<(String, Vec<Instance>)>,
}

/// Reads the groups and targets of a file.
pub(crate) fn blocks(
    file: &Body,
    ctx: &EvalContext,
    diags: &mut Diagnostics,
) -> Option<FileBlocks> {
    let Blocks { group, target } = from_body(file, ctx, diags)?;
    let mut blocks = FileBlocks { groups: Vec::new(), targets: Vec::new() };
    for Labelled { label, place, body } in group {
        if let Some(option) = body.attribute("matrix").or_else(|| body.attribute("name")) {
            let detail = "Only a target can have a matrix.";
            diags.push(Diagnostic::error(option.expr.place(), "Matrix in a group", detail));
        }
        blocks.groups.push(Instance { name: label, place, body });
    }
    for (instances, block) in target.iter().zip(target_bodies(file)) {
        let is_unnamed = block.attribute("name").is_none();
        let mut label = None;
        let mut named = Vec::new();
        for (key, Labelled { label: written, place, body }) in instances {
            let name = match key {
                InstanceKey::Name(name) if !is_unnamed => name,
                _ => written.as_str(),
            };
            if is_unnamed && instances.len() > 1 {
                let detail = "Several targets need an attribute \"name\".";
                diags.push(Diagnostic::error(place.clone(), "Matrix without names", detail));
            }
            label = Some(written.clone());
            let (name, place, body) = (name.to_owned(), place.clone(), body.clone());
            named.push(Instance { name, place, body });
        }
        blocks.targets.extend(label.map(|label| (label, named)));
    }
    let of_targets = blocks.targets.iter().flat_map(|it| &it.1);
    blocks.groups.iter().chain(of_targets).for_each(|it| it.check_name(diags));
    Some(blocks)
}

/// Returns the bodies of the `target` blocks, which the targets of a matrix share.
fn target_bodies(file: &Body) -> Vec<Body> {
    let block = BlockSchema { ty: "target".into(), labels: vec!["name".into()] };
    let schema = BodySchema { blocks: vec![block], ..BodySchema::default() };
    let (content, _) = file.partial_content(&schema, &mut Diagnostics::new());
    content.blocks.into_iter().map(|it| it.body).collect()
}

/// Returns the spec of groups and targets, by which their references are found.
pub(crate) fn blocks_spec() -> hcldyn::spec::Spec {
    Blocks::spec()
}

#[expect(clippy::unnecessary_wraps, reason = "the conversion of a field may fail")]
fn unique(mut names: Vec<String>) -> Result<Vec<String>, String> {
    keep_first(&mut names);
    Ok(names)
}

/// Removes empty strings, and those that occur earlier in the list.
pub(crate) fn keep_first(list: &mut Vec<String>) {
    let mut known = std::collections::HashSet::new();
    list.retain(|it| !it.is_empty() && known.insert(it.clone()));
}
