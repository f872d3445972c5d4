//! The rest of a body: attributes without a field as a map, and bodies with their context.

use std::collections::{BTreeMap, HashMap};

use hcldyn::body::Body;
use hcldyn::cty::Value;
use hcldyn::{Diagnostics, EvalContext, Expression, ExpressionClosure, HclDecode};
use indexmap::IndexMap;

use super::{good, good_in, problems};

#[derive(Debug, HclDecode)]
struct Storage {
    #[hcl(label)]
    kind: String,
    size: u8,
    #[hcl(block)]
    lock: Option<Lock>,
    #[hcl(flatten)]
    options: BTreeMap<String, Value>,
}

#[derive(Debug, HclDecode)]
struct Lock {
    seconds: u32,
}

#[derive(Debug, HclDecode)]
struct Config {
    #[hcl(block)]
    storage: Storage,
}

#[test]
fn attributes_without_a_field() {
    let ctx = EvalContext::new().with_variable("dir", "/data");
    let text = r#"storage "file" {
  path = dir
  size = 5
  lock {
    seconds = 3
  }
  sync = true
}
"#;
    let storage = good_in::<Config>(text, &ctx).storage;
    assert_eq!((storage.kind.as_str(), storage.size), ("file", 5));
    assert_eq!(storage.lock.unwrap().seconds, 3);
    let expected = [("path", Value::from("/data")), ("sync", Value::from(true))];
    assert_eq!(storage.options, expected.map(|(name, value)| (name.to_owned(), value)).into());

    let json = r#"{"storage": {"file": {"size": 5, "path": "${dir}", "//": "comment"}}}"#;
    let storage = hcldyn::decode::from_json_str::<Config>(json, &ctx).unwrap().storage;
    assert_eq!(storage.options, [("path".to_owned(), Value::from("/data"))].into());
}

#[test]
fn other_blocks_are_errors() {
    assert_eq!(
        problems::<Config>(
            "storage \"file\" {\n  size = 5\n  path = 1 + \"a\"\n  lick {\n  }\n}\n"
        ),
        "t.hcl:3:14: error: Invalid operand of \"+\": a number is required, not \"a\". To join strings, write \"${a}${b}\".\n\
         t.hcl:4:3: error: Unexpected block; A block of type \"lick\" is not expected here. Did you mean \"lock\"?"
    );
    // A named item in the wrong form is not a free attribute.
    assert_eq!(
        problems::<Config>("storage \"file\" {\n  size = 5\n  lock = 1\n}\n"),
        "t.hcl:3:3: error: Unexpected attribute; The attribute \"lock\" is not expected here. Did you mean a block? Write lock { … }, without the equals sign."
    );
}

#[test]
fn typed_attributes() {
    #[derive(Debug, HclDecode)]
    #[hcl(unknown = "ignore")]
    struct Ports {
        name: String,
        #[hcl(remain)]
        ports: IndexMap<String, u16>,
    }
    let ports: Ports = good("z = 1\nname = \"n\"\na = 2\nother {\n}\n");
    let ports: Vec<_> = ports.ports.iter().map(|(name, port)| (name.as_str(), *port)).collect();
    assert_eq!(ports, [("z", 1), ("a", 2)]);
    assert_eq!(
        problems::<Ports>("name = \"n\"\na = 70000\nb = []\n"),
        "t.hcl:2:5: error: Invalid value for \"a\": a whole number from 0 to 65535 is required, not 70000.\n\
         t.hcl:3:5: error: Wrong type; Invalid value for \"b\": a number is required, not a tuple."
    );
}

#[test]
fn unevaluated_attributes() {
    #[derive(Debug, HclDecode)]
    struct Rules {
        #[hcl(flatten)]
        inner: Inner,
        name: String,
    }
    #[derive(Debug, HclDecode)]
    struct Inner {
        #[hcl(flatten)]
        rules: HashMap<String, ExpressionClosure>,
    }
    #[derive(Debug, HclDecode)]
    struct Source {
        #[hcl(flatten)]
        all: BTreeMap<String, Expression>,
    }
    let rules: Rules = good("name = \"n\"\nwhen = load < 5\n");
    let mut diags = Diagnostics::new();
    let when = &rules.inner.rules["when"];
    assert_eq!(when.value_with(&[("load", 3.into())], &mut diags), Value::from(true));
    assert_eq!((rules.name.as_str(), rules.inner.rules.len()), ("n", 1));
    assert_eq!(good::<Source>("a = b.c").all["a"].text(), "b.c");
}

