//! Sinks for a check of types without values.
//!
//! Such a check evaluates with unknown values, so it can't tell which operand of a conditional, which element of a
//! collection or which generated block there is. It evaluates all of them. An error that every value causes is an error;
//! an error in a part that only some values need becomes a warning.

use std::mem;

use super::super::Severity;
use super::Diagnostics;

/// The note of an error in a part that an evaluation may skip.
const NOT_ALWAYS: &str =
    "this part fails whenever it is evaluated; whether it is depends on values that are not known";

impl Diagnostics {
    /// Returns a sink of a check of types. The evaluation of an expression with unknown values then also reports the errors in
    /// parts that only some values need, as warnings: in `for` expressions, conditionals and generated blocks.
    ///
    /// ```
    /// use hcldyn::cty::{Type, Value};
    /// use hcldyn::syntax::Source;
    /// use hcldyn::{Diagnostics, EvalContext, parse_expression};
    ///
    /// let mut diags = Diagnostics::new().of_type_check();
    /// let source = Source::new("a.hcl", "[for port in ports : port.name]");
    /// let expr = parse_expression(&source, &mut diags).unwrap();
    /// let ports = Value::unknown(Type::list(Type::Number));
    /// expr.value(&EvalContext::new().with_variable("ports", ports), &mut diags);
    /// assert!(diags.to_string().starts_with("a.hcl:1:26: warning: "));
    /// ```
    #[must_use]
    pub fn of_type_check(mut self) -> Self {
        self.checks_types = true;
        self
    }

    /// Sets whether the sink is one of a check of types, which also receives the errors in parts that only some values
    /// need, as warnings. Returns the setting before.
    pub(crate) fn set_checks_types(&mut self, checks_types: bool) -> bool {
        mem::replace(&mut self.checks_types, checks_types)
    }

    /// Returns `true` if the sink is one of a check of types.
    #[inline]
    pub(crate) fn checks_types(&self) -> bool {
        self.checks_types
    }

    /// Adds the diagnostics of a part that only some values need, if this sink is one of a check of types.
    pub(crate) fn append_possible(&mut self, found: Self) {
        if self.checks_types {
            self.append(found.into_possible());
        }
    }

    /// Runs a closure for a part that only some values need. Its errors become warnings.
    pub(crate) fn possibly<T>(&mut self, work: impl FnOnce(&mut Self) -> T) -> T {
        let before = self.checkpoint();
        let result = work(self);
        if let Some(found) = self.split_off(before) {
            self.append_possible(*found);
        }
        result
    }

    /// Returns the diagnostics with warnings in place of errors.
    fn into_possible(self) -> Self {
        let found = self.map(|problem| match problem.severity {
            Severity::Error => problem.with_context(NOT_ALWAYS),
            Severity::Warning => problem,
        });
        found.into_warnings()
    }
}
