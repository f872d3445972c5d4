//! Rules for the names that blocks and attributes define.

use std::fmt;
use std::sync::Arc;

use super::Graph;
use crate::body::{Block, BlockSchema, Body, BodySchema};
use crate::cty::Str;
use crate::cty::internal::CollectVec;
use crate::diag::Diagnostics;
use crate::ext::inheritance::Inheritance;
use crate::spec::Spec;

/// The rules by which a [`Graph`] is built: which blocks and attributes of a body define which names.
///
/// ```
/// use hcldyn::ext::graph::{BlockKind, Definitions};
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
    /// The prefix of the names that the attributes of the body itself define, if they define any.
    pub(super) attributes: Option<Vec<Str>>,
}

/// The blocks of one type: the names they define, and how their references are found. By default a block
/// defines no names and only refers to others, like an output.
#[derive(Clone)]
pub struct BlockKind {
    pub(super) schema: BlockSchema,
    pub(super) defines: Defines,
    spec: Option<Arc<SpecOf>>,
    /// The spec, if all blocks have the same one.
    common_spec: Option<Spec>,
    scope: Vec<Str>,
    ordered_by: Option<Str>,
    /// Prefixes of names that may be referred to even if none is defined.
    declared: Vec<Vec<Str>>,
}

type SpecOf = dyn Fn(&Block) -> Option<Spec> + Send + Sync;

/// The names that a block of a type defines, with their prefix.
#[derive(Clone, Debug)]
pub(super) enum Defines {
    Nothing,
    Block(Vec<Str>),
    Attributes(Vec<Str>),
}

impl Definitions {
    /// Creates empty definitions.
    pub fn new() -> Self {
        Self::default()
    }

    /// Adds the blocks of one type. Replaces an earlier kind with this block type.
    #[must_use]
    pub fn block(mut self, kind: BlockKind) -> Self {
        self.kinds.retain(|known| known.schema.ty != kind.schema.ty);
        self.kinds.push(kind);
        self
    }

    /// Makes every attribute of the body itself define a name: `prefix`, then the name of the attribute. With
    /// `attributes_define(&[])`, `b = a + 1` refers to the attribute `a`.
    #[must_use]
    pub fn attributes_define(mut self, prefix: &[&str]) -> Self {
        self.attributes = Some(texts(prefix));
        self
    }

    /// The schema of the blocks that become part of a graph. Pass it to [`Body::partial_content`] to decode the
    /// rest of the body yourself.
    pub fn schema(&self) -> BodySchema {
        let blocks = self.kinds.iter().map(|kind| kind.schema.clone()).collect_vec();
        BodySchema { blocks, ..BodySchema::default() }
    }

    /// Finds the names that a body defines and the references to them. To treat several bodies as one,
    /// [merge](Body::merge) them. Nothing is evaluated. Duplicate names, undefined names and cycles are
    /// reported as errors; the graph can still be evaluated.
    pub fn graph(&self, body: &Body, diags: &mut Diagnostics) -> Graph {
        self.graph_with(body, Vec::new(), diags)
    }

    /// Builds a graph like [`Self::graph`], with the blocks that the `dynamic` blocks of the body generate.
    pub(crate) fn graph_with(
        &self,
        body: &Body,
        generated: Vec<Block>,
        diags: &mut Diagnostics,
    ) -> Graph {
        // Rejected blocks are never decoded, so their sensitive attributes must be known here.
        for spec in self.kinds.iter().filter_map(|kind| kind.common_spec.as_ref()) {
            spec.hide_sensitive(diags);
        }
        Graph::build(self, body, generated, diags)
    }

    pub(super) fn kind(&self, block_type: &str) -> Option<&BlockKind> {
        self.kinds.iter().find(|kind| kind.schema.ty == *block_type)
    }

    /// The prefixes of all names that the definitions can define.
    pub(super) fn prefixes(&self) -> impl Iterator<Item = &[Str]> + '_ {
        let of_kinds = self.kinds.iter().filter_map(|kind| match &kind.defines {
            Defines::Nothing => None,
            Defines::Block(prefix) | Defines::Attributes(prefix) => Some(prefix.as_slice()),
        });
        let declared = self.kinds.iter().flat_map(|kind| &kind.declared).map(Vec::as_slice);
        of_kinds.chain(declared).chain(self.attributes.as_deref())
    }
}

