//! Values that are never shown, and evaluations that never end.

use hcldyn::cty::{Function, Type, Value};
use hcldyn::ext::kit::Inputs;
use hcldyn::syntax::Source;
use hcldyn::{Decoder, Diagnostics, EvalContext, functions, parse_body};
use hcldyn_lsp::ide::{HintKinds, Language, Snapshot, Workspace};

use crate::fixture::{Config, Fixture};

const FILE: &str = "main.hcl";

/// A secret that is written in a source, and one that is computed from it.
const SECRETS: [&str; 4] = ["hunter2", "HUNTER2", "`7`", " = 7"];

fn context() -> EvalContext {
    let panics = Function::builder("Panics.")
        .build(|_| Ok(Type::String), |_, _| -> Result<Value, _> { panic!("a test") });
    EvalContext::new().with_functions(functions::all()).with_function("panics", panics)
}

fn language() -> Language {
    Language::of_type::<Config>(Decoder::new().context(context()).inputs(Inputs::new()))
}

/// Returns everything that is shown of the values of a source.
fn all_shown(snapshot: &Snapshot) -> String {
    let text = snapshot.source(FILE).unwrap().text();
    let offsets = (0..=text.len()).filter(|offset| text.is_char_boundary(*offset));
    let hovers = offsets.filter_map(|offset| snapshot.hover(FILE, offset)).map(|it| it.markdown);
    let hints = snapshot.hints(FILE, 0..text.len(), HintKinds::default());
    hovers.chain(hints.into_iter().map(|hint| hint.text)).collect::<Vec<_>>().join("\n")
}

#[test]
fn secrets_are_never_shown() {
    for text in [
        // Marked by a variable.
        "variable \"a\" {\n  default   = \"hunter2\"\n  sensitive = true\n}\n\
         locals {\n  b = upper(var.a)\n  c = length(local.b)\n  d = { e = [var.a], f = \"${local.b}x\" }\n}\n\
         region = local.d.f\nzone = [for x in local.d.e : \"${x}-\"]\n",
        // By the name of an attribute of the spec, also in definitions.
        "locals {\n  password = \"hunter2\"\n  login = { password = \"hunter2\", n = local.password }\n\
         other = upper(local.login.password)\n  long = length(local.password)\n}\n\
         password = upper(\"hunter2\")\nregion = local.other\nzone = \"${local.login.n}\"\n",
        // In generated blocks, by a sensitive collection.
        "variable \"a\" {\n  default   = [\"hunter2\"]\n  sensitive = true\n}\n\
         dynamic \"server\" {\n  for_each = var.a\n  labels = [\"x\"]\n\
         content {\n    host = upper(server.value)\n  }\n}\n",
        "variable \"a\" {\n  type = object({ password = string, b = string })\n\
         default = { password = \"hunter2\", b = \"x\" }\n}\n\
         locals {\n  c = var.a\n  d = [for k, v in var.a : upper(v)]\n  e = values(var.a)\n}\n",
    ] {
        let shown = all_shown(&Fixture::new(text).snapshot(language()));
        for secret in SECRETS {
            assert!(!shown.contains(secret), "{secret} of {text}\n{shown}");
        }
        assert!(shown.contains("sensitive"), "{text}");
    }
}

/// The values are not known, so that the names are shown that they wait for.
#[test]
fn reasons_show_no_secret() {
    let text = "variable \"a\" {\n  type = map(string)\n}\n\
                locals {\n  b = var.a\n  password = \"hunter2\"\n}\n\
                region = local.b[local.password]\nzone = \"${var.a.b}-${local.password}\"\n";
    let snapshot = Fixture::new(text).snapshot(language());
    for name in ["region", "zone"] {
        let shown = snapshot.hover(FILE, text.find(name).unwrap()).unwrap().markdown;
        let value = &shown[shown.find("Value").unwrap()..];
        assert!(value.contains("sensitive") && !value.contains("hunter2"), "{shown}");
        assert!(value.ends_with("Not known before `var.a`\n"), "{shown}");
    }
}

