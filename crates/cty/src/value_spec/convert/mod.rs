//! Conversion of values by their specs.

mod entries;
mod variants;

use std::sync::Arc;

use self::entries::{Entries, entries};
use super::variants::Form;
use super::{
    AttributeKind, CollectionValueSpec, ObjectAttribute, ObjectValueSpec, TupleValueSpec,
    Unexpected, ValueDiagnostic, ValueDiagnosticKind, ValueSpec,
};
use crate::collect::CollectVec;
use crate::convert::ConversionError;
use crate::convert::error::{required, wrong_length};
use crate::{Kind, Path, Step, Str, Type, Value, convert};

/// The maximum number of diagnostics of one value.
const MAX_DIAGNOSTICS: usize = 100;

/// Converts a value. Adds the diagnostics to `found`. A part with an error is unknown.
pub(super) fn convert(spec: &ValueSpec, value: Value, found: &mut Vec<ValueDiagnostic>) -> Value {
    Converter { path: Path::root(), is_marked: false, has_error: false, found }.value(spec, value)
}

/// A conversion at a path of the value.
struct Converter<'a> {
    path: Path,
    /// `true` inside a marked value, whose names are not shown.
    is_marked: bool,
    has_error: bool,
    found: &'a mut Vec<ValueDiagnostic>,
}

