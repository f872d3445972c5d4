//! The sensitive parts of an attribute's value.

use super::parts::attributes_called;
use crate::body::Attribute;
use crate::cty::value_spec::{AttributeKind, ValueDiagnosticKind, ValueSpec, VariantSelector};
use crate::cty::{Kind, Mark, Marks, Number, Path, Value};
use crate::expr::Expression;
use crate::source::Place;
use crate::spec::{AttrSpec, Decoded};

/// The parts of the expression of an attribute that no message shows.
#[derive(Debug)]
pub(super) enum Secrecy {
    None,
    Whole,
    /// The expressions of sensitive parts.
    Parts(Vec<Place>),
}

/// Returns a default in place of a null, with the location and the marks of the null.
pub(super) fn defaulted(attr: Option<&AttrSpec>, null: Decoded, default: Decoded) -> Decoded {
    let value = default.value.with_marks(&null.value.unmark().1);
    let value = match attr {
        Some(attr) => marked(attr, value),
        None => value,
    };
    Decoded { value, origin: default.origin.default_of(null.origin) }
}

impl Secrecy {
    pub(super) fn of(spec: &AttrSpec, attribute: &Attribute) -> Self {
        let mut parts = Vec::new();
        // The parts of elements that layers add are not known.
        let is_secret = spec.is_secret || attribute.has_additions();
        match (spec.sensitive, is_secret) {
            (false, _) => Self::None,
            (true, false) if add_parts(&spec.value, &attribute.expr, &mut parts) => {
                Self::Parts(parts)
            }
            _ => Self::Whole,
        }
    }

    /// Returns `true` if a diagnostic at a location may show a secret: inside a sensitive part, around one, or outside the
    /// expression, for example in a function.
    pub(super) fn hides_at(&self, place: &Place, expr: &Expression) -> bool {
        let Self::Parts(parts) = self else { return matches!(self, Self::Whole) };
        let (span, whole) = (place.span(), expr.span());
        let is_inside = place.source() == expr.place().source()
            && whole.start <= span.start
            && span.end <= whole.end;
        !is_inside || parts.iter().any(|part| meets(part, place))
    }

    /// Returns `true` if the diagnostic of a part of the value may show a secret. Some only have names of the spec.
    pub(super) fn hides(&self, part: &Place, kind: Option<&ValueDiagnosticKind>) -> bool {
        let Self::Parts(parts) = self else { return matches!(self, Self::Whole) };
        let has_only_names = matches!(
            kind,
            Some(
                ValueDiagnosticKind::Missing { .. }
                    | ValueDiagnosticKind::Unexpected { .. }
                    | ValueDiagnosticKind::DeprecatedAttribute { .. }
            )
        );
        !has_only_names && parts.iter().any(|secret| meets(secret, part))
    }

    /// Returns `true` if the value is sensitive as a whole.
    pub(super) fn is_whole(&self) -> bool {
        matches!(self, Self::Whole)
    }
}

fn meets(one: &Place, other: &Place) -> bool {
    let (one, other) = (one.span(), other.span());
    one.start <= other.end && other.start <= one.end
}

/// Adds the sensitive parts of an expression that writes them out. Returns `false` if it does not.
fn add_parts(spec: &ValueSpec, expr: &Expression, found: &mut Vec<Place>) -> bool {
    if !spec.has_sensitive() {
        return true;
    }
    match &*spec.resolved() {
        ValueSpec::List(collection) | ValueSpec::Set(collection) => {
            let (elements, spec) = (expr.as_list(), collection.element());
            elements.is_some_and(|all| all.iter().all(|it| add_part(spec, it, found)))
        }
        ValueSpec::Map(map) => {
            let (items, spec) = (expr.as_map(), map.element());
            items.is_some_and(|all| all.iter().all(|(_, it)| add_part(spec, it, found)))
        }
        ValueSpec::Tuple(tuple) => expr.as_list().is_some_and(|all| {
            let specs = tuple.elements();
            all.len() == specs.len()
                && specs.iter().zip(&all).all(|(spec, it)| add_part(spec, it, found))
        }),
        spec @ (ValueSpec::Object(_) | ValueSpec::Variants(_)) => {
            let items = expr.as_map();
            items.is_some_and(|all| all.iter().all(|(key, it)| add_item(spec, key, it, found)))
        }
        _ => false,
    }
}

