//! Parsing on several threads has the same result as on one thread.

use std::fmt::Write as _;
use std::num::NonZeroUsize;

use hcldyn::diag::{Report, Style};
use hcldyn::{Decoder, Diagnostics, EvalContext, HclDecode, Limits};
use proptest::collection::vec;
use proptest::prelude::{ProptestConfig, prop_assert_eq, proptest};
use proptest::sample::select;

#[derive(Debug, HclDecode)]
#[allow(dead_code, reason = "only printed")]
struct Config {
    first: Option<i64>,
    #[hcl(block)]
    rule: Vec<Rule>,
}

#[derive(Debug, HclDecode)]
#[allow(dead_code, reason = "only printed")]
struct Rule {
    #[hcl(label)]
    name: String,
    size: i64,
    #[hcl(sensitive)]
    key: Option<String>,
}

/// Returns the report, the diagnostics and the value of a decoding with a number of threads.
fn outcome(decoder: &Decoder, threads: usize) -> String {
    let decoder = decoder.clone().threads(NonZeroUsize::new(threads).unwrap());
    let (value, diags) = match decoder.decode::<Config>() {
        Ok(loaded) => (format!("{:#?}", loaded.value), loaded.warnings),
        Err(problems) => (String::new(), problems),
    };
    // Rendering all diagnostics is slow; a few show whether secrets are hidden.
    let mut few = Diagnostics::with_limit(10);
    few.append(diags.clone());
    let report = Report::new(&few).style(Style::Plain);
    let (errors, more) = (diags.error_count(), diags.suppressed());
    format!("{report}\n{diags}\n{errors} errors, {more} more\n{value}")
}

/// Returns the first difference between two long strings.
fn difference(one: &str, other: &str) -> Option<String> {
    let mut lines = one.lines().zip(other.lines());
    let first =
        lines.find(|(one, other)| one != other).map(|(one, other)| format!("{one}\n{other}"));
    first.or_else(|| (one != other).then(|| "one is longer".to_owned()))
}

#[track_caller]
fn assert_same(decoder: &Decoder) -> String {
    let expected = outcome(decoder, 1);
    for threads in [2, 5] {
        assert_eq!(difference(&outcome(decoder, threads), &expected), None);
    }
    expected
}

/// Items of a body, with `N` as placeholder for a number; valid ones first.
const ITEMS: &[&str] = &[
    "rule \"rN\" {\n  size = N\n  key = \"kN\"\n}",
    "rule \"rN\" {\n  size = 1 + N\n}",
    "rule \"rN\" {\n  size = 1\n  key = names[N]\n}",
    "rule \"rN\" {\n  syze = N\n}",
    "rule {\n  size = N\n}",
    "first = N",
    "first = \"x",
    "rule \"rN\"\n{\n  size = N\n}",
    "rule \"rN\" {\n  key = \n  size = N N\n}",
    "green {}",
];

/// Returns a source of `count` items, each with its own number.
fn text(seed: &[usize], items: &[&str], count: usize) -> String {
    let mut text = String::new();
    for index in 0..count {
        let item = seed[index % seed.len()] % items.len();
        let _ = writeln!(text, "{}\n", items[item].replace('N', &index.to_string()));
    }
    text
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 6, max_shrink_iters: 16, ..ProptestConfig::default() })]

    #[test]
    fn random_sources_are_parsed_alike(
        seed in vec(0..100_usize, 1..40),
        kinds in select(vec![2, ITEMS.len()]),
        problems in select(vec![0, 3, 100, 10_000_usize]),
    ) {
        let mut decoder = Decoder::new().max_diagnostics(problems);
        for index in 0..6 {
            let text = text(&seed[index % seed.len()..], &ITEMS[..kinds], 100);
            decoder = decoder.text(format!("{index}.hcl"), text);
        }
        let expected = outcome(&decoder, 1);
        prop_assert_eq!(difference(&outcome(&decoder, 2), &expected), None);
        prop_assert_eq!(difference(&outcome(&decoder, 5), &expected), None);
    }
}

#[test]
fn files_are_read_alike() {
    let folder = std::env::temp_dir().join(format!("hcldyn-threads-{}", std::process::id()));
    std::fs::create_dir_all(&folder).unwrap();
    for index in 0..60 {
        let text = match index {
            9 => "{\"first\": 7, \"rule\": }".to_owned(),
            _ => text(&[index, 0, 1], ITEMS, 30),
        };
        let ending = if index % 9 == 0 { "hcl.json" } else { "hcl" };
        std::fs::write(folder.join(format!("f{index:02}.{ending}")), text).unwrap();
    }
    std::fs::write(folder.join("g.hcl"), b"first = \xff\n").unwrap();
    let decoder = |limits: Limits, most: usize| {
        Decoder::new()
            .context(EvalContext::new().with_limits(limits))
            .max_diagnostics(most)
            .text("before.hcl", "first = 1\n")
            .file(folder.join("missing.hcl"))
            .folder(&folder)
            .folder(folder.join("nowhere"))
            .file(folder.join("f01.hcl"))
    };
    let (usual, mut said) = (Limits::default(), Vec::new());
    said.push(assert_same(&decoder(usual.clone(), 5)));
    said.push(assert_same(&decoder(usual.clone(), 10_000)));
    said.push(assert_same(&decoder(usual.clone().with_files(62), 10_000)));
    said.push(assert_same(&decoder(usual.clone().with_file_bytes(50_000), 10_000)));
    said.push(assert_same(&decoder(usual.with_file_bytes(10_000), 10_000)));
    std::fs::remove_dir_all(&folder).unwrap();
    assert!(said[1].contains("missing.hcl") && said[1].contains("nowhere"));
    assert!(said[2].contains("Too many files"));
    assert!(said[3].contains("Files too large") && said[4].contains("Files too large"));
}
