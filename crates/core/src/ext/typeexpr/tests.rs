//! Types, errors in them, and defaults. The expected types, source locations and values are those of the
//! reference.

use proptest::prelude::{Just, Strategy, prop_assert, prop_assert_eq, proptest};
use proptest::prop_oneof;
use proptest::sample::select;

use super::*;
use crate::cty::{Mark, ObjectType, Refinement, Str, Value};
use crate::expr::EvalContext;
use crate::source::Source;
use crate::syntax::native::parse_expression;

type Read = fn(&Expression, &mut Diagnostics) -> Type;

fn parse(text: &str) -> Expression {
    let mut diags = Diagnostics::new();
    parse_expression(&Source::new("t", text), &mut diags)
        .unwrap_or_else(|| panic!("{text}: {diags}"))
}

fn with_defaults(expr: &Expression, diags: &mut Diagnostics) -> Type {
    type_constraint_with_defaults(expr, diags).ty
}

/// Returns the type, and the source text and detail of each error.
fn read(read: Read, text: &str) -> (String, Vec<(String, String)>) {
    let mut diags = Diagnostics::new();
    let ty = read(&parse(text), &mut diags);
    let problems = diags.iter().map(|problem| {
        let place = problem.place().unwrap().text().to_owned();
        (place, problem.detail_with_help().into_owned())
    });
    (ty.to_string(), problems.collect())
}

/// Returns the type and the only error of a source: `type / source text / detail`.
fn problem(with: Read, text: &str) -> String {
    let (ty, problems) = read(with, text);
    let [(place, detail)] = problems.as_slice() else { panic!("{text}: {problems:?}") };
    format!("{ty} / {place} / {detail}")
}

#[test]
fn types() {
    for (text, ty) in [
        ("bool", "bool"),
        ("list(set(map(number)))", "list(set(map(number)))"),
        ("tuple([])", "tuple([])"),
        ("tuple([string, bool])", "tuple([string, bool])"),
        ("object({})", "object({})"),
        ("object({b = string\na = bool})", "object({a = bool, b = string})"),
        ("object({null=string,true=bool})", "object({null = string, true = bool})"),
        ("list(string...)", "list(string)"),
    ] {
        for with in [exact_type, type_constraint, with_defaults] {
            assert_eq!(read(with, text), (ty.to_owned(), vec![]), "{text}");
        }
    }
}

#[test]
fn constraints() {
    for text in ["any", "list(any)", "object({a = optional(list(any)), b = any})"] {
        for with in [type_constraint, with_defaults] {
            assert_eq!(read(with, text), (text.to_owned(), vec![]), "{text}");
        }
    }
    let text = "tuple([object({a = optional(string, \"x\")})])";
    let ty = "tuple([object({a = optional(string)})])";
    assert_eq!(read(with_defaults, text), (ty.to_owned(), vec![]));
}

#[test]
fn defaults_exist_only_if_written() {
    let defaults =
        |text| type_constraint_with_defaults(&parse(text), &mut Diagnostics::new()).defaults;
    assert_eq!(defaults("map(tuple([object({a = optional(string)})]))"), None);
    assert!(defaults("map(tuple([any, object({a = optional(string, null)})]))").is_some());
}

#[test]
fn invalid_types() {
    let plain = |text| problem(type_constraint, text);
    let hint = "This is not a type. Write a type such as string or list(number).";
    for text in ["5", "a.b", "[string]", "(string)"] {
        assert_eq!(plain(text), format!("any / {text} / {hint}"));
    }
    let detail = "This is not a type. Write string without quotes.";
    assert_eq!(plain("\"string\""), format!("any / \"string\" / {detail}"));
    let detail = "The type \"sting\" does not exist. Did you mean \"string\"?";
    assert_eq!(plain("sting"), format!("any / sting / {detail}"));
    assert_eq!(plain("list(sting)"), format!("list(any) / sting / {detail}"));
    let detail = "The type \"null\" does not exist. Types are bool, number, string, list(…), set(…), \
                  map(…), tuple([…]) and object({…}).";
    assert_eq!(plain("null"), format!("any / null / {detail}"));
    let detail = "The type \"lst\" does not exist. Did you mean \"list\"?";
    assert_eq!(plain("lst(string)"), format!("any / lst / {detail}"));
}

