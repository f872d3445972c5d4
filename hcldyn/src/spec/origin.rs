//! Where a decoded value comes from.

use std::any::Any;
use std::iter;
use std::sync::{Arc, LazyLock};

use smallvec::{SmallVec, smallvec};

use super::Origins;
use crate::body::{Attribute, Block};
use crate::cty::{Kind, Path, Step, Value, ValueOrigin};
use crate::expr::{EvalContext, Expression, ExpressionClosure};
use crate::source::{Place, Source, Span};

/// A decoded value and where it comes from. Cloning copies pointers.
#[derive(Clone, Debug)]
pub struct Decoded {
    /// The value.
    pub value: Value,
    /// Where it and its parts stand.
    pub origin: Origin,
}

/// Where a decoded value stands in the text, and where its parts do. Cloning copies pointers.
#[derive(Clone, Debug)]
pub struct Origin {
    /// Of an attribute its expression, of a block its header, of a label the label. Of what is not
    /// there, where it would be written.
    pub place: Place,
    /// Whether it is there.
    pub presence: Presence,
    /// The origins of the parts, where a spec decodes the parts: as many as the value has elements,
    /// and in the same order. Of what one expression gives as a whole there are none, unless
    /// [`AttrSpec::locating_parts`](super::AttrSpec::locating_parts) asks for them.
    pub parts: Origins,
    kind: OriginKind,
    is_default: bool,
}

/// Whether what a spec names is there.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Presence {
    /// It is written, or generated.
    Present,
    /// It is not written, and need not be.
    Absent,
    /// It is missing, or wrong, and that was reported. Nothing more should be said about it.
    Failed,
}

/// What a value is written as. All spans are in the source of the place.
#[derive(Clone, Debug)]
enum OriginKind {
    /// Neither an attribute nor a block.
    Other,
    /// An attribute, or an item of an object constructor; its name.
    Attribute(Span),
    /// An attribute whose value may be refused later; its name, and what the value was made of.
    Explained(Arc<(Span, ExpressionClosure)>),
    /// A block without labels, whose header is its type.
    Bare,
    /// A block with one label, whose header starts with its type and ends with the label: the end of the type and the
    /// start of the label. Most blocks with labels are so.
    Labelled { type_end: u32, label_start: u32 },
    /// Any other block with labels: the spans of its type and of those.
    Block(Arc<Vec<Span>>),
}

impl Decoded {
    /// A value without parts.
    pub(super) fn new(value: Value, place: Place, presence: Presence) -> Self {
        Self { value, origin: Origin::new(place, presence) }
    }

    /// Where a part of the value comes from. Of a part of what one expression gives as a whole, where
    /// that comes from. `None` where the value has no such part.
    ///
    /// ```
    /// use hcldyn::cty::Path;
    /// use hcldyn::source::Source;
    /// use hcldyn::spec::{AttrSpec, BlocksSpec, LabelSpec, Spec, decode_with_origin};
    /// use hcldyn::{Diagnostics, EvalContext, Type, parse_body};
    ///
    /// let port = Spec::object([
    ///     ("name", LabelSpec::new(0, "name").into()),
    ///     ("number", AttrSpec::new("number", Type::Number).into()),
    /// ]);
    /// let ports = Spec::BlockList(BlocksSpec::new("port", port).into());
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
        let (mut value, mut origin) = (self.value.clone(), &self.origin);
        for step in path.steps() {
            let (value_of_step, position) = into_part(&value, step)?;
            value = value_of_step;
            if !origin.parts.is_empty() {
                origin = origin.parts.get(position?)?;
            }
        }
        Some(origin)
    }
}

impl Origin {
    /// The origin of something without parts.
    pub fn new(place: Place, presence: Presence) -> Self {
        Self {
            place,
            presence,
            parts: Origins::default(),
            kind: OriginKind::Other,
            is_default: false,
        }
    }

    /// Where the name stands: of an attribute its name, of a block its type. A generated block has the
    /// places of the `dynamic` block that it comes from.
    pub fn name_place(&self) -> Option<Place> {
        let name = match &self.kind {
            OriginKind::Other => return None,
            OriginKind::Attribute(name) => *name,
            OriginKind::Explained(explained) => explained.0,
            OriginKind::Bare => self.place.span(),
            OriginKind::Labelled { type_end, .. } => Span::new(self.place.span().start, *type_end),
            OriginKind::Block(spans) => *spans.first()?,
        };
        Some(self.place.source().place(name))
    }

