//! The inputs of a `Decoder`: strings, files and directories, and limits on them.

use hcldyn::cty::Path as ValuePath;
use hcldyn::cty::value_spec::Unexpected;
use hcldyn::syntax::Source;
use hcldyn::{Decoder, Diagnostics, EvalContext, HclDecode, Limits, parse_body};

use crate::support::folder::Folder;

#[derive(Debug, HclDecode)]
struct Config {
    region: String,
    #[hcl(dynamic)]
    rule: Vec<Rule>,
    #[hcl(block)]
    tls: Option<Tls>,
}

#[derive(Debug, HclDecode)]
#[allow(dead_code, reason = "only asked for its place")]
struct Rule {
    #[hcl(label)]
    name: String,
    port: u16,
    hosts: Option<Vec<String>>,
}

#[derive(Debug, HclDecode)]
struct Tls {}

impl Folder {
    /// The errors of decoding the directory, with paths relative to it.
    fn problems(&self, decoder: &Decoder) -> String {
        self.relative(&decoder.decode::<Config>().unwrap_err().to_string())
    }
}

#[test]
fn a_folder_is_read_in_the_order_of_names() {
    let folder = Folder::new(
        "order",
        &[
            ("b.hcl", "rule \"b\" { port = 2 }\n"),
            ("a.hcl", "region = \"eu\"\nrule \"a\" { port = 1 }\n"),
            ("B.hcl", "rule \"B\" { port = 3 }\n"),
            (".hidden.hcl", "no hcl"),
            ("notes.txt", "no hcl"),
        ],
    );
    std::fs::create_dir(folder.path().join("c.hcl")).unwrap();
    let decoder = Decoder::new().text("first", "rule \"0\" { port = 0 }").folder(folder.path());
    let loaded = decoder.decode::<Config>().unwrap();
    let names: Vec<_> = loaded.value.rule.iter().map(|rule| rule.name.as_str()).collect();
    assert_eq!(names, ["0", "B", "a", "b"]);
    assert!(loaded.warnings.is_empty() && loaded.value.tls.is_none());
    let place = loaded.place_of("rule[3]").unwrap().to_string();
    assert!(place.ends_with("b.hcl:1:1"), "{place}");
}

#[test]
fn fields_of_a_flattened_struct_have_places() {
    #[derive(Debug, HclDecode)]
    struct Outer {
        name: String,
        #[hcl(flatten)]
        inner: Inner,
    }
    #[derive(Debug, HclDecode)]
    struct Inner {
        region: String,
        #[hcl(block)]
        rule: Vec<Rule>,
    }
    let text = r#"name = "n"
region = "eu"
rule "a" {
  port = 1
}
"#;
    let loaded = Decoder::new().text("t", text).decode::<Outer>().unwrap();
    let Outer { name, inner: Inner { region, rule } } = &loaded.value;
    assert_eq!((&**name, &**region, rule.len()), ("n", "eu", 1));
    let place = |path: &str| loaded.place_of(path).map(|it| it.to_string());
    assert_eq!(place("region").as_deref(), Some("t:2:10"));
    assert_eq!(place("rule[0].port").as_deref(), Some("t:4:10"));
    assert_eq!((place("zone"), place("rule[1]"), place("rule[0].zone")), (None, None, None));
}

#[test]
fn a_conflict_shows_both_locations() {
    let folder = Folder::new(
        "conflict",
        &[("a.hcl", "region = \"eu\"\ntls {}\n"), ("b.hcl", "region = \"us\"\ntls {}\n")],
    );
    let problems = folder.problems(&Decoder::new().folder(folder.path()));
    assert!(problems.contains("b.hcl:1:1: error: Duplicate attribute; "), "{problems}");
    assert!(problems.contains("is already set at a.hcl:1:1"), "{problems}");
    let diags = Decoder::new().folder(folder.path()).decode::<Config>().unwrap_err();
    let block = diags.iter().find(|diag| diag.place().unwrap().text().starts_with("tls")).unwrap();
    assert!(block.place().unwrap().source().name().ends_with("b.hcl"));
    assert!(block.related[0].place.source().name().ends_with("a.hcl"));
}

#[test]
fn unreadable_items_are_not_missing() {
    let folder = Folder::new("unread", &[("a.hcl", "rule \"a\" { port = true }\n")]);
    let missing = folder.path().join("b.hcl");
    let problems = folder.problems(&Decoder::new().folder(folder.path()).file(missing));
    assert!(problems.contains("b.hcl: error: File not found; "), "{problems}");
    assert!(problems.contains("a.hcl:1:19: error: "), "{problems}");
    assert!(!problems.contains("region"), "{problems}");
    let problems = folder.problems(&Decoder::new().folder(folder.path().join("x")));
    assert_eq!(problems, "x: error: Directory not found; This directory does not exist.");
    let problems = folder.problems(&Decoder::new().folder(folder.path().join("a.hcl")));
    assert_eq!(problems, "a.hcl: error: Not a directory; A directory is expected, not a file.");
}

