//! Documents in which a part of a value changes.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Debug;
use std::time::Duration;

use hcldyn::cty::{MaybeUnknown, Value};
use hcldyn::edit::Document;
use hcldyn::{Deferred, EvalContext, HclDecode, HclEncode, HclValue};
use proptest::prelude::*;

#[derive(Clone, Debug, HclDecode, HclEncode)]
struct Config {
    #[hcl(default)]
    ports: Vec<u16>,
    #[hcl(default)]
    zones: BTreeSet<String>,
    #[hcl(default)]
    tags: BTreeMap<String, String>,
    #[hcl(default)]
    rules: Vec<Rule>,
    text: Option<String>,
    wait: Option<Vec<Duration>>,
    any: Option<Value>,
}

#[derive(Clone, Debug, HclValue)]
#[hcl(into_value)]
struct Rule {
    name: String,
    #[hcl(default)]
    ports: Vec<u16>,
    note: Option<String>,
}

/// Returns the source after a change of the struct that it decodes to.
#[track_caller]
fn updated(text: &str, change: impl FnOnce(&mut Config)) -> String {
    let ctx = EvalContext::new().with_variable("base", 8000);
    let mut document: Document = text.parse().unwrap_or_else(|it| panic!("{text}\n{it}"));
    let mut config: Config =
        hcldyn::from_str(text, &ctx).unwrap_or_else(|it| panic!("{text}\n{it}"));
    change(&mut config);
    config.update(&mut document, &ctx).unwrap_or_else(|it| panic!("{text}\n{it}"));
    let again: Config = hcldyn::from_str(&document.to_string(), &ctx).unwrap();
    let written = |config: &Config| hcldyn::to_string(config).unwrap();
    assert_eq!(written(&again), written(&config), "{document}");
    document.to_string()
}

const LIST: &str = "ports = [
  80,          # HTTP
  base + 443,  # HTTPS
  22,          # SSH
]
";

#[test]
fn one_element_changes() {
    assert_eq!(updated(LIST, |it| it.ports[0] = 81), LIST.replace("80,", "81,"));
    assert_eq!(updated(LIST, |it| it.ports[1] = 443), LIST.replace("base + 443", "443"));
    let without = r"ports = [
  base + 443,  # HTTPS
  22,          # SSH
]
";
    assert_eq!(updated(LIST, |it| it.ports = it.ports[1..].to_vec()), without);
    let inserted = LIST.replace("  22,", "  1,\n  22,");
    assert_eq!(updated(LIST, |it| it.ports.insert(2, 1)), inserted);
    let moved = |it: &mut Config| it.ports = vec![1, 8443, 3];
    assert_eq!(updated(LIST, moved), LIST.replace("80,", "1,").replace("22,", "3,"));
    assert_eq!(updated(LIST, |it| it.ports.push(1)), LIST.replace("# SSH\n", "# SSH\n  1,\n"));
    assert_eq!(updated("ports = [1, 2] # x\n", |it| it.ports[1] = 3), "ports = [1, 3] # x\n");
    assert_eq!(updated("ports = [1, 2] # x\n", |it| it.ports.clear()), "");
    let computed = "ports = [for it in [1, 2]: it]\n";
    assert_eq!(updated(computed, |it| it.ports[1] = 3), "ports = [1, 3]\n");
}

#[test]
fn members_of_a_set_keep_their_order() {
    let text = r#"zones = [
  "b", # two
  "a", # one
  "c", # three
]
"#;
    let replace = |it: &mut Config| {
        it.zones.remove("a");
        it.zones.insert("d".into());
    };
    assert_eq!(updated(text, replace), text.replace("\"a\"", "\"d\""));
    let remove = |it: &mut Config| it.zones.retain(|zone| zone != "b");
    assert_eq!(updated(text, remove), text.replace("  \"b\", # two\n", ""));
    let add = |it: &mut Config| it.zones.extend(["aa".to_owned()]);
    assert_eq!(updated(text, add), text.replace("# three\n", "# three\n  \"aa\",\n"));
}

#[test]
fn elements_in_another_notation_are_written_as_a_whole_if_their_order_is_unknown() {
    let text = "wait = [\"60s\", \"120s\"] # waits\n";
    let change = |it: &mut Config| it.wait.as_mut().unwrap()[1] = Duration::from_secs(1);
    assert_eq!(updated(text, change), "wait = [\"60s\", \"1s\"] # waits\n");
}

const OBJECT: &str = "tags = {
  # The team.
  team  = \"core\"
  \"a b\" = upper(\"x\") # computed
  owner = \"me\"
}
";

#[test]
fn one_attribute_of_an_object_changes() {
    let text = OBJECT.replace("upper(\"x\")", "\"X\"");
    let set = |it: &mut Config| drop(it.tags.insert("a b".into(), "Y".into()));
    assert_eq!(updated(&text, set), text.replace("\"X\"", "\"Y\""));
    let remove = |it: &mut Config| drop(it.tags.remove("team"));
    assert_eq!(updated(&text, remove), text.replace("  team  = \"core\"\n", ""));
    let add = |it: &mut Config| drop(it.tags.insert("new".into(), "n".into()));
    assert_eq!(updated(&text, add), text.replace("\"me\"\n", "\"me\"\n  new   = \"n\"\n"));
    let one_line = "tags = { a = \"1\", b = \"2\" } # tags\n";
    let set = |it: &mut Config| drop(it.tags.insert("b".into(), "3".into()));
    assert_eq!(updated(one_line, set), one_line.replace('2', "3"));
}

