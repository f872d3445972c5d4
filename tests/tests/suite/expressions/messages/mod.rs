//! The messages of evaluation as users see them, in snapshots that are reviewed as a whole.
//!
//! The last test collects all messages from the sources of evaluation, and requires a snapshot of each.

mod topics;

use std::fmt::Write;

use self::topics::{
    CONSTRAINTS, EXACT_TYPES, FUNCTIONS, RECURSIVE_FUNCTIONS, TOPICS, WITH_DEFAULTS,
};
use crate::support::wording::wordings;
use hcldyn::cty::function::{Function, Parameter};
use hcldyn::cty::{CapsuleType, Mark, Number, Type, Value};
use hcldyn::diag::{Report, Style};
use hcldyn::ext::customdecode::CustomDecoder;
use hcldyn::ext::typeexpr::{exact_type, type_constraint, type_constraint_with_defaults};
use hcldyn::ext::{self, decode_functions};
use hcldyn::syntax::Source;
use hcldyn::{
    Decoder, Diagnostics, EvalContext, Expression, HclDecode, Limits, functions, parse_body,
    parse_expression,
};
use hcldyn_tests::text::report;

/// The source files with messages of evaluation.
const FILES: &[&str] = &[
    "crates/core/src/expr/cure.rs",
    "crates/core/src/expr/diags.rs",
    "crates/core/src/expr/eval/conditional.rs",
    "crates/core/src/expr/eval/operator.rs",
    "crates/core/src/ext/try_can.rs",
    "crates/core/src/ext/with.rs",
    "crates/core/src/ext/typeexpr/diags.rs",
    "crates/core/src/ext/userfunc/diags.rs",
    "crates/cty/src/convert/error.rs",
    "crates/cty/src/function/call.rs",
    "crates/cty/src/number/error.rs",
];

/// The messages that no configuration can produce, and the reasons.
const NEVER_SAID: &[(&str, &str)] = &[
    (
        "Both results must have a common type, which is",
        "no value is known that has no conversion to the common type of its own and another",
    ),
    ("their elements have different types", "tuples unify if all of their elements do"),
    ("their attributes have different types", "objects unify if all of their attributes do"),
    (
        "The time limit of the program is over, and the configuration is not evaluated to its end.",
        "the program limits the time in `limits::interrupts`",
    ),
    (
        "The program cancelled the evaluation of the configuration before its end.",
        "the program cancels in `limits::interrupts`",
    ),
    ("Start it again for a complete result.", "the program cancels in `limits::interrupts`"),
    ("more call one another", "the functions of a long cycle are in `limits::many_names`"),
    ("be an expression", "a closure is made of every argument"),
    ("The arguments of", "every expectation is about one argument"),
];

#[test]
fn messages_of_evaluation() {
    for (topic, mistakes) in TOPICS {
        let reports = mistakes.iter().map(|mistake| report(mistake, &evaluated(mistake)));
        insta::assert_snapshot!(*topic, all(reports));
    }
}

#[test]
fn messages_where_nothing_is_available() {
    let reports = ["port", "upper(1)"].map(|text| report(text, &with_nothing(text)));
    insta::assert_snapshot!("nothing_available", all(reports.into_iter()));
}

#[test]
fn messages_of_types() {
    let reports = types().into_iter().map(|(text, diags)| report(text, &diags));
    insta::assert_snapshot!("types", all(reports));
}

#[test]
fn messages_of_functions_of_a_configuration() {
    let reports = FUNCTIONS.iter().map(|text| report(text, &functions_of(text)));
    insta::assert_snapshot!("functions_of_a_configuration", all(reports));
}

#[test]
fn messages_of_recursive_functions() {
    let reports = RECURSIVE_FUNCTIONS.iter().map(|text| report(text, &recursive(text)));
    insta::assert_snapshot!("recursive_functions", all(reports));
}

#[test]
fn wordings_that_only_programs_see() {
    insta::assert_snapshot!("programs", wordings_for_programs().join("\n"));
}

/// One mistake causes exactly one diagnostic.
#[test]
fn each_error_is_reported_once() {
    let several = everything().into_iter().filter(|diags| diags.iter().count() != 1);
    let shown: Vec<_> =
        several.map(|diags| Report::new(&diags).style(Style::Plain).to_string()).collect();
    assert!(shown.is_empty(), "{}", shown.join("\n\n"));
}

#[test]
fn no_message_shows_a_secret() {
    for diags in everything() {
        let shown = Report::new(&diags).style(Style::Plain).to_string();
        assert!(!shown.contains("hunter2") && !shown.contains("4711"), "{shown}");
    }
}