#[test]
fn counts_of_arguments() {
    let plain = |text| problem(type_constraint, text);
    let detail =
        "A list type takes exactly one argument, the type of the elements. Write list(string).";
    assert_eq!(plain("list"), format!("any / list / {detail}"));
    assert_eq!(plain("list()"), format!("any / () / {detail}"));
    assert_eq!(plain("list(string, bool)"), format!("any / bool / {detail}"));
    assert_eq!(plain("list(string, bool, any)"), format!("any / bool, any / {detail}"));
    let detail =
        "A set type takes exactly one argument, the type of the elements. Write set(string).";
    assert_eq!(plain("set"), format!("any / set / {detail}"));
    let detail =
        "A map type takes exactly one argument, the type of the elements. Write map(string).";
    assert_eq!(plain("map()"), format!("any / () / {detail}"));
    let detail = "A tuple type takes exactly one argument, a list with the types of the elements. \
                  Write tuple([string, number]).";
    assert_eq!(plain("tuple"), format!("any / tuple / {detail}"));
    let detail = "An object type takes exactly one argument, an object with the types of the \
                  attributes. Write object({ name = string }).";
    assert_eq!(plain("object()"), format!("any / () / {detail}"));
    let detail = "The type string takes no arguments. Write string.";
    assert_eq!(plain("string(1)"), format!("any / (1) / {detail}"));
    let detail = "The type any takes no arguments. Write any.";
    assert_eq!(plain("any()"), format!("any / () / {detail}"));
}

#[test]
fn parts_of_tuples_and_objects() {
    let plain = |text| problem(type_constraint, text);
    let detail =
        "The types of the elements of a tuple must be a list. Write tuple([string, number]).";
    assert_eq!(plain("tuple({})"), format!("any / {{}} / {detail}"));
    assert_eq!(plain("tuple(string)"), format!("any / string / {detail}"));
    let detail = "The types of the attributes must be an object. Write object({ name = string }).";
    assert_eq!(plain("object([a])"), format!("any / [a] / {detail}"));
    let detail = "An attribute name must be an identifier, without quotes or parentheses.";
    assert_eq!(plain("object({\"a\" = string})"), format!("object({{}}) / \"a\" / {detail}"));
    assert_eq!(plain("object({(a) = string})"), format!("object({{}}) / (a) / {detail}"));
}

#[test]
fn a_duplicate_attribute_is_an_error() {
    let mut diags = Diagnostics::new();
    let ty = type_constraint(&parse("object({a = string, a = bool})"), &mut diags);
    assert_eq!(ty.to_string(), "object({a = string})");
    let problem = diags.iter().find(|it| it.severity == crate::diag::Severity::Error).unwrap();
    assert_eq!(
        problem.to_string(),
        "t:1:21: error: Invalid type; The attribute \"a\" appears more than once in this object type. Remove one of them."
    );
    assert_eq!(problem.related[0].place.to_string(), "t:1:9");
}

#[test]
fn optional_is_rejected_outside_of_attributes() {
    let detail = "Only an attribute of an object type can be optional. Write \
                  object({ name = optional(string) }).";
    for (text, ty) in
        [("optional", "any"), ("optional(string)", "any"), ("list(optional(string))", "list(any)")]
    {
        assert_eq!(problem(type_constraint, text), format!("{ty} / optional / {detail}"));
    }
    let detail = "The type must be exact here, so its attributes can't be optional. Write the type \
                  of the attribute without optional(…).";
    let expected = format!("object({{a = string}}) / optional / {detail}");
    assert_eq!(problem(exact_type, "object({a = optional(string)})"), expected);
    assert_eq!(problem(exact_type, "object({a = optional(string, \"x\")})"), expected);
    let detail =
        "The type must be exact here, not \"any\". Write a type such as string or list(number).";
    assert_eq!(problem(exact_type, "map(any)"), format!("map(any) / any / {detail}"));
}