#[test]
fn parts_of_objects_in_lists_change() {
    let text = "rules = [
  # First.
  { name = \"a\", ports = [1, 2] }, # a
  {
    name = \"b\" # the name
    note = \"x\"
  },
]
";
    assert_eq!(updated(text, |it| it.rules[0].ports[1] = 3), text.replace("1, 2", "1, 3"));
    let note = |it: &mut Config| it.rules[1].note = None;
    assert_eq!(updated(text, note), text.replace("    note = \"x\"\n", ""));
    let ports = |it: &mut Config| it.rules[1].ports = vec![9];
    assert_eq!(updated(text, ports), text.replace("\"x\"\n", "\"x\"\n    ports = [9]\n"));
    let first = |it: &mut Config| drop(it.rules.remove(0));
    let rest = text.replace("  { name = \"a\", ports = [1, 2] }, # a\n", "");
    assert_eq!(updated(text, first), rest);
}

#[test]
fn strings_with_lines_come_before_a_comment() {
    let set = |text: &str| updated(text, |it| it.text = Some("a\nb\n".into()));
    assert_eq!(set("text = \"x\" # note\n"), "text = \"a\\nb\\n\" # note\n");
    assert_eq!(set("text = \"x\" /* note */\n"), "text = \"a\\nb\\n\" /* note */\n");
    assert_eq!(set("text = \"x\"\nports = [1]\n"), "text = <<EOT\na\nb\nEOT\nports = [1]\n");
    assert_eq!(set("text = <<E\nx\nE\nports = [1]\n"), "text = <<EOT\na\nb\nEOT\nports = [1]\n");
}

#[test]
fn values_of_any_type_change_part_by_part() {
    let text = r#"any = {
  a = [1, "x"] # a
  b = null      # b
}
"#;
    let change = |it: &mut Config| {
        let a = Value::list(hcldyn::cty::Type::String, vec!["1".into(), "y".into()]);
        it.any = Some(Value::object([("a", a), ("b", Value::null(hcldyn::cty::Type::Bool))]));
    };
    assert_eq!(updated(text, change), text.replace("[1, \"x\"]", "[\"1\", \"y\"]"));
}

#[test]
#[expect(clippy::too_many_lines, reason = "one document with parts of all kinds")]
fn parts_that_can_not_be_written_may_stay() {
    #[derive(HclDecode, HclEncode)]
    struct Job {
        #[hcl(default = 1)]
        size: u8,
        load: MaybeUnknown<u8>,
        list: Vec<MaybeUnknown<u8>>,
        limit: f64,
        #[hcl(dynamic)]
        rule: Vec<Step>,
        #[hcl(dynamic)]
        rest: Vec<Rest>,
    }

    #[derive(HclDecode, HclEncode)]
    struct Step {
        when: Deferred<bool>,
    }

    #[derive(HclDecode, HclEncode)]
    struct Rest {
        #[hcl(remain)]
        rest: hcldyn::body::Body,
    }

    let text = "size  = 2
load  = unknown
list  = [1, unknown] # list
limit = 1 / 0

dynamic \"rule\" {
  for_each = [1, 2]
  content {
    when = load < rule.value
  }
}

dynamic \"rest\" {
  for_each = [1]
  content {
    x = rest.value
  }
}
";
    let text = text.replace("1 / 0", "infinite");
    let infinite = Value::number(hcldyn::cty::Number::INFINITY);
    let ctx = EvalContext::new()
        .with_variable("unknown", Value::unknown(hcldyn::cty::Type::Number))
        .with_variable("infinite", infinite);
    let read = || hcldyn::from_str::<Job>(&text, &ctx).unwrap_or_else(|it| panic!("{it}"));
    let mut document: Document = text.parse().unwrap();
    read().update(&mut document, &ctx).unwrap_or_else(|it| panic!("{it}"));
    assert_eq!(document.to_string(), text);

    let mut job = read();
    job.size = 3;
    job.list[0] = MaybeUnknown::Known(7);
    job.update(&mut document, &ctx).unwrap_or_else(|it| panic!("{it}"));
    assert_eq!(document.to_string(), text.replace("= 2\n", "= 3\n").replace("[1, u", "[7, u"));

    let mut document: Document = text.parse().unwrap();
    job.load = MaybeUnknown::Known(1);
    job.limit = 2.5;
    job.update(&mut document, &ctx).unwrap_or_else(|it| panic!("{it}"));
    job.load = MaybeUnknown::Unknown;
    let error = job.update(&mut document, &ctx).unwrap_err().to_string();
    let expected = "<document>:2:9: error: Value not written; The new value of \"load\" is not written: an unknown value \
                    can't be written.";
    assert!(error.starts_with(expected), "{error}");

    job.load = MaybeUnknown::Known(1);
    job.rule.pop();
    let error = job.update(&mut document, &ctx).unwrap_err().to_string();
    assert!(error.contains("generated by a \"dynamic\" block"), "{error}");
}

