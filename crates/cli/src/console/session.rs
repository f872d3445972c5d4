//! The console's answers to inputs.

use std::ops::ControlFlow;

use hcldyn::cli::Streams;
use hcldyn::cty::Type;
use hcldyn::cty::function::{Function, FunctionError, Parameter};
use hcldyn::syntax::{Place, Source, Span, parse_expression_at, split_expressions, type_to_hcl};
use hcldyn::{Diagnostics, EvalContext, Expression};

use crate::{diags, values};

const HELP: &str = "\
Type an expression to see its value, such as upper(\"a\") or [for n in range(3) : n * 2].
It continues on the next line while a bracket, a template or a heredoc is open.

  type(x)   the type of x
  Tab       completes variables, attributes and functions
  Ctrl-C    discards the current input
  exit      ends the console, like quit and Ctrl-D
";

/// The name of the call that returns a type instead of a value.
const TYPE: &str = "type";

/// The expressions of one run of the console.
#[derive(Debug)]
pub(super) struct Session {
    ctx: EvalContext,
    has_failed: bool,
}

/// The reason that a session ends.
#[derive(Debug)]
pub(super) enum End {
    /// The user ends it.
    Asked,
    /// Nothing more can be printed. It holds the exit code.
    Unprintable(u8),
}

impl Session {
    pub(super) fn new(ctx: EvalContext) -> Self {
        Self { ctx: ctx.child().with_function(TYPE, misplaced_type()), has_failed: false }
    }

    /// Returns the context with the variables and functions that expressions may use.
    pub(super) fn ctx(&self) -> &EvalContext {
        &self.ctx
    }

    /// Returns `true` if an expression had no value.
    pub(super) fn has_failed(&self) -> bool {
        self.has_failed
    }

    /// Prints the value of each expression of an input, or reports an error.
    pub(super) fn answer_all(
        &mut self,
        source: &Source,
        streams: &mut Streams<'_>,
    ) -> ControlFlow<End> {
        split_expressions(source).iter().try_for_each(|input| self.answer(input, streams))
    }

    fn answer(&mut self, input: &Place, streams: &mut Streams<'_>) -> ControlFlow<End> {
        match input.text() {
            "exit" | "quit" => ControlFlow::Break(End::Asked),
            "help" => streams.print(HELP).map_break(End::Unprintable),
            _ => {
                let mut diags = Diagnostics::new();
                let text = self.evaluate(input, &mut diags);
                streams.report(&diags);
                self.has_failed |= diags.has_errors();
                streams.print(text.unwrap_or_default()).map_break(End::Unprintable)
            }
        }
    }

    fn evaluate(&self, input: &Place, diags: &mut Diagnostics) -> Option<String> {
        if let Some((name, equals)) = assignment(input) {
            diags.push(diags::assignment(equals, name));
            return None;
        }
        let expr = parse_expression_at(input, diags)?;
        let typed = typed(&expr);
        let value = typed.as_ref().unwrap_or(&expr).value(&self.ctx, diags);
        if diags.has_errors() {
            return None;
        }
        // A value that is too long to print may have a type that is too long as well.
        let text = values::printed(&value, expr.place(), diags)?;
        Some(if typed.is_some() { type_to_hcl(&value.shown_type()) + "\n" } else { text })
    }
}

/// Returns the expression whose type is requested: `x` of `type(x)`.
fn typed(expr: &Expression) -> Option<Expression> {
    let call = expr.as_call().filter(|call| call.name == *TYPE && !call.expand_final)?;
    let [argument]: [Expression; 1] = call.arguments.try_into().ok()?;
    Some(argument)
}

/// Returns a function whose error explains where `type` may be used. It is in scope so that its name is known.
fn misplaced_type() -> Function {
    let value = Parameter::new("value", Type::Dynamic);
    Function::builder("The type of a value, at the console.")
        .param(value.allow_null().allow_unknown().allow_dynamic().allow_marked())
        .build(|_| Err(misplaced()), |_, _| Err(misplaced()))
}

fn misplaced() -> FunctionError {
    FunctionError::new("its result is a type, not a value")
        .with_help("write type(…) as the whole input, not inside another expression")
}

/// Returns the name that an assignment such as `x = 1` sets, and its equals sign.
fn assignment(input: &Place) -> Option<(&str, Place)> {
    let text = input.text();
    let is_in_name = |c: char| c.is_alphanumeric() || matches!(c, '_' | '-' | '.');
    let (name, rest) = text.split_at(text.find(|c| !is_in_name(c))?);
    let value = rest.trim_start_matches([' ', '\t']).strip_prefix('=')?;
    if name.is_empty() || value.starts_with(['=', '>']) {
        return None;
    }
    let at = input.span().start + (text.len() - value.len()) as u32 - 1;
    Some((name, input.source().place(Span::new(at, at + 1))))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_assignment_has_a_single_equals_sign_after_a_name() {
        let assigned = |text: &str| {
            let source = Source::new("t", text);
            let place = source.place(Span::from(0..text.len()));
            assignment(&place).map(|(name, equals)| format!("{name} at {}", equals.start()))
        };
        assert_eq!(assigned("x = 1").as_deref(), Some("x at 1:3"));
        assert_eq!(assigned("var.a_b-c=").as_deref(), Some("var.a_b-c at 1:10"));
        for text in ["x == 1", "x", "= 1", "{ x = 1 }", "x => 1", "\"x\" = 1", "x != 1"] {
            assert_eq!(assigned(text), None, "{text:?}");
        }
    }
}
