//! Bodies: attributes and blocks, asked for by a schema.
//!
//! What a body holds depends on the question: with [`Body::content`] it must hold nothing but what
//! the schema names; with [`Body::partial_content`] the rest is handed back as another body; with
//! [`Body::just_attributes`] it holds attributes of any name and no blocks (reference: `hcl.Body`).
//!
//! [`Body::merge`] makes one body of several, such as those of the files in a directory.

mod by_name;
mod content;
pub(crate) mod diags;
mod merged;
mod schema;
mod suggestions;
mod tree_body;

use std::any::Any;
use std::fmt;
use std::sync::Arc;

pub(crate) use self::by_name::ByName;
pub use self::content::{Attribute, Block, Content, Label};
pub use self::schema::{AttributeSchema, BlockSchema, BodySchema, Unexpected};
pub(crate) use self::suggestions::{Offer, Suggester, Suggestion, Suggestions};
pub(crate) use self::tree_body::TreeBody;
use crate::cty::{Marks, Value};
use crate::diag::Diagnostics;
use crate::expr::{EvalContext, Expression, Iteration};
use crate::source::Place;
#[cfg(feature = "kit")]
use crate::source::Source;

/// A body: the inside of a block, or of a file. Cloning is cheap.
#[derive(Clone)]
pub struct Body {
    source: Arc<dyn BodySource>,
    iteration: Option<Arc<Iteration>>,
}

/// Where the content of a body comes from: a syntax, or another body looked at differently.
pub(crate) trait BodySource: Any + fmt::Debug + Send + Sync {
    /// What the schema names; everything else is reported.
    fn content(&self, schema: &BodySchema, diags: &mut Diagnostics) -> Content;

    /// What the schema names; everything else is left alone.
    fn partial_content(&self, schema: &BodySchema, diags: &mut Diagnostics) -> Content;

    /// A body of everything that the schema does not name.
    fn remain(&self, schema: &BodySchema) -> Body;

    /// All attributes; blocks are reported.
    fn just_attributes(&self, diags: &mut Diagnostics) -> Vec<Attribute>;

    /// All attributes and blocks, with any labels. Nothing is reported.
    fn everything(&self) -> Content;

    /// Returns all attributes and blocks, with generated blocks in place of the `dynamic` blocks of an expanded body.
    fn everything_expanded(&self, _diags: &mut Diagnostics) -> Content {
        self.everything()
    }

    /// Where something that is missing would be written.
    fn missing_item_place(&self) -> Place;

    /// Reports what is wrong with the collection that this body of a `dynamic` block goes through,
    /// besides what is wrong with any such collection.
    fn check_for_each(
        &self,
        _value: &Value,
        _expr: &Expression,
        _ctx: &EvalContext,
        _diags: &mut Diagnostics,
    ) {
    }

    /// The bodies that it shows in another way.
    #[cfg(feature = "kit")]
    fn inner(&self) -> &[Body] {
        &[]
    }
}

impl Body {
    pub(crate) fn new(source: impl BodySource) -> Self {
        Self { source: Arc::new(source), iteration: None }
    }

    /// The body shown in another way, by a source that is made of it. Its place among iterations stays.
    pub(crate) fn shown_by<S: BodySource>(&self, source: impl FnOnce(Self) -> S) -> Self {
        Self { iteration: self.iteration.clone(), ..Self::new(source(self.clone())) }
    }

    /// Where its content comes from.
    fn source(&self) -> &dyn BodySource {
        &*self.source
    }

    /// The same, if it is of this kind.
    pub(crate) fn source_as<S: BodySource>(&self) -> Option<&S> {
        (self.source() as &dyn Any).downcast_ref()
    }

    /// The body as it is seen inside a generated block: every expression in it, at any depth, sees
    /// the iterators.
    #[must_use]
    pub(crate) fn in_iteration(mut self, iteration: &Arc<Iteration>) -> Self {
        self.iteration = Some(Arc::clone(iteration));
        self
    }

