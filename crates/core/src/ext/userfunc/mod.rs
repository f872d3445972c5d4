//! Functions that a configuration defines.

mod blocks;
mod diags;
mod order;
mod ordered;
#[cfg(test)]
mod tests;

use std::sync::Arc;

pub use self::blocks::FunctionBlocks;
pub(crate) use self::ordered::define_functions;
use super::shortened;
use crate::body::{AttributeSchema, Body, BodySchema};
use crate::cty::function::{FunctionBuilder, FunctionError, Parameter};
use crate::cty::internal::{CollectVec, NameMap};
use crate::cty::{Function, Str, Type, Value};
use crate::diag::{Diagnostics, Severity};
use crate::expr::{EvalContext, Expression, InnerErrors, Traversal};
use crate::source::Place;

/// Returns the functions that the blocks of a type define, with their names, and a body of the remaining items
/// (reference: `ext/userfunc`).
///
/// ```hcl
/// function "greet" {
///   params         = [greeting]
///   variadic_param = names
///   result         = "${greeting}, ${join(" and ", names)}!"
/// }
/// ```
///
/// `params` lists the names of the arguments in the result. The optional `variadic_param` is the name of a tuple
/// of all further arguments. Each call evaluates the result in the context that `context` returns at that time, so
/// that functions can call each other if that context contains them. Recursion is always an error: a conditional
/// evaluates both results, so a function that calls itself does so until the evaluation is too deep. An invalid
/// block is reported, and its function is omitted. [`FunctionBlocks`] has options.
///
/// An argument may have any type, but must not be null. If an argument is unknown, the result is unknown, with the
/// type of the result. The marks of arguments, at any depth, are added to the result.
///
/// # Differences from the reference
///
/// - The result is evaluated once per call, and `context` is called each time.
/// - Two functions or two parameters with the same name are reported.
///
/// ```
/// use hcldyn::cty::Value;
/// use hcldyn::ext::decode_functions;
/// use hcldyn::syntax::Source;
/// use hcldyn::{Diagnostics, EvalContext, parse_body};
///
/// let text = "
///     function \"double\" {
///       params = [n]
///       result = n * 2
///     }
///     port = double(4000)
/// ";
/// let mut diags = Diagnostics::new();
/// let body = parse_body(&Source::new("<example>", text), &mut diags);
/// let (functions, rest) = decode_functions(&body, "function", EvalContext::new, &mut diags);
/// let ctx = EvalContext::new().with_functions(functions);
/// let port = &rest.just_attributes(&mut diags)[0];
/// assert_eq!(port.expr.value(&ctx, &mut diags), Value::from(8000));
/// assert!(diags.is_empty());
/// ```
pub fn decode_functions<C>(
    body: &Body,
    block_type: &str,
    context: C,
    diags: &mut Diagnostics,
) -> (Vec<(Str, Function)>, Body)
where
    C: Fn() -> EvalContext + Send + Sync + 'static,
{
    let context = Arc::new(context);
    let (definitions, rest) = FunctionBlocks::new(block_type).read(body, diags);
    let define = |(name, definition): (Str, FunctionDefinition)| {
        let context = Arc::clone(&context);
        (name, definition.into_function(move || context()))
    };
    (definitions.into_iter().map(define).collect_vec(), rest)
}

/// The definition of a function: its parameters and its result.
///
/// [`FunctionBlocks::read`] reads it.
#[derive(Clone, Debug)]
pub struct FunctionDefinition {
    params: Vec<Str>,
    variadic: Option<Str>,
    result: Expression,
    allows_null: bool,
}

impl FunctionDefinition {
    /// Decodes a block. Returns `None` after reporting an error.
    fn decode(body: &Body, variadic_param: &Str, diags: &mut Diagnostics) -> Option<Self> {
        let errors = diags.error_count();
        let content = body.content(&definition_schema(variadic_param), diags);
        let mut names = ParameterNames::default();
        if let Some(params) = content.attribute("params") {
            match params.expr.as_list() {
                Some(params) => params.iter().for_each(|param| names.add(param, diags)),
                None => diags.push(diags::not_a_list_of_names(params.expr.place())),
            }
        }
        let count = names.names.len();
        if let Some(param) = content.attribute(variadic_param) {
            names.add(&param.expr, diags);
        }
        let result = content.attribute("result")?.expr.clone();
        if diags.error_count() > errors {
            return None;
        }
        let mut params = names.names;
        let variadic = params.split_off(count).pop();
        Some(Self { params, variadic, result, allows_null: false })
    }

