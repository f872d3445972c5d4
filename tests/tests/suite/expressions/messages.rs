//! The messages of evaluation as users see them, in snapshots that are reviewed as a whole.
//!
//! The last test collects all messages from the sources of evaluation, and requires a snapshot of each.

use std::fmt::Write;

use crate::support::wording::wordings;
use hcldyn::cty::function::{Function, Parameter};
use hcldyn::cty::{CapsuleType, Mark, Number, Type};
use hcldyn::diag::{Report, Style};
use hcldyn::ext::typeexpr::{exact_type, type_constraint, type_constraint_with_defaults};
use hcldyn::ext::{self, decode_functions};
use hcldyn::source::Source;
use hcldyn::{
    CustomDecoder, Decoder, Diagnostics, EvalContext, Expression, HclDecode, Limits, Value,
    functions, parse_body, parse_expression,
};
use hcldyn_tests::text::report;

/// Expressions with one mistake each, by topic.
const TOPICS: &[(&str, &[&str])] = &[
    (
        "variables",
        &["porst + 1", "max(fast)", "ingress.key", "[for p in ports : ingress if p > 80]"],
    ),
    (
        "attributes",
        &[
            "site.prot",
            "site.zzz",
            "nowhere.zzz",
            "tags.owmer",
            "tags.zzz",
            "nothing.name",
            "sites.name",
            "toset(sites).name",
            "[site].name",
            "port.name",
            "secret.name",
            "later.name",
            "site[0]",
            "site[\"zzz\"]",
            "site[secret]",
            "tags[secret]",
            "hidden_tags.huntre2",
            "hidden_tags[\"zzz\"]",
            "sites[*].zzz",
            "sites[*].prot",
            "later[*].name",
        ],
    ),
    (
        "indexes",
        &[
            "nothing[0]",
            "ports[null]",
            "ports[\"a\"]",
            "ports[0.5]",
            "ports[-1]",
            "ports[2]",
            "ports[port]",
            "[1][1]",
            "[][0]",
            "secrets[3]",
            "secrets[-1]",
            "hidden_ports[3]",
            "ports[hidden]",
            "toset(ports)[0]",
            "port[0]",
            "secret[0]",
        ],
    ),
    (
        "operators",
        &[
            "\"x\" + 1",
            "1 + port + true",
            "ports - 1",
            "1 < nothing",
            "nothing * 2",
            "-nothing",
            "!port",
            "-\"x\"",
            "secret * 2",
            "hidden && true",
            "later < true",
            "0 / 0",
            "1 / 0 - 1 / 0",
            "1 / 0 + -1 / 0",
            "0 * (1 / 0)",
            "(1 / 0) / (1 / 0)",
            "(1 / 0) % 2",
            "true && nothing",
            "true && \"TRUE\"",
            "{ a = 1, b = 2 } + 1",
        ],
    ),
    (
        "conditions",
        &[
            "nothing ? 1 : 2",
            "port ? 1 : 2",
            "\"True\" ? 1 : 2",
            "secret ? 1 : 2",
            "true ? ports : port",
            "true ? ports : sites",
            "true ? { a = 1 } : { b = [] }",
            "true ? { a = 1 } : { a = 1, b = [] }",
            "true ? [1, []] : any_list",
            "true ? [1, {}] : toset(any_list)",
            "true ? [[1, {}]] : [any_list]",
            "true ? { a = [port] } : { a = port }",
            "true ? [1, 2] : [ports, {}]",
            "true ? [1] : [\"a\", 2, {}]",
            "true ? [\"a\", {}] : tolist([1])",
        ],
    ),
    (
        "templates",
        &[
            "\"port ${nothing}\"",
            "\"port ${ports}\"",
            "\"port ${secrets}\"",
            "\"port ${site}\"",
            "\"port ${{ a = 1, b = 2 }}\"",
            "\"%{ if nothing }a%{ endif }\"",
            "\"%{ for p in ports }${nothing}%{ endfor }\"",
            "\"%{ for p in port }${p}%{ endfor }\"",
            "<<EOT\nfirst\n${nothing}\nEOT\n",
        ],
    ),
    (
        "loops",
        &[
            "[for p in nothing : p]",
            "[for p in port : p]",
            "[for p in secret : p]",
            "[for p in ports : p if nothing]",
            "[for p in ports : p if p]",
            "[for p in ports : p / 0 - p / 0]",
            "empty_list[*]",
            "nothing[*].a + 1",
            "tolist([{ v = null }, { v = 1 }])[*].v[*]",
        ],
    ),
    (
        "objects",
        &[
            "{ for p in ports : nothing => p }",
            "{ for p in ports : ports => p }",
            "{ for p in ports : \"k\" => p }",
            "{ for p in ports : secret => p }",
            "{ a.b = 1 }",
            "{ (nothing) = 1 }",
            "{ (ports) = 1 }",
            "{ (secrets) = 1 }",
            "{ a = 1, (\"a\") = 2 }",
            "{ (secret) = 1, (secret) = 2 }",
        ],
    ),
    (
        "calls",
        &[
            "uper(\"a\")",
            "not(true)",
            "frobnicate(1)",
            "net::cidr(1)",
            "core::uper(1)",
            "core::frobnicate(1)",
            "cor::upper(1)",
            "upper()",
            "upper(\"a\", \"b\")",
            "timestamp_of_day(1)",
            "join(\",\")",
            "substr(\"a\", 1, 2, 3)",
            "upper(ports)",
            "upper(nothing)",
            "upper(secrets)",
            "max(nothing...)",
            "max(port...)",
            "max(secret...)",
            "max(1, \"x\")",
            "max([1, \"x\"]...)",
            "max()",
            "broken()",
            "format()",
            "pad(\"a\", 1, 2)",
            "gives_null(1)",
            "gives_null()",
            "gives_text()",
            "quote(port)",
        ],
    ),
    (
        "functions",
        &[
            "parseint(\"12z\", 10)",
            "parseint(secret, 10)",
            "tonumber(\"x\")",
            "tobool(2)",
            "tobool(\"TRUE\")",
            "tonumber({ a = 1 })",
            "toset([1, {}])",
            "range(1, 9, 0)",
            "element([], 0)",
            "lookup(tags, \"zzz\")",
            "index(ports, 22)",
            "zipmap([\"a\"], [])",
            "chunklist(ports, 0.5)",
            "flatten(port)",
            "merge(tags, ports)",
            "setproduct()",
            "one(ports)",
            "regex(\"(\", \"a\")",
            "regex(\"b\", \"a\")",
            "format(\"%d\", \"x\")",
            "format(\"%d\")",
            "format(\"%z\", 1)",
            "jsondecode(\"{\\\"rule\\\": [1, \")",
            "jsondecode(\"1e999999\")",
            "csvdecode(\"a,b\\n1\")",
            "base64decode(\"*\")",
            "cidrsubnet(\"10.0.0.0/30\", 8, 1)",
            "cidrhost(\"10.0.0.0\", 1)",
            "formatdate(\"YYYY\", \"yesterday\")",
            "timeadd(\"2024-01-01T00:00:00Z\", \"1 day\")",
            "log(-1, 2)",
            "indent(-1, \"a\")",
        ],
    ),
    (
        "extensions",
        &[
            "try(porst, site.zzz)",
            "try()",
            "can()",
            "with(1, port)",
            "with({ a = 1 }, a + b)",
            "convert(ports, string)",
            "convert(1, strnig)",
            "convert({ a = 1 }, object({ a = number, b = string }))",
            "convert([1, {}], list(any))",
            "convert([1], tuple([number, number]))",
            "convert(\"TRUE\", bool)",
            "convert(secret, number)",
        ],
    ),
    (
        "limits",
        &[
            "[for p in range(1000) : range(1000)]",
            "can([for p in range(1000) : range(1000)])",
            "forever(1)",
            "[deep]",
            "{ a = deep }",
        ],
    ),
];

