//! Checks without values: random expressions over typed variables, and planted mistakes.
//!
//! [`run`] checks a random expression with unknown values. If the check reports an error, no values of the declared types
//! may evaluate without one. [`planted`] puts one mistake into a valid configuration, which the check must find.

mod expressions;
mod modules;
mod plant;
mod values;

use std::fmt;

use hcldyn::cty::{Type, Value};
use hcldyn::load::TypeCheck;
use hcldyn::spec::{AttrSpec, BlocksSpec, Spec, decode};
use hcldyn::syntax::Source;
use hcldyn::{Diagnostics, EvalContext, ext, functions, parse_body};

pub(crate) use self::expressions::configuration;
pub use self::modules::module_report;
pub use self::plant::{KINDS, Planted, planted};
use crate::random::Random;

/// The number of random values with which a rejected expression is evaluated.
const VALUES: usize = 40;

/// A random expression that the check and the evaluation with values disagree about.
#[derive(Debug)]
pub struct Difference {
    /// The configuration.
    pub text: String,
    /// The diagnostics of the check.
    pub check: String,
    /// The values of the variables that evaluate without an error.
    pub values: String,
}

impl fmt::Display for Difference {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}\nis rejected: {}\nbut evaluates with {}", self.text, self.check, self.values)
    }
}

/// The result of one case.
#[derive(Debug)]
pub struct Outcome {
    /// `true` if the check reports an error.
    pub is_rejected: bool,
    /// A disagreement, if there is one.
    pub difference: Option<Difference>,
}

/// Checks a random expression.
pub fn run(seed: u64, index: u64) -> Outcome {
    let mut random = Random::new(seed, index);
    let text = configuration(&mut random);
    let spec = spec();
    let with_functions = context();
    let unknown = |context: EvalContext, (name, ty): (&str, Type)| {
        context.with_variable(name, Value::unknown(ty))
    };
    let ctx = values::variables().into_iter().fold(with_functions.child(), unknown);
    let mut diags = Diagnostics::new();
    let body = parse_body(&Source::new("a.hcl", &*text), &mut diags);
    assert!(diags.is_empty(), "{text}\n{diags}");
    TypeCheck::new(&spec, &ctx).run(&body, &mut diags);
    if !diags.has_errors() {
        return Outcome { is_rejected: false, difference: None };
    }
    for _ in 0..VALUES {
        let mut shown = Vec::new();
        let mut ctx = with_functions.child();
        for (name, ty) in values::variables() {
            let value = values::random(&ty, &mut random, 0);
            shown.push(format!("{name} = {value:?}"));
            ctx.set_variable(name, value);
        }
        let mut found = Diagnostics::new();
        decode(&body, &spec, &ctx, &mut found);
        if !found.has_errors() {
            let (check, values) = (diags.to_string(), shown.join(", "));
            let difference = Some(Difference { text, check, values });
            return Outcome { is_rejected: true, difference };
        }
    }
    Outcome { is_rejected: true, difference: None }
}

/// Returns the variables of the configurations with random values.
pub(crate) fn random_variables(random: &mut Random) -> Vec<(&'static str, Value)> {
    let variables = values::variables().into_iter();
    variables.map(|(name, ty)| (name, values::random(&ty, random, 0))).collect()
}

/// The context of the configurations, with all functions.
fn context() -> EvalContext {
    EvalContext::new()
        .with_functions(functions::all())
        .with_function("try", ext::try_fn())
        .with_function("can", ext::can_fn())
}

/// The spec of the configurations: attributes of several types, and generated blocks.
fn spec() -> Spec {
    let attr = |name: &str, ty: Type| Spec::from(AttrSpec::new(name, ty));
    let rule = Spec::object([
        ("name", attr("name", Type::String)),
        ("port", attr("port", Type::Number)),
        ("any", attr("any", Type::Dynamic)),
    ]);
    Spec::object([
        ("any", attr("any", Type::Dynamic)),
        ("other", attr("other", Type::Dynamic)),
        ("name", attr("name", Type::String)),
        ("port", attr("port", Type::Number)),
        ("names", attr("names", Type::list(Type::String))),
        ("enabled", attr("enabled", Type::Bool)),
        ("rules", BlocksSpec::new("rule", rule).tuple().dynamic().into()),
    ])
}