    /// Returns the names of the parameters, with that of the tuple of all further arguments as the last one.
    pub fn parameters(&self) -> impl Iterator<Item = &str> {
        self.params.iter().chain(&self.variadic).map(Str::as_str)
    }

    /// Returns the expression of the result.
    pub fn result(&self) -> &Expression {
        &self.result
    }

    /// Returns the references of the result, without those to parameters.
    pub fn references(&self) -> Vec<Traversal> {
        let mut found = self.result.variables();
        found.retain(|it| self.parameters().all(|parameter| parameter != it.root()));
        found
    }

    /// Creates the function. Each call evaluates the result in a child of the context that `context` returns.
    pub fn into_function<C>(self, context: C) -> Function
    where
        C: Fn() -> EvalContext + Send + Sync + 'static,
    {
        let builder = self.with_parameters();
        builder.returning(Type::Dynamic, move |args, _| self.call(args, context().child()))
    }

    /// Starts a function with the parameters of the definition.
    fn with_parameters(&self) -> FunctionBuilder {
        let mut builder = Function::builder("A function of the configuration.").may_return_null();
        for name in &self.params {
            builder = builder.param(self.parameter(name));
        }
        match &self.variadic {
            Some(name) => builder.variadic(self.parameter(name)),
            None => builder,
        }
    }

    fn parameter(&self, name: &Str) -> Parameter {
        // Unknown arguments are allowed, because they determine the type of the result.
        let parameter = Parameter::new(name.to_string(), Type::Dynamic).allow_unknown();
        // A null may have no type.
        if self.allows_null { parameter.allow_null().allow_dynamic() } else { parameter }
    }

    /// Evaluates the result for arguments. They are added to the context as variables.
    fn call(&self, args: &[Value], mut context: EvalContext) -> Result<Value, FunctionError> {
        for (name, arg) in self.params.iter().zip(args) {
            context.set_variable(name.clone(), arg.clone());
        }
        if let Some(name) = &self.variadic {
            let rest = args.get(self.params.len()..).unwrap_or_default();
            context.set_variable(name.clone(), Value::tuple(rest.to_vec()));
        }
        let mut diags = Diagnostics::new();
        let result = self.result.value(&context, &mut diags);
        if diags.has_errors() {
            let reason = shortened(reason_of(&diags));
            let is_uncaught = diags.is_uncaught();
            let error = FunctionError::new(reason).with_details(InnerErrors::of(&diags));
            return Err(error.uncaught_if(is_uncaught));
        }
        if args.iter().all(Value::is_known) {
            return Ok(result);
        }
        let (result, marks) = result.unmark_deep();
        Ok(Value::unknown(result.ty()).with_marks(&marks))
    }
}

/// Returns the details of the errors in a result. The report shows their locations.
fn reason_of(diags: &Diagnostics) -> String {
    let errors = diags.iter().filter(|it| it.severity == Severity::Error);
    let texts = errors.map(|it| format!("{} {}", it.detail, it.help)).collect_vec();
    format!("the result has an error: {}", texts.join(" ").trim_end_matches([' ', '.']))
}

/// The names of parameters.
#[derive(Default)]
struct ParameterNames {
    names: Vec<Str>,
    /// The location of each name.
    places: NameMap<Place>,
}

impl ParameterNames {
    /// Adds a name. An invalid or repeated name is reported.
    fn add(&mut self, expr: &Expression, diags: &mut Diagnostics) {
        let Some(name) = expr.as_keyword() else {
            diags.push(diags::not_a_name(expr.place()));
            return;
        };
        if let Some(first) = self.places.get(&name) {
            diags.push(diags::repeated_param(expr.place(), &name, first.clone()));
            return;
        }
        self.places.insert(name.clone(), expr.place());
        self.names.push(name);
    }
}

fn definition_schema(variadic_param: &Str) -> BodySchema {
    let attributes =
        [("params".into(), true), (variadic_param.clone(), false), ("result".into(), true)];
    let attributes = attributes.map(|(name, required)| AttributeSchema { name, required });
    BodySchema { attributes: attributes.into(), ..BodySchema::default() }
}
