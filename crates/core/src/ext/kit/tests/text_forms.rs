//! Values in CSV and JSON, and in `.env` files.

use super::*;
use crate::environment::TextForm;

#[test]
fn forms_of_texts() {
    let given = |form: TextForm, ty: &str, text: &str| {
        let inputs = [
            Inputs::new().argument_as(form, format!("x={text}")),
            Inputs::new().environment(
                Environment::with_prefix("APP_").form(form).variables([("APP_x", text)]),
            ),
        ];
        let [first, second] = inputs.map(|inputs| {
            let (var, problems) = assign(&format!("variable \"x\" {{\n{ty}\n}}\n"), &inputs);
            (var.get("x").cloned().unwrap(), problems)
        });
        assert_eq!(first.0, second.0);
        (first.0, first.1)
    };
    let value = |form, ty: &str, text: &str| {
        let (value, problems) = given(form, ty, text);
        assert_eq!(problems, "", "{ty}");
        value
    };
    let texts = |texts: &[&str]| {
        Value::list(Type::String, texts.iter().map(|it| Value::from(*it)).collect())
    };
    let csv = TextForm::Csv;
    assert_eq!(value(csv, "type = list(string)", "a,\"b,c\""), texts(&["a", "b,c"]));
    assert_eq!(value(csv, "type = list(any)", "a,"), texts(&["a", ""]));
    let numbers = Value::list(Type::Number, vec![1.into(), 2.into()]);
    assert_eq!(value(csv, "type = list(number)", "1,2"), numbers);
    let tuple = Value::tuple(vec!["a".into(), 1.into()]);
    assert_eq!(value(csv, "type = tuple([string, number])", "a,1"), tuple);
    assert_eq!(value(csv, "type = string", "a,b"), "a,b".into());
    assert_eq!(value(csv, "", "a,b"), "a,b".into());
    let map = |entries: &[(&str, &str)]| {
        let entries = entries.iter().map(|(key, value)| ((*key).into(), Value::from(*value)));
        Value::map(Type::String, entries.collect())
    };
    let entries = value(csv, "type = map(string)", "a:x,\"b:1,2\",url:http://c,a:y");
    assert_eq!(entries, map(&[("a", "y"), ("b", "1,2"), ("url", "http://c")]));
    assert_eq!(value(csv, "type = map(string)", ""), map(&[]));
    assert_eq!(value(csv, "type = map(number)", "a:1").get("a"), Some(&1.into()));
    assert_eq!(value(csv, "type = object({ a = number })", "{ a = 1 }").get("a"), Some(&1.into()));
    let found = given(csv, "type = map(number)", "a:1,b").1;
    assert!(found.starts_with("<command line>:1:7: error: Invalid CSV; Each comma"), "{found}");
    let found = given(csv, "type = list(number)", "1,\n,b").1;
    assert!(found.starts_with("<command line>:2:1: error: Invalid CSV; "), "{found}");
    #[cfg(feature = "json")]
    {
        let json = TextForm::Json;
        assert_eq!(value(json, "type = list(string)", "[\"${a}\"]"), texts(&["${a}"]));
        assert_eq!(value(json, "type = string", "\"a\""), "a".into());
        assert_eq!(value(json, "", "{\"a\": 1}"), Value::object([("a", Value::from(1))]));
        let found = given(json, "type = list(string)", "[a]").1;
        assert!(found.starts_with("<command line>:1:4: error: Unknown word; "), "{found}");
    }
}

#[test]
fn sensitive_texts_of_each_form_are_not_shown() {
    let text = "variable \"x\" {\n  type = list(number)\n  sensitive = true\n}\n";
    let shown = |inputs: &Inputs| {
        let mut diags = Diagnostics::new();
        Module::evaluate(&body("t.hcl", text), inputs, &ctx(), &mut diags);
        let shown = crate::diag::Report::new(&diags).style(crate::diag::Style::Plain).to_string();
        assert!(diags.has_errors() && !shown.contains("s3cret"), "{shown}");
        assert!(!format!("{inputs:?}").contains("s3cret"));
        diags.to_string()
    };
    let found = shown(&Inputs::new().argument_as(TextForm::Csv, "x=1,\"s3cret"));
    let expected = "<command line>: error: Invalid expression; The value of the variable \"x\", of type \
                    list(number), must be comma-separated values. It is hidden because the variable is sensitive.";
    assert_eq!(found, expected);
    shown(&Inputs::new().argument_as(TextForm::Csv, "x=1,s3cret"));
    #[cfg(feature = "json")]
    shown(&Inputs::new().argument_as(TextForm::Json, "x=[s3cret]"));
}

