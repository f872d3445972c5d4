//! The origins of decoded values.

use std::any::Any;
use std::borrow::Cow;
use std::iter;
use std::sync::{Arc, LazyLock};

use smallvec::{SmallVec, smallvec};

use super::{Origins, diags};
use crate::body::{Attribute, Block, Body};
use crate::cty::internal::CollectVec;
use crate::cty::{Kind, Path, Step, Str, Value, ValueOrigin};
use crate::diag::Diagnostics;
use crate::expr::{EvalContext, Expression, ExpressionClosure};
#[cfg(feature = "specfile")]
use crate::ext::repetition::RepeatedBy;
use crate::source::{Place, Source, Span};

/// A decoded value with its origin. Cloning copies pointers.
#[derive(Clone, Debug)]
pub struct Decoded {
    /// The value.
    pub value: Value,
    /// The source location of the value and of its parts.
    pub origin: Origin,
}

/// The source location of a decoded value and of its parts. Cloning copies pointers.
#[derive(Clone, Debug)]
pub struct Origin {
    /// The expression of an attribute, the header of a block, or the label itself. For an item that is not written,
    /// the location where it would be written.
    pub place: Place,
    /// `Present` if the item is written. Otherwise, the reason that it is not.
    pub presence: Presence,
    /// The origins of the parts, if a spec decodes them: one for each element of the value, in the same order.
    /// Empty for a value that one expression gives as a whole, unless
    /// [`AttrSpec::locating_parts`](super::AttrSpec::locating_parts) asks for its parts.
    pub parts: Origins,
    kind: OriginKind,
    is_default: bool,
    /// The kind of the keys, if the value is that of several instances of one block.
    #[cfg(feature = "specfile")]
    repeated: Option<RepeatedBy>,
    /// The end of a whole block or of a file; 0 for anything else.
    end: u32,
}

/// The presence of an item that a spec names.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Presence {
    /// The item is written or generated.
    Present,
    /// The item is optional and not written.
    Absent,
    /// The item is missing or invalid, which has been reported. It needs no further error.
    Failed,
}

/// The syntax of a value. All spans are in the source of `place`.
#[derive(Clone, Debug)]
enum OriginKind {
    /// Neither an attribute nor a block.
    Other,
    /// The part of a body that a flattened struct decodes, with the prefix of the names in it.
    Prefixed(Arc<Str>),
    /// An attribute, or an item of an object constructor, with the span of its name.
    Attribute(Span),
    /// An attribute whose value may be rejected later, with the span of its name and the values it is made from.
    Explained(Arc<(Span, ExpressionClosure)>),
    /// A block without labels. Its header is its type.
    Bare,
    /// A block with one label, as most blocks with labels have: the end of the type and the start of the label. The
    /// header runs from the type to the label.
    Labelled { type_end: u32, label_start: u32 },
    /// A block with several labels: the spans of its type and its labels.
    Block(Arc<Vec<Span>>),
}

impl Decoded {
    /// Reports a value that failed, unless there is an error. The cause was reported before, perhaps in the sink of another
    /// decoding, whose value the program passes on as a variable.
    pub(crate) fn report_failure(&self, diags: &mut Diagnostics) {
        if diags.has_errors() {
            return;
        }
        let (mut value, mut origin) = (&self.value, &self.origin);
        let failed = |value: &Value, origin: &Origin| {
            let parts = value.unmarked().elements().iter().zip(origin.parts.iter());
            parts.enumerate().find(|(_, (part, _))| part.is_failed()).map(|(position, _)| position)
        };
        while let Some(position) = failed(value, origin) {
            value = &value.unmarked().elements()[position];
            origin = origin.of_element(position);
        }
        diags.push(diags::failed_earlier(&origin.place));
    }

    /// Returns a value without parts.
    pub(super) fn new(value: Value, place: Place, presence: Presence) -> Self {
        Self { value, origin: Origin::new(place, presence) }
    }