#[test]
fn arguments_of_optional_are_checked() {
    let detail = "The type of the optional attribute is missing. Write optional(string).";
    for with in [exact_type, type_constraint, with_defaults] {
        let found = problem(with, "object({a = optional()})");
        assert_eq!(found, format!("object({{}}) / () / {detail}"));
    }
    let detail = "An attribute can't have a default here. Write optional(…) with the type only.";
    let found = problem(type_constraint, "object({a = optional(string, \"x\")})");
    assert_eq!(found, format!("object({{a = string}}) / \"x\" / {detail}"));
    let detail = "An optional attribute takes at most a type and a default. Write \
                  optional(number, 80).";
    let found = problem(with_defaults, "object({a = optional(string, \"x\", 1)})");
    assert_eq!(found, format!("object({{a = string}}) / 1 / {detail}"));
}

#[test]
fn defaults_of_another_type_are_rejected() {
    let detail = "Invalid default for an attribute of type number: a number is required.";
    let found = problem(with_defaults, "list(object({a = optional(number, \"x\")}))");
    assert_eq!(found, format!("list(object({{a = optional(number)}})) / \"x\" / {detail}"));
}

#[test]
fn defaults_cannot_use_variables_or_functions() {
    let summary = |text| {
        let mut diags = Diagnostics::new();
        with_defaults(&parse(text), &mut diags);
        diags.to_string().split(';').next().unwrap().to_owned()
    };
    let variable = summary("object({a = optional(string, v)})");
    assert_eq!(variable, "t:1:30: error: Variables not available");
    let function = summary("object({a = optional(string, f())})");
    assert_eq!(function, "t:1:30: error: Functions not available");
}

#[test]
fn all_errors_are_reported() {
    let (ty, problems) = read(type_constraint, "list(object({a = bad, b = worse}))");
    assert_eq!(ty, "list(object({a = any, b = any}))");
    let places: Vec<_> = problems.iter().map(|(place, _)| place).collect();
    assert_eq!(places, ["bad", "worse"]);
}

fn context() -> EvalContext {
    EvalContext::new()
        .with_function("convert", convert_fn())
        .with_variable("unknown", Value::unknown(Type::String))
        .with_variable("dynamic", Value::dynamic())
        .with_variable("not_null", Value::unknown_refined(Type::String, Refinement::not_null()))
        .with_variable("unknown_object", Value::unknown(Type::object::<Str>([])))
}

fn value(text: &str) -> Value {
    let mut diags = Diagnostics::new();
    let value = parse(text).value(&context(), &mut diags);
    assert!(diags.is_empty(), "{text}: {diags}");
    value
}

fn apply(ty: &str, given: Value) -> Value {
    let mut diags = Diagnostics::new();
    let TypeConstraint { defaults, .. } = type_constraint_with_defaults(&parse(ty), &mut diags);
    assert!(diags.is_empty(), "{ty}: {diags}");
    defaults.unwrap().apply(given)
}

#[test]
fn defaults_of_objects() {
    for (ty, given, expected) in [
        ("object({a = optional(string, \"x\")})", "{}", "{a = \"x\"}"),
        ("object({a = optional(string, \"x\")})", "{a = null}", "{a = \"x\"}"),
        ("object({a = optional(string, \"x\")})", "{a = \"y\", c = 1}", "{a = \"y\", c = 1}"),
        ("object({a = optional(string, \"x\")})", "{a = unknown}", "{a = not_null}"),
        ("object({a = optional(string, \"x\")})", "{a = dynamic}", "{a = dynamic}"),
        ("object({a = optional(string, null)})", "{a = unknown}", "{a = unknown}"),
        ("object({a = optional(string, null)})", "{}", "{a = convert(null, string)}"),
        ("object({a = optional(number, \"5\")})", "{}", "{a = 5}"),
        ("object({a = optional(object({b = optional(string, \"z\")}))})", "{}", "{}"),
        (
            "object({a = optional(object({b = optional(string, \"z\")}), {})})",
            "{}",
            "{a = {b = \"z\"}}",
        ),
        ("object({a = object({b = optional(string, \"z\")})})", "{a = {}}", "{a = {b = \"z\"}}"),
    ] {
        assert_eq!(apply(ty, value(given)), value(expected), "{ty} {given}");
    }
}