#[test]
fn files_of_the_environment() {
    let name = format!("hcldyn-kit-env-{}", std::process::id());
    let path = std::env::temp_dir().join(name);
    let text = r#"variable "port" {
  type = number
}
variable "zones" {
  type = list(string)
}
variable "key" {
  type      = list(string)
  sensitive = true
}
"#;
    let inputs = Inputs::new().environment(Environment::with_prefix("APP_VAR_").file(&path));
    let run = |file: &str, inputs: &Inputs| {
        std::fs::write(&path, file).unwrap();
        let mut diags = Diagnostics::new();
        let module = Module::evaluate(&body("t.hcl", text), inputs, &ctx(), &mut diags);
        let shown = crate::diag::Report::new(&diags).style(crate::diag::Style::Plain).to_string();
        assert!(!shown.contains("s3cret"), "{shown}");
        let problems = diags.to_string().replace(&path.display().to_string(), ".env");
        (module.context.variable("var").cloned().unwrap(), problems)
    };
    let file = "APP_VAR_port=1 # one\nAPP_VAR_zones=\"[\\\"a\\\"]\"\nAPP_VAR_key='[\"s3cret\"]'\nOTHER=s3cret\n";
    let (var, problems) = run(file, &inputs);
    assert_eq!((var.get("port"), problems.as_str()), (Some(&1.into()), ""));
    let inputs_of_both = inputs
        .clone()
        .environment(Environment::with_prefix("APP_VAR_").variables([("APP_VAR_port", "2")]));
    assert_eq!(run(file, &inputs_of_both).0.get("port"), Some(&2.into()));

    let file = "APP_VAR_port=x\nAPP_VAR_zones=\"[\\\"a\\\", b]\"\nAPP_VAR_key=[s3cret]\nAPP_VAR_kez=s3cret\n";
    let (_, problems) = run(file, &inputs);
    let lines: Vec<_> = problems.lines().map(|line| line.split_once(';').unwrap().0).collect();
    let expected = [
        ".env:4:1: warning: Undeclared variable",
        ".env:1:14: error: Wrong type",
        ".env:2:24: error: Variables not available",
        ".env:3:13: error: Invalid expression",
    ];
    assert_eq!(lines, expected, "{problems}");
    std::fs::remove_file(&path).unwrap();
}

#[test]
fn elements_that_arguments_add() {
    let given = |ty: &str, arguments: &[&str]| {
        let inputs = Inputs::new().arguments(arguments.iter().copied());
        let (var, problems) = assign(&format!("variable \"x\" {{\n{ty}\n}}\n"), &inputs);
        (var.get("x").cloned().unwrap(), problems)
    };
    let strings = |values: &[&str]| {
        Value::list(Type::String, values.iter().map(|it| Value::from(*it)).collect())
    };
    let (list, default) = ("type = list(string)", "type = list(string)\ndefault = [\"a\"]");
    for (ty, arguments, expected) in [
        (list, &["x+=a"][..], &["a"][..]),
        (list, &["x=[\"a\"]", "x+=b, c", "x +=d"], &["a", "b, c", "d"]),
        (list, &["x+=a", "x=[\"b\"]"], &["b"]),
        (list, &["x=null", "x+=a"], &["a"]),
        (default, &["x+=b"], &["a", "b"]),
    ] {
        assert_eq!(given(ty, arguments), (strings(expected), String::new()));
    }
    let numbers = Value::set(Type::Number, vec![1.into(), 2.into()]);
    assert_eq!(given("type = set(number)\ndefault = [2]", &["x+=1", "x+=2"]).0, numbers);
    let any = given("type = any\ndefault = [1]", &["x+=\"b\""]).0;
    assert_eq!(any, Value::tuple(vec![1.into(), "b".into()]));
    let objects = given("type = list(object({ a = number }))", &["x+={ a = 1 }"]);
    assert_eq!(objects.1, "");

    assert_eq!(
        given("type = list(number)\ndefault = [1]", &["x+=a"]).1,
        "<command line>:1:4: error: Wrong type; Invalid value for the variable \"x\": element 1: a number is required."
    );
    assert_eq!(
        given("type = string", &["x+=a"]).1,
        "<command line>:1:1: error: Wrong type; += adds an element to a list, but the variable \"x\" is not a list. Write = to set it."
    );
    let secret = given("type = list(number)\nsensitive = true", &["x+=s3cret"]);
    assert!(!secret.1.contains("s3cret") && secret.1.contains("error: Wrong type"), "{}", secret.1);
}
