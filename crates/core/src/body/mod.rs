//! Bodies: attributes and blocks, requested by a schema.
//!
//! The content of a body depends on the request. [`Body::content`] only allows the items that the schema names.
//! [`Body::partial_content`] returns the remaining items as another body. [`Body::just_attributes`] allows
//! attributes of any name and no blocks (reference: `hcl.Body`).
//!
//! [`Body::merge`] merges several bodies, such as those of the files in a directory.

mod by_name;
mod content;
pub(crate) mod diags;
pub(crate) mod fixes;
mod item_body;
mod layers;
mod merged;
mod schema;
#[cfg(feature = "specfile")]
mod siblings;
mod suggestions;
mod tree_body;

use std::any::Any;
use std::fmt;
use std::sync::Arc;

pub(crate) use self::by_name::ByName;
pub use self::content::{Attribute, Block, Content, Label};
pub(crate) use self::item_body::{ItemBody, ItemKind};
pub(crate) use self::layers::LayerId;
pub use self::schema::{AttributeSchema, BlockSchema, BodySchema, LabelForms, Layering};
#[cfg(feature = "specfile")]
pub(crate) use self::siblings::{Siblings, labels_of};
pub(crate) use self::suggestions::{Offer, Suggester, Suggestion, Suggestions};
pub(crate) use self::tree_body::TreeBody;
use crate::cty::internal::CollectVec;
use crate::cty::{Marks, Value};
use crate::diag::Diagnostics;
use crate::expr::{EvalContext, Expression, Iteration};
use crate::source::Source;
use crate::source::{Place, Span};
use crate::tree::{BodyId, Tree};

/// The content of a block or of a file. Cloning is cheap.
#[derive(Clone)]
pub struct Body {
    source: Arc<dyn BodySource>,
    iteration: Option<Arc<Iteration>>,
    /// The context in which the rest of a body was found.
    context: Option<EvalContext>,
    /// The sibling blocks from which the block of this body can inherit.
    #[cfg(feature = "specfile")]
    membership: Option<siblings::Membership>,
}

/// The source of a body's content: a syntax tree, a JSON value, or a view of another body.
pub(crate) trait BodySource: Any + fmt::Debug + Send + Sync {
    /// Returns the items that the schema names, and reports the others as the schema sets.
    fn content(&self, schema: &BodySchema, diags: &mut Diagnostics) -> Content;

    /// Returns the items that the schema names, and ignores all others.
    fn partial_content(&self, schema: &BodySchema, diags: &mut Diagnostics) -> Content;

    /// Returns a body of all items that the schema does not name.
    fn remain(&self, schema: &BodySchema) -> Body;

    /// Returns all attributes, and reports blocks.
    fn just_attributes(&self, diags: &mut Diagnostics) -> Vec<Attribute>;

    /// Returns all attributes and blocks, with any labels. Reports nothing.
    fn everything(&self) -> Content;

    /// Returns `true` if blocks of the schema may be among the attributes of the content.
    fn spells_blocks(&self) -> bool {
        self.inner().iter().any(Body::spells_blocks)
    }

    /// Returns all attributes and blocks. In an expanded body, generated blocks replace the `dynamic` blocks.
    fn everything_expanded(&self, _diags: &mut Diagnostics) -> Content {
        self.everything()
    }

    /// Returns the location at which a missing item would be written.
    fn missing_item_place(&self) -> Place;

    /// Returns the span of the content with its braces, or of the whole file.
    fn span(&self) -> Span;

    /// Checks the collection of this body's `dynamic` block in addition to the checks for all collections, and
    /// reports errors.
    fn check_for_each(
        &self,
        _value: &Value,
        _expr: &Expression,
        _ctx: &EvalContext,
        _diags: &mut Diagnostics,
    ) {
    }

    /// Returns the bodies that this one wraps.
    fn inner(&self) -> &[Body] {
        &[]
    }

    /// Returns the layers of the wrapped bodies, or nothing if the body has no layers.
    fn layers(&self) -> &[LayerId] {
        &[]
    }
}

impl Body {
    pub(crate) fn new(source: impl BodySource) -> Self {
        Self {
            source: Arc::new(source),
            iteration: None,
            context: None,
            #[cfg(feature = "specfile")]
            membership: None,
        }
    }

    /// Returns a body with another source that wraps this body, and with the same iteration.
    pub(crate) fn shown_by<S: BodySource>(&self, source: impl FnOnce(Self) -> S) -> Self {
        Self { iteration: self.iteration.clone(), ..Self::new(source(self.clone())) }
    }

    /// Returns the source of its content.
    fn source(&self) -> &dyn BodySource {
        &*self.source
    }

