//! The differences between two states of a configuration.

use std::fmt;

use foldhash::HashMap;
use hcldyn_syntax::lexer::is_name;

use super::{
    AttrSpec, BlockCollection, BlockContent, BlocksSpec, Decoded, LabelPosition, Origin, Rest, Spec,
};
use crate::cty::internal::{CollectVec, sort_by, sort_by_key};
use crate::cty::value_spec::ItemDocs;
use crate::cty::{Kind, Step, Str, Value};
use crate::expr::custom_decoder;
use crate::syntax::native::to_hcl;

/// A difference between two states of a configuration.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Change {
    /// The kind of the difference.
    pub kind: ChangeKind,
    /// The path of the item: `server.web` is the block `server "web"`, `server.web.port` its attribute `port`, and
    /// `rule[1]` the second block of a type without labels. Blocks of several types are one item, whose name is the
    /// types joined by `|`. `.` is the whole configuration.
    pub path: String,
    /// `true` if the change has an effect only after a restart of the program, as the spec of the item or of a block around
    /// it declares (`#[hcl(restart)]`).
    pub needs_restart: bool,
}

/// The kind of a difference.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum ChangeKind {
    /// The item is new.
    Added,
    /// The item no longer exists.
    Removed,
    /// The item has another value.
    Changed,
}

/// Shows the path, not the values, which may be sensitive: `changed: port`, or `changed: port (needs a restart)`.
impl fmt::Display for Change {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let kind = match self.kind {
            ChangeKind::Added => "added",
            ChangeKind::Removed => "removed",
            ChangeKind::Changed => "changed",
        };
        let restart = if self.needs_restart { " (needs a restart)" } else { "" };
        write!(f, "{kind}: {}{restart}", self.path)
    }
}

impl Spec {
    /// Returns the differences between two values that the spec decoded, in the order of the spec: the blocks that were
    /// added and removed, and the attributes of the others. The rest of a body that a program decodes later is not
    /// compared. Captured expressions are equal if their source texts are.
    ///
    /// ```
    /// use hcldyn::cty::Type;
    /// use hcldyn::spec::{AttrSpec, BlocksSpec, Rest, Spec, decode_with_origin};
    /// use hcldyn::syntax::Source;
    /// use hcldyn::{Diagnostics, EvalContext, parse_body};
    ///
    /// let server = Spec::object([("port", AttrSpec::new("port", Type::Number).into())]);
    /// let spec = Spec::from(BlocksSpec::new("server", server).map("name"));
    /// let [old, new] = ["server \"a\" { port = 1 }\nserver \"b\" {}\n", "server \"a\" { port = 2 }\n"].map(|text| {
    ///     let mut diags = Diagnostics::new();
    ///     let body = parse_body(&Source::new("a.hcl", text), &mut diags);
    ///     decode_with_origin(&body, &spec, &EvalContext::new(), &mut diags)
    /// });
    /// let changes: Vec<_> = spec.changes(&old, &new).iter().map(|it| it.to_string()).collect();
    /// assert_eq!(changes, ["changed: server.a.port", "removed: server.b"]);
    /// ```
    pub fn changes(&self, old: &Decoded, new: &Decoded) -> Vec<Change> {
        let mut comparison =
            ValueComparison { path: String::new(), needs_restart: false, found: Vec::new() };
        comparison.compare(self, ValuePart::of(old), ValuePart::of(new));
        comparison.found
    }
}

/// A part of a decoded value.
#[derive(Clone, Copy)]
pub(super) struct ValuePart<'a> {
    pub(super) value: &'a Value,
    pub(super) origin: &'a Origin,
}

impl<'a> ValuePart<'a> {
    pub(super) fn of(decoded: &'a Decoded) -> Self {
        Self { value: &decoded.value, origin: &decoded.origin }
    }

    /// Returns the elements, with the origin of each. Elements without origins have that of the whole value.
    pub(super) fn elements(self) -> Vec<Self> {
        let values = self.value.unmarked().elements().iter().enumerate();
        let origin = |position: usize| self.origin.parts.get(position).unwrap_or(self.origin);
        values.map(|(position, value)| Self { value, origin: origin(position) }).collect_vec()
    }

