//! Migrations, and the text and the diagnostics that they leave.

use super::super::Document;
use super::{MigrationStep, Migrations};
use crate::cty::{Str, Type};
use crate::diag::{Diagnostics, apply_fixes};
use crate::expr::EvalContext;
use crate::source::Source;

fn one(step: MigrationStep) -> Migrations {
    Migrations::new().step(step)
}

/// Returns the migrated text, or the diagnostics. The fixes of the warnings must write the same text.
fn migrated(migrations: &Migrations, text: &str) -> String {
    let mut diags = Diagnostics::new();
    let (mut source, ctx) = (Source::new("a.hcl", text), EvalContext::new());
    let Some(new) = migrations.migrate(&source, &ctx, &mut diags) else {
        return diags.iter().map(|it| format!("{}: {it}\n", it.code)).collect();
    };
    assert!(!diags.has_errors(), "{diags}");
    let again = migrations.migrate(&new, &ctx, &mut Diagnostics::new());
    assert!(again.is_none(), "migrated again: {again:?}");
    for _ in 0..10 {
        let mut diags = Diagnostics::new();
        migrations.migrate(&source, &ctx, &mut diags);
        let fixes = diags.iter().flat_map(|it| &it.fixes);
        let Some((_, text)) = apply_fixes(fixes).pop() else { break };
        source = Source::new("a.hcl", text);
    }
    assert_eq!(source.text(), new.text(), "by fixes");
    new.text().to_owned()
}

#[track_caller]
fn check(migrations: &Migrations, before: &str, after: &str) {
    assert_eq!(migrated(migrations, before), after, "{before}");
}

#[test]
fn keys_of_objects_are_renamed() {
    let step = one(MigrationStep::rename("s", "server.tls.prt", "port"));
    let before = "server = {\n  tls = { prt = 1, \"other\" = 2 } # c\n}\nprt = 3\n";
    check(&step, before, &before.replacen("prt", "port", 1));
    let before = "server {\n  tls = [{ \"prt\" : 1 }, { prt = var.prt }]\n}\n";
    let after = "server {\n  tls = [{ \"port\" : 1 }, { port = var.prt }]\n}\n";
    check(&step, before, after);
    let before = "server {\n  tls {\n    prt = { prt = 1 }\n  }\n}\n";
    check(&step, before, &before.replacen("prt", "port", 1));
    // Computed keys and values are not known.
    check(&step, "server = { tls = { (prt) = 1 } }\n", "");
    check(&step, "server = var.server\n", "");
    let both = migrated(&step, "server = { tls = { prt = 1, port = 2 } }\n");
    assert!(both.starts_with("old-and-new-form: a.hcl:1:20: error: "), "{both}");
}