/// Returns a list with a comment on each line.
fn lines(ports: &[u16]) -> String {
    let lines: String = ports.iter().map(|port| format!("  {port}, # {port}\n")).collect();
    format!("ports = [\n{lines}]\n")
}

#[test]
fn many_moved_elements_are_written_as_a_whole() {
    let ports: Vec<u16> = (0..110).collect();
    let text = lines(&ports);
    assert_eq!(updated(&text, |it| drop(it.ports.drain(..100))), lines(&ports[100..]));
    let whole = updated(&text, |it| drop(it.ports.drain(..101)));
    assert!(!whole.contains('#'), "{whole}");
}

#[test]
fn long_lists_of_other_lengths_are_written_as_a_whole() {
    let ports: Vec<u16> = (0..1_024).collect();
    let text = lines(&ports);
    assert_eq!(updated(&text, |it| it.ports = it.ports[1..].to_vec()), lines(&ports[1..]));
    assert!(!updated(&text, |it| it.ports.push(1)).contains('#'));
    let ports: Vec<u16> = (0..1_025).collect();
    let changed = updated(&lines(&ports), |it| it.ports[1] = 1_000);
    assert_eq!(changed, lines(&ports).replace("  1,", "  1000,"));
}

#[test]
fn new_items_fit_into_blocks_on_one_line() {
    #[derive(HclDecode, HclEncode)]
    struct Outer {
        #[hcl(block)]
        inner: Inner,
    }

    #[derive(HclDecode, HclEncode)]
    struct Inner {
        a: Option<String>,
        b: Option<Vec<String>>,
    }

    for before in ["inner { a = \"x\" }\n", "inner {}\n", "inner { b = [\"x\"] }"] {
        let mut document: Document = before.parse().unwrap();
        let inner = Inner { a: Some("1\n2\n".into()), b: Some(vec!["y\nz\n".into()]) };
        Outer { inner }.update(&mut document, &EvalContext::new()).unwrap();
        let read: Outer = hcldyn::from_str(&document.to_string(), &EvalContext::new()).unwrap();
        assert_eq!(read.inner.a.as_deref(), Some("1\n2\n"), "{document}");
    }
}

/// A value in source form, with a comment on each of its lines.
fn commented(config: &Config) -> String {
    let text = hcldyn::to_string(config).unwrap();
    let mut lines = 0;
    let mut is_text = false;
    let line = |line: &str| {
        let was_text = is_text;
        is_text = (is_text || line.ends_with("<<EOT")) && line != "EOT";
        lines += 1;
        if was_text || is_text { line.to_owned() } else { format!("{line} # {lines}.") }
    };
    let mut lines: Vec<_> = text.lines().map(line).collect();
    lines.push(String::new());
    lines.join("\n")
}

fn config() -> impl Strategy<Value = Config> {
    let ports = || prop::collection::vec(0_u16..4, 0..5);
    let rule = (prop_oneof!["[ab]", "[ab]\n"], ports(), prop::option::of("[ab\n\"$]{0,4}"))
        .prop_map(|(name, ports, note)| Rule { name, ports, note });
    (
        ports(),
        prop::collection::btree_set("[a-e]", 0..5),
        prop::collection::btree_map(prop_oneof!["[a-d]", "[a-b] [a-b]"], "[xy\n]{0,2}", 0..4),
        prop::collection::vec(rule, 0..4),
        prop::option::of("[ab$\n]{0,6}"),
        prop::option::of(prop::collection::vec((0_u64..5).prop_map(Duration::from_secs), 0..4)),
    )
        .prop_map(|(ports, zones, tags, rules, text, wait)| Config {
            ports,
            zones,
            tags,
            rules,
            text,
            wait,
            any: None,
        })
}

proptest! {
    #[test]
    fn every_update_decodes_to_the_struct_and_keeps_what_is_equal(before in config(), after in config()) {
        let text = commented(&before);
        let new = updated(&text, |it| *it = after.clone());
        // The lines of attributes that are equal are still there, with their comments.
        let (old_lines, new_lines): (Vec<_>, BTreeSet<_>) = (text.lines().collect(), new.lines().collect());
        let kept = |name: &str| {
            let start = old_lines.iter().position(|it| it.starts_with(name));
            let lines = start.map(|start| old_lines[start..].iter());
            let mut lines = lines.into_iter().flatten().enumerate();
            lines.by_ref().take_while(|(at, it)| *at == 0 || it.starts_with([' ', ']', '}']))
                .all(|(_, it)| new_lines.contains(it))
        };
        prop_assert!(before.ports != after.ports || kept("ports"), "{text}\n{new}");
        prop_assert!(before.zones != after.zones || kept("zones"), "{text}\n{new}");
        prop_assert!(before.tags != after.tags || kept("tags"), "{text}\n{new}");
        let again = updated(&new, |it| *it = after.clone());
        prop_assert_eq!(again, new);
    }
}