    /// Returns the keys of a map, or the names of an object.
    fn keys(self) -> Option<Vec<Str>> {
        match self.value.unmarked().kind() {
            Kind::Map(map) => Some(map.keys().to_vec()),
            Kind::Object(object) => Some(object.shape().names().to_vec()),
            _ => None,
        }
    }

    /// Returns the elements of a map or an object with their names.
    pub(super) fn named(self) -> Option<Vec<(Str, Value)>> {
        let values = self.elements().into_iter().map(|part| part.value.clone());
        Some(self.keys()?.into_iter().zip(values).collect_vec())
    }

    pub(super) fn is_null(self) -> bool {
        self.value.unmarked().is_null()
    }
}

/// A comparison, at one item.
struct ValueComparison {
    path: String,
    /// `true` if a change of the item needs a restart.
    needs_restart: bool,
    found: Vec<Change>,
}

/// The blocks of a type in one state, with their labels.
pub(super) type Named<'a> = Vec<(Vec<Str>, ValuePart<'a>)>;

impl ValueComparison {
    fn compare(&mut self, spec: &Spec, old: ValuePart<'_>, new: ValuePart<'_>) {
        match spec {
            Spec::Object(object) => self.each(&object.specs, old, new),
            Spec::Tuple(tuple) => self.each(&tuple.specs, old, new),
            Spec::Default(specs) => self.compare(&specs.primary, old, new),
            Spec::Wrapped(wrapped) if wrapped.step.keeps_type() => {
                self.compare(&wrapped.spec, old, new);
            }
            Spec::Wrapped(wrapped) => self.transformed(&wrapped.spec, old, new),
            Spec::Attr(attr) => self.described(&attr.docs, |it| {
                it.at(&attr.names.name, |it| {
                    if !is_equal(attr, old, new) {
                        it.whole(old, new);
                    }
                });
            }),
            Spec::Blocks(blocks) => {
                self.described(&blocks.docs, |it| it.blocks(blocks, old, new));
            }
            Spec::OneOf(_) | Spec::Rest(Rest::Attributes(_) | Rest::Data(_)) => {
                self.attributes(old, new);
            }
            Spec::Label(_) | Spec::Literal(_) | Spec::Expr(_) | Spec::Rest(Rest::Body) => {}
        }
    }

    /// Compares the results of operations on the values of a spec, which may have other parts than those.
    fn transformed(&mut self, spec: &Spec, old: ValuePart<'_>, new: ValuePart<'_>) {
        match spec.names() {
            Some(_) if spec.as_attr().is_some() => self.compare(spec, old, new),
            Some(names) => self.at(&names.name, |it| it.differing(old, new)),
            None => self.differing(old, new),
        }
    }

    fn each(&mut self, specs: &[Spec], old: ValuePart<'_>, new: ValuePart<'_>) {
        if !old.value.is_known() || !new.value.is_known() {
            return self.differing(old, new);
        }
        for (spec, (old, new)) in specs.iter().zip(old.elements().into_iter().zip(new.elements())) {
            self.compare(spec, old, new);
        }
    }

    /// Compares the blocks of a spec. Those of several types are one item.
    fn blocks(&mut self, blocks: &BlocksSpec, old: ValuePart<'_>, new: ValuePart<'_>) {
        let Some(only) = blocks.only() else { return self.blocks_of_types(blocks, old, new) };
        let content = &only.content;
        self.at(&only.names.name, |it| match blocks.collection {
            BlockCollection::Single if old.is_null() || new.is_null() => it.differing(old, new),
            BlockCollection::Single => it.block(content, old, new),
            BlockCollection::List | BlockCollection::Tuple | BlockCollection::Set => {
                it.labelled(content, (old, new), |part| named_blocks(content, part));
            }
            BlockCollection::Map { is_grouped } | BlockCollection::Object { is_grouped } => {
                let keyed = |part| keyed_blocks(part, blocks.key.len(), is_grouped);
                it.labelled(content, (old, new), keyed);
            }
        });
    }

    fn blocks_of_types(&mut self, blocks: &BlocksSpec, old: ValuePart<'_>, new: ValuePart<'_>) {
        let names = blocks.types.iter().map(|ty| ty.names.name.as_str()).collect_vec();
        self.at(&names.join("|"), |it| it.differing(old, new));
    }

