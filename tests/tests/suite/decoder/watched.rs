//! `Watched`: configurations that are loaded again when their files change.

use std::fs;
use std::sync::mpsc;
use std::time::Duration;

use hcldyn::load::{ReloadOutcome, Watched};
use hcldyn::{Decoder, ExpressionClosure, HclDecode};

use crate::support::folder::Folder;

#[derive(Debug, HclDecode)]
#[expect(dead_code, reason = "most fields are only compared")]
struct Config {
    region: Option<String>,
    #[hcl(expr_closure)]
    when: Option<ExpressionClosure>,
    #[hcl(block)]
    tls: Option<Tls>,
    #[hcl(block)]
    server: Vec<Server>,
    #[hcl(block)]
    pool: std::collections::BTreeMap<String, Tls>,
    #[hcl(block)]
    rule: Vec<Tls>,
    #[hcl(attrs)]
    tags: Option<std::collections::BTreeMap<String, String>>,
}

#[derive(Debug, HclDecode)]
#[expect(dead_code, reason = "most fields are only compared")]
struct Tls {
    cert: String,
}

#[derive(Debug, HclDecode)]
#[expect(dead_code, reason = "most fields are only compared")]
struct Server {
    #[hcl(label)]
    name: String,
    port: u16,
    #[hcl(block)]
    tls: Option<Tls>,
}

fn changes(outcome: ReloadOutcome) -> Vec<String> {
    match outcome {
        ReloadOutcome::Reloaded(changes) => changes.iter().map(ToString::to_string).collect(),
        other => panic!("expected a new state, found {other:?}"),
    }
}

fn rejected(outcome: ReloadOutcome) -> String {
    match outcome {
        ReloadOutcome::Rejected(diags) => diags.to_string(),
        other => panic!("expected errors, found {other:?}"),
    }
}