impl Converter<'_> {
    fn value(&mut self, spec: &ValueSpec, value: Value) -> Value {
        if let ValueSpec::Lazy(lazy) = spec {
            return self.value(&lazy.spec(), value);
        }
        let Some(ty) = spec.plain_ty() else { return self.parts(spec, value) };
        convert::convert(value.clone(), ty).unwrap_or_else(|error| {
            let had_error = std::mem::replace(&mut self.has_error, false);
            let is_marked = self.is_marked || value.contains_marked();
            let has_parts = spec.has_parts() && value.is_known() && !value.is_null();
            let converted = has_parts.then(|| self.parts(spec, value));
            // Without a failed part, the whole value failed.
            let converted = converted
                .filter(|_| self.has_error)
                .unwrap_or_else(|| self.fail_as_whole(ty, error, is_marked));
            self.has_error |= had_error;
            converted
        })
    }

    /// Converts a value to a type, without a look at its parts.
    fn whole(&mut self, ty: &Type, value: Value) -> Value {
        let is_marked = self.is_marked || value.contains_marked();
        convert::convert(value, ty).unwrap_or_else(|error| self.fail_as_whole(ty, error, is_marked))
    }

    fn fail_as_whole(&mut self, ty: &Type, error: ConversionError, is_marked: bool) -> Value {
        let steps = error.path.steps().iter().filter(|_| !is_marked).cloned();
        let path = self.path.steps().iter().cloned().chain(steps).collect();
        self.push(path, ValueDiagnosticKind::Conversion(error.message));
        Value::unknown(ty.without_optional())
    }

    /// Converts the parts of a value, each by its own spec.
    fn parts(&mut self, spec: &ValueSpec, value: Value) -> Value {
        match value.kind() {
            Kind::Marked(..) => {
                let (value, marks) = value.unmark();
                let is_outer = !std::mem::replace(&mut self.is_marked, true);
                let value = self.parts(spec, value);
                self.is_marked = !is_outer;
                return value.with_marks(&marks);
            }
            Kind::Null(_) | Kind::Unknown(..) => return self.whole(&spec.ty(), value),
            _ => {}
        }
        match spec {
            ValueSpec::Leaf(_) | ValueSpec::Lazy(_) => value,
            ValueSpec::List(list) => self.sequence(spec, list.element(), value, Value::list),
            ValueSpec::Set(set) => self.sequence(spec, set.element(), value, Value::set),
            ValueSpec::Tuple(tuple) => self.tuple(tuple, value),
            ValueSpec::Map(map) => self.map(map, &value),
            ValueSpec::Object(object) => self.object(object, &value),
            ValueSpec::Variants(variants) => self.variant(variants, value),
        }
    }

    /// Returns the elements of a list, set or tuple. Reports any other value.
    fn elements(&mut self, wanted: &Type, value: Value) -> Option<Vec<Value>> {
        match value.kind() {
            Kind::List(_) | Kind::Set(_) | Kind::Tuple(_) => Some(value.into_elements()),
            _ => {
                self.fail(required(wanted, &value.ty()).message);
                None
            }
        }
    }

    /// Converts a list or a set. It is a tuple if its elements have no common type.
    fn sequence(
        &mut self,
        spec: &ValueSpec,
        element: &ValueSpec,
        value: Value,
        of_elements: fn(Type, Vec<Value>) -> Value,
    ) -> Value {
        let Some(elements) = self.elements(&spec.ty(), value) else {
            return Value::unknown(spec.ty());
        };
        let elements = self.each(elements, |_| element);
        let ty = element.ty().without_optional();
        if ty.has_dynamic() { Value::tuple(elements) } else { of_elements(ty, elements) }
    }

    fn tuple(&mut self, tuple: &TupleValueSpec, value: Value) -> Value {
        let (specs, ty) = (tuple.elements(), tuple.ty());
        let Some(elements) = self.elements(ty, value) else { return Value::unknown(ty.clone()) };
        if elements.len() != specs.len() {
            self.fail(wrong_length(specs.len(), elements.len()).message);
            return Value::unknown(ty.clone());
        }
        Value::tuple(self.each(elements, |position| &specs[position]))
    }

    fn each<'s>(
        &mut self,
        elements: Vec<Value>,
        spec: impl Fn(usize) -> &'s ValueSpec,
    ) -> Vec<Value> {
        let elements = elements.into_iter().enumerate();
        let convert = |(position, element): (usize, Value)| {
            self.at(Step::Index(position.into()), |it| it.value(spec(position), element))
        };
        elements.map(convert).collect_vec()
    }

    fn map(&mut self, spec: &CollectionValueSpec, value: &Value) -> Value {
        if !matches!(value.kind(), Kind::Map(_) | Kind::Object(_)) {
            self.fail(required(spec.ty(), &value.ty()).message);
            return Value::unknown(spec.ty().clone());
        }
        let element = spec.element();
        let (names, values) = entries(value);
        let mut converted = Vec::with_capacity(names.len());
        for (name, part) in names.iter().zip(values) {
            // The keys of a marked value are not shown.
            let part = if self.is_marked {
                self.value(element, part.clone())
            } else {
                let step = Step::Index(name.clone().into());
                self.at(step, |it| it.value(element, part.clone()))
            };
            converted.push((name.clone(), part));
        }
        mapping(element, converted)
    }

    fn object(&mut self, spec: &ObjectValueSpec, value: &Value) -> Value {
        if !matches!(value.kind(), Kind::Map(_) | Kind::Object(_)) {
            self.fail(required(&spec.ty(), &value.ty()).message);
            return Value::unknown(spec.ty());
        }
        let mut entries = Entries::new(value);
        let object = self.attributes(spec, &mut entries);
        self.unexpected(spec, &entries);
        object
    }

    /// Converts the attributes that the spec names, and takes them from the entries.
    fn attributes(&mut self, spec: &ObjectValueSpec, entries: &mut Entries<'_>) -> Value {
        let mut values: Vec<_> = spec.attributes().iter().map(|_| None).collect_vec();
        // The remaining attributes are known after all others.
        for kind in [AttributeKind::Single, AttributeKind::Flattened, AttributeKind::Remaining] {
            for (value, attribute) in values.iter_mut().zip(spec.attributes()) {
                if attribute.kind == kind {
                    *value = Some(match kind {
                        AttributeKind::Single => self.attribute(attribute, entries),
                        AttributeKind::Flattened => self.flattened(&attribute.spec, entries),
                        AttributeKind::Remaining => self.remaining(&attribute.spec, entries),
                    });
                }
            }
        }
        let values = values.into_iter().flatten().collect_vec();
        Value::object_of_shape(Arc::clone(spec.shape()), values)
    }

    fn attribute(&mut self, attribute: &ObjectAttribute, entries: &mut Entries<'_>) -> Value {
        let mut first: Option<(&Str, &Value)> = None;
        for name in attribute.names.all() {
            let Some(value) = entries.take(name) else { continue };
            if let Some((first, _)) = first {
                let (first, second) = (first.clone(), name.clone());
                self.report_at(name, ValueDiagnosticKind::SetTwice { first, second });
            } else {
                first = Some((name, value));
            }
            if let Some(deprecation) = attribute.names.deprecation_of(name) {
                let kind =
                    ValueDiagnosticKind::DeprecatedAttribute { name: name.clone(), deprecation };
                self.report_at(name, kind);
            }
        }
        let ty = attribute.spec.ty().without_optional();
        match first {
            Some((name, value)) => {
                self.at(Step::Attr(name.clone()), |it| it.value(&attribute.spec, value.clone()))
            }
            None if attribute.optional => Value::null(ty),
            None => {
                self.report(ValueDiagnosticKind::Missing { name: attribute.names.name.clone() });
                Value::unknown(ty)
            }
        }
    }

    /// Converts the attributes of an object that is part of the same object.
    fn flattened(&mut self, spec: &ValueSpec, entries: &mut Entries<'_>) -> Value {
        match spec {
            ValueSpec::Object(inner) => self.attributes(inner, entries),
            ValueSpec::Lazy(lazy) => self.flattened(&lazy.spec(), entries),
            spec => Value::unknown(spec.ty()),
        }
    }

    fn remaining(&mut self, element: &ValueSpec, entries: &mut Entries<'_>) -> Value {
        let mut converted = Vec::new();
        for (name, value) in entries.take_all() {
            // The names of a marked value are not shown.
            let value = if self.is_marked {
                self.value(element, value.clone())
            } else {
                self.at(Step::Attr(name.clone()), |it| it.value(element, value.clone()))
            };
            converted.push((name.clone(), value));
        }
        mapping(element, converted)
    }

    /// Reports the remaining attributes.
    fn unexpected(&mut self, spec: &ObjectValueSpec, entries: &Entries<'_>) {
        let is_error = match spec.unexpected() {
            Unexpected::Ignore => return,
            Unexpected::Warn => false,
            Unexpected::Deny => true,
        };
        let mut left = entries.left().peekable();
        if left.peek().is_none() {
            return;
        }
        let mut expected = Vec::new();
        spec.offer(&mut expected);
        for name in left {
            if self.is_marked {
                // The names of a marked value are not shown, and a warning consists only of the name.
                if is_error {
                    self.fail("the value has an attribute that is not expected");
                }
                return;
            }
            let (name, expected) = (name.clone(), expected.clone());
            self.report_at(
                &name.clone(),
                ValueDiagnosticKind::Unexpected { name, expected, is_error },
            );
        }
    }

    /// Continues with a part of the value.
    fn at<T>(&mut self, step: Step, convert: impl FnOnce(&mut Self) -> T) -> T {
        self.path.push(step);
        let converted = convert(self);
        self.path.pop();
        converted
    }

    /// Describes a value in words; only its form if it is marked.
    fn describe(&self, value: &Value) -> String {
        if self.is_marked || value.is_marked() {
            Form::of_type(&value.ty()).describe().to_owned()
        } else {
            value.describe()
        }
    }

    fn fail(&mut self, message: impl Into<String>) {
        self.report(ValueDiagnosticKind::Conversion(message.into()));
    }

    fn report(&mut self, kind: ValueDiagnosticKind) {
        self.push(self.path.clone(), kind);
    }

    fn report_at(&mut self, name: &Str, kind: ValueDiagnosticKind) {
        self.push(self.path.clone().attr(name.clone()), kind);
    }

    /// Adds a diagnostic. Beyond the limit, only the first error is added.
    fn push(&mut self, path: Path, kind: ValueDiagnosticKind) {
        let is_first_error = kind.is_error() && !self.has_error;
        self.has_error |= kind.is_error();
        if self.found.len() < MAX_DIAGNOSTICS || is_first_error {
            self.found.push(ValueDiagnostic { path, kind });
        }
    }
}

/// Returns a map; an object if its elements may have different types.
fn mapping(element: &ValueSpec, entries: Vec<(Str, Value)>) -> Value {
    let ty = element.ty().without_optional();
    if ty.has_dynamic() { Value::object(entries) } else { Value::map(ty, entries) }
}

/// Returns alternatives: `a string or a list`.
pub(super) fn either<'a>(names: impl Iterator<Item = &'a str>) -> String {
    let mut names: Vec<_> = names.collect_vec();
    names.dedup();
    match names.split_last() {
        None => "nothing".to_owned(),
        Some((last, [])) => (*last).to_owned(),
        Some((last, first)) => format!("{} or {last}", first.join(", ")),
    }
}