    /// Compares a block by its content.
    fn block(&mut self, content: &BlockContent, old: ValuePart<'_>, new: ValuePart<'_>) {
        match content {
            BlockContent::Body(nested) => self.compare(nested.spec(), old, new),
            BlockContent::Attributes(_) => self.attributes(old, new),
        }
    }

    /// Compares the blocks of a type by their labels, in the order of the new state. `named` returns those of a state. An
    /// unknown number of blocks has no labels, and is compared as a whole.
    fn labelled<'a>(
        &mut self,
        content: &BlockContent,
        (old, new): (ValuePart<'a>, ValuePart<'a>),
        named: impl Fn(ValuePart<'a>) -> Named<'a>,
    ) {
        if !old.value.is_known() || !new.value.is_known() {
            return self.differing(old, new);
        }
        let mut before: HashMap<Vec<Str>, (usize, ValuePart<'_>)> = HashMap::default();
        for (position, (labels, part)) in named(old).into_iter().enumerate() {
            before.insert(labels, (position, part));
        }
        for (labels, part) in named(new) {
            let known = before.remove(&labels);
            self.at_labels(&labels, |it| match known {
                Some((_, known)) => it.block(content, known, part),
                None => it.push(ChangeKind::Added),
            });
        }
        let mut removed = before.into_iter().collect_vec();
        sort_by_key(&mut removed, |(_, (position, _))| *position);
        for (labels, _) in removed {
            self.at_labels(&labels, |it| it.push(ChangeKind::Removed));
        }
    }

    /// Compares attributes of any names.
    fn attributes(&mut self, old: ValuePart<'_>, new: ValuePart<'_>) {
        let (Some(before), Some(after)) = (old.named(), new.named()) else {
            return self.differing(old, new);
        };
        let known: HashMap<_, _> = before.iter().cloned().collect();
        let now: HashMap<_, _> = after.iter().cloned().collect();
        for (name, value) in &after {
            self.at(name, |it| match known.get(name) {
                None => it.push(ChangeKind::Added),
                Some(before) if before != value => it.push(ChangeKind::Changed),
                Some(_) => {}
            });
        }
        for (name, _) in before.iter().filter(|(name, _)| !now.contains_key(name)) {
            self.at(name, |it| it.push(ChangeKind::Removed));
        }
    }

    fn differing(&mut self, old: ValuePart<'_>, new: ValuePart<'_>) {
        if old.value != new.value {
            self.whole(old, new);
        }
    }

    /// Adds an item that differs.
    fn whole(&mut self, old: ValuePart<'_>, new: ValuePart<'_>) {
        self.push(match (old.is_null(), new.is_null()) {
            (true, false) => ChangeKind::Added,
            (false, true) => ChangeKind::Removed,
            _ => ChangeKind::Changed,
        });
    }

    fn push(&mut self, kind: ChangeKind) {
        let path = if self.path.is_empty() { ".".to_owned() } else { self.path.clone() };
        self.found.push(Change { kind, path, needs_restart: self.needs_restart });
    }

    /// Compares the items with the same documentation.
    fn described(&mut self, docs: &ItemDocs, compare: impl FnOnce(&mut Self)) {
        let outer = self.needs_restart;
        self.needs_restart |= docs.needs_restart;
        compare(self);
        self.needs_restart = outer;
    }

    fn at(&mut self, name: &str, compare: impl FnOnce(&mut Self)) {
        let end = self.path.len();
        push_name(&mut self.path, name);
        compare(self);
        self.path.truncate(end);
    }

    fn at_labels(&mut self, labels: &[Str], compare: impl FnOnce(&mut Self)) {
        let end = self.path.len();
        push_labels(&mut self.path, labels);
        compare(self);
        self.path.truncate(end);
    }
}

/// Adds the name of an item to a path.
pub(super) fn push_name(path: &mut String, name: &str) {
    if !path.is_empty() {
        path.push('.');
    }
    path.push_str(name);
}

/// Returns the path of an item by its name and the steps after it, as in [`Change`].
pub(crate) fn item_path(name: &str, steps: &[Step]) -> String {
    let mut path = name.to_owned();
    for step in steps {
        match step {
            Step::Attr(name) => push_labels(&mut path, std::slice::from_ref(name)),
            Step::Index(key) => match key.as_str() {
                Some(label) => push_labels(&mut path, &[Str::new(label)]),
                None => path.push_str(&format!("[{}]", to_hcl(key))),
            },
        }
    }
    path
}

/// Adds the labels of a block to a path.
pub(super) fn push_labels(path: &mut String, labels: &[Str]) {
    for label in labels {
        let part = match label.strip_prefix(POSITION) {
            Some(position) => format!("[{position}]"),
            None if is_name(label) => format!(".{label}"),
            None => format!("[{:?}]", &**label),
        };
        path.push_str(&part);
    }
}

/// The start of the label of a block that has none, before its position. No label contains the character.
const POSITION: char = '\u{0}';

/// Returns the blocks of a collection by the labels that their spec reads. Blocks without labels, and further ones with
/// equal labels, also have their position among those.
pub(super) fn named_blocks<'a>(content: &BlockContent, part: ValuePart<'a>) -> Named<'a> {
    let mut counts: HashMap<Vec<Str>, usize> = HashMap::default();
    let blocks = part.elements().into_iter();
    let named = blocks.map(|block| {
        let mut labels = Vec::new();
        if let BlockContent::Body(nested) = content {
            add_labels(nested.spec(), block, &mut labels);
        }
        sort_by(&mut labels, Ord::cmp);
        let mut labels = labels.into_iter().map(|(_, label)| label).collect_vec();
        let count = counts.entry(labels.clone()).or_default();
        if labels.is_empty() || *count > 0 {
            labels.push(Str::from(format!("{POSITION}{count}")));
        }
        *count += 1;
        (labels, block)
    });
    named.collect_vec()
}