/// Adds the sensitive parts of an element, or all of it if they are not written out.
fn add_part(spec: &ValueSpec, expr: &Expression, found: &mut Vec<Place>) -> bool {
    if !add_parts(spec, expr, found) {
        found.push(expr.place());
    }
    true
}

/// Adds an item of an object, or its sensitive parts. One with an unknown name may be a sensitive part.
fn add_item(
    spec: &ValueSpec,
    key: &Expression,
    value: &Expression,
    found: &mut Vec<Place>,
) -> bool {
    let Some(name) = key.as_name() else { return false };
    let mut attributes = Vec::new();
    attributes_called(spec, &name, &mut attributes);
    let is_tag = matches!(spec, ValueSpec::Variants(variants)
        if matches!(variants.selector(), VariantSelector::Attribute(tag) if *tag == name));
    let is_secret = attributes.is_empty() && !is_tag
        || attributes
            .iter()
            .any(|attribute| attribute.sensitive || !add_parts(&attribute.spec, value, found));
    if is_secret {
        found.push(value.place());
    }
    true
}

/// Marks the sensitive parts of a converted value.
pub(super) fn marked(spec: &AttrSpec, value: Value) -> Value {
    if spec.is_secret || !value.is_known() {
        return if spec.sensitive { value.mark(Mark::sensitive()) } else { value };
    }
    if !spec.sensitive {
        return value;
    }
    let mut paths = Vec::new();
    add_paths(&spec.value, &value, &Path::root(), &mut paths);
    let mut marks = Marks::new();
    marks.insert(Mark::sensitive());
    let places: Vec<_> = paths.into_iter().map(|path| (path, marks.clone())).collect();
    value.mark_with_paths(&places)
}

/// Adds the paths of the sensitive parts of a converted value. A part that is not set is not secret.
fn add_paths(spec: &ValueSpec, value: &Value, path: &Path, found: &mut Vec<Path>) {
    if value.is_null() || !spec.has_sensitive() {
        return;
    }
    match (&*spec.resolved(), value.unmarked().kind()) {
        (ValueSpec::Object(object), Kind::Object(values)) => {
            for (attribute, value) in object.attributes().iter().zip(values.values()) {
                let path = path.clone().attr(attribute.names.name.clone());
                match attribute.kind {
                    AttributeKind::Single if !attribute.sensitive => {
                        add_paths(&attribute.spec, value, &path, found);
                    }
                    _ if value.is_null() => {}
                    _ if attribute.sensitive || attribute.spec.has_sensitive() => found.push(path),
                    _ => {}
                }
            }
        }
        (ValueSpec::List(spec), Kind::List(list)) => {
            for (position, value) in list.elements().iter().enumerate() {
                add_paths(spec.element(), value, &path.clone().index(position), found);
            }
        }
        (ValueSpec::Map(spec), Kind::Map(map)) => {
            for (key, value) in map.iter() {
                add_paths(spec.element(), value, &path.clone().index(key.clone()), found);
            }
        }
        (ValueSpec::Tuple(specs), Kind::Tuple(tuple)) => {
            let specs = specs.elements();
            for (position, (spec, value)) in specs.iter().zip(tuple.elements()).enumerate() {
                add_paths(spec, value, &path.clone().index(position), found);
            }
        }
        (ValueSpec::Variants(variants), Kind::Tuple(tuple)) => {
            let [position, inner] = tuple.elements() else { return found.push(path.clone()) };
            let position = position.as_number().and_then(Number::to_usize);
            match position.and_then(|position| variants.variants().get(position)) {
                Some(variant) => {
                    add_paths(&variant.spec, inner, &path.clone().index(1_usize), found);
                }
                None => found.push(path.clone()),
            }
        }
        _ => found.push(path.clone()),
    }
}