    /// What the schema names. Attributes and blocks that it does not name are reported, unless it says
    /// otherwise, and so is what it requires and the body lacks.
    pub fn content(&self, schema: &BodySchema, diags: &mut Diagnostics) -> Content {
        if schema.unexpected == Unexpected::Ignore {
            return self.only(schema, diags);
        }
        self.scoped(self.source().content(schema, diags))
    }

    /// What the schema names, and a body of everything else. What the schema requires and the body
    /// lacks is reported.
    pub fn partial_content(&self, schema: &BodySchema, diags: &mut Diagnostics) -> (Content, Self) {
        (self.only(schema, diags), self.remain(schema))
    }

    /// The first half of [`Body::partial_content`].
    pub(crate) fn only(&self, schema: &BodySchema, diags: &mut Diagnostics) -> Content {
        self.scoped(self.source().partial_content(schema, diags))
    }

    /// The second half of [`Body::partial_content`].
    pub(crate) fn remain(&self, schema: &BodySchema) -> Self {
        self.scope_body(self.source().remain(schema))
    }

    /// All attributes, whatever their names, in source order. Blocks are reported.
    pub fn just_attributes(&self, diags: &mut Diagnostics) -> Vec<Attribute> {
        let mut attributes = self.source().just_attributes(diags);
        self.scope_attributes(&mut attributes);
        attributes
    }

    /// All attributes and blocks of the body, with any labels and in source order. In JSON, where only a
    /// schema tells what is a block, all are attributes. Nothing is reported.
    ///
    /// ```
    /// use hcldyn::{Diagnostics, parse_body, source::Source};
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

    /// Returns all attributes and blocks, like [`Body::everything`]. In an expanded body, generated blocks are in
    /// place of the `dynamic` blocks.
    pub(crate) fn everything_expanded(&self, diags: &mut Diagnostics) -> Content {
        self.scoped(self.source().everything_expanded(diags))
    }

    /// Where something that is missing would be written: the start of the body.
    pub fn missing_item_place(&self) -> Place {
        self.source().missing_item_place()
    }

    /// The sources that it is written in.
    #[cfg(feature = "kit")]
    pub(crate) fn sources(&self) -> Vec<Source> {
        match self.source().inner() {
            [] => vec![self.missing_item_place().source().clone()],
            inner => inner.iter().flat_map(Self::sources).collect(),
        }
    }

    /// Whether the body stands for an unknown number of generated blocks, or is inside of such a one.
    pub fn is_unknown(&self) -> bool {
        self.iteration.as_ref().is_some_and(|iteration| iteration.unknown)
    }

    /// The marks of the collection that a generated block comes from.
    pub fn marks(&self) -> Option<&Marks> {
        let marks = &self.iteration.as_ref()?.marks;
        (!marks.is_empty()).then_some(marks)
    }

    /// The iterators that expressions in the body see because it is inside generated blocks, the outermost
    /// first: the name of each, and the object with `key` and `value` that it stands for. Where two have
    /// the same name, the last one counts.
    ///
    /// See [`Expansion`](crate::dynblock::Expansion) for an example.
    pub fn iterators(&self) -> Vec<(&str, Value)> {
        let chain = self.iteration.iter().flat_map(|iteration| iteration.chain());
        let mut iterators: Vec<_> = chain.map(|it| (it.name.as_str(), it.object())).collect();
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
            for block in &mut content.blocks {
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

    /// A body from inside this one, which sees the same iterators.
    fn scope_body(&self, mut body: Self) -> Self {
        if let Some(iteration) = &self.iteration {
            body.enter(iteration);
        }
        body
    }

    /// Makes the body see the iterators of the body around it, unless a `dynamic` block in between gave it
    /// its own.
    fn enter(&mut self, iteration: &Arc<Iteration>) {
        self.iteration.get_or_insert_with(|| Arc::clone(iteration));
    }
}

impl fmt::Debug for Body {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Body({})", self.missing_item_place())
    }
}
