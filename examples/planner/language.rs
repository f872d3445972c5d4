//! The language: `variable`, `locals` and `output` blocks, which the kit of hcldyn has, and `resource` blocks.
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
//! A resource is an object of its settings and what its type adds to them. With `count` or `for_each` it is a
//! list of such objects, in the order of the keys.

use hcldyn::artifact::Artifact;
use hcldyn::graph::{BlockKind, Definitions, Graph};
use hcldyn::{
    Body, Diagnostic, Diagnostics, Expression, HclDecode, MaybeUnknown, Spanned, Value, kit,
};

/// What every `resource` block may hold, whatever its type.
#[derive(HclDecode)]
pub(crate) struct Resource {
    /// How many there are, at most 255; `count.index` tells them apart.
    #[hcl(conflicts_with = "for_each")]
    pub(crate) count: Option<MaybeUnknown<u8>>,
    /// A map or an object, or a set of strings: there is one for each element, with `each.key` and `each.value`.
    pub(crate) for_each: Option<Spanned<Value>>,
    /// What must be there before, though nothing refers to it. References, which are not evaluated.
    #[hcl(expr)]
    pub(crate) depends_on: Option<Expression>,
    /// What the type of the resource has a spec for.
    #[hcl(remain)]
    pub(crate) settings: Body,
}

impl Resource {
    /// Reports what in `depends_on` is no reference. Where references lead is known to the graph.
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

/// A configuration: its text, and what in it needs what.
pub(crate) struct Program {
    pub(crate) body: Body,
    pub(crate) graph: Graph,
}

impl Program {
    /// Reads the sources of an artifact. What is wrong with them as a whole is reported: syntax, blocks that
    /// the language does not have, names that are not defined or need themselves.
    pub(crate) fn of(artifact: &Artifact, diags: &mut Diagnostics) -> Self {
        let body = artifact.body(diags);
        let definitions = definitions();
        body.content(&definitions.schema(), diags);
        let graph = definitions.graph(&body, diags);
        Self { body, graph }
    }
}

/// Which blocks define which names. A resource is called by its labels alone.
fn definitions() -> Definitions {
    let resource = BlockKind::new("resource", &["type", "name"]).defines(&[]);
    kit::definitions().block(resource.scope(&["count", "each"]))
}
