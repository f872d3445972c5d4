//! Attributes.

use hcldyn_syntax::lexer::is_name;

use super::error::unwritable_clause;
use super::natural::natural;
use super::{BodyParts, Encoding, MAX_LENGTH, SensitiveValues, Written};
use crate::body::Body;
use crate::cty::value_spec::ValueSpec;
use crate::cty::{Kind, Mark, Step, Str, Value};
use crate::diag::grouped;
use crate::expr::custom_decoder;
use crate::spec::AttrSpec;
use crate::syntax::native::{NewExpr, Unwritable, rest_items};

impl<E: NewExpr> Encoding<E> {
    pub(super) fn attr(&mut self, spec: &AttrSpec, value: &Value, body: &mut BodyParts<E>) {
        let is_default = value.as_capsule().is_some_and(|written: &Written| written.is_default);
        if (value.is_null() && !spec.required) || (is_default && !self.options.keeps_defaults) {
            return;
        }
        if spec.sensitive && !value.is_null() {
            match self.options.sensitive {
                SensitiveValues::Revealed => {}
                SensitiveValues::Rejected => return self.reject(Unwritable::Sensitive),
                SensitiveValues::Redacted => return self.push_redacted(&spec.names.name, body),
            }
        }
        let source = match &spec.decoder {
            Some(_) => Some(value.clone()),
            None => self.source_form(&spec.value, value),
        };
        if let Some(value) = source {
            let is_sensitive = spec.sensitive || value.contains_marked();
            self.push_attr(&spec.names.name, &value, is_sensitive, body);
        }
    }

    /// Adds an attribute with a placeholder.
    pub(super) fn push_redacted(&mut self, name: &Str, body: &mut BodyParts<E>) {
        self.push_attr(name, &Value::from("").mark(Mark::sensitive()), true, body);
    }

    /// Returns the value as it is written. Reports a value that the spec does not convert.
    fn source_form(&mut self, spec: &ValueSpec, value: &Value) -> Option<Value> {
        if let Some(written) = value.as_capsule::<Written>() {
            return Some(written.value.clone());
        }
        let value = natural(spec, value);
        if custom_decoder(&spec.ty()).is_some() {
            return Some(value);
        }
        match spec.try_convert(value.clone()) {
            Ok(_) => Some(value),
            Err(error) => {
                for reason in error.parts() {
                    self.fail_at(&reason.path, reason.message.as_str());
                }
                None
            }
        }
    }

    /// Adds an attribute with a value.
    pub(super) fn push_attr(
        &mut self,
        name: &Str,
        value: &Value,
        is_sensitive: bool,
        body: &mut BodyParts<E>,
    ) {
        let is_sensitive = is_sensitive || self.is_sensitive;
        if !is_name(name) {
            return self.fail(format!("{name:?} is not a name in native syntax"));
        }
        // This was reported with the attribute that exceeded the limit.
        if self.length > MAX_LENGTH {
            return;
        }
        let shown = match self.options.sensitive {
            _ if !value.contains_marked() => None,
            SensitiveValues::Rejected => None,
            SensitiveValues::Redacted => Some(value.clone().redacted()),
            SensitiveValues::Revealed => Some(reveal(value)),
        };
        match E::of_value(shown.as_ref().unwrap_or(value)) {
            Ok(expr) => {
                self.length += expr.len();
                if self.length > MAX_LENGTH {
                    let limit = grouped(MAX_LENGTH as u64);
                    return self.fail(format!("the text would be longer than {limit} bytes"));
                }
                if !body.set_attribute(name, expr, is_sensitive) {
                    self.fail(format!("the attribute {name:?} already has another value"));
                }
            }
            Err(found) => {
                for (path, reason) in found {
                    self.fail_at(&path, unwritable_clause(reason));
                }
            }
        }
    }

    /// Adds the elements of a map or an object as attributes.
    pub(super) fn free_attrs(&mut self, spec: &ValueSpec, value: &Value, body: &mut BodyParts<E>) {
        let names = match value.kind() {
            Kind::Map(map) => map.keys(),
            Kind::Object(object) => object.shape().names(),
            _ => return self.expected("a map or an object", value),
        };
        for (name, value) in names.iter().zip(value.elements()) {
            self.under(Step::Attr(name.clone()), |it| {
                if it.redacts(value) {
                    return it.push_redacted(name, body);
                }
                let is_sensitive = value.contains_marked();
                let Some(value) = it.readable(value) else { return };
                if let Some(value) = it.source_form(spec, value) {
                    it.push_attr(name, &value, is_sensitive, body);
                }
            });
        }
    }

    /// Adds the rest of a body as it is in its source.
    pub(super) fn rest(&mut self, value: &Value, body: &mut BodyParts<E>) {
        let Some(rest) = value.as_capsule::<Body>() else {
            return self.expected("the rest of a body", value);
        };
        match rest_items(rest) {
            Ok(items) => body.items.extend(items),
            Err(reason) => self.reject(reason),
        }
    }
}

/// Returns the value without marks of sensitive values, at any depth.
fn reveal(value: &Value) -> Value {
    let (value, mut marks) = value.clone().unmark_deep_with_paths();
    for (_, marks) in &mut marks {
        marks.remove(&Mark::sensitive());
    }
    value.mark_with_paths(&marks)
}