    /// Where the labels of a block stand; nowhere for anything else.
    pub fn label_places(&self) -> impl ExactSizeIterator<Item = Place> + '_ {
        let labels: SmallVec<[Span; 1]> = match &self.kind {
            OriginKind::Labelled { label_start, .. } => {
                smallvec![Span::new(*label_start, self.place.span().end)]
            }
            OriginKind::Block(spans) => spans.iter().skip(1).copied().collect(),
            OriginKind::Other
            | OriginKind::Attribute(_)
            | OriginKind::Explained(_)
            | OriginKind::Bare => SmallVec::new(),
        };
        labels.into_iter().map(|label| self.place.source().place(label))
    }

    /// Whether it is a block, whose place is that of its header.
    pub fn is_block(&self) -> bool {
        !matches!(
            self.kind,
            OriginKind::Other | OriginKind::Attribute(_) | OriginKind::Explained(_)
        )
    }

    /// Whether the value is a default: nothing is written, or null is.
    pub fn is_default(&self) -> bool {
        self.is_default
    }

    /// The origin of a decoded value, and of any other one of no text.
    pub(crate) fn of_value(origin: &dyn ValueOrigin) -> &Self {
        (origin as &dyn Any).downcast_ref().unwrap_or_else(|| Self::nowhere())
    }

    /// The origin of a value that does not come from a text.
    pub(crate) fn nowhere() -> &'static Self {
        static NOWHERE: LazyLock<Origin> = LazyLock::new(|| {
            let place = Source::without_text("<value>").place(Span::default());
            Origin::new(place, Presence::Present)
        });
        &NOWHERE
    }

    /// The origin of an element or, where the elements have none, of all of them.
    pub(crate) fn of_element(&self, position: usize) -> &Self {
        self.parts.get(position).unwrap_or(self)
    }

    /// What the variables are that the value was made of, where a spec asked to keep that.
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

    /// The same, where the value may be refused later. What a literal was made of is plain to see.
    #[must_use]
    pub(super) fn explained(mut self, attribute: &Attribute, ctx: &EvalContext) -> Self {
        if attribute.expr.as_literal().is_none() {
            let (expression, context) = (attribute.expr.clone(), ctx.clone());
            let closure = ExpressionClosure { expression, context };
            self.kind = OriginKind::Explained(Arc::new((attribute.name_span, closure)));
        }
        self
    }

    /// The origin of an item of an object constructor, which is written as an attribute is.
    pub(super) fn of_item(key: &Expression, value: &Expression, parts: Vec<Self>) -> Self {
        let kind = OriginKind::Attribute(key.span());
        Self { kind, ..Self::with_parts(value.place(), Presence::Present, parts) }
    }

    /// The same as the origin of a block as a whole.
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
                OriginKind::Block(Arc::new(iter::once(block.type_span).chain(labels).collect()))
            }
        };
        Self { place: block.header_place(), kind, ..self }
    }

    /// The origin of a default. It stands where the null does that it stands for, if one is written.
    #[must_use]
    pub(super) fn default_of(self, null: Self) -> Self {
        match null.presence {
            Presence::Absent => Self { is_default: true, ..self },
            _ => Self { parts: self.parts, is_default: true, ..null },
        }
    }

    /// The origin of the value as a whole.
    pub(crate) fn without_parts(&self) -> Self {
        Self {
            place: self.place.clone(),
            presence: self.presence,
            parts: Origins::default(),
            kind: self.kind.clone(),
            is_default: self.is_default,
        }
    }
}

impl ValueOrigin for Origin {
    fn of_element(&self, position: usize) -> &dyn ValueOrigin {
        self.of_element(position)
    }

    /// Returns the origin of the name or, of what has none, of the whole.
    fn of_key(&self) -> Box<dyn ValueOrigin> {
        let place = self.name_place().unwrap_or_else(|| self.place.clone());
        Box::new(Self::new(place, self.presence))
    }
}

/// A part of a value, and which of its elements that is.
fn into_part(value: &Value, step: &Step) -> Option<(Value, Option<usize>)> {
    let value = value.unmarked();
    match (step, value.as_object()) {
        (Step::Attr(name), object) => {
            let position = object.and_then(|object| object.shape().position(name));
            Some((value.attribute(name).ok()?, position))
        }
        // Blocks by their labels are an object, but it is keys that they are found by.
        (Step::Index(key), Some(object)) => {
            let position = object.shape().position(key.as_str()?)?;
            Some((object.values().get(position)?.clone(), Some(position)))
        }
        (Step::Index(key), None) => Some((value.index(key).ok()?, position_of(value, key))),
    }
}

/// Which element an index names.
fn position_of(value: &Value, key: &Value) -> Option<usize> {
    match value.kind() {
        Kind::Map(map) => map.keys().iter().position(|known| key.as_str() == Some(known.as_str())),
        Kind::Set(set) => set.elements().iter().position(|element| element == key),
        _ => key.as_number()?.to_usize(),
    }
}
