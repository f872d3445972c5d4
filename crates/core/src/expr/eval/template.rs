//! Templates.

use ecow::EcoString;

use super::{Evaluator, collect_marks};
use crate::cty::convert::convert;
use crate::cty::{Kind, Marks, Refinement, Str, Type, Value};
use crate::expr::diags;
use crate::expr::scope::Scope;
use crate::limits::work;
use crate::tree::ExprId;

/// The maximum length in bytes of the known prefix of an unknown string, as in the reference.
const MAX_PREFIX: usize = 128;

/// The result of a template under construction.
#[derive(Default)]
struct Text {
    /// The parts before the first unknown one.
    known: EcoString,
    /// The marks of all parts, if there are any.
    marks: Option<Marks>,
    /// `true` after an unknown part.
    unknown: bool,
}

impl Evaluator<'_> {
    /// Evaluates `"a ${b} c"`.
    #[inline(never)]
    pub(super) fn template(&mut self, parts: &[ExprId], scope: &Scope<'_>) -> Value {
        let errors = self.diags.error_count();
        let mut text = Text::default();
        for part in parts {
            let value = self.eval(*part, scope);
            if !self.add(&mut text, &value, *part, scope) {
                return Value::dynamic();
            }
        }
        if self.diags.error_count() > errors { Value::dynamic() } else { text.finish() }
    }

    /// Evaluates `%{ for … }`.
    #[inline(never)]
    pub(super) fn join(&mut self, id: ExprId, elements: ExprId, scope: &Scope<'_>) -> Value {
        let errors = self.diags.error_count();
        let tuple = self.eval(elements, scope);
        if !tuple.is_known() {
            let text = Value::unknown_refined(Type::String, Refinement::not_null());
            return text.with_marks_of(&tuple);
        }
        let mut text = Text { marks: tuple.marks().cloned(), ..Text::default() };
        for entry in tuple.entries() {
            if !self.add(&mut text, &entry.value(), id, scope) {
                return Value::dynamic();
            }
        }
        if self.diags.error_count() > errors { Value::dynamic() } else { text.finish() }
    }

    /// Appends a part. Returns `true` if work is left for the next part.
    #[inline]
    fn add(&mut self, text: &mut Text, value: &Value, node: ExprId, scope: &Scope<'_>) -> bool {
        let length = text.known.len();
        match value.kind() {
            Kind::String(part) if !text.unknown => text.known.push_str(part),
            Kind::Number(number) if !text.unknown => number.push_to(&mut text.known),
            _ => self.add_other(text, value, node, scope),
        }
        work::spend(Str::steps(text.known.len() - length));
        self.has_work_left(node, scope)
    }

    // This is a separate function to keep the frame of the fast path small.
    #[inline(never)]
    fn add_other(&mut self, text: &mut Text, value: &Value, node: ExprId, scope: &Scope<'_>) {
        if value.is_marked() {
            collect_marks(value, text.marks.get_or_insert_default());
        }
        match value.unmarked().kind() {
            Kind::Null(_) => {
                self.fail_at(diags::null_in_template(), node, scope);
            }
            Kind::Unknown(..) => {
                text.unknown = true;
                if self.diags.checks_types() {
                    self.check_text(value, node, scope);
                }
            }
            // The remaining parts are only checked for errors.
            _ if text.unknown => self.check_text(value, node, scope),
            Kind::String(part) => text.known.push_str(part),
            Kind::Number(number) => number.push_to(&mut text.known),
            Kind::Bool(value) => text.known.push_str(if value { "true" } else { "false" }),
            _ => self.check_text(value, node, scope),
        }
    }

    fn check_text(&mut self, value: &Value, node: ExprId, scope: &Scope<'_>) {
        if let Err(error) = convert(value.unmarked().clone(), &Type::String) {
            self.fail_at(diags::no_text(value, &error), node, scope);
        }
    }
}

impl Text {
    // Otherwise the text would be copied for the call.
    #[inline(always)]
    fn finish(self) -> Value {
        let text = if self.unknown {
            unknown_text(&self.known)
        } else {
            Value::from(Str::of_text(self.known))
        };
        match self.marks {
            Some(marks) => text.with_marks(&marks),
            None => text,
        }
    }
}

/// Returns an unknown string with a known prefix.
#[cold]
fn unknown_text(known: &str) -> Value {
    let mut end = known.len().min(MAX_PREFIX);
    while !known.is_char_boundary(end) {
        end -= 1;
    }
    Value::unknown_refined(Type::String, Refinement::not_null().with_prefix(&known[..end]))
}