#[test]
fn every_message_is_written_in_sentences() {
    for diag in everything().iter().flatten() {
        let (summary, detail) = (&diag.summary, diag.detail_with_help());
        assert!(summary.starts_with(char::is_uppercase), "{summary}");
        assert!(!summary.ends_with(['.', '!', '?']), "{summary}");
        let opening = detail.split(['(', ' ']).next().unwrap_or_default();
        let is_name = ["true", "core::upper"].contains(&opening)
            || detail.contains(&format!("{opening} takes"));
        assert!(!opening.starts_with(char::is_lowercase) || is_name, "{detail}");
        assert!(detail.ends_with(['.', '?']) && !detail.ends_with(".."), "{detail}");
    }
}

/// A message without a snapshot has never been reviewed.
#[test]
fn every_wording_is_in_a_snapshot() {
    let mut said = String::new();
    for diag in everything().iter().flatten() {
        writeln!(said, "{}\n{}\n{}", diag.summary, diag.detail, diag.help).unwrap();
        diag.related.iter().for_each(|related| writeln!(said, "{}", related.message).unwrap());
        diag.values.iter().for_each(|value| writeln!(said, "{value}").unwrap());
        diag.fixes.iter().for_each(|fix| writeln!(said, "{}", fix.title).unwrap());
    }
    said += &wordings_for_programs().join("\n");
    let is_excused = |part: &str| NEVER_SAID.iter().any(|(wording, _)| *wording == part);
    let unsaid: Vec<_> = FILES
        .iter()
        .flat_map(|file| wordings(file).into_iter().map(move |part| (file, part)))
        .filter(|(_, part)| !said.contains(part) && !is_excused(part))
        .collect();
    assert!(unsaid.is_empty(), "no snapshot has these: {unsaid:#?}");
}

/// Returns the diagnostics of every mistake above.
fn everything() -> Vec<Diagnostics> {
    let mistakes = TOPICS.iter().flat_map(|(_, mistakes)| *mistakes);
    let mut all: Vec<_> = mistakes.map(|mistake| evaluated(mistake)).collect();
    all.extend(["port", "upper(1)"].map(with_nothing));
    all.extend(types().into_iter().map(|(_, diags)| diags));
    all.extend(FUNCTIONS.iter().map(|text| functions_of(text)));
    all.extend(RECURSIVE_FUNCTIONS.iter().map(|text| recursive(text)));
    all
}

/// Returns the descriptions of functions, and the errors of direct calls and of numbers.
fn wordings_for_programs() -> Vec<String> {
    let functions = functions_to_call();
    let failed = |name: &str, args: Vec<Value>| {
        let (_, function) = functions.iter().find(|(known, _)| known == name).unwrap();
        function.call(args).unwrap_err().to_string()
    };
    let number = |text: &str| Number::parse(text).unwrap_err().to_string();
    let mut all: Vec<_> = ext::all().map(|(_, it)| it.description().to_owned()).collect();
    all.push(failed("core::upper", Vec::new()));
    all.push(failed("core::upper", vec![Value::from(true)]));
    all.push(failed("gives_deep", Vec::new()));
    all.push(number("a"));
    all.push(number(&"9".repeat(80_001)));
    all
}

fn evaluated(text: &str) -> Diagnostics {
    reported(text, |expr, diags| {
        expr.value(&context(), diags);
    })
}

fn with_nothing(text: &str) -> Diagnostics {
    reported(text, |expr, diags| {
        expr.value(&EvalContext::new(), diags);
    })
}

fn types() -> Vec<(&'static str, Diagnostics)> {
    let exact = |expr: &Expression, diags: &mut Diagnostics| drop(exact_type(expr, diags));
    let constraint =
        |expr: &Expression, diags: &mut Diagnostics| drop(type_constraint(expr, diags));
    let with_defaults = |expr: &Expression, diags: &mut Diagnostics| {
        drop(type_constraint_with_defaults(expr, diags));
    };
    let mut all: Vec<_> = EXACT_TYPES.iter().map(|text| (*text, reported(text, exact))).collect();
    all.extend(CONSTRAINTS.iter().map(|text| (*text, reported(text, constraint))));
    all.extend(WITH_DEFAULTS.iter().map(|text| (*text, reported(text, with_defaults))));
    all
}

fn functions_of(text: &str) -> Diagnostics {
    let mut diags = Diagnostics::new();
    let body = parse_body(&Source::new("example", text), &mut diags);
    decode_functions(&body, "function", EvalContext::new, &mut diags);
    diags
}

fn recursive(text: &str) -> Diagnostics {
    #[derive(Debug, HclDecode)]
    struct Empty {}

    Decoder::new().functions("function").text("example", text).decode::<Empty>().unwrap_err()
}

