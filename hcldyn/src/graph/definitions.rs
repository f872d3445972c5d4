//! Which blocks and attributes of a body define which names.

use std::fmt;
use std::sync::Arc;

use super::Graph;
use crate::body::{Block, BlockSchema, Body, BodySchema};
use crate::cty::Str;
use crate::diag::Diagnostics;
use crate::spec::Spec;

/// Which blocks and attributes of a body define which names: what a [`Graph`] is made by.
///
/// ```
/// use hcldyn::graph::{BlockKind, Definitions};
///
/// let definitions = Definitions::new()
///     .block(BlockKind::new("variable", &["name"]).defines(&["var"]))
///     .block(BlockKind::new("locals", &[]).attributes_define(&["local"]))
///     .block(BlockKind::new("resource", &["type", "name"]).defines(&[]).scope(&["each", "self"]))
///     .block(BlockKind::new("output", &["name"]));
/// assert_eq!(definitions.schema().blocks.len(), 4);
/// ```
#[derive(Clone, Debug, Default)]
pub struct Definitions {
    pub(super) kinds: Vec<BlockKind>,
    /// What stands before the names that the attributes of the body itself define, if they do.
    pub(super) attributes: Option<Vec<Str>>,
}

/// The blocks of a type, which names they define, and how their references are found. Without more being
/// said of them they define nothing and only read, as outputs do.
#[derive(Clone)]
pub struct BlockKind {
    pub(super) schema: BlockSchema,
    pub(super) defines: Defines,
    spec: Option<Arc<SpecOf>>,
    /// The spec of all blocks, where they have the same.
    common_spec: Option<Spec>,
    scope: Vec<Str>,
    ordered_by: Option<Str>,
}

type SpecOf = dyn Fn(&Block) -> Option<Spec> + Send + Sync;

/// What a block of a type defines; the names begin as given.
#[derive(Clone, Debug)]
pub(super) enum Defines {
    Nothing,
    Block(Vec<Str>),
    Attributes(Vec<Str>),
}

impl Definitions {
    /// Definitions of nothing.
    pub fn new() -> Self {
        Self::default()
    }

    /// Adds the blocks of one more type. Of two kinds of one block type the last counts.
    #[must_use]
    pub fn block(mut self, kind: BlockKind) -> Self {
        self.kinds.retain(|known| known.schema.ty != kind.schema.ty);
        self.kinds.push(kind);
        self
    }

    /// Says that the attributes of the body itself define names, of whatever name they are: `prefix` and
    /// their own. `attributes_define(&[])` makes `b = a + 1` read the attribute `a`.
    #[must_use]
    pub fn attributes_define(mut self, prefix: &[&str]) -> Self {
        self.attributes = Some(texts(prefix));
        self
    }

    /// The schema of the blocks: what of a body becomes part of a graph. For a program to decode the rest of
    /// the body by itself ([`Body::partial_content`]).
    pub fn schema(&self) -> BodySchema {
        let blocks = self.kinds.iter().map(|kind| kind.schema.clone()).collect();
        BodySchema { blocks, ..BodySchema::default() }
    }

    /// Finds what a body defines and what refers to it. To look at several bodies as one,
    /// [merge](Body::merge) them. Nothing is evaluated; names that are defined twice, that are not defined and
    /// that need themselves are reported. The graph can be evaluated all the same.
    pub fn graph(&self, body: &Body, diags: &mut Diagnostics) -> Graph {
        // Some blocks are rejected, and so never decoded.
        for spec in self.kinds.iter().filter_map(|kind| kind.common_spec.as_ref()) {
            spec.hide_sensitive(diags);
        }
        Graph::build(self, body, diags)
    }

    pub(super) fn kind(&self, block_type: &str) -> Option<&BlockKind> {
        self.kinds.iter().find(|kind| kind.schema.ty == *block_type)
    }

    /// What stands before the names that are defined.
    pub(super) fn prefixes(&self) -> impl Iterator<Item = &[Str]> + '_ {
        let of_kinds = self.kinds.iter().filter_map(|kind| match &kind.defines {
            Defines::Nothing => None,
            Defines::Block(prefix) | Defines::Attributes(prefix) => Some(prefix.as_slice()),
        });
        of_kinds.chain(self.attributes.as_deref())
    }
}

impl BlockKind {
    /// The blocks of a type; `labels` is what each label is called in messages, and a block has as many.
    pub fn new(block_type: &str, labels: &[&str]) -> Self {
        Self {
            schema: BlockSchema { ty: block_type.into(), labels: texts(labels) },
            defines: Defines::Nothing,
            spec: None,
            common_spec: None,
            scope: Vec::new(),
            ordered_by: None,
        }
    }

    /// Says that each block defines a name: `prefix`, then its labels. `variable "region" {}` that defines
    /// `["var"]` is `var.region`; `resource "disk" "a" {}` that defines `[]` is `disk.a`.
    #[must_use]
    pub fn defines(mut self, prefix: &[&str]) -> Self {
        self.defines = Defines::Block(texts(prefix));
        self
    }

    /// Says that each attribute in such a block defines a name of its own: `prefix`, the labels of the
    /// block, and the name of the attribute. The blocks may hold attributes only.
    #[must_use]
    pub fn attributes_define(mut self, prefix: &[&str]) -> Self {
        self.defines = Defines::Attributes(texts(prefix));
        self
    }

    /// Finds the references of such a block by the spec that it is decoded with
    /// ([`spec::variables`](crate::spec::variables())): of what the spec captures without evaluating it, such
    /// as types, the words are no references. Without a spec, everything in the block is looked at. In JSON
    /// only a spec tells strings that are taken as they are written from templates.
    #[must_use]
    pub fn spec(self, spec: Spec) -> Self {
        let common_spec = Some(spec.clone());
        Self { common_spec, ..self.spec_of(move |_| Some(spec.clone())) }
    }

    /// The same where the spec depends on the block, on its labels say. A block without a spec is looked at
    /// as a whole.
    #[must_use]
    pub fn spec_of(
        mut self,
        spec: impl Fn(&Block) -> Option<Spec> + Send + Sync + 'static,
    ) -> Self {
        self.spec = Some(Arc::new(spec));
        self.common_spec = None;
        self
    }

    /// Names that the program itself gives a value in such a block, so that they are no references: `each`,
    /// `self`, `count`.
    #[must_use]
    pub fn scope(mut self, names: &[&str]) -> Self {
        self.scope = texts(names);
        self
    }

    /// Says that an attribute lists what such a block comes after, as `depends_on` does: all that it
    /// refers to counts, though the spec captures it without evaluating it.
    #[must_use]
    pub fn ordered_by(mut self, attribute: &str) -> Self {
        self.ordered_by = Some(attribute.into());
        self
    }

    pub(super) fn spec_for(&self, block: &Block) -> Option<Spec> {
        self.spec.as_ref().and_then(|spec| spec(block))
    }

    pub(super) fn order_attribute(&self) -> Option<&Str> {
        self.ordered_by.as_ref()
    }

    pub(super) fn gives(&self, name: &str) -> bool {
        self.scope.iter().any(|given| *given == *name)
    }
}

impl fmt::Debug for BlockKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("BlockKind")
            .field("type", &self.schema.ty)
            .field("defines", &self.defines)
            .finish_non_exhaustive()
    }
}

fn texts(names: &[&str]) -> Vec<Str> {
    names.iter().map(|name| Str::new(name)).collect()
}
