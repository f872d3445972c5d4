//! Blocks whose values the program gives.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex};

use hcldyn::cty::{MaybeUnknown, Type, Value};
use hcldyn::diag::{Report, Style};
use hcldyn::ext::kit::Inputs;
use hcldyn::ext::repetition::Repetition;
use hcldyn::load::{Request, Resolvers, Task};
use hcldyn::{Decoder, EvalContext, Expression, HclDecode, functions};

#[derive(HclDecode)]
struct Config {
    out: Vec<String>,
}

/// The arguments of `data "host"`.
#[derive(HclDecode)]
struct Host {
    name: String,
    #[hcl(expr)]
    #[allow(dead_code, reason = "read by the graph")]
    depends_on: Option<Expression>,
}

/// The arguments of `data "open"`, which may be unknown.
#[derive(HclDecode)]
struct Open {
    of: MaybeUnknown<String>,
}

type Calls = Arc<Mutex<Vec<String>>>;

fn data(calls: &Calls) -> Resolvers {
    let (called, opened) = (Arc::clone(calls), Arc::clone(calls));
    Resolvers::new()
        .kind("host", move |host: Host, request| {
            called.lock().unwrap().push(request.address.clone());
            match host.name.as_str() {
                "none" => Err("the host is not known".to_owned()),
                "later" => Ok(Value::unknown(Type::object([("ip", Type::String)]))),
                name => Ok(Value::object([("ip", Value::from(format!("ip-of-{name}")))])),
            }
        })
        .kind("open", move |open: Open, request| {
            opened.lock().unwrap().push(request.name.to_string());
            Ok::<_, String>(match open.of {
                MaybeUnknown::Known(of) => of.into(),
                _ => "unknown".into(),
            })
        })
        .repeated(Repetition::new().for_each("for_each").count("count"))
        .ordered_by("depends_on")
}

fn decoder(calls: &Calls) -> Decoder {
    let ctx = EvalContext::new().with_functions(functions::all());
    Decoder::new().context(ctx).inputs(Inputs::new()).resolver("data", data(calls))
}

fn out(text: &str) -> (Vec<String>, Vec<String>) {
    let calls = Calls::default();
    let loaded = decoder(&calls).decode_str::<Config>(text);
    let out = loaded.unwrap_or_else(|problems| panic!("{problems}")).value.out;
    let calls = calls.lock().unwrap().clone();
    (out, calls)
}

#[test]
fn each_instance_is_asked_for_once_in_the_order_of_references() {
    let text = r#"
out = concat([data.host.a.ip], values(data.host.b)[*].ip, data.host.c[*].ip, [local.first])
locals {
  first = data.host.c[0].ip
}
data "host" "a" {
  name = data.host.b["y"].ip
}
data "host" "b" {
  for_each = { x = "one", y = "two" }
  name     = each.value
}
data "host" "c" {
  count      = 2
  depends_on = [data.host.a]
  name       = "c${count.index}"
}
"#;
    let (out, calls) = out(text);
    let expected =
        ["ip-of-ip-of-two", "ip-of-one", "ip-of-two", "ip-of-c0", "ip-of-c1", "ip-of-c0"];
    assert_eq!(out, expected);
    let order = [
        "data.host.b[\"x\"]",
        "data.host.b[\"y\"]",
        "data.host.a",
        "data.host.c[0]",
        "data.host.c[1]",
    ];
    assert_eq!(calls, order);
}

#[test]
fn unknown_arguments_are_passed_only_to_structs_that_take_them() {
    let text = r#"
out = [data.open.a]
data "host" "later" {
  name = "later"
}
data "host" "waits" {
  name = data.host.later.ip
}
data "open" "a" {
  of = data.host.waits.ip
}
"#;
    let (out, calls) = out(text);
    assert_eq!(out, ["unknown"]);
    assert_eq!(calls, ["data.host.later", "a"]);
}

/// The unknown argument causes no error. The other one is wrong in any case.
#[test]
fn known_arguments_are_checked_beside_unknown_ones() {
    #[derive(HclDecode)]
    #[allow(dead_code, reason = "never called")]
    struct Sized {
        of: String,
        size: u8,
    }

    let text = |size: &str| {
        format!(
            "out = [data.sized.a]\ndata \"sized\" \"a\" {{\n  of   = later\n  size = {size}\n}}\n"
        )
    };
    let never = |_: Sized, _: &Request| Err::<Value, _>("never");
    let decoder = || {
        let ctx = EvalContext::new().with_variable("later", Value::unknown(Type::String));
        Decoder::new().context(ctx).resolver("data", Resolvers::new().kind("sized", never))
    };
    let problems = decoder().decode_str::<Unknown>(&text("300")).err().unwrap();
    assert_eq!(problems.len(), 1, "{problems}");
    assert!(problems.to_string().starts_with("<text>:4:10: error: "), "{problems}");
    let config = decoder().decode_str::<Unknown>(&text("3")).unwrap();
    assert!(config.warnings.is_empty(), "{}", config.warnings);
}

#[derive(Debug, HclDecode)]
#[allow(dead_code, reason = "never read")]
struct Unknown {
    out: Vec<MaybeUnknown<String>>,
}