    /// Returns the source of its content if it has the type `S`.
    pub(crate) fn source_as<S: BodySource>(&self) -> Option<&S> {
        (self.source() as &dyn Any).downcast_ref()
    }

    /// Returns the tree of the body and its place there, if the body is a whole one in native syntax.
    pub(crate) fn in_tree(&self) -> Option<(&Arc<Tree>, BodyId)> {
        let whole = self.source_as::<TreeBody>().filter(|body| body.is_whole())?;
        Some((&whole.tree, whole.body))
    }

    /// Returns the body with the iterators of a generated block: every expression in it, at any depth, sees them.
    #[must_use]
    pub(crate) fn in_iteration(mut self, iteration: &Arc<Iteration>) -> Self {
        self.iteration = Some(Arc::clone(iteration));
        self
    }

    /// Returns the body with the context in which it was found.
    #[must_use]
    pub(crate) fn in_context(mut self, context: &EvalContext) -> Self {
        self.context = Some(context.clone());
        self
    }

    /// Returns the context in which the rest of a body was found, so that the rest can be decoded later. For any other
    /// body, this is an empty context.
    ///
    /// ```
    /// use hcldyn::body::Body;
    /// use hcldyn::{Diagnostics, EvalContext, HclDecode};
    ///
    /// #[derive(HclDecode)]
    /// struct Task {
    ///     hosts: Vec<String>,
    ///     #[hcl(remain)]
    ///     rest: Body,
    /// }
    ///
    /// #[derive(HclDecode)]
    /// struct Action {
    ///     command: String,
    /// }
    ///
    /// let ctx = EvalContext::new().with_variable("user", "eve");
    /// let text = "hosts = [\"a\", \"b\"]\ncommand = \"ssh ${user}@${host}\"";
    /// let task: Task = hcldyn::from_str(text, &ctx)?;
    /// let mut commands = Vec::new();
    /// for host in task.hosts {
    ///     let ctx = task.rest.context().child().with_variable("host", host);
    ///     let mut diags = Diagnostics::new();
    ///     let action = hcldyn::from_body::<Action>(&task.rest, &ctx, &mut diags);
    ///     commands.push(diags.into_result(action)?.command);
    /// }
    /// assert_eq!(commands, ["ssh eve@a", "ssh eve@b"]);
    /// # Ok::<(), Diagnostics>(())
    /// ```
    pub fn context(&self) -> EvalContext {
        self.context.clone().unwrap_or_default()
    }

    /// Returns the items that the schema names. Reports missing required items, and items that the schema does not
    /// name, unless the schema allows them. An attribute with the name of a block type, and a block with the name of
    /// an attribute, is always an error.
    ///
    /// ```
    /// use hcldyn::body::BodySchema;
    /// use hcldyn::syntax::Source;
    /// use hcldyn::{Diagnostics, parse_body};
    ///
    /// let mut diags = Diagnostics::new();
    /// let body = parse_body(&Source::new("a.hcl", "port = 80"), &mut diags);
    /// body.content(&BodySchema::default(), &mut diags);
    /// assert!(diags.to_string().contains("Unexpected attribute"));
    /// ```
    pub fn content(&self, schema: &BodySchema, diags: &mut Diagnostics) -> Content {
        self.scoped(self.source().content(schema, diags))
    }

    /// Returns the items that the schema names, and a body of all other items. Reports missing required items.
    pub fn partial_content(&self, schema: &BodySchema, diags: &mut Diagnostics) -> (Content, Self) {
        (self.only(schema, diags), self.remain(schema))
    }

    /// Returns the items that the schema names. Reports missing required items.
    pub(crate) fn only(&self, schema: &BodySchema, diags: &mut Diagnostics) -> Content {
        self.scoped(self.source().partial_content(schema, diags))
    }

    /// Returns a body of all items that the schema does not name.
    pub(crate) fn remain(&self, schema: &BodySchema) -> Self {
        self.scope_body(self.source().remain(schema))
    }

    /// Returns the attribute with a name, if it is written. Reports nothing. A second one with the name is ignored.
    ///
    /// ```
    /// use hcldyn::syntax::Source;
    /// use hcldyn::{Diagnostics, EvalContext, parse_body};
    ///
    /// let mut diags = Diagnostics::new();
    /// let body = parse_body(&Source::new("a.hcl", "size = 2 + 3\n"), &mut diags);
    /// let size = body.attribute("size").unwrap();
    /// assert_eq!(size.expr.value(&EvalContext::new(), &mut diags), 5.into());
    /// assert!(body.attribute("speed").is_none());
    /// ```
    pub fn attribute(&self, name: &str) -> Option<Attribute> {
        let wanted = AttributeSchema { name: name.into(), required: false };
        let schema = BodySchema { attributes: vec![wanted], ..BodySchema::default() };
        self.only(&schema, &mut Diagnostics::of_attempt()).attributes.into_iter().next()
    }