#[test]
fn defaults_of_collections() {
    let list = "list(object({a = optional(string, \"x\")}))";
    for (ty, given, expected) in [
        (list, "[{}, {a = 1}]", "[{a = \"x\"}, {a = 1}]"),
        (
            list,
            "convert([{a = null}, {a = \"q\"}], list(object({a = string})))",
            "convert([{a = \"x\"}, {a = \"q\"}], list(object({a = string})))",
        ),
        (list, "{k = {}}", "{k = {a = \"x\"}}"),
        (list, "convert([], list(bool))", "convert([], list(bool))"),
        (
            "set(object({a = optional(string, \"x\")}))",
            "convert([{a = null}, {a = \"x\"}], set(object({a = string})))",
            "convert([{a = \"x\"}], set(object({a = string})))",
        ),
        (
            "map(object({a = optional(string, \"x\")}))",
            "{k = {}, l = {a = \"y\"}}",
            "{k = {a = \"x\"}, l = {a = \"y\"}}",
        ),
        (
            "map(object({b = optional(string, \"x\")}))",
            "convert({k = {a = \"1\"}}, map(map(string)))",
            "convert({k = {a = \"1\", b = \"x\"}}, map(map(string)))",
        ),
    ] {
        assert_eq!(apply(ty, value(given)), value(expected), "{ty} {given}");
    }
}

#[test]
fn defaults_of_an_object_in_a_map() {
    let map = value("convert({x = 1}, map(number))");
    let unified = apply("object({a = optional(string, \"x\")})", map.clone());
    assert_eq!(unified, value("convert({a = \"x\", x = \"1\"}, map(string))"));
    let apart = apply("object({a = optional(list(string), [\"k\"])})", map);
    assert_eq!(apart, value("{a = convert([\"k\"], list(string)), x = 1}"));
}

#[test]
fn defaults_of_tuples() {
    let ty = "tuple([string, object({a = optional(string, \"x\")})])";
    assert_eq!(apply(ty, value("[\"p\", {}]")), value("[\"p\", {a = \"x\"}]"));
    assert_eq!(apply(ty, value("[{}, {}, {}]")), value("[{}, {a = \"x\"}, {}]"));
    assert_eq!(apply(ty, value("{\"1\" = {}}")), value("{\"1\" = {}}"));
}

#[test]
fn defaults_only_apply_to_objects() {
    let ty = "object({a = optional(string, \"x\")})";
    for given in ["[{}]", "\"text\"", "null", "dynamic", "unknown_object"] {
        assert_eq!(apply(ty, value(given)), value(given), "{given}");
    }
}

#[test]
fn defaults_keep_marks() {
    let (inner, outer) = (Mark::new("inner"), Mark::new("outer"));
    let given = Value::object([("a", Value::from("q").mark(inner.clone()))]).mark(outer.clone());
    let marked = Value::from("q").mark(inner.clone());
    let expected = Value::object([("a", marked), ("b", "x".into())]).mark(outer);
    assert_eq!(apply("object({b = optional(string, \"x\")})", given), expected);
    let null = Value::object([("b", Value::null(Type::String).mark(inner.clone()))]);
    let expected = Value::object([("b", Value::from("x").mark(inner))]);
    assert_eq!(apply("object({b = optional(string, \"x\")})", null), expected);
}

#[test]
fn convert_applies_defaults_and_converts() {
    let same = |text, expected| assert_eq!(value(text), value(expected), "{text}");
    same(
        "convert({a = 1}, object({a = string, b = optional(bool, true)}))",
        "{a = \"1\", b = true}",
    );
    same("convert(null, string) == null", "true");
    same("convert([1, \"2\"], list(number))[1]", "2");
    let left_out = value("convert({}, object({a = optional(number)}))");
    assert_eq!(left_out, Value::object([("a", Value::null(Type::Number))]));
    assert_eq!(value("convert(unknown, bool)"), Value::unknown(Type::Bool));
    assert_eq!(value("convert(dynamic, number)"), Value::unknown(Type::Number));
}