fn reported(text: &str, look: impl Fn(&Expression, &mut Diagnostics)) -> Diagnostics {
    let (mut diags, mut syntax) = (Diagnostics::new(), Diagnostics::new());
    let expr = parse_expression(&Source::new("example", text), &mut syntax);
    assert!(!syntax.has_errors(), "{text}: {syntax}");
    look(&expr.unwrap(), &mut diags);
    diags
}

fn all(reports: impl Iterator<Item = String>) -> String {
    reports.collect::<Vec<_>>().join("\n\n")
}

fn context() -> EvalContext {
    let site = Value::object([("name", Value::from("a")), ("port", Value::from(80))]);
    let secret = Value::from("hunter2").mark(Mark::sensitive());
    let deep = (0..Value::MAX_DEPTH).fold(Value::from(1), |deep, _| Value::tuple(vec![deep]));
    EvalContext::new()
        .with_variable("port", Value::from(80))
        .with_variable("ports", Value::list(Type::Number, vec![80.into(), 443.into()]))
        .with_variable("site", site.clone())
        .with_variable("sites", Value::list(site.ty(), vec![site.clone(), site]))
        .with_variable("nowhere", Value::object(std::iter::empty::<(&str, Value)>()))
        .with_variable("tags", Value::map(Type::String, vec![("owner".into(), "me".into())]))
        .with_variable("nothing", Value::null(Type::Dynamic))
        .with_variable("empty_list", Value::null(Type::list(Type::String)))
        .with_variable("later", Value::unknown(Type::Number))
        .with_variable("secrets", Value::list(Type::String, vec![secret.clone()]))
        .with_variable("secret", secret)
        .with_variable("hidden", Value::from(4711).mark(Mark::sensitive()))
        .with_variable("hidden_ports", Value::from(vec![80]).mark(Mark::sensitive()))
        .with_variable(
            "hidden_tags",
            Value::map(Type::Number, vec![("hunter2".into(), 4711.into())]).mark(Mark::sensitive()),
        )
        .with_variable("any_list", Value::unknown(Type::list(Type::Dynamic)))
        .with_variable("deep", deep)
        .with_functions(functions_to_call())
        .with_limits(Limits::default().with_work(200_000))
}

/// Returns the library, a namespace, the extensions, and functions of the program and of a configuration.
fn functions_to_call() -> Vec<(String, Function)> {
    let upper = functions::all().find(|(name, _)| *name == "upper").unwrap().1;
    let mut all: Vec<_> =
        functions::all().chain(ext::all()).map(|(n, f)| (n.to_owned(), f)).collect();
    all.push(("core::upper".to_owned(), upper));
    let gives = |value: Value| {
        Function::builder("Breaks its promise.")
            .returning(Type::Number, move |_, _| Ok(value.clone()))
    };
    let pad = Function::builder("A text of at least this width.")
        .param(Parameter::new("text", Type::String))
        .param(Parameter::new("width", Type::Number).optional())
        .returning(Type::String, |args, _| Ok(args[0].clone()));
    all.push(("pad".to_owned(), pad));
    let decode = |_: &Expression, _: &EvalContext, _: &mut Diagnostics| Value::from(1);
    let quoted = CapsuleType::with_extension("quoted", CustomDecoder::new(decode));
    let quote = Function::builder("The expression as it is written.")
        .param(Parameter::new("expression", Type::Capsule(quoted)))
        .returning(Type::String, |_, _| Ok("".into()));
    all.push(("quote".to_owned(), quote));
    all.push(("gives_null".to_owned(), gives(Value::null(Type::Number))));
    all.push(("gives_text".to_owned(), gives("a".into())));
    let gives_deep = Function::builder("A value nested too deep.")
        .returning(Type::Number, |_, _| {
            Ok((0..=Value::MAX_DEPTH).fold(Value::from(1), |deep, _| Value::tuple(vec![deep])))
        });
    all.push(("gives_deep".to_owned(), gives_deep));
    let text = r#"function "forever" {
  params = [n]
  result = forever(n)
}
function "broken" {
  params = []
  result = absent + 1
}"#;
    let mut diags = Diagnostics::new();
    let body = parse_body(&Source::new("functions", text), &mut diags);
    let (defined, _) = decode_functions(&body, "function", context_of_functions, &mut diags);
    all.extend(defined.into_iter().map(|(name, function)| (name.to_string(), function)));
    all
}

/// Returns the context of the functions of the configuration: the functions themselves, created again for
/// each call.
fn context_of_functions() -> EvalContext {
    EvalContext::new().with_variable("n", 0).with_functions(functions_to_call())
}