impl BlockKind {
    /// Creates the kind of a block type. `labels` has a name for each label, which messages use.
    pub fn new(block_type: &str, labels: &[&str]) -> Self {
        Self {
            schema: BlockSchema { ty: block_type.into(), labels: texts(labels) },
            defines: Defines::Nothing,
            spec: None,
            common_spec: None,
            scope: Vec::new(),
            ordered_by: None,
            declared: Vec::new(),
        }
    }

    /// Makes each block define a name: `prefix`, then its labels. With the prefix `["var"]`, `variable "region"
    /// {}` defines `var.region`; with the prefix `[]`, `resource "disk" "a" {}` defines `disk.a`.
    #[must_use]
    pub fn defines(mut self, prefix: &[&str]) -> Self {
        self.defines = Defines::Block(texts(prefix));
        self
    }

    /// Makes each attribute in such a block define a name: `prefix`, the labels of the block, and the name of
    /// the attribute. These blocks can hold attributes only.
    #[must_use]
    pub fn attributes_define(mut self, prefix: &[&str]) -> Self {
        self.defines = Defines::Attributes(texts(prefix));
        self
    }

    /// Declares a longer prefix of the names, so that a reference to any other name with it is an error even if no block
    /// defines one.
    #[cfg(feature = "load")]
    pub(crate) fn declares(mut self, prefix: &[&str]) -> Self {
        self.declared.push(texts(prefix));
        self
    }

    /// Sets the spec of the blocks, which determines the references in them
    /// ([`spec::variables`](crate::spec::variables())). Expressions that the spec captures without evaluating them,
    /// such as types, contain no references. Without a spec, all variables in the block are references. In JSON, only a
    /// spec distinguishes literal strings from templates.
    #[must_use]
    pub fn spec(self, spec: Spec) -> Self {
        let common_spec = Some(spec.clone());
        Self { common_spec, ..self.spec_of(move |_| Some(spec.clone())) }
    }

    /// Finds the references of each block by a spec that may depend on the block, e.g. on its labels. If `spec`
    /// returns `None`, all variables in the block are references.
    #[must_use]
    pub fn spec_of(
        mut self,
        spec: impl Fn(&Block) -> Option<Spec> + Send + Sync + 'static,
    ) -> Self {
        self.spec = Some(Arc::new(spec));
        self.common_spec = None;
        self
    }

    /// Excludes names that the program itself provides in such a block from the references, e.g. `each`, `self`
    /// or `count`.
    #[must_use]
    pub fn scope(mut self, names: &[&str]) -> Self {
        self.scope = texts(names);
        self
    }

    /// Makes an attribute list the dependencies of such a block, like `depends_on`. Its references count even
    /// though the spec captures it without evaluating it.
    ///
    /// ```
    /// use hcldyn::cty::Type;
    /// use hcldyn::ext::graph::{BlockKind, Definitions};
    /// use hcldyn::spec::AttrSpec;
    /// use hcldyn::syntax::Source;
    /// use hcldyn::{Diagnostics, parse_body};
    ///
    /// let task = BlockKind::new("task", &["name"])
    ///     .ordered_by("after")
    ///     .spec_of(|_| Some(AttrSpec::new("command", Type::String).into()));
    /// let text = "task \"b\" {\n  after = [a]\n}\ntask \"a\" {\n  command = \"ls\"\n}\n";
    /// let mut diags = Diagnostics::new();
    /// let body = parse_body(&Source::new("a.hcl", text), &mut diags);
    /// let graph = Definitions::new().block(task.defines(&[])).graph(&body, &mut diags);
    /// let order: Vec<_> = graph.levels().flatten().filter_map(|node| node.label(0)).collect();
    /// assert_eq!(order, ["a", "b"]);
    /// ```
    #[must_use]
    pub fn ordered_by(mut self, attribute: &str) -> Self {
        self.ordered_by = Some(attribute.into());
        self
    }

    pub(super) fn spec_for(&self, block: &Block) -> Option<Spec> {
        self.spec.as_ref().and_then(|spec| spec(block))
    }

    /// Returns the attributes by which such a block inherits from others.
    pub(super) fn inheritance(&self) -> Option<Inheritance<'_>> {
        self.common_spec.as_ref().and_then(Spec::inheritance)
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
    names.iter().map(|name| Str::new(name)).collect_vec()
}