#[test]
fn convert_keeps_marks_in_place() {
    let secret = Value::from(1).mark(Mark::sensitive());
    let context = context().with_variable("v", Value::object([("a", secret)]));
    let expr = parse("convert(v, object({a = string, b = optional(bool, true)}))");
    let expected = Value::from("1").mark(Mark::sensitive());
    let expected = Value::object([("a", expected), ("b", true.into())]);
    assert_eq!(expr.value(&context, &mut Diagnostics::new()), expected);
}

#[test]
fn convert_reports_errors_at_the_argument() {
    let problem = |text: &str| {
        let mut diags = Diagnostics::new();
        assert_eq!(parse(text).value(&context(), &mut diags), Value::dynamic());
        let [problem] = diags.iter().collect::<Vec<_>>()[..] else { panic!("{text}: {diags}") };
        problem.clone()
    };
    let value = problem("convert({a = \"x\"}, object({a = number}))");
    assert_eq!(value.place().unwrap().text(), "{a = \"x\"}");
    assert!(value.detail.contains("attribute \"a\": a number is required"), "{}", value.detail);
    let ty = problem("convert(1, list(numbr))");
    assert_eq!(
        ty.to_string(),
        "t:1:17: error: Invalid type; The type \"numbr\" does not exist. Did you mean \"number\"?"
    );
}

#[test]
fn constraints_as_values() {
    let constraint = |text| {
        let decoder =
            crate::ext::customdecode::custom_decoder(&type_constraint_type()).unwrap().clone();
        let mut diags = Diagnostics::new();
        let value = decoder.decode(&parse(text), &context(), &mut diags);
        assert!(diags.is_empty(), "{text}: {diags}");
        value
    };
    assert_eq!(constraint("list(string)"), constraint("list( string )"));
    assert_ne!(constraint("list(string)"), constraint("set(string)"));
    let with_default = "object({a = optional(bool, true)})";
    assert_eq!(constraint(with_default), constraint(with_default));
    assert_ne!(constraint(with_default), constraint("object({a = optional(bool)})"));
    let value = constraint("map(any)");
    let held = value.as_capsule::<TypeConstraint>().unwrap();
    assert_eq!(*held, TypeConstraint::from(Type::map(Type::Dynamic)));
}

const NAMES: [&str; 9] = ["a", "b_1", "name", "null", "true", "optional", "any", "in-out", "été"];

/// Returns types that can be written, nested a few levels deep.
fn types_to_print() -> impl Strategy<Value = Type> {
    let leaf =
        prop_oneof![Just(Type::Bool), Just(Type::Number), Just(Type::String), Just(Type::Dynamic)];
    leaf.prop_recursive(4, 24, 4, |inner| {
        let attributes = proptest::collection::vec(
            (select(&NAMES[..]), inner.clone(), proptest::bool::ANY),
            0..4,
        );
        prop_oneof![
            inner.clone().prop_map(Type::list),
            inner.clone().prop_map(Type::set),
            inner.clone().prop_map(Type::map),
            proptest::collection::vec(inner, 0..4).prop_map(Type::tuple),
            attributes.prop_map(|attributes| {
                let attributes = attributes.into_iter().map(|(n, ty, opt)| (Str::from(n), ty, opt));
                Type::Object(std::sync::Arc::new(ObjectType::new(attributes)))
            }),
        ]
    })
}

proptest! {
    #[test]
    fn printed_types_read_back(ty in types_to_print()) {
        let mut diags = Diagnostics::new();
        let read = type_constraint(&parse(&ty.to_string()), &mut diags);
        prop_assert!(diags.is_empty(), "{ty}: {diags}");
        prop_assert_eq!(read, ty);
    }
}