#[test]
fn attributes_and_blocks_are_renamed() {
    let step = MigrationStep::rename("s", r#"server["a*"].max"#, "limit");
    let before = "server \"ab\" {\n  max   = 1 # c\n  other = 2\n}\nserver \"b\" {\n  max = 1\n}\n";
    let after = "server \"ab\" {\n  limit = 1 # c\n  other = 2\n}\nserver \"b\" {\n  max = 1\n}\n";
    check(&one(step), before, after);
    let step = MigrationStep::rename("s", r#"backend["azure"]"#, r#"store["azurerm"]"#);
    check(&one(step), "backend \"azure\" {}\n", "store \"azurerm\" {}\n");
    let step = MigrationStep::rename("s", "a", "b");
    check(&one(step.clone()), "x {\n  a = 1\n}\n", "");
    check(&one(step), "a { a = 1 }\na {}\n", "b { a = 1 }\nb {}\n");
}

#[test]
fn items_move_with_their_comments() {
    let listen = one(MigrationStep::move_to("s", "port", "server.listen.port"));
    check(&listen, "port = 80\n", "server {\n  listen {\n    port = 80\n  }\n}\n");
    check(
        &listen,
        "# License\n\n# The port.\nport = 80 # HTTP\nx = 1\n\nserver {\n    y = 2\n}\n",
        "# License\n\nx = 1\n\nserver {\n    y = 2\n\n    listen {\n        # The port.\n        port = 80 # HTTP\n    }\n}\n",
    );
    check(
        &listen,
        "port = <<E\n  a\n\n b ${c}\nE\nx = [\n  1,\n]\n",
        "x = [\n  1,\n]\n\nserver {\n  listen {\n    port = <<E\n  a\n\n b ${c}\nE\n  }\n}\n",
    );
    let network = one(MigrationStep::move_to("s", "group.task.resources.network", "group.network"));
    check(
        &network,
        "group \"a\" {\n  task \"b\" {\n    resources {\n      cpu = 1\n      # net\n      network {\n        mbits = 10\n        port \"x\" {}\n      }\n    }\n  }\n}\n",
        "group \"a\" {\n  task \"b\" {\n    resources {\n      cpu = 1\n    }\n  }\n\n  # net\n  network {\n    mbits = 10\n    port \"x\" {}\n  }\n}\n",
    );
    let out =
        one(MigrationStep::move_to("s", "a.x", "y")).step(MigrationStep::remove_empty("t", "a"));
    check(&out, "a {\n  x = 1\n}\n", "y = 1\n");
    check(&out, "a { x = 1 }\nb = 2\n", "b = 2\ny = 1\n");
}

#[test]
fn several_attributes_move_to_one_block() {
    let steps =
        ["a", "b", "c"].map(|name| MigrationStep::move_to(name, name, &format!("x.{name}")));
    let steps = steps.into_iter().fold(Migrations::new(), Migrations::step);
    check(
        &steps,
        "a = 1 # one\nb = 2\nd = 4\nc = 3\n",
        "d = 4\n\nx {\n  a = 1 # one\n  b = 2\n  c = 3\n}\n",
    );
}

#[test]
fn values_are_split_and_converted() {
    let split = one(MigrationStep::split("s", "size", [("width", "old.w"), ("height", "old.h")]));
    check(&split, "size = var.s # s\n", "width = var.s.w\nheight = var.s.h # s\n");
    check(&split, "size = { w = 1, h = 2 }\n", "width = 1\nheight = 2\n");
    check(&split, "size = a ? b : c\n", "width = (a ? b : c).w\nheight = (a ? b : c).h\n");
    let seconds = one(MigrationStep::convert("s", "timeout", Type::Number, "\"${old}s\""));
    check(&seconds, "timeout = 30\n", "timeout = \"30s\"\n");
    check(&seconds, "timeout = 2 * var.n\n", "timeout = \"${2 * var.n}s\"\n");
    check(&seconds, "timeout = \"${var.n}s\"\n", "");
    check(&seconds, "timeout = null\n", "");
    let unclear = "unmigrated-form: a.hcl:1:11: warning: Old form not migrated; The value of \"timeout\" is now \"${old}s\". The type of this value is not known before decoding. Write the new form, \"${old}s\", where \"old\" is the old value.\n";
    check(&seconds, "timeout = var.n\n", unclear);
    let list = one(MigrationStep::split("s", "host", [("hosts", "[old]")]));
    check(&list, "host = \"a\"\n", "hosts = [\"a\"]\n");
    check(&list, "host = var.h\n", "hosts = [var.h]\n");
}

#[test]
fn steps_follow_each_other() {
    let steps = Migrations::new()
        .step(MigrationStep::rename("one", "a", "b"))
        .step(MigrationStep::rename("two", "b", "c"))
        .step(MigrationStep::move_to("three", "c", "x.c"))
        .step(MigrationStep::convert("four", "x.c", Type::Number, "\"${old}s\""));
    check(&steps, "a = 1\n", "x {\n  c = \"1s\"\n}\n");
    check(&steps, "x {\n  c = 1\n}\n", "x {\n  c = \"1s\"\n}\n");
}

#[test]
fn functions_edit_documents() {
    let step = MigrationStep::function("s", |document: &mut Document| {
        if document.get("old").is_err() {
            return Ok(());
        }
        let value = document.expression("old")?.text().to_owned();
        document.set_expression("new", &format!("[{value}]"))?;
        document.remove("old")
    });
    check(&one(step), "old = 1\nx = 2\n", "x = 2\nnew = [1]\n");
}

#[test]
fn items_that_would_be_lost_stay() {
    let rename = one(MigrationStep::rename("s", "a", "b").note("See the guide."));
    check(
        &rename,
        "a = 1\nb = 2\n",
        "old-and-new-form: a.hcl:1:1: error: Old and new form; Both the old and the new form are set: \"a\" is now \"b\". Remove one of them. See the guide.\n",
    );
    let port = one(MigrationStep::move_to("s", "server.port", "port"));
    check(
        &port,
        "server {\n  port = 1\n}\nserver {\n  port = 2\n}\n",
        "old-form: a.hcl:2:3: warning: Old form; \"server.port\" is now \"port\".\nold-and-new-form: a.hcl:5:3: error: Old and new form; The old form is written several times: \"server.port\" is now \"port\". Keep one of them.\n",
    );
    check(
        &port,
        "dynamic \"server\" {\n  for_each = x\n  content {\n    port = 1\n  }\n}\n",
        "unmigrated-form: a.hcl:4:5: error: Old form not migrated; \"server.port\" is now \"port\". A dynamic block generates it. Write \"port\" instead.\n",
    );
    check(
        &port,
        "server {\n  port = each.value\n}\n",
        "unmigrated-form: a.hcl:2:3: error: Old form not migrated; \"server.port\" is now \"port\". Its value depends on the block that it would leave. Write \"port\" instead.\n",
    );
    let block = one(MigrationStep::rename("s", "a", "b"));
    check(
        &block,
        "dynamic \"a\" {\n  for_each = x\n  content {}\n}\n",
        "unmigrated-form: a.hcl:1:9: error: Old form not migrated; \"a\" is now \"b\". A dynamic block generates it. Write \"b\" instead.\n",
    );
    let content = one(MigrationStep::rename("s", "server.port", "listen"));
    check(
        &content,
        "dynamic \"server\" {\n  for_each = x\n  content {\n    port = 1\n  }\n}\n",
        "dynamic \"server\" {\n  for_each = x\n  content {\n    listen = 1\n  }\n}\n",
    );
}

#[test]
fn json_is_reported() {
    let steps = Migrations::new()
        .step(MigrationStep::rename("s", r#"server["*"].port"#, "listen"))
        .step(MigrationStep::remove("t", "user"))
        .step(MigrationStep::convert("u", "wait", Type::Number, r#""${old}s""#))
        .step(MigrationStep::convert("v", "pause", Type::Number, r#""${old}s""#))
        .step(MigrationStep::remove_empty("w", "tls"));
    let text = r#"{"server": {"web": [{"port": 80}]}, "user": "x", "port": 1, "wait": 3, "pause": "3s", "tls": {}}"#;
    let mut diags = Diagnostics::new();
    let source = Source::new("a.json", text);
    assert!(steps.migrate(&source, &EvalContext::new(), &mut diags).is_none());
    assert_eq!(
        diags.to_string(),
        "a.json:1:22: error: Old form not migrated; \"port\" is now \"listen\". JSON syntax is not migrated. Write \"listen\" instead.\na.json:1:37: error: Old form not migrated; \"user\" is not used anymore. JSON syntax is not migrated. Remove \"user\".\na.json:1:61: error: Old form not migrated; The value of \"wait\" is now \"${old}s\". JSON syntax is not migrated. Write the new form, \"${old}s\", where \"old\" is the old value.\na.json:1:87: error: Old form not migrated; \"tls\" is not used anymore. JSON syntax is not migrated. Remove \"tls\"."
    );
}

#[test]
fn unstable_functions_are_reported() {
    let step = MigrationStep::function("s", |document: &mut Document| {
        let count = document.body().everything().attributes.len();
        document.set(Str::new(&format!("a{count}")).as_str(), 1)
    });
    let error = "invalid-migration: a.hcl:1:1: error: Invalid migration; The migrated source migrates again to another one, so it was not used. Each step must leave the new form as it is.\n";
    check(&one(step), "x = 1\n", error);
}

#[test]
fn moves_to_one_body_are_limited() {
    let step = one(MigrationStep::move_to("s", "group.task.network", "group.network"));
    let text = |count| format!("group {{\n{}}}\n", "  task {\n    network {}\n  }\n".repeat(count));
    let most = migrated(&step, &text(100));
    assert_eq!(most.matches("\n  network {}").count(), 100, "{most}");
    let mut diags = Diagnostics::with_limit(1_000);
    let source = Source::new("a.hcl", text(101));
    assert!(step.migrate(&source, &EvalContext::new(), &mut diags).is_none());
    let error = diags.iter().find(|it| it.code == "unmigrated-form").unwrap();
    assert!(error.detail.ends_with("Too many blocks would move to the same one."), "{error}");
}