/// Adds the labels in the value of a block, with their positions.
fn add_labels(spec: &Spec, part: ValuePart<'_>, labels: &mut Vec<(usize, Str)>) {
    match spec {
        Spec::Label(label) => {
            let text = || part.value.unmarked().as_str().map(Str::new);
            match label.position {
                LabelPosition::At(index) => labels.extend(text().map(|text| (index + 1, text))),
                LabelPosition::Key => labels.extend(text().map(|text| (0, text))),
                LabelPosition::From(index) => {
                    let texts = part.value.unmarked().elements().iter().enumerate();
                    labels.extend(texts.filter_map(|(position, text)| {
                        Some((index + position + 1, Str::new(text.as_str()?)))
                    }));
                }
            }
        }
        Spec::Wrapped(wrapped) => add_labels(&wrapped.spec, part, labels),
        Spec::Object(object) => {
            for (spec, part) in object.specs.iter().zip(part.elements()) {
                add_labels(spec, part, labels);
            }
        }
        Spec::Tuple(tuple) => {
            for (spec, part) in tuple.specs.iter().zip(part.elements()) {
                add_labels(spec, part, labels);
            }
        }
        Spec::Default(_) | Spec::OneOf(_) | Spec::Attr(_) | Spec::Blocks(_) => {}
        Spec::Literal(_) | Spec::Expr(_) | Spec::Rest(_) => {}
    }
}

/// Returns the blocks of a map by the labels of their keys. Blocks of one key also have their position.
pub(super) fn keyed_blocks(part: ValuePart<'_>, levels: usize, is_grouped: bool) -> Named<'_> {
    let mut found = vec![(Vec::new(), part)];
    for level in 0..levels + usize::from(is_grouped) {
        let outer = std::mem::take(&mut found);
        for (labels, part) in outer {
            let keys = (level < levels).then(|| part.keys()).flatten();
            for (position, inner) in part.elements().into_iter().enumerate() {
                let key = match &keys {
                    Some(keys) => keys.get(position).cloned().unwrap_or_default(),
                    None => Str::from(format!("{POSITION}{position}")),
                };
                let labels = labels.iter().cloned().chain([key]).collect_vec();
                found.push((labels, inner));
            }
        }
    }
    found
}

/// Returns `true` if an attribute has the same value. Captured expressions are equal if their source texts are.
fn is_equal(attr: &AttrSpec, old: ValuePart<'_>, new: ValuePart<'_>) -> bool {
    if attr.captures_parts || attr.decoder.is_some() || custom_decoder(&attr.ty).is_some() {
        return old.is_null() == new.is_null()
            && old.origin.place.text() == new.origin.place.text();
    }
    old.value == new.value
}
