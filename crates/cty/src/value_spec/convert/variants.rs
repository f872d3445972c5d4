//! Values in one of several forms.

use super::{Converter, Entries, either};
use crate::collect::CollectVec;
use crate::value_spec::variants::{Form, ValueVariant, VariantSelector, VariantsSpec};
use crate::value_spec::{ValueDiagnosticKind, ValueSpec};
use crate::{Kind, Step, Str, Type, Value};

impl Converter<'_> {
    pub(super) fn variant(&mut self, spec: &VariantsSpec, value: Value) -> Value {
        match spec.selector() {
            VariantSelector::Keyword { .. } => self.keyword(spec, value),
            VariantSelector::Attribute(tag) => self.tagged(spec, tag, &value),
            VariantSelector::Form => self.formed(spec, value),
        }
    }

    fn formed(&mut self, spec: &VariantsSpec, value: Value) -> Value {
        if let Some((position, variant)) = spec.formed(&value) {
            if !variant.keyword {
                return numbered(position, self.value(&variant.spec, value));
            }
            self.deprecated(spec, variant, &value);
            return numbered(position, variant.names.name.clone().into());
        }
        let name = value.as_str().filter(|_| !self.is_marked && spec.keywords().next().is_some());
        match name {
            Some(name) => {
                let expected = spec.keywords().cloned().collect_vec();
                let forms = spec.forms().collect_vec();
                let name = name.into();
                self.report(ValueDiagnosticKind::UnknownVariant { name, expected, forms });
            }
            None => {
                let keyword = spec.keywords().next().map(|_| Form::String);
                let forms = either(keyword.into_iter().chain(spec.forms()).map(Form::describe));
                self.fail(format!("{forms} is required, not {}", self.describe(&value)));
            }
        }
        Value::dynamic()
    }

    /// Replaces a keyword with its current name.
    fn keyword(&mut self, spec: &VariantsSpec, value: Value) -> Value {
        let value = self.whole(&Type::String, value);
        let Some(name) = value.as_str() else { return value };
        let Some((_, variant)) = spec.named(name) else {
            self.report(self.unknown_name(spec, &value));
            return Value::unknown(Type::String);
        };
        if variant.other {
            return value;
        }
        self.deprecated(spec, variant, &value);
        Value::from(variant.names.name.clone())
    }

    fn tagged(&mut self, spec: &VariantsSpec, tag: &Str, value: &Value) -> Value {
        if !matches!(value.kind(), Kind::Map(_) | Kind::Object(_)) {
            self.fail(format!("an object is required, not {}", self.describe(value)));
            return Value::dynamic();
        }
        let mut entries = Entries::new(value);
        let Some(name) = entries.take(tag) else {
            self.report(ValueDiagnosticKind::Missing { name: tag.clone() });
            return Value::dynamic();
        };
        let Some((position, variant)) = name.as_str().and_then(|name| spec.named(name)) else {
            self.report_at(tag, self.unknown_name(spec, name));
            return Value::dynamic();
        };
        self.at(Step::Attr(tag.clone()), |it| it.deprecated(spec, variant, name));
        let inner = match &variant.spec {
            ValueSpec::Object(object) => {
                let inner = self.attributes(object, &mut entries);
                self.unexpected(object, &entries);
                inner
            }
            other => {
                let rest: Vec<_> =
                    entries.take_all().map(|(n, v)| (n.clone(), v.clone())).collect_vec();
                self.value(other, Value::object(rest))
            }
        };
        numbered(position, inner)
    }

    /// Returns the error for a value that names no variant. One with marks is not shown.
    fn unknown_name(&self, spec: &VariantsSpec, value: &Value) -> ValueDiagnosticKind {
        let expected = spec.offered().cloned().collect_vec();
        if let Some(name) = value.as_str().filter(|_| !self.is_marked) {
            let (name, forms) = (name.into(), Vec::new());
            return ValueDiagnosticKind::UnknownVariant { name, expected, forms };
        }
        let names = expected.iter().map(|name| format!("{name:?}")).collect_vec();
        let names = either(names.iter().map(String::as_str));
        let message = format!("{names} is required, not {}", self.describe(value));
        ValueDiagnosticKind::Conversion(message)
    }

    /// Reports a former or deprecated name of a variant.
    fn deprecated(&mut self, spec: &VariantsSpec, variant: &ValueVariant, name: &Value) {
        let Some(name) = name.as_str() else { return };
        let known = variant.names.all().find(|known| spec.is_equal(known, name));
        let deprecation = variant.names.deprecation_of(known.unwrap_or(&variant.names.name));
        if let Some(deprecation) = deprecation {
            self.report(ValueDiagnosticKind::DeprecatedVariant { name: name.into(), deprecation });
        }
    }
}

fn numbered(position: usize, value: Value) -> Value {
    Value::tuple(vec![position.into(), value])
}