#[test]
fn changes_are_reported_by_block_path() {
    let before = "
        region = \"eu\"
        when   = load > 1
        tls { cert = \"a\" }
        server \"web\" { port = 80 }
        server \"a.b\" {
          port = 81
          tls { cert = \"x\" }
        }
        server \"old\" { port = 82 }
        pool \"p\" { cert = \"1\" }
        pool \"q\" { cert = \"1\" }
        rule { cert = \"1\" }
        rule { cert = \"2\" }
        tags { a = \"1\", b = \"2\" }
    ";
    let after = "
        when   = load > 2
        server \"new\" { port = 83 }
        server \"a.b\" {
          port = 81
          tls { cert = \"y\" }
        }
        server \"web\" { port = 80 }
        pool \"q\" { cert = \"1\" }
        pool \"r\" { cert = \"1\" }
        rule { cert = \"1\" }
        rule { cert = \"3\" }
        rule { cert = \"4\" }
        tags { b = \"3\", c = \"2\" }
    ";
    let lines = |text: &str| text.replace(", ", "\n").replace("{ ", "{\n").replace(" }", "\n}");
    let folder = Folder::new("watched-changes", &[("main.hcl", &lines(before))]);
    let file = folder.path().join("main.hcl");
    let watched = Watched::<Config>::new(Decoder::new().file(&file)).unwrap();
    fs::write(&file, lines(after)).unwrap();
    let expected = [
        "removed: region",
        "changed: when",
        "removed: tls",
        "added: server.new",
        "changed: server[\"a.b\"].tls.cert",
        "removed: server.old",
        "added: pool.r",
        "removed: pool.p",
        "changed: rule[1].cert",
        "added: rule[2]",
        "changed: tags.b",
        "added: tags.c",
        "removed: tags.a",
    ];
    assert_eq!(changes(watched.check()), expected);
    assert_eq!(watched.current().server[0].port, 83);
    // A comment is another text, but not another configuration.
    fs::write(&file, format!("# note\n{}", lines(after))).unwrap();
    assert!(changes(watched.check()).is_empty());
    let place = watched.configuration().place_of("server[0].port").unwrap();
    assert_eq!(place.start().line, 5);
    fs::write(&file, lines(before)).unwrap();
    assert_eq!(changes(watched.reload()).len(), expected.len());
    assert!(changes(watched.reload()).is_empty());
}

#[test]
fn a_wrong_state_is_reported_once_and_not_used() {
    let folder = Folder::new("watched-wrong", &[("main.hcl", "region = \"eu\"\n")]);
    let file = folder.path().join("main.hcl");
    let watched = Watched::<Config>::new(Decoder::new().file(&file)).unwrap();
    for (text, error) in [("regoin = 1\n", "Did you mean"), ("region = [\n", "Unclosed bracket")] {
        fs::write(&file, text).unwrap();
        assert!(rejected(watched.check()).contains(error));
        assert!(matches!(watched.check(), ReloadOutcome::Unchanged));
        assert_eq!(watched.current().region.as_deref(), Some("eu"));
    }
    fs::remove_file(&file).unwrap();
    assert!(rejected(watched.check()).contains("File not found"));
    assert!(matches!(watched.check(), ReloadOutcome::Unchanged));
    // The state before the errors is a change, even if its configuration is the present one.
    fs::write(&file, "region = \"eu\"\n").unwrap();
    assert!(changes(watched.check()).is_empty());
    let missing = Decoder::new().file(folder.path().join("missing.hcl"));
    assert!(Watched::<Config>::new(missing).is_err());
}

#[test]
fn included_and_new_files_are_watched() {
    let files = [
        ("main.hcl", "include {\n  files = [\"a.hcl\", \"conf.d/*.hcl\"]\n}\n"),
        ("a.hcl", "region = \"eu\"\n"),
        ("drop/1.hcl", ""),
    ];
    let folder = Folder::new("watched-files", &files);
    let path = |name: &str| folder.path().join(name);
    let decoder = Decoder::new().file(path("main.hcl")).includes("include");
    let decoder = decoder.drop_ins(path("drop/*.hcl").to_str().unwrap());
    let watched = Watched::<Config>::new(decoder).unwrap();
    fs::write(path("a.hcl"), "region = \"us\"\n").unwrap();
    assert_eq!(changes(watched.check()), ["changed: region"]);
    fs::create_dir(path("conf.d")).unwrap();
    assert!(matches!(watched.check(), ReloadOutcome::Unchanged));
    fs::write(path("conf.d/x.hcl"), "server \"a\" {\n  port = 1\n}\n").unwrap();
    assert_eq!(changes(watched.check()), ["added: server.a"]);
    fs::write(path("drop/2.hcl"), "server \"a\" {\n  port = 2\n}\n").unwrap();
    assert_eq!(changes(watched.check()), ["changed: server.a.port"]);
    fs::remove_file(path("drop/2.hcl")).unwrap();
    fs::remove_file(path("conf.d/x.hcl")).unwrap();
    assert_eq!(changes(watched.check()), ["removed: server.a"]);
}

#[test]
fn values_of_variables_are_watched() {
    let main = r#"region = var.region
variable "region" {
  type = string
}
"#;
    let files = [("main.hcl", main), ("values.hcl", "region = \"eu\"\n")];
    let folder = Folder::new("watched-values", &files);
    let values = folder.path().join("values.hcl");
    let inputs = hcldyn::ext::kit::Inputs::new().file(&values);
    let decoder = Decoder::new().file(folder.path().join("main.hcl")).inputs(inputs);
    let watched = Watched::<Config>::new(decoder).unwrap();
    fs::write(&values, "region = \"us\"\n").unwrap();
    assert_eq!(changes(watched.check()), ["changed: region"]);
}

/// A file of the module has an error, then a new file defines the output.
#[test]
fn files_of_modules_are_checked() {
    let main = "region = module.eu.name\nmodule \"eu\" {\n  source = \"./eu\"\n}\n";
    let output = "output \"name\" {\n  value = \"eu\"\n}\n";
    let files = [("main.hcl", main), ("eu/outputs.hcl", output)];
    let folder = Folder::new("watched-modules", &files);
    let module = folder.path().join("eu");
    let decoder = Decoder::new().file(folder.path().join("main.hcl"));
    let decoder = decoder.inputs(hcldyn::ext::kit::Inputs::new());
    let decoder = decoder.modules("module", hcldyn::load::Modules::below(folder.path()));
    let watched = Watched::<Config>::new(decoder).unwrap();
    assert!(matches!(watched.check(), ReloadOutcome::Unchanged));

    fs::write(module.join("outputs.hcl"), output.replace("\"eu\"", "\"us\"")).unwrap();
    assert_eq!(changes(watched.check()), ["changed: region"]);
    fs::write(module.join("outputs.hcl"), "output \"name\" {\n").unwrap();
    assert!(rejected(watched.check()).contains("outputs.hcl:"));
    assert!(matches!(watched.check(), ReloadOutcome::Unchanged));
    fs::write(module.join("new.hcl"), output.replace("\"eu\"", "\"ap\"")).unwrap();
    fs::write(module.join("outputs.hcl"), "").unwrap();
    assert_eq!(changes(watched.check()), ["changed: region"]);
    assert_eq!(watched.current().region.as_deref(), Some("ap"));
    assert!(matches!(watched.check(), ReloadOutcome::Unchanged));
}

#[test]
fn a_thread_checks_until_it_is_dropped() {
    let folder = Folder::new("watched-thread", &[("main.hcl", "region = \"eu\"\n")]);
    let file = folder.path().join("main.hcl");
    let watched = Watched::<Config>::new(Decoder::new().file(&file)).unwrap();
    let (sender, outcomes) = mpsc::channel();
    let report = move |outcome| sender.send(outcome).unwrap();
    let watcher = watched.every(Duration::from_millis(1), report).unwrap();
    let next = folder.path().join("next");
    fs::write(&next, "region = \"us\"\n").unwrap();
    fs::rename(&next, &file).unwrap();
    assert_eq!(changes(outcomes.recv().unwrap()), ["changed: region"]);
    fs::write(&next, "region = 1 +\n").unwrap();
    fs::rename(&next, &file).unwrap();
    assert!(rejected(outcomes.recv().unwrap()).contains("main.hcl:1"));
    drop(watcher);
    assert!(outcomes.recv().is_err());
    assert_eq!(watched.current().region.as_deref(), Some("us"));
}

/// `fuzz-reload` does this with 10,000 rewrites.
#[cfg(unix)]
#[test]
fn readers_see_whole_states_under_fire() {
    let folder = Folder::new("watched-under-fire", &[]);
    let figures = hcldyn_tests::reload::run(&folder.path().join("mount"), 100).unwrap();
    assert!(figures.is_right() && figures.broken == 40, "{figures}");
}
