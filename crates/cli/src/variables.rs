//! The variables that expressions may use.

use std::ffi::OsString;
use std::path::Path;

use hcldyn::body::Body;
use hcldyn::cli::{Streams, files};
use hcldyn::cty::convert::convert;
use hcldyn::cty::{Str, Type, Value};
use hcldyn::ext::kit::Inputs;
use hcldyn::syntax::{Source, Span, parse_expression_at, parse_json_values, parse_values_by_name};
use hcldyn::{Diagnostics, EvalContext};
use hcldyn_syntax::lexer::{Lexer, Token, TokenKind, is_name};

use crate::diags;
use crate::functions::EffectsArg;

/// Variables, as an argument of the command.
#[derive(Debug, clap::Args)]
pub(crate) struct VariablesArg {
    /// Variables: the attributes of an HCL file (such as .hcl or .tfvars), of a .json file, or of a JSON
    /// object. Can be repeated; the last value of a variable is used.
    #[arg(short = 'V', long = "vars", value_name = "FILE-OR-JSON")]
    given: Vec<OsString>,
    /// A variable, which replaces one of --vars. A number, true, false, null, and a value that starts with
    /// a quote or a bracket are HCL expressions; any other value is a string. For a variable that the
    /// configuration declares, its type decides: a value of a primitive type or without a type is taken
    /// literally, any other one is an expression. Can be repeated.
    #[arg(long = "var", value_name = "NAME=VALUE")]
    named: Vec<String>,
}

impl VariablesArg {
    /// Returns the functions with the given variables; `None` if there is an error.
    pub(crate) fn context(
        &self,
        effects: &EffectsArg,
        streams: &mut Streams<'_>,
        diags: &mut Diagnostics,
    ) -> Option<EvalContext> {
        let functions = effects.library(diags);
        let mut ctx = functions.child();
        self.set_in(&mut ctx, &functions, streams, diags);
        (!diags.has_errors()).then_some(ctx)
    }

    /// Sets the variables. Their expressions may use `functions`, but no variables.
    pub(crate) fn set_in(
        &self,
        ctx: &mut EvalContext,
        functions: &EvalContext,
        streams: &mut Streams<'_>,
        diags: &mut Diagnostics,
    ) {
        for (index, given) in self.given.iter().enumerate() {
            let Some(body) = body(given, index, streams, diags) else { continue };
            for attribute in body.just_attributes(diags) {
                let mut found = Diagnostics::new();
                let value = attribute.expr.value(functions, &mut found);
                append_hidden(found, attribute.expr.place().source(), diags);
                ctx.set_variable(attribute.name, value);
            }
        }
        for named in &self.named {
            if let Some((name, value)) = named_value(named, functions, diags) {
                ctx.set_variable(name, value);
            }
        }
    }

    /// Returns the variables as inputs of those that a configuration declares itself.
    pub(crate) fn inputs(&self, streams: &mut Streams<'_>, diags: &mut Diagnostics) -> Inputs {
        let bodies = self.given.iter().enumerate();
        let bodies = bodies.filter_map(|(index, given)| body(given, index, streams, diags));
        bodies.fold(Inputs::new(), |inputs, body| inputs.body(&body)).arguments(&self.named)
    }
}

/// Returns the name and the value of `name=value`. Errors do not show the value, since nothing declares whether it is
/// sensitive.
fn named_value(
    argument: &str,
    functions: &EvalContext,
    diags: &mut Diagnostics,
) -> Option<(Str, Value)> {
    let Some((name, text)) = argument.split_once('=') else {
        diags.push(diags::variable_without_value());
        return None;
    };
    if !is_name(name.trim()) {
        diags.push(diags::invalid_variable_name(name));
        return None;
    }
    let name = Str::new(name.trim());
    if !is_expression(text) {
        return Some((name, text.into()));
    }
    let source = Source::new(diags::VAR, argument);
    let start = argument.len() - text.len();
    let place = source.place(Span::from(start..argument.len()));
    let mut found = Diagnostics::new();
    let expr = parse_expression_at(&place, &mut found);
    let value = expr.map(|expr| expr.value(functions, &mut found));
    append_hidden(found, &source, diags);
    Some((name, value?))
}

/// Adds the diagnostics of a source of values. Its text is hidden, because the declarations of the variables are not known,
/// which say what is sensitive.
fn append_hidden(found: Diagnostics, source: &Source, diags: &mut Diagnostics) {
    if found.is_empty() {
        return;
    }
    diags.hide_source(source);
    diags.append(found);
}

/// Returns `true` if the value of an argument is an expression, and not a string as it is.
fn is_expression(text: &str) -> bool {
    let text = text.trim();
    matches!(text, "true" | "false" | "null")
        || text.starts_with(['"', '[', '{', '('])
        || is_number(text.strip_prefix('-').unwrap_or(text))
}

/// Returns `true` for a number of HCL. Other strings, such as `+1` and `inf`, convert to numbers, too.
fn is_number(text: &str) -> bool {
    let token = Lexer::new(text).next();
    let is_whole = |it: Token| it.kind == TokenKind::Number && it.end as usize == text.len();
    token.is_some_and(is_whole) && convert(text.into(), &Type::Number).is_ok()
}

/// Reads values. If they have syntax errors, the report shows none of them: which ones are sensitive is only known when
/// the configuration is read.
fn body(
    given: &OsString,
    index: usize,
    streams: &mut Streams<'_>,
    diags: &mut Diagnostics,
) -> Option<Body> {
    let json = given.to_str().filter(|text| text.trim_start().starts_with('{'));
    let source = match json {
        Some(json) => Source::new(format!("<vars argument {index}>"), json),
        None => files::read(Path::new(given), streams, diags)?,
    };
    let mut found = Diagnostics::new();
    let body = match json {
        Some(_) => parse_json_values(&source, &mut found),
        None => parse_values_by_name(&source, &mut found),
    };
    append_hidden(found, &source, diags);
    Some(body)
}