    /// Returns all attributes, with any names, in source order. Reports blocks.
    pub fn just_attributes(&self, diags: &mut Diagnostics) -> Vec<Attribute> {
        let mut attributes = self.source().just_attributes(diags);
        self.scope_attributes(&mut attributes);
        attributes
    }

    /// Returns all attributes and blocks of the body, with any labels and in source order. In JSON, only a schema
    /// distinguishes blocks, so all items are attributes. Reports nothing.
    ///
    /// ```
    /// use hcldyn::syntax::Source;
    /// use hcldyn::{Diagnostics, parse_body};
    ///
    /// let text = "a = 1\nb \"x\" {\n  c = 2\n}\n";
    /// let body = parse_body(&Source::new("a.hcl", text), &mut Diagnostics::new());
    /// let content = body.everything();
    /// assert_eq!(&*content.attributes[0].name, "a");
    /// assert_eq!(content.blocks[0].body.everything().attributes[0].expr.text(), "2");
    /// ```
    pub fn everything(&self) -> Content {
        self.scoped(self.source().everything())
    }

    /// Returns all attributes and blocks, with any labels. In an expanded body, generated blocks replace the
    /// `dynamic` blocks.
    pub(crate) fn everything_expanded(&self, diags: &mut Diagnostics) -> Content {
        self.scoped(self.source().everything_expanded(diags))
    }

    /// Returns `true` if blocks of the schema may be among the attributes of the content.
    pub(crate) fn spells_blocks(&self) -> bool {
        self.source().spells_blocks()
    }

    /// Returns the location at which a missing item would be written: the start of the body.
    pub fn missing_item_place(&self) -> Place {
        self.source().missing_item_place()
    }

    /// Returns the span of the content with its braces, or of the whole file.
    pub(crate) fn span(&self) -> Span {
        self.source().span()
    }

    /// Returns the sources of the body and of the bodies that it wraps.
    pub fn sources(&self) -> Vec<Source> {
        match self.source().inner() {
            [] => vec![self.missing_item_place().source().clone()],
            inner => inner.iter().flat_map(Self::sources).collect_vec(),
        }
    }

    /// Returns `true` if the body represents an unknown number of generated blocks, or is inside such a body.
    pub fn is_unknown(&self) -> bool {
        self.iteration.as_ref().is_some_and(|iteration| iteration.unknown)
    }

    /// Returns the marks of the collection of a generated block.
    pub fn marks(&self) -> Option<&Marks> {
        let marks = &self.iteration.as_ref()?.marks;
        (!marks.is_empty()).then_some(marks)
    }

    /// Returns the iterators of all enclosing generated blocks, outermost first. Each has a name and an object
    /// with `key` and `value`. If two have the same name, the last one wins.
    ///
    /// See [`Expansion`](crate::ext::dynblock::Expansion) for an example.
    pub fn iterators(&self) -> Vec<(&str, Value)> {
        let chain = self.iteration.iter().flat_map(|iteration| iteration.chain());
        let mut iterators = chain.map(|it| (it.name.as_str(), it.object())).collect_vec();
        iterators.reverse();
        iterators
    }

    pub(crate) fn iteration(&self) -> Option<&Arc<Iteration>> {
        self.iteration.as_ref()
    }

    pub(crate) fn check_for_each(
        &self,
        value: &Value,
        expr: &Expression,
        ctx: &EvalContext,
        diags: &mut Diagnostics,
    ) {
        self.source().check_for_each(value, expr, ctx, diags);
    }

    fn scoped(&self, mut content: Content) -> Content {
        self.scope_attributes(&mut content.attributes);
        if let Some(iteration) = &self.iteration {
            for block in content.blocks.iter_mut().chain(&mut content.mislabeled) {
                block.body.enter(iteration);
            }
        }
        content
    }

    fn scope_attributes(&self, attributes: &mut [Attribute]) {
        if let Some(iteration) = &self.iteration {
            for attribute in attributes {
                attribute.expr.enter(iteration);
            }
        }
    }

    /// Adds the iterators of this body to a body inside it.
    fn scope_body(&self, mut body: Self) -> Self {
        if let Some(iteration) = &self.iteration {
            body.enter(iteration);
        }
        body
    }

    /// Adds the iterators of an enclosing body, unless the body already has iterators of its own.
    fn enter(&mut self, iteration: &Arc<Iteration>) {
        self.iteration.get_or_insert_with(|| Arc::clone(iteration));
    }
}

impl fmt::Debug for Body {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Body({})", self.missing_item_place())
    }
}
