//! Adds a type to hcldyn: the keyword, a bare word such as `fast` in `mode = fast`, whose value is the word
//! itself. By default `fast` would be a variable. A type with its own decoder receives the expression instead
//! of its value, and interprets it.
//!
//! There are three steps: a function that decodes an expression to a keyword ([`decode`]), the type that uses
//! it ([`KEYWORD`]), and the Rust type for its values ([`Keyword`]). Keywords then work wherever types do: in a
//! field of a struct, in a parameter of a function, and in a spec built by hand.
//!
//! Run it with `cargo run --example keyword`.

use std::collections::BTreeMap;
use std::error::Error;
use std::sync::LazyLock;

use hcldyn::cty::{CapsuleType, FromValue, FromValueError, Function, Type, Value};
use hcldyn::diag::{Diagnostic, Report};
use hcldyn::ext::customdecode::CustomDecoder;
use hcldyn::spec::{self, BlocksSpec};
use hcldyn::syntax::Source;
use hcldyn::{Diagnostics, EvalContext, Expression, HclDecode};

const TEXT: &str = r#"
mode  = fast
label = "running ${spelled(fast)}"
"#;

const KEYS: &str = r#"
keys {
  quit = q
  help = f1
}
"#;

const BROKEN: &str = r#"
mode     = "fast"
fallback = 1 + 1
label    = spelled(very.slow)
"#;

/// Step 1: decodes an expression. Only its syntax matters, so this function has no context to evaluate it in. A
/// decoder made with [`CustomDecoder::new`] has one.
fn decode(expr: &Expression, diags: &mut Diagnostics) -> Value {
    if let Some(word) = expr.as_keyword() {
        return Value::capsule(&KEYWORD, Keyword(word.to_string()));
    }
    let detail = "A keyword is required: one word, without quotes.";
    diags.push(Diagnostic::error(expr.place(), "Invalid keyword", detail));
    Value::unknown(Keyword::ty())
}

/// Step 2: the type. A capsule holds a Rust value; the decoder is its extension. The type must be created only
/// once: two capsule types are always different types.
static KEYWORD: LazyLock<CapsuleType> =
    LazyLock::new(|| CapsuleType::with_extension("keyword", CustomDecoder::of_syntax(decode)));

/// Step 3: the Rust type, which names the capsule type and unwraps its values.
#[derive(Clone, Debug, PartialEq)]
struct Keyword(String);

impl FromValue for Keyword {
    fn ty() -> Type {
        Type::Capsule(KEYWORD.clone())
    }

    fn from_value(value: &Value) -> Result<Self, FromValueError> {
        value.as_capsule().cloned().ok_or_else(|| FromValueError::new("a keyword is required"))
    }
}

/// A field accepts a keyword like any other value. An `Option` can be left out.
#[derive(Debug, HclDecode)]
struct Config {
    mode: Keyword,
    fallback: Option<Keyword>,
    label: String,
}

/// A function parameter accepts a keyword.
fn context() -> EvalContext {
    let spelled = |word: Keyword| word.0.split("").collect::<Vec<_>>().join(" ").trim().to_owned();
    EvalContext::new().with_function(
        "spelled",
        Function::from_fn("A keyword letter by letter.", ["word"], spelled),
    )
}

/// A spec built by hand accepts keywords: here, all attributes of a block are keywords, regardless of their names.
fn keys(source: &Source) -> Result<BTreeMap<String, Keyword>, Diagnostics> {
    let mut diags = Diagnostics::new();
    let body = hcldyn::parse_body(source, &mut diags);
    let spec = BlocksSpec::attributes("keys", Keyword::ty()).required().into();
    let value = spec::decode(&body, &spec, &context(), &mut diags);
    diags.into_result(BTreeMap::from_value(&value).ok())
}

fn main() -> Result<(), Box<dyn Error>> {
    let config: Config = hcldyn::from_source(&Source::new("config.hcl", TEXT), &context())?;
    println!("mode {}, {}", config.mode.0, config.label);
    if let Some(Keyword(fallback)) = config.fallback {
        println!("or else {fallback}");
    }
    for (action, Keyword(key)) in keys(&Source::new("keys.hcl", KEYS))? {
        println!("{key} is for {action}");
    }
    println!("\nInvalid keywords:\n");
    if let Err(problems) =
        hcldyn::from_source::<Config>(&Source::new("broken.hcl", BROKEN), &context())
    {
        println!("{}", Report::new(&problems));
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keywords_are_taken_by_fields_parameters_and_specs() {
        let config: Config = hcldyn::from_str(TEXT, &context()).unwrap();
        assert_eq!(config.mode, Keyword("fast".to_owned()));
        assert_eq!(config.fallback, None);
        assert_eq!(config.label, "running f a s t");
        let keys = keys(&Source::new("keys.hcl", KEYS)).unwrap();
        let expected =
            [("help", "f1"), ("quit", "q")].map(|(k, v)| (k.to_owned(), Keyword(v.to_owned())));
        assert_eq!(keys, BTreeMap::from(expected));
    }

    #[test]
    fn an_invalid_keyword_is_reported_at_its_location() {
        let problems = hcldyn::from_str::<Config>(BROKEN, &context()).unwrap_err();
        let found: Vec<_> =
            problems.iter().filter_map(Diagnostic::place).map(|it| it.text()).collect();
        assert_eq!(found, ["\"fast\"", "1 + 1", "very.slow"]);
    }

    #[test]
    fn documents_show_the_whole_spec() {
        hcldyn_tests::documents::check(&Config::spec(), &context(), "keyword");
    }
}
