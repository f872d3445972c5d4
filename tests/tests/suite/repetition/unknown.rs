//! Repetitions whose collection is not known yet.

use std::collections::BTreeMap;

use hcldyn::cty::{Mark, MaybeUnknown, Type, Value};
use hcldyn::decode::Instances;
use hcldyn::{EvalContext, HclDecode};

#[derive(Debug, HclDecode)]
struct Config {
    #[hcl(for_each, count)]
    disk: BTreeMap<String, MaybeUnknown<Instances<Disk>>>,
}

#[derive(Debug, HclDecode)]
struct Strict {
    #[hcl(for_each, count)]
    #[allow(dead_code, reason = "never decoded")]
    disk: BTreeMap<String, Instances<Disk>>,
}

#[derive(Debug, HclDecode)]
struct Disk {
    size: u32,
}

fn context() -> EvalContext {
    let unknown = |ty| Value::unknown(ty);
    let key = Value::unknown(Type::String);
    EvalContext::new()
        .with_variable("number", unknown(Type::Number))
        .with_variable("map", unknown(Type::map(Type::Number)))
        .with_variable("open", Value::dynamic())
        .with_variable("keys", Value::set(Type::String, vec!["a".into(), key]))
        .with_variable("secret", Value::from(2).mark(Mark::sensitive()))
}

fn text(repetition: &str) -> String {
    format!("disk \"a\" {{\n  {repetition}\n  size = 1\n}}\n")
}

#[test]
fn the_instances_are_unknown_as_a_whole() {
    for repetition in ["count = number", "for_each = map", "for_each = open", "for_each = keys"] {
        let config: Config = hcldyn::from_str(&text(repetition), &context()).unwrap();
        assert!(matches!(config.disk["a"], MaybeUnknown::Unknown), "{repetition}");
        let problems = hcldyn::from_str::<Strict>(&text(repetition), &context()).unwrap_err();
        let message = "The number of \"disk\" blocks depends on a value that is not known yet.";
        assert!(problems.to_string().contains(message), "{problems}");
    }
}

#[test]
fn an_unknown_element_is_no_obstacle() {
    let text = "disk \"a\" {\n  for_each = { x = number, y = 2 }\n  size = 1\n}\n";
    let config: Config = hcldyn::from_str(text, &context()).unwrap();
    let MaybeUnknown::Known(instances) = &config.disk["a"] else { panic!("the keys are known") };
    assert_eq!(instances.get("y").unwrap().size, 1);
    assert_eq!(instances.len(), 2);
}

#[test]
fn a_sensitive_number_of_instances_is_shown() {
    let config: Config = hcldyn::from_str(&text("count = secret"), &context()).unwrap();
    let MaybeUnknown::Known(instances) = &config.disk["a"] else { panic!("the number is known") };
    assert_eq!(instances.len(), 2);
}

#[test]
fn errors_that_every_instance_would_have_are_found() {
    for repetition in ["count = number", "for_each = map", "count = 0", "for_each = 5"] {
        let text = text(repetition).replace("size = 1", "size = true\n  speed = 1");
        let problems = hcldyn::from_str::<Config>(&text, &context()).unwrap_err().to_string();
        for place in ["<text>:3:10", "<text>:4:3"] {
            assert!(problems.contains(place), "{repetition}: {problems}");
        }
    }
}

#[test]
fn no_instance_depends_on_the_values_of_other_names() {
    let ctx = EvalContext::new()
        .with_variable("sizes", Value::list(Type::Number, Vec::new()))
        .with_variable("none", Value::null(Type::String));
    for size in ["sizes[0]", "none + 1", "none.length"] {
        let text = text("count = 0").replace("size = 1", &format!("size = {size}"));
        let config: Config = hcldyn::from_str(&text, &ctx).unwrap();
        let MaybeUnknown::Known(instances) = &config.disk["a"] else { panic!("there are none") };
        assert!(instances.is_empty());
    }
}