    /// Returns the origin of a part of the value. For a part of a value that one expression gives as a whole, this
    /// is the origin of that value. The parts of a flattened object are parts of the object around it too. Returns `None`
    /// if the value has no such part.
    ///
    /// ```
    /// use hcldyn::cty::{Path, Type};
    /// use hcldyn::spec::{AttrSpec, BlocksSpec, LabelSpec, Spec, decode_with_origin};
    /// use hcldyn::syntax::Source;
    /// use hcldyn::{Diagnostics, EvalContext, parse_body};
    ///
    /// let port = Spec::object([
    ///     ("name", LabelSpec::new(0, "name").into()),
    ///     ("number", AttrSpec::new("number", Type::Number).into()),
    /// ]);
    /// let ports = Spec::from(BlocksSpec::new("port", port).list());
    /// let mut diags = Diagnostics::new();
    /// let body = parse_body(&Source::new("a.hcl", "port \"http\" { number = 80 }"), &mut diags);
    /// let decoded = decode_with_origin(&body, &ports, &EvalContext::new(), &mut diags);
    ///
    /// let port = decoded.origin_of(&Path::root().index(0)).unwrap();
    /// assert_eq!(port.place.text(), "port \"http\"");
    /// assert_eq!(port.label_places().next().unwrap().text(), "\"http\"");
    /// let number = decoded.origin_of(&Path::root().index(0).attr("number")).unwrap();
    /// assert_eq!(number.place.text(), "80");
    /// assert_eq!(number.name_place().unwrap().text(), "number");
    /// ```
    pub fn origin_of(&self, path: &Path) -> Option<&Origin> {
        origin_at(&self.value, &self.origin, path.steps())
    }

    /// Returns a value and its origin, by its path. The parts of a flattened object are parts of the object around it. An
    /// item of a value that is null or unknown, and an element after the last one, is that value. Returns the name that an
    /// object does not have otherwise.
    pub(crate) fn item_at<'s>(&self, path: &'s Path) -> Result<(Value, &Origin), &'s str> {
        item_at(&self.value, &self.origin, path.steps())
    }
}

fn item_at<'o, 's>(
    value: &Value,
    origin: &'o Origin,
    steps: &'s [Step],
) -> Result<(Value, &'o Origin), &'s str> {
    let Some((step, rest)) = steps.split_first() else { return Ok((value.clone(), origin)) };
    if let Some((inner, position)) = into_part(value, step) {
        let part = position.and_then(|position| origin.parts.get(position)).unwrap_or(origin);
        return item_at(&inner, part, rest);
    }
    match (step, value.unmarked().as_object()) {
        (Step::Attr(name), Some(_)) => {
            let mut inner = flattened(value, origin);
            let found = inner.find_map(|(inner, part)| {
                let steps = part.steps_inside(steps)?;
                item_at(inner, part, &steps).ok()
            });
            found.ok_or(name)
        }
        _ => Ok((value.clone(), origin)),
    }
}

fn origin_at<'o>(value: &Value, origin: &'o Origin, steps: &[Step]) -> Option<&'o Origin> {
    let Some((step, rest)) = steps.split_first() else { return Some(origin) };
    let Some((inner, position)) = into_part(value, step) else {
        return flattened(value, origin)
            .find_map(|(inner, part)| origin_at(inner, part, &part.steps_inside(steps)?));
    };
    let is_whole = origin.parts.is_empty();
    let part = if is_whole { origin } else { origin.parts.get(position?)? };
    origin_at(&inner, part, rest)
}

/// The flattened objects in an object, with their origins.
fn flattened<'v, 'o>(
    value: &'v Value,
    origin: &'o Origin,
) -> impl Iterator<Item = (&'v Value, &'o Origin)> {
    let values = value.unmarked().as_object().map(|object| object.values().iter());
    let parts = values.into_iter().flatten().zip(origin.parts.iter());
    parts.filter(|(inner, part)| part.is_flattened() && inner.unmarked().as_object().is_some())
}

