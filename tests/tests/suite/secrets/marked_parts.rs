//! Parts of a marked value are marked: no message shows them or the names in their types.

use hcldyn::cty::function::{Function, Parameter};
use hcldyn::cty::{Mark, Type, Value};
use hcldyn::diag::{Report, Style};
use hcldyn::ext::customdecode::closure_type;
use hcldyn::spec::{AttrSpec, BlocksSpec, ObjectSpec, Spec, decode};
use hcldyn::syntax::Source;
use hcldyn::{Diagnostics, EvalContext, ext, functions, parse_body, parse_expression};

/// Returns a context of marked collections, each with a secret as an element, a key or an attribute.
fn context(mark: &Mark) -> EvalContext {
    let secret = || Value::from("hunter2");
    let hidden = |value: Value| value.mark(mark.clone());
    let named = || vec![("hunter2".into(), Value::from(1))];
    EvalContext::new()
        .with_functions(functions::all())
        .with_functions(ext::all())
        .with_variable("secret", hidden(secret()))
        .with_variable("tuple", hidden(Value::tuple(vec![secret()])))
        .with_variable("list", hidden(Value::list(Type::String, vec![secret()])))
        .with_variable("set", hidden(Value::set(Type::String, vec![secret()])))
        .with_variable("map", hidden(Value::map(Type::Number, named())))
        .with_variable("object", hidden(Value::object([("hunter2", Value::from(1))])))
        .with_variable("plain", Value::object([("port", Value::from(80))]))
}

/// Returns the value of an expression, and all displayed forms of its errors and of the value.
fn evaluated(text: &str, mark: &Mark) -> (Value, String) {
    let mut diags = Diagnostics::new();
    let value = parse_expression(&Source::new("t", text), &mut diags)
        .map(|expr| expr.value(&context(mark), &mut diags))
        .unwrap_or(Value::dynamic());
    let report = Report::new(&diags).style(Style::Plain);
    let shown = format!("{report}\n{diags}\n{value:?}\n{}", value.describe());
    (value, shown)
}

/// Checks that each expression fails with errors that do not show a secret.
fn fails_without_a_secret(texts: &[&str]) {
    for text in texts {
        for mark in [Mark::sensitive(), Mark::new("other")] {
            let (_, shown) = evaluated(text, &mark);
            assert!(shown.contains("error["), "{text}: no error");
            assert!(!shown.contains("hunter"), "{text} with {mark:?}:\n{shown}");
        }
    }
}

#[test]
fn no_error_in_a_loop_shows_an_element_or_a_key() {
    fails_without_a_secret(&[
        "[for x in tuple: x + 1]",
        "[for x in list: x + 1]",
        "[for x in set: -x]",
        "[for k, v in set: !k]",
        "[for k, v in map: k + 1]",
        "[for k, v in object: k + 1]",
        "{for k, v in map: k => k + 1}",
        "[for x in list: 1 if x]",
        "{for x in list: [x] => 1}",
        "[for x in list: x.name]",
        "[for x in list: [1][x]]",
        "[for x in list: plain[x]]",
        "[for x in list: {(x) = 1}.other]",
        "[for x in list: tobool(x)]",
        "[for x in list: jsondecode(x)]",
        "[for x in list: parseint(x, 10)]",
        "[for x in list: [for y in [x]: y + 1]]",
        "[for x in list: [x][*].name]",
        "[for x in list: with({ y = x }, y + 1)]",
        "[for x in list: templatestring(x, {}) + 1]",
        "[for x in list: templatestring(\"$${y + 1}\", { y = x })]",
    ]);
}

