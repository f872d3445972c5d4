//! The language: the `variable`, `locals` and `output` blocks of hcldyn's kit, and `resource` blocks.
//!
//! ```hcl
//! resource "cloud_subnet" "example" {     # cloud_subnet.example
//!   for_each   = { a = "10.1.0.0/16" }    # or: count = 2
//!   depends_on = [cloud_network.main]     # on top of what expressions refer to
//!
//!   cidr_block = each.value               # settings, which the type of the resource has a spec for
//! }
//! ```
//!
//! A resource is an object with its settings and the attributes that its type adds. With `count` or `for_each`,
//! it is a list of such objects, in the order of the keys.

use hcldyn::body::Body;
use hcldyn::cty::{MaybeUnknown, Value};
use hcldyn::diag::Diagnostic;
use hcldyn::ext::graph::{BlockKind, Definitions, Graph};
use hcldyn::ext::kit;
use hcldyn::load::artifact::Artifact;
use hcldyn::{Diagnostics, Expression, HclDecode, Spanned};

/// The contents of every `resource` block, regardless of its type.
#[derive(HclDecode)]
pub(crate) struct Resource {
    /// The number of instances, at most 255. `count.index` is the index of an instance.
    #[hcl(conflicts_with = "for_each")]
    pub(crate) count: Option<MaybeUnknown<u8>>,
    /// A map, an object or a set of strings. Each element creates an instance with `each.key` and `each.value`.
    pub(crate) for_each: Option<Spanned<Value>>,
    /// Resources that must be created first, although no expression refers to them. They are not evaluated.
    #[hcl(expr)]
    pub(crate) depends_on: Option<Expression>,
    /// The settings, decoded by the spec of the resource type.
    #[hcl(remain)]
    pub(crate) settings: Body,
}

impl Resource {
    /// Reports elements of `depends_on` that are not references. The graph resolves the references.
    pub(crate) fn check_depends_on(&self, diags: &mut Diagnostics) {
        let Some(depends_on) = &self.depends_on else {
            return;
        };
        let Some(references) = depends_on.as_list() else {
            let detail = "A list of resources is required: [cloud_network.main].";
            return diags.push(Diagnostic::error(depends_on.place(), "List required", detail));
        };
        for reference in references.iter().filter(|it| it.as_traversal().is_none()) {
            let detail = "The name of a resource is required, such as cloud_network.main.";
            diags.push(Diagnostic::error(reference.place(), "Reference required", detail));
        }
    }
}

/// A parsed configuration and its dependencies.
pub(crate) struct Program {
    pub(crate) body: Body,
    pub(crate) graph: Graph,
}

impl Program {
    /// Parses the sources of an artifact. Reports syntax errors, unknown blocks, undefined names and cycles.
    pub(crate) fn of(artifact: &Artifact, diags: &mut Diagnostics) -> Self {
        let body = artifact.body(diags);
        let definitions = definitions();
        body.content(&definitions.schema(), diags);
        let graph = definitions.graph(&body, diags);
        Self { body, graph }
    }
}

/// Defines the names of the blocks. The name of a resource consists of its labels only.
fn definitions() -> Definitions {
    let resource = BlockKind::new("resource", &["type", "name"]).defines(&[]);
    kit::definitions().block(resource.scope(&["count", "each"]))
}
