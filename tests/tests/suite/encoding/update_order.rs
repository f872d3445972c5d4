//! Documents whose blocks are inserted, removed, moved and interleaved by an update.

use hcldyn::edit::Document;
use hcldyn::{EvalContext, HclDecode, HclEncode};
use indexmap::IndexMap;
use proptest::prelude::*;

#[derive(Clone, Debug, HclDecode, HclEncode)]
struct Pipeline {
    #[hcl(block)]
    step: Vec<Step>,
    #[hcl(block)]
    note: Vec<Note>,
    #[hcl(blocks)]
    actions: Vec<Action>,
    #[hcl(block)]
    host: IndexMap<String, Note>,
}

#[derive(Clone, Debug, PartialEq, HclDecode, HclEncode)]
struct Step {
    run: String,
}

#[derive(Clone, Debug, PartialEq, HclDecode, HclEncode)]
struct Note {
    text: Option<String>,
}

#[derive(Clone, Debug, PartialEq, HclDecode, HclEncode)]
enum Action {
    Copy(Step),
    Delete(Step),
}

fn document(text: &str) -> (Document, Pipeline) {
    let document: Document = text.parse().unwrap_or_else(|diags| panic!("{text}\n{diags}"));
    let ctx = EvalContext::new();
    let pipeline = hcldyn::from_str(text, &ctx).unwrap_or_else(|it| panic!("{text}\n{it}"));
    (document, pipeline)
}

#[track_caller]
fn updated(text: &str, change: impl FnOnce(&mut Pipeline)) -> String {
    let (mut document, mut pipeline) = document(text);
    change(&mut pipeline);
    pipeline.update(&mut document, &EvalContext::new()).unwrap_or_else(|it| panic!("{it}"));
    let (_, again) = self::document(&document.to_string());
    let text = |it: &Pipeline| hcldyn::to_string(it).unwrap();
    assert_eq!(text(&again), text(&pipeline), "{document}");
    document.to_string()
}

fn step(run: &str) -> Step {
    Step { run: run.to_owned() }
}

const STEPS: &str = r#"# The pipeline.

step {
  run = "a" # first
}

note {}

# The second step.
step {
  run = join("", ["b"])
}
step {
  run = "c"
}
"#;

/// The document with its functions evaluated, so that only literals are in it.
fn steps() -> String {
    STEPS.replace("join(\"\", [\"b\"])", "\"b\"")
}

#[test]
fn a_block_is_inserted_among_others_of_its_type() {
    let inserted = updated(&steps(), |it| it.step.insert(1, step("new")));
    let expected = steps().replace("\nnote {}", "\nstep {\n  run = \"new\"\n}\n\nnote {}");
    assert_eq!(inserted, expected);

    let inserted = updated(&steps(), |it| it.step.insert(2, step("new")));
    let b = "run = \"b\"\n}\n";
    assert_eq!(inserted, steps().replace(b, &format!("{b}step {{\n  run = \"new\"\n}}\n")));

    let inserted = updated(&steps(), |it| it.step.insert(0, step("new")));
    let a = "step {\n  run = \"a\"";
    assert_eq!(inserted, steps().replace(a, &format!("step {{\n  run = \"new\"\n}}\n\n{a}")));
}

#[test]
fn a_block_is_removed_among_others_of_its_type() {
    let removed = updated(&steps(), |it| drop(it.step.remove(1)));
    assert_eq!(removed, steps().replace("step {\n  run = \"b\"\n}\n", ""));
}

#[test]
fn a_block_moves_with_its_source_text() {
    let text = r#"step {
  /* A. */ run = "a"
}
step {
  run = "b"
}
step {
  run = "c"
}
"#;
    let moved = updated(text, |it| it.step.rotate_left(1));
    let a = r#"step {
  /* A. */ run = "a"
}
"#;
    assert_eq!(moved, text.replace(a, "") + a);
}

#[test]
fn changes_beside_an_insertion_are_made_in_place() {
    let changed = updated(&steps(), |it| {
        it.step[2].run = "changed".to_owned();
        it.step.insert(1, step("new"));
        it.step.insert(0, step("newer"));
    });
    let a = "step {\n  run = \"a\"";
    let expected = steps()
        .replace("\nnote {}", "\nstep {\n  run = \"new\"\n}\n\nnote {}")
        .replace("\"c\"", "\"changed\"")
        .replace(a, &format!("step {{\n  run = \"newer\"\n}}\n\n{a}"));
    assert_eq!(changed, expected);
}