/// The mark of a collection hides the keys of the maps in it.
#[test]
fn no_error_of_a_conversion_shows_a_key() {
    let inner = |element: Type, value: Value| Value::list(element, vec![value]);
    let secret = Value::map(
        Type::set(Type::String),
        vec![("hunter2".into(), Value::set(Type::String, vec!["x".into()]))],
    );
    let other =
        Value::map(Type::list(Type::Number), vec![("b".into(), inner(Type::Number, 1.into()))]);
    for mark in [Mark::sensitive(), Mark::new("other")] {
        let both = Value::tuple(vec![secret.clone(), other.clone()]).mark(mark.clone());
        let set = Value::set(Type::String, vec!["x".into()]);
        let tags = Value::object([("hunter2", set), ("b", inner(Type::Number, 1.into()))]);
        let outer = Value::object([("tags", tags)]).mark(mark.clone());
        let ctx = context(&mark).with_variable("both", both).with_variable("outer", outer);
        let ty = Type::object([("tags", Type::map(Type::Dynamic))]);
        let attr = |name, ty| (name, AttrSpec::new(name, ty).into());
        let spec = Spec::object([attr("a", Type::Dynamic), attr("b", ty)]);
        let text = "a = setproduct(both, [\"y\"])\nb = outer\n";
        let mut diags = Diagnostics::new();
        let body = parse_body(&Source::new("t", text), &mut diags);
        decode(&body, &spec, &ctx, &mut diags);
        let shown = format!("{}\n{diags}", Report::new(&diags).style(Style::Plain));
        assert!(diags.error_count() >= 2 && !shown.contains("hunter"), "{shown}");
    }
}

#[test]
fn no_error_of_a_splat_or_a_template_shows_an_element() {
    fails_without_a_secret(&[
        "tuple[*].name",
        "list[*].name",
        "set[*].name",
        "list.*.name",
        "list[*][0]",
        "\"%{ for x in list }${x + 1}%{ endfor }\"",
        "\"%{ for x in tuple }${[x]}%{ endfor }\"",
        "\"%{ for k, v in map }${k + 1}%{ endfor }\"",
        "tobool(list...)",
        "formatdate(list...)",
    ]);
}

#[test]
fn no_error_of_a_function_shows_an_argument_with_any_mark() {
    fails_without_a_secret(&[
        "tobool(secret)",
        "tonumber(secret)",
        "regex(\"[\", secret)",
        "regex(secret, \"a\")",
        "timeadd(secret, \"1h\")",
        "jsondecode(secret)",
        "yamldecode(\"[$${secret}\")",
        "formatdate(secret, \"x\")",
        "format(\"%d\", secret)",
        "lookup(plain, secret)",
        "templatestring(secret, {}) + 1",
        "convert(object, object({ other = string }))",
        "try(secret + 1)",
    ]);
}

#[test]
fn no_message_names_an_attribute_of_a_marked_type() {
    fails_without_a_secret(&[
        "true ? { (secret) = 1 } : { b = [] }",
        "true ? { b = [] } : { (secret) = 1 }",
        "true ? { a = { (secret) = 1 } } : { a = { b = [] } }",
        "true ? [{ (secret) = 1 }] : [{ b = [] }]",
        "true ? map : 1",
        "[{ (secret) = 1 }, { b = 1 }][*].b",
        "tolist([{ (secret) = 1 }, 1])",
        "tobool({ (secret) = 1 })",
        "convert({ (secret) = [] }, map(number))",
        "convert([{ (secret) = [] }], list(map(number)))",
        "{ (secret) = 1 } + 1",
        "{ (secret) = 1 }.other",
        "{ (secret) = 1, a = { (secret) = 2 } }[secret][\"b\"]",
    ]);
}

#[test]
fn results_of_loops_over_marked_elements_are_marked() {
    for text in [
        "[for x in list: x][0]",
        "[for x in list: \"a${x}\"][0]",
        "{for k, v in map: k => v}",
        "[for k, v in map: k]",
        "list[*]",
        "\"%{ for x in list }${x}%{ endfor }\"",
        "[for x in list: length(x)]",
        "with({ y = list }, [for x in y: x])",
    ] {
        let (value, shown) = evaluated(text, &Mark::sensitive());
        assert!(value.contains_marked() && !shown.contains("hunter"), "{text}:\n{shown}");
    }
    let (value, _) = evaluated("nonsensitive([for x in list: \"${x}!\"])", &Mark::sensitive());
    assert_eq!(value, Value::tuple(vec!["hunter2!".into()]));
}