#[derive(Debug, HclDecode)]
#[allow(dead_code, reason = "read by expressions")]
struct Referenced {
    #[hcl(dynamic)]
    disk: BTreeMap<String, Disk>,
}

#[derive(Debug, HclDecode)]
struct Disk {
    id: String,
}

#[test]
fn collections_of_dynamic_blocks_do_not_ask_twice() {
    let calls = Calls::default();
    let text = r#"
data "host" "a" {
  name = "h"
}
dynamic "disk" {
  for_each = [data.host.a.ip]
  labels   = ["d${disk.key}"]
  content {
    id = disk.value
  }
}
"#;
    let loaded = decoder(&calls).references("disk").decode_str::<Referenced>(text).unwrap();
    assert_eq!(loaded.value.disk["d0"].id, "ip-of-h");
    assert_eq!(*calls.lock().unwrap(), ["data.host.a"]);
}

#[test]
fn independent_calls_run_together() {
    let sizes = Arc::new(Mutex::new(Vec::new()));
    let seen = Arc::clone(&sizes);
    let decoder = decoder(&Calls::default()).runner(move |tasks: Vec<Task<'_>>| {
        seen.lock().unwrap().push(tasks.len());
        std::thread::scope(|scope| {
            for task in tasks {
                scope.spawn(|| task.run());
            }
        });
    });
    let text = r#"
out = [data.host.c.ip]
data "host" "a" {
  count = 3
  name  = "a"
}
data "host" "b" {
  name = "b"
}
data "host" "c" {
  name = "${data.host.a[2].ip}+${data.host.b.ip}"
}
"#;
    let out = decoder.decode_str::<Config>(text).unwrap().value.out;
    assert_eq!(out, ["ip-of-ip-of-a+ip-of-b"]);
    assert_eq!(*sizes.lock().unwrap(), [4, 1]);
}

#[test]
fn asynchronous_functions_are_futures() {
    let secrets = Resolvers::new().kind_async("key", |host: Host, request| async move {
        // Suspended once, as by a runtime.
        let mut is_ready = false;
        std::future::poll_fn(|context| {
            context.waker().wake_by_ref();
            if std::mem::replace(&mut is_ready, true) {
                std::task::Poll::Ready(())
            } else {
                std::task::Poll::Pending
            }
        })
        .await;
        Ok::<_, String>(Value::from(format!("{}:{}", request.name, host.name)))
    });
    let decoder = Decoder::new().resolver("secret", secrets);
    let text = "out = [secret.key.a]\nsecret \"key\" \"a\" {\n  name = \"x\"\n}\n";
    assert_eq!(decoder.decode_str::<Config>(text).unwrap().value.out, ["a:x"]);
}

#[test]
fn blocks_of_one_kind_have_a_name_alone() {
    let secrets =
        Resolvers::of(|host: Host, _| Ok::<_, String>(Value::from(host.name))).prefix(&["s"]);
    let decoder = Decoder::new().resolver("secret", secrets);
    let text = "out = [s.a]\nsecret \"a\" {\n  name = \"x\"\n}\n";
    assert_eq!(decoder.decode_str::<Config>(text).unwrap().value.out, ["x"]);
}

#[test]
fn wrong_blocks_are_reported_once() {
    let wrong = [
        "out = [data.host.a.ip]\ndata \"host\" \"a\" {\n  name = \"none\"\n}\n",
        "out = [data.hots.a.ip]\ndata \"hots\" \"a\" {\n  name = \"x\"\n}\n",
        "out = [data.host.a.ip]\ndata \"host\" \"a\" {\n  nmae = \"x\"\n}\n",
        "out = [data.host.a.ip]\ndata \"host\" \"a\" {\n  name = [\"x\"]\n}\n",
        "out = [data.host.b.ip]\ndata \"host\" \"a\" {\n  name = \"x\"\n}\n",
        "out = [data.host.a.ip]\ndata \"host\" \"a\" {\n  name = data.host.a.ip\n}\n",
        "out = data.host.a[*].ip\ndata \"host\" \"a\" {\n  for_each = toset([\"none\", \"x\"])\n  name = each.key\n}\n",
    ];
    let reports = wrong.map(|text| {
        let diags = decoder(&Calls::default()).text("a.hcl", text).decode::<Config>();
        let diags = diags.err().unwrap();
        assert_eq!(diags.len(), 1, "{diags}");
        Report::new(&diags).style(Style::Plain).to_string()
    });
    insta::assert_snapshot!(reports.join("\n"));
}

#[test]
fn no_attempt_hides_a_block_that_does_not_exist() {
    for (prefix, name) in [(&["data"][..], "data.host.b"), (&[], "host.b")] {
        for more in ["", "data \"host\" \"a\" {\n  name = \"x\"\n}\n"] {
            let text = format!(
                "out = [try({name}.ip, \"none\")]\nlocals {{\n  x = try({name}.ip, 1)\n}}\n{more}"
            );
            let ctx = EvalContext::new().with_functions(hcldyn::ext::all());
            let data = data(&Calls::default()).prefix(prefix);
            let decoder = Decoder::new().context(ctx).inputs(Inputs::new()).resolver("data", data);
            let problems = decoder.decode_str::<Config>(&text).err().unwrap().to_string();
            assert!(problems.contains(&format!("{name} is not defined")), "{problems}");
        }
    }
}