impl Origin {
    /// Returns the path of an item inside a flattened object, without the prefix of its names. Returns `None` if the name
    /// does not have the prefix.
    fn steps_inside<'s>(&self, steps: &'s [Step]) -> Option<Cow<'s, [Step]>> {
        let OriginKind::Prefixed(prefix) = &self.kind else { return Some(steps.into()) };
        let (first, rest) = steps.split_first()?;
        let Step::Attr(name) = first else { return None };
        let inner = Step::Attr(name.strip_prefix(&***prefix)?.into());
        Some(iter::once(inner).chain(rest.iter().cloned()).collect_vec().into())
    }

    /// Returns `true` if the origin may be that of a flattened object: neither an attribute nor a block.
    pub(crate) fn is_flattened(&self) -> bool {
        matches!(self.kind, OriginKind::Other | OriginKind::Prefixed(_))
    }

    /// Makes it the origin of an object whose items have a prefix.
    #[must_use]
    pub(super) fn prefixed(self, prefix: &Arc<Str>) -> Self {
        Self { kind: OriginKind::Prefixed(Arc::clone(prefix)), ..self }
    }

    /// Returns an origin without parts.
    pub fn new(place: Place, presence: Presence) -> Self {
        Self {
            place,
            presence,
            parts: Origins::default(),
            kind: OriginKind::Other,
            is_default: false,
            #[cfg(feature = "specfile")]
            repeated: None,
            end: 0,
        }
    }

    /// Returns the source location of the name, or of the whole item if it has no name.
    pub(crate) fn name_or_place(&self) -> Place {
        self.name_place().unwrap_or_else(|| self.place.clone())
    }

    /// Returns the location of the name of an attribute, or of the type of a block. For a generated block, these are in
    /// its `dynamic` block. Returns `None` for anything else, such as a label or an item that is not written.
    pub fn name_place(&self) -> Option<Place> {
        let name = match &self.kind {
            OriginKind::Other | OriginKind::Prefixed(_) => return None,
            OriginKind::Attribute(name) => *name,
            OriginKind::Explained(explained) => explained.0,
            OriginKind::Bare => self.place.span(),
            OriginKind::Labelled { type_end, .. } => Span::new(self.place.span().start, *type_end),
            OriginKind::Block(spans) => *spans.first()?,
        };
        Some(self.place.source().place(name))
    }

    /// Returns the locations of the labels of a block. For anything else there are none.
    pub fn label_places(&self) -> impl ExactSizeIterator<Item = Place> + '_ {
        let labels: SmallVec<[Span; 1]> = match &self.kind {
            OriginKind::Labelled { label_start, .. } => {
                smallvec![Span::new(*label_start, self.place.span().end)]
            }
            OriginKind::Block(spans) => spans.iter().skip(1).copied().collect(),
            OriginKind::Other
            | OriginKind::Prefixed(_)
            | OriginKind::Attribute(_)
            | OriginKind::Explained(_)
            | OriginKind::Bare => SmallVec::new(),
        };
        labels.into_iter().map(|label| self.place.source().place(label))
    }

    /// Returns the location of the whole block, from its type to its closing brace, or of the whole file. For anything
    /// else, this is the `place`. A generated block reaches from the header of its `dynamic` block to the end of the
    /// `content` block.
    pub fn whole_place(&self) -> Place {
        match (self.end, self.is_block()) {
            (0, _) => self.place.clone(),
            (end, true) => self.place.source().place(Span::new(self.place.span().start, end)),
            (end, false) => self.place.source().place(Span::new(0, end)),
        }
    }

    /// Returns `true` for a block. Its `place` is its header.
    pub fn is_block(&self) -> bool {
        match self.kind {
            OriginKind::Bare | OriginKind::Labelled { .. } | OriginKind::Block(_) => true,
            OriginKind::Other | OriginKind::Prefixed(_) => false,
            OriginKind::Attribute(_) | OriginKind::Explained(_) => false,
        }
    }

    /// Returns `true` if the value is a default, since the item is not written or is null.
    pub fn is_default(&self) -> bool {
        self.is_default
    }

    /// Returns the kind of the keys, if the value is that of several instances of one block.
    #[cfg(feature = "specfile")]
    pub(crate) fn repeated(&self) -> Option<RepeatedBy> {
        self.repeated
    }

    /// Returns the origin of the instances of a block, which are its parts.
    #[cfg(feature = "specfile")]
    #[must_use]
    pub(super) fn of_instances(self, by: RepeatedBy) -> Self {
        Self { repeated: Some(by), ..self }
    }

    /// Returns the origin of a decoded value. For any other value, this is [`nowhere`](Self::nowhere).
    pub(crate) fn of_value(origin: &dyn ValueOrigin) -> &Self {
        (origin as &dyn Any).downcast_ref().unwrap_or_else(|| Self::nowhere())
    }

    /// Returns the origin of a value that comes from no source.
    pub(crate) fn nowhere() -> &'static Self {
        static NOWHERE: LazyLock<Origin> = LazyLock::new(|| {
            let place = Source::without_text("<value>").place(Span::default());
            Origin::new(place, Presence::Present)
        });
        &NOWHERE
    }

    /// Returns the origin of an element, or of the whole value if its elements have no origins.
    pub(crate) fn of_element(&self, position: usize) -> &Self {
        self.parts.get(position).unwrap_or(self)
    }

    /// Describes the variables that the value is made from, if the spec keeps them.
    pub(crate) fn involved_values(&self) -> Vec<String> {
        match &self.kind {
            OriginKind::Explained(explained) => explained.1.involved_values_with(&[]),
            _ => Vec::new(),
        }
    }

    pub(super) fn with_parts(place: Place, presence: Presence, parts: Vec<Self>) -> Self {
        Self { parts: parts.into_iter().collect(), ..Self::new(place, presence) }
    }

    pub(super) fn of_attribute(attribute: &Attribute, presence: Presence) -> Self {
        let kind = OriginKind::Attribute(attribute.name_span);
        Self { kind, ..Self::new(attribute.expr.place(), presence) }
    }

    /// Keeps the values that the attribute is made from, since it may be rejected later. A literal needs no
    /// explanation.
    #[must_use]
    pub(super) fn explained(mut self, attribute: &Attribute, ctx: &EvalContext) -> Self {
        if attribute.expr.as_literal().is_none() {
            let (expression, context) = (attribute.expr.clone(), ctx.clone());
            let closure = ExpressionClosure { expression, context };
            self.kind = OriginKind::Explained(Arc::new((attribute.name_span, closure)));
        }
        self
    }

    /// Returns the origin of an item of an object constructor, which is written like an attribute.
    pub(super) fn of_item(key: &Expression, value: &Expression, parts: Vec<Self>) -> Self {
        let kind = OriginKind::Attribute(key.span());
        Self { kind, ..Self::with_parts(value.place(), Presence::Present, parts) }
    }

    /// Returns the origin of a whole file.
    #[must_use]
    pub(super) fn of_file(self, body: &Body) -> Self {
        Self { end: body.span().end, ..self }
    }

    /// Returns the origin of a part of a struct that is decoded from the same body.
    #[must_use]
    pub(crate) fn of_same_body(self, outer: &Self) -> Self {
        Self { parts: self.parts, presence: self.presence, ..outer.without_parts() }
    }

    /// Turns the origin of a body into that of its block.
    #[must_use]
    pub(super) fn in_block(self, block: &Block) -> Self {
        let kind = match block.labels.as_slice() {
            [] => OriginKind::Bare,
            [label] if block.header_span == block.type_span.to(label.span) => {
                OriginKind::Labelled {
                    type_end: block.type_span.end,
                    label_start: label.span.start,
                }
            }
            labels => {
                let labels = labels.iter().map(|label| label.span);
                OriginKind::Block(Arc::new(iter::once(block.type_span).chain(labels).collect_vec()))
            }
        };
        let place = block.header_place();
        let end = block.body.span().end.max(place.span().end);
        Self { place, kind, end, ..self }
    }

    /// Returns the origin of a default. If a null is written in its place, the default takes its location.
    #[must_use]
    pub(super) fn default_of(self, null: Self) -> Self {
        match null.presence {
            Presence::Absent => Self { is_default: true, ..self },
            _ => Self { parts: self.parts, is_default: true, ..null },
        }
    }

    /// Returns the origin without those of the parts.
    pub(crate) fn without_parts(&self) -> Self {
        Self {
            place: self.place.clone(),
            presence: self.presence,
            parts: Origins::default(),
            kind: self.kind.clone(),
            is_default: self.is_default,
            #[cfg(feature = "specfile")]
            repeated: self.repeated,
            end: self.end,
        }
    }
}