/// An expression that takes longer than an answer may take, with values before and after it.
#[test]
fn an_endless_expression_only_has_no_value_itself() {
    let endless = "[for a in range(1000) : [for b in range(1000) : [for c in range(1000) : a]]]";
    let text = format!("port = 1 + 1\nzone = {endless}\nregion = upper(\"b\")\n");
    let snapshot = Fixture::new(&text).snapshot(language());
    let hints = snapshot.hints(FILE, 0..text.len(), HintKinds::default());
    let shown: Vec<_> = hints.iter().map(|hint| &*hint.text).collect();
    assert_eq!(shown, [" = 2", " not evaluated within 200 ms", " = \"B\""]);
    let hover = snapshot.hover(FILE, text.find("[for").unwrap()).unwrap().markdown;
    assert_eq!(hover, "Value: not evaluated within 200 ms\n");
    let hover = snapshot.hover(FILE, text.find("upper").unwrap()).unwrap().markdown;
    assert!(hover.ends_with("Value: `\"B\"` (string)\n"), "{hover}");
}

/// Many of them do not take the time of each.
#[test]
fn after_some_endless_expressions_nothing_is_evaluated() {
    let endless = "[for a in range(1000) : [for b in range(1000) : [for c in range(1000) : a]]]";
    let text: String = (0..200).map(|index| format!("a{index} = {endless}\n")).collect();
    let snapshot = Fixture::new(&text).snapshot(language());
    let hints = snapshot.hints(FILE, 0..text.len(), HintKinds::default());
    assert_eq!(hints.len(), 200);
    assert!(hints.iter().all(|hint| hint.text == " not evaluated within 200 ms"));
}

#[test]
fn a_function_that_panics_costs_one_value() {
    let text = "region = panics()\nzone = upper(\"b\")\nport = 1 + 1\n";
    let snapshot = Fixture::new(text).snapshot(language());
    let hints = snapshot.hints(FILE, 0..text.len(), HintKinds::default());
    let shown: Vec<_> = hints.iter().map(|hint| &*hint.text).collect();
    let panicked = " not evaluated: a function of the program panicked";
    assert_eq!(shown, [panicked, " = \"B\"", " = 2"]);
    let hover = snapshot.hover(FILE, 0).unwrap().markdown;
    assert!(hover.contains("region") && hover.contains("panicked"), "{hover}");
}

/// A value is evaluated again after a change only.
#[test]
fn values_are_kept_until_a_change() {
    let language = std::sync::Arc::new(language());
    let mut workspace = Workspace::new();
    for port in [80, 81] {
        let text = format!("locals {{\n  a = {port}\n}}\nport = local.a\n");
        workspace.set(Source::new(FILE, &*text), language.clone());
        let snapshot = workspace.snapshot();
        let hover = || snapshot.hover(FILE, text.len() - 3).unwrap().markdown;
        assert!(hover().ends_with(&format!("Value: `{port}` (number)\n")));
        assert_eq!(hover(), hover());
    }
}

/// The description of a whole expression shows what the evaluation of a context with the names returns.
#[test]
fn descriptions_equal_evaluations() {
    let values = "a = [1, 2, 3]\nb = { c = \"x\", d = [null, true] }\n";
    let mut diags = Diagnostics::new();
    let body = parse_body(&Source::new("values", values), &mut diags);
    let mut ctx = context();
    for attribute in body.just_attributes(&mut diags) {
        let value = attribute.expr.value(&ctx, &mut diags);
        ctx.set_variable(attribute.name, value);
    }
    for text in
        ["a[1] + 1", "b", "[for x in a : x * 2]", "\"${b.c}-${a[0]}\"", "b.d[*]", "jsonencode(b)"]
    {
        let expr = hcldyn::parse_expression(&Source::new("e", text), &mut diags).unwrap();
        let wanted = hcldyn::syntax::to_hcl(&expr.value(&ctx, &mut diags));
        let language = Language::of_type::<Config>(Decoder::new().context(ctx.clone()));
        let snapshot = Fixture::new(&format!("x = {text}")).snapshot(language);
        let hover = snapshot.hover(FILE, 0).unwrap().markdown;
        assert!(hover.contains(&wanted), "{text}: {wanted} {hover}");
    }
    assert!(diags.is_empty());
}