/// Types with one mistake each, parsed as the type of a value.
const EXACT_TYPES: &[&str] = &["any", "list(any)", "object({ a = optional(string) })"];

/// Types with one mistake each, parsed as a constraint.
const CONSTRAINTS: &[&str] = &[
    "\"string\"",
    "5",
    "strnig",
    "integer",
    "lst(string)",
    "list",
    "list()",
    "set(string, number)",
    "map",
    "tuple",
    "object",
    "string(1)",
    "tuple(string)",
    "object(string)",
    "object({ (a) = string })",
    "object({ a = string, a = number })",
    "optional(string)",
    "list(optional(string))",
    "object({ a = optional() })",
    "object({ a = optional(string, \"b\") })",
];

/// Types with one mistake each, parsed with their defaults.
const WITH_DEFAULTS: &[&str] =
    &["object({ a = optional(string, 1, 2) })", "object({ a = optional(number, \"x\") })"];

/// Functions defined in a configuration, with one mistake each.
const FUNCTIONS: &[&str] = &[
    r#"function "f" {
  params = []
  result = 1
}

function "f" {
  params = []
  result = 2
}"#,
    "function \"f\" {\n  params = a\n  result = 1\n}",
    "function \"f\" {\n  params = [a.b]\n  result = 1\n}",
    r#"function "f" {
  params = [a, b, a]
  result = 1
}"#,
    r#"function "f" {
  params         = [a]
  variadic_param = a
  result         = 1
}"#,
    "function \"f\" {\n  params = []\n}",
];

/// Functions that call themselves.
const RECURSIVE_FUNCTIONS: &[&str] = &[
    r#"function "down" {
  params = [n]
  result = n > 0 ? down(n - 1) : 0
}"#,
    r#"function "even" {
  params = [n]
  result = n == 0 || odd(n - 1)
}
function "odd" {
  params = [n]
  result = even(n - 1)
}"#,
];

/// The source files with messages of evaluation.
const FILES: &[&str] = &[
    "hcldyn/src/expr/cure.rs",
    "hcldyn/src/expr/diags.rs",
    "hcldyn/src/expr/eval/conditional.rs",
    "hcldyn/src/expr/eval/operator.rs",
    "hcldyn/src/ext/try_can.rs",
    "hcldyn/src/ext/with.rs",
    "hcldyn/src/ext/typeexpr/diags.rs",
    "hcldyn/src/ext/userfunc/diags.rs",
    "hcldyn-cty/src/convert/error.rs",
    "hcldyn-cty/src/function/call.rs",
    "hcldyn-cty/src/number/error.rs",
];

/// The messages that no configuration can produce, and the reasons.
const NEVER_SAID: &[(&str, &str)] = &[
    (
        "Both results must have a common type, which is",
        "no value is known that has no conversion to the common type of its own and another",
    ),
    ("their elements have different types", "tuples unify if all of their elements do"),
    ("their attributes have different types", "objects unify if all of their attributes do"),
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