#[test]
fn the_rest_of_a_body_knows_its_context() {
    #[derive(Debug, HclDecode)]
    struct Config {
        #[hcl(dynamic)]
        task: Vec<Task>,
    }
    #[derive(Debug, HclDecode)]
    struct Task {
        name: String,
        #[hcl(remain)]
        rest: Body,
    }
    #[derive(Debug, HclDecode)]
    struct Action {
        command: String,
    }
    let ctx = EvalContext::new().with_variable("user", "eve");
    let text = r#"dynamic "task" {
  for_each = ["x", "y"]
  content {
    name    = task.value
    command = "${user} ${task.value} ${host}"
  }
}
"#;
    let config: Config = good_in(text, &ctx);
    let task = &config.task[1];
    let ctx = task.rest.context().child().with_variable("host", "h");
    let mut diags = Diagnostics::new();
    let action = hcldyn::from_body::<Action>(&task.rest, &ctx, &mut diags).unwrap();
    assert_eq!((task.name.as_str(), action.command.as_str()), ("y", "eve y h"));
}

/// Decodes the rest of a body in the context in which it was found.
#[track_caller]
fn later<T: HclDecode>(rest: &Body) -> T {
    let mut diags = Diagnostics::new();
    let value = hcldyn::from_body(rest, &rest.context(), &mut diags);
    diags.into_result(value).unwrap()
}

#[derive(Debug, HclDecode)]
struct Command {
    command: String,
}

#[test]
fn the_rest_of_the_rest_knows_all_iterators() {
    #[derive(Debug, HclDecode)]
    struct Config {
        #[hcl(dynamic)]
        task: Vec<Task>,
    }
    #[derive(Debug, HclDecode)]
    struct Task {
        name: String,
        #[hcl(remain)]
        rest: Body,
    }
    #[derive(Debug, HclDecode)]
    struct Steps {
        #[hcl(dynamic)]
        step: Vec<Step>,
    }
    #[derive(Debug, HclDecode)]
    struct Step {
        #[hcl(remain)]
        rest: Body,
    }
    let ctx = EvalContext::new().with_variable("user", "eve");
    let text = r#"dynamic "task" {
  for_each = ["x", "y"]
  iterator = it
  content {
    name = it.value
    dynamic "step" {
      for_each = [1, 2]
      content {
        command = "${user} ${it.value} ${step.value}"
      }
    }
  }
}
task {
  name = "plain"
  step {
    command = user
  }
}
"#;
    let config: Config = good_in(text, &ctx);
    let steps = config.task.iter().flat_map(|task| later::<Steps>(&task.rest).step);
    let commands: Vec<_> = steps.map(|step| later::<Command>(&step.rest).command).collect();
    assert_eq!(commands, ["eve x 1", "eve x 2", "eve y 1", "eve y 2", "eve"]);
}

#[test]
fn every_place_of_a_rest_has_a_context() {
    #[derive(Debug, HclDecode)]
    struct Config {
        #[hcl(dynamic)]
        task: Vec<Task>,
        #[hcl(flatten)]
        inner: Inner,
    }
    #[derive(Debug, HclDecode)]
    struct Inner {
        #[hcl(remain)]
        rest: Body,
    }
    #[derive(Debug, HclDecode)]
    #[hcl(tag = label)]
    enum Task {
        Run {
            #[hcl(remain)]
            rest: Body,
        },
    }
    let ctx = EvalContext::new().with_variable("user", "eve");
    let text = r#"command = user
dynamic "task" {
  for_each = ["x"]
  labels   = ["run"]
  content {
    command = "${user} ${task.value}"
  }
}
"#;
    let json = r#"{"command": "${user}", "dynamic": {"task": {"for_each": ["x"], "labels": ["run"],
        "content": {"command": "${user} ${task.value}"}}}}"#;
    let configs: [Config; 2] =
        [good_in(text, &ctx), hcldyn::decode::from_json_str(json, &ctx).unwrap()];
    for config in configs {
        let Task::Run { rest } = &config.task[0];
        assert_eq!(later::<Command>(rest).command, "eve x");
        assert_eq!(later::<Command>(&config.inner.rest).command, "eve");
    }
}