const ACTIONS: &str = r#"copy {
  run = "a" # first
}
delete {
  run = "b"
}
copy {
  run = "c"
}
"#;

#[test]
fn blocks_of_several_types_are_interleaved() {
    let inserted = updated(ACTIONS, |it| it.actions.insert(1, Action::Delete(step("new"))));
    let b = "delete {\n  run = \"b\"";
    assert_eq!(inserted, ACTIONS.replace(b, &format!("delete {{\n  run = \"new\"\n}}\n{b}")));

    let swapped = updated(ACTIONS, |it| it.actions.swap(0, 1));
    assert_eq!(
        swapped,
        "delete {\n  run = \"b\"\n}\ncopy {\n  run = \"a\" # first\n}\ncopy {\n  run = \"c\"\n}\n"
    );

    let other_type = updated(ACTIONS, |it| it.actions[1] = Action::Copy(step("b")));
    assert_eq!(other_type, ACTIONS.replace("delete", "copy"));
}

#[test]
fn the_order_of_blocks_of_other_types_stays() {
    let text = r#"note {}
step {
  run = "a"
}
note {
  text = "t"
}
copy {
  run = "x"
}
note {}
"#;
    let changed = updated(text, |it| {
        it.note[2].text = Some("last".to_owned());
        it.actions.push(Action::Delete(step("y")));
    });
    let expected = text.replace(
        "run = \"x\"\n}\nnote {}",
        "run = \"x\"\n}\ndelete {\n  run = \"y\"\n}\nnote {\n  text = \"last\"\n}",
    );
    assert_eq!(changed, expected);
}

#[test]
fn a_map_in_source_order_gets_a_block_in_its_place() {
    let text = "host \"b\" {}\nhost \"a\" {}\n";
    let note = Note { text: None };
    let inserted = updated(text, |it| drop(it.host.shift_insert(1, "c".to_owned(), note)));
    assert_eq!(inserted, "host \"b\" {}\nhost \"c\" {\n}\nhost \"a\" {}\n");
}

#[test]
fn generated_blocks_are_not_changed() {
    #[derive(HclDecode, HclEncode)]
    struct Config {
        name: String,
        #[hcl(dynamic)]
        step: Vec<Step>,
    }
    let text = r#"name = "a"
dynamic "step" {
  for_each = ["a", "b"]
  content {
    run = step.value
  }
}
"#;
    let mut document: Document = text.parse().unwrap();
    let ctx = EvalContext::new();
    let mut config: Config = hcldyn::from_str(text, &ctx).unwrap();

    config.name = "b".to_owned();
    config.update(&mut document, &ctx).unwrap();
    let renamed = text.replace("\"a\"\n", "\"b\"\n");
    assert_eq!(document.to_string(), renamed);

    config.step.pop();
    let error = config.update(&mut document, &ctx).unwrap_err();
    let error = error.iter().next().unwrap();
    assert_eq!(error.code, "document-not-updatable");
    let expected = "The \"step\" blocks can't be changed one by one, because some are generated by a \
                    \"dynamic\" block or written as an attribute.";
    assert_eq!(error.detail, expected);
    assert_eq!(document.to_string(), renamed);
}

fn pipeline() -> impl Strategy<Value = Pipeline> {
    let step = || "[abc]".prop_map(|run| Step { run });
    let note = || proptest::option::of("[ab]").prop_map(|text| Note { text });
    let action = || {
        (step(), any::<bool>())
            .prop_map(|(step, copy)| if copy { Action::Copy(step) } else { Action::Delete(step) })
    };
    let hosts = prop::collection::vec(("[a-d]", note()), 0..5);
    (
        prop::collection::vec(step(), 0..5),
        prop::collection::vec(note(), 0..4),
        prop::collection::vec(action(), 0..6),
        hosts,
    )
        .prop_map(|(step, note, actions, host)| Pipeline {
            step,
            note,
            actions,
            host: host.into_iter().collect(),
        })
}

proptest! {
    #[test]
    fn any_order_of_blocks_is_reached(before in pipeline(), after in pipeline()) {
        let text = hcldyn::to_string(&before).unwrap();
        let (mut document, _) = document(&text);
        after.update(&mut document, &EvalContext::new()).map_err(|it| TestCaseError::fail(it.to_string()))?;
        let (_, again) = self::document(&document.to_string());
        prop_assert_eq!(hcldyn::to_string(&again).unwrap(), hcldyn::to_string(&after).unwrap(), "{}\n{}", text, document);
    }
}