/// A closure made inside a loop outlives it, and keeps the loop variables.
#[test]
fn a_closure_keeps_the_marks_of_loop_variables() {
    let run = Function::builder("The value of a closure.")
        .param(Parameter::new("closure", closure_type()))
        .returning(Type::Dynamic, |args, _| {
            let closure = args[0].as_capsule::<hcldyn::ExpressionClosure>().unwrap();
            Ok(Value::from(closure.value(&mut Diagnostics::new()).contains_marked()))
        });
    let ctx = context(&Mark::sensitive()).with_function("is_marked", run);
    let mut diags = Diagnostics::new();
    let text = "[for k, v in set: [is_marked(k), is_marked(v)]]";
    let value =
        parse_expression(&Source::new("t", text), &mut diags).unwrap().value(&ctx, &mut diags);
    let marked = Value::tuple(vec![true.into(), true.into()]);
    assert_eq!(value.unmark_deep().0, Value::tuple(vec![marked]), "{diags}");
}

/// By hand: each answer depends on the secret, even without a value to carry its mark.
#[test]
fn try_and_can_keep_the_marks_of_their_arguments() {
    let sensitive = |value: Value| value.mark(Mark::sensitive());
    for (text, expected) in [
        ("can(regex(\"^h\", secret))", sensitive(true.into())),
        ("can(regex(\"^x\", secret))", sensitive(false.into())),
        ("can(secret + 1)", sensitive(false.into())),
        ("can(object.other)", sensitive(false.into())),
        ("can([for x in list: tonumber(x)])", sensitive(false.into())),
        ("try(tonumber(secret), 1)", sensitive(1.into())),
        ("try(plain.tls, plain.port)", 80.into()),
        ("can(plain.tls)", false.into()),
        ("can([for secret in [1]: secret.x])", false.into()),
        ("try({ a = secret, b = 1 }.c, 2)", sensitive(2.into())),
    ] {
        assert_eq!(evaluated(text, &Mark::sensitive()).0, expected, "{text}");
    }
}

#[test]
fn iterators_of_generated_blocks_keep_the_marks_of_keys() {
    for collection in ["set", "map", "object", "list", "tuple"] {
        let text = format!(
            r#"dynamic "b" {{
  for_each = {collection}
  content {{
    key = -b.key.x
    value = b.value.x
  }}
}}
"#
        );
        let attribute = |name: &'static str| (name, AttrSpec::new(name, Type::Dynamic).into());
        let content = ObjectSpec::new([attribute("key"), attribute("value")]);
        let spec = Spec::from(BlocksSpec::new("b", content.into()).tuple().dynamic());
        let mut diags = Diagnostics::new();
        let body = parse_body(&Source::new("t", text), &mut diags);
        decode(&body, &spec, &context(&Mark::new("other")), &mut diags);
        let shown = format!("{}{diags}", Report::new(&diags).style(Style::Plain));
        assert!(diags.has_errors() && !shown.contains("hunter"), "{collection}: {shown}");
    }
}

/// The common type of blocks contains the names of all of them.
#[test]
fn blocks_that_differ_in_type() {
    let item = Spec::object([("any", AttrSpec::new("any", Type::Dynamic).into())]);
    let spec = Spec::from(BlocksSpec::new("item", item).list());
    let parts = ["secret", "tuple", "list", "map", "object", "plain", "unknown", "numbers"];
    let values = parts.iter().flat_map(|part| {
        [
            (*part).to_owned(),
            format!("{{ c = {{ host = {part} }} }}"),
            format!("{{ a = {{ host = later }}, c = {{ host = {part} }} }}"),
        ]
    });
    let values: Vec<_> = values.collect();
    let object = Type::object([("hunter2", Type::Number)]);
    for mark in [Mark::sensitive(), Mark::new("other")] {
        let ctx = context(&mark)
            .with_variable("unknown", Value::unknown(object.clone()).mark(mark.clone()))
            .with_variable("later", Value::dynamic())
            .with_variable("numbers", Value::map(Type::Number, vec![("a".into(), 1.into())]));
        let mut all = String::new();
        for (first, second) in values.iter().flat_map(|a| values.iter().map(move |b| (a, b))) {
            let text = format!("item {{ any = {first} }}\nitem {{ any = {second} }}\n");
            let mut diags = Diagnostics::new();
            let body = parse_body(&Source::new("t", text), &mut diags);
            let value = decode(&body, &spec, &ctx, &mut diags);
            all += &format!("{}\n{diags}\n{value:?}\n", Report::new(&diags).style(Style::Plain));
        }
        assert!(all.contains("can't be converted to it"), "{all}");
        assert!(!all.contains("hunter"), "{all}");
    }
}
