//! Fixtures: sources with marked cursors, and the answers beside them.

use std::fmt::Write as _;
use std::sync::Arc;

use hcldyn::HclDecode;
use hcldyn::HclValue;
use hcldyn::syntax::Source;
use hcldyn::{Decoder, EvalContext, functions};
use hcldyn_lsp::ide::{Language, Snapshot, Workspace};

/// The mark of the cursor.
const CURSOR: &str = "<|>";

/// The start of an answer, up to the end of the line.
const ANSWER: &str = " #> ";

/// The configuration that the fixtures are written in.
#[derive(HclDecode)]
#[expect(dead_code, reason = "only decoded")]
pub(crate) struct Config {
    /// The port to listen on.
    port: u16,
    #[hcl(default = "eu")]
    region: String,
    level: Option<Level>,
    #[hcl(sensitive)]
    password: Option<String>,
    #[hcl(deprecated = "Use `region`.")]
    zone: Option<String>,
    limits: Option<Limits>,
    /// A server.
    #[hcl(dynamic)]
    server: Vec<Server>,
}

#[derive(HclDecode)]
#[expect(dead_code, reason = "only decoded")]
struct Server {
    #[hcl(label)]
    name: String,
    /// The address.
    host: String,
    tls: Option<bool>,
}

#[derive(HclValue)]
#[expect(dead_code, reason = "only decoded")]
struct Limits {
    memory: u32,
    files: Option<u32>,
}

/// The amount of messages.
#[derive(HclValue)]
enum Level {
    /// Everything.
    Debug,
    Info,
}

/// Returns the language of the fixtures.
pub(crate) fn language() -> Language {
    let ctx = EvalContext::new()
        .with_variable("base", 8000)
        .with_functions(functions::all().filter(|(name, _)| ["max", "upper"].contains(name)));
    Language::of_type::<Config>(Decoder::new().context(ctx))
}

/// A source without its marks.
pub(crate) struct Fixture {
    pub(crate) text: String,
    /// The offsets of the cursors, each with the answer on its line.
    pub(crate) cursors: Vec<(usize, String)>,
}

impl Fixture {
    pub(crate) fn new(marked: &str) -> Self {
        let mut fixture = Self { text: String::new(), cursors: Vec::new() };
        for line in marked.lines() {
            let (code, answer) = line.split_once(ANSWER).unwrap_or((line, ""));
            let mut parts = code.split(CURSOR);
            fixture.text += parts.next().unwrap();
            for part in parts {
                fixture.cursors.push((fixture.text.len(), answer.to_owned()));
                fixture.text += part;
            }
            fixture.text.push('\n');
        }
        fixture
    }

    /// Returns the snapshot with the source alone.
    pub(crate) fn snapshot(&self, language: Language) -> Snapshot {
        self.snapshot_as("main.hcl", language)
    }

    /// Returns the snapshot with the source alone, under a name.
    pub(crate) fn snapshot_as(&self, name: &str, language: Language) -> Snapshot {
        let mut workspace = Workspace::new();
        workspace.set(Source::new(name, self.text.as_str()), Arc::new(language));
        workspace.snapshot()
    }
}

/// Compares the answer at each cursor of a fixture with the one beside it.
#[track_caller]
pub(crate) fn check(marked: &str, answer: impl Fn(&Snapshot, usize) -> String) {
    check_as("main.hcl", marked, answer);
}

/// Compares the answer at each cursor of a fixture, a source with a name, with the one beside it.
#[track_caller]
pub(crate) fn check_as(name: &str, marked: &str, answer: impl Fn(&Snapshot, usize) -> String) {
    let fixture = Fixture::new(marked);
    let snapshot = fixture.snapshot_as(name, language());
    let (mut found, mut wanted) = (String::new(), String::new());
    for (offset, expected) in &fixture.cursors {
        writeln!(found, "{offset}: {}", answer(&snapshot, *offset).trim_end().replace('\n', "⏎"))
            .unwrap();
        writeln!(wanted, "{offset}: {expected}").unwrap();
    }
    assert!(!fixture.cursors.is_empty());
    assert_eq!(found, wanted);
}