#[test]
fn a_directory_without_files_misses_required_items() {
    let folder = Folder::new("empty", &[]);
    let problems = folder.problems(&Decoder::new().folder(folder.path()));
    let expected = "F: error: Missing attribute; The required attribute \"region\" is not set.";
    assert_eq!(problems, expected);
    let nothing = Decoder::new().decode::<Config>().unwrap_err().to_string();
    assert!(nothing.starts_with("<nothing>: error: Missing attribute; "), "{nothing}");
}

#[test]
fn files_are_limited_in_number_and_size() {
    let files = [("a.hcl", "region = \"eu\"\n"), ("b.hcl", "rule \"b\" { port = 2 }\n")];
    let folder = Folder::new("limits", &files);
    let within = |files, file_bytes| {
        let limits = Limits::default().with_files(files).with_file_bytes(file_bytes);
        let ctx = EvalContext::new().with_limits(limits);
        Decoder::new().context(ctx)
    };
    // 14 and 22 bytes.
    assert!(within(2, 36).folder(folder.path()).decode::<Config>().is_ok());
    let problems = folder.problems(&within(1, 36).folder(folder.path()));
    assert_eq!(problems, "F: error: Too many files; A directory can have at most 1 .hcl file.");
    let decoder = files
        .iter()
        .fold(within(1, 36), |decoder, (name, _)| decoder.file(folder.path().join(name)));
    let expected = "b.hcl: error: Too many files; Skipped: the limit of 1 file was reached.";
    assert_eq!(folder.problems(&decoder), expected);
    let problems = folder.problems(&within(2, 35).folder(folder.path()));
    assert!(problems.starts_with("b.hcl: error: Files too large; "), "{problems}");
    let problems = folder.problems(&within(2, 21).folder(folder.path()));
    let expected = "b.hcl: error: Source too long; A source can have at most 21 bytes.";
    assert_eq!(problems, expected);
}

#[test]
fn unexpected_items_at_any_depth() {
    let text = r#"region = "eu"
colour = 1
rule "a" {
  port = 1
  speed = 2
  deep {}
}
dynamic "rule" {
  for_each = [1, 2]
  labels = ["b"]
  content {
    port = 3
    size = 4
  }
}
dynamic "none" {
  for_each = []
  content {}
}
"#;
    let decode = |unexpected| Decoder::new().unexpected(unexpected).decode_str::<Config>(text);
    let lines = |diags: &Diagnostics| {
        diags.iter().map(|diag| diag.place().unwrap().start().line).collect::<Vec<_>>()
    };
    assert_eq!(lines(&decode(Unexpected::Deny).unwrap_err()), [2, 5, 6, 13, 16]);
    let warned = decode(Unexpected::Warn).unwrap();
    assert_eq!(lines(&warned.warnings), [2, 5, 6, 13, 16]);
    assert_eq!(warned.value.rule.len(), 3);
    assert!(decode(Unexpected::Ignore).unwrap().warnings.is_empty());
}

#[test]
fn locations_of_set_and_missing_items() {
    let text = r#"region = "eu"
rule "a" {
  port = 1
  hosts = ["x", "y"]
}
"#;
    let loaded = Decoder::new().decode_str::<Config>(text).unwrap();
    let place = |path: &str| {
        let place = loaded.place_of(path)?;
        Some(format!("{} {}", place.start(), place.text()))
    };
    assert_eq!(place("region").unwrap(), "1:10 \"eu\"");
    assert_eq!(place("rule[0]").unwrap(), "2:1 rule \"a\"");
    assert_eq!(place("rule[0].name").unwrap(), "2:6 \"a\"");
    assert_eq!(place("rule[0].port").unwrap(), "3:10 1");
    assert_eq!(place("rule[0].hosts[1]").unwrap(), "4:11 [\"x\", \"y\"]");
    assert_eq!(place("tls").unwrap(), "1:1 ");
    for nothing in ["", "rule[1]", "rule[0].size", "rule[0].hosts[2]", "1 +", "rule[*]"] {
        assert_eq!(place(nothing), None, "{nothing}");
    }
    let port = ValuePath::root().attr("rule").index(0).attr("port");
    assert_eq!(loaded.origin_of(&port).unwrap().name_place().unwrap().text(), "port");
}

#[test]
fn the_maximum_number_of_diagnostics() {
    let mut diags = Diagnostics::new();
    let body = parse_body(&Source::new("made", "region = \"eu\""), &mut diags);
    let decoder = Decoder::new().body(body);
    assert_eq!(decoder.decode::<Config>().unwrap().value.region, "eu");
    let wrong = r"a = 1
b = 2
c = 3
";
    let capped = decoder.max_diagnostics(2).decode_str::<Config>(wrong).unwrap_err();
    assert_eq!((capped.len(), capped.suppressed()), (2, 1));
}