impl ValueOrigin for Origin {
    fn of_element(&self, position: usize) -> &dyn ValueOrigin {
        self.of_element(position)
    }

    fn offset(&self) -> Option<u32> {
        Some(self.place.span().start)
    }

    /// Returns the origin of the name. Without a name, this is the whole origin.
    fn of_key(&self) -> Box<dyn ValueOrigin> {
        Box::new(Self::new(self.name_or_place(), self.presence))
    }

    fn is_written(&self) -> bool {
        self.presence == Presence::Present
    }
}

/// Returns the part of a value at a step, and its position among the elements.
fn into_part(value: &Value, step: &Step) -> Option<(Value, Option<usize>)> {
    let value = value.unmarked();
    match (step, value.as_object()) {
        (Step::Attr(name), object) => {
            let position = object.and_then(|object| object.shape().position(name));
            Some((value.attribute(name).ok()?, position))
        }
        // Blocks by label are an object, but paths reach them by key.
        (Step::Index(key), Some(object)) => {
            let position = object.shape().position(key.as_str()?)?;
            Some((object.values().get(position)?.clone(), Some(position)))
        }
        (Step::Index(key), None) => Some((value.index(key).ok()?, position_of(value, key))),
    }
}

/// Returns the position of the element that an index selects.
fn position_of(value: &Value, key: &Value) -> Option<usize> {
    match value.kind() {
        Kind::Map(map) => map.keys().iter().position(|known| key.as_str() == Some(known.as_str())),
        Kind::Set(set) => set.elements().iter().position(|element| element == key),
        _ => key.as_number()?.to_usize(),
    }
}
