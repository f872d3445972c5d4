//! Changes of random specs, and their effect on random configurations.

use hcldyn::diag::{Diagnostic, Severity, codes};
use hcldyn::spec::outline::ChangeEffect;
use hcldyn::spec::{Spec, decode, language};
use hcldyn::syntax::Source;
use hcldyn::{Diagnostics, EvalContext, parse_body};

use crate::random_configurations::configuration;
use crate::random_specs::RandomSpec;

/// The number of configurations for each pair of specs.
const CONFIGURATIONS: u64 = 12;

/// A pair of specs.
#[derive(Debug, Default)]
pub struct Pair {
    /// `true` if the specs are valid and differ.
    pub differs: bool,
    /// `true` if a change is breaking.
    pub is_breaking: bool,
    /// The number of configurations that are valid under both specs.
    pub valid: usize,
    /// The number of configurations that only the old spec accepts.
    pub broken: usize,
    /// A change that was not found, or a configuration that an unnoticed change breaks.
    pub mistake: Option<String>,
}

/// Compares a random spec with a changed one.
pub fn run(seed: u64, index: u64) -> Pair {
    let mut pair = Pair::default();
    let old = RandomSpec::new(seed, index).spec();
    let new = RandomSpec::new(seed, index).changed(2).spec();
    if old.check().is_err() || new.check().is_err() {
        return pair;
    }
    let (before, after) = (old.outline(), new.outline());
    let changes = before.changes(&after);
    pair.differs = before != after;
    let lines: Vec<_> = changes.iter().map(ToString::to_string).collect();
    let lines = lines.join("\n");
    if pair.differs == changes.is_empty() {
        let found =
            if pair.differs { "no change found in" } else { "changes found in equal specs:" };
        pair.mistake = Some(format!("{found}\n{lines}\n{}", differing_lines(&old, &new)));
    }
    pair.is_breaking = changes.iter().any(|change| change.effect == ChangeEffect::Breaking);
    // The shapes of decoded values are not compared. In collections of one type, they may matter.
    let is_allowed = |it: &Diagnostic| {
        it.code == codes::MISMATCHED_BLOCK_TYPES.name() && old.implied_type() != new.implied_type()
    };
    for round in 0..CONFIGURATIONS {
        let text = configuration(&before, seed ^ index, round);
        if decoded(&text, &old).has_errors() {
            continue;
        }
        let diags = decoded(&text, &new);
        let mut errors = diags.iter().filter(|it| it.severity == Severity::Error);
        if !diags.has_errors() {
            pair.valid += 1;
        } else if pair.is_breaking {
            pair.broken += 1;
        } else if !errors.all(is_allowed) {
            let differing = differing_lines(&old, &new);
            pair.mistake = Some(format!("{diags}\n{lines}\n{text}\n{differing}"));
        }
    }
    pair
}

/// Describes the first lines that differ in two specs as spec files, and both as a whole.
fn differing_lines(old: &Spec, new: &Spec) -> String {
    let [old, new] = [old, new].map(|spec| language::write(spec).text);
    let differing: Vec<_> =
        old.lines().zip(new.lines()).filter(|(old, new)| old != new).take(9).collect();
    format!("{differing:?}\n{old}\n{new}")
}

/// Returns the diagnostics of a configuration.
fn decoded(text: &str, spec: &Spec) -> Diagnostics {
    let mut diags = Diagnostics::new();
    let body = parse_body(&Source::new("main.hcl", text), &mut diags);
    decode(&body, spec, &EvalContext::new().with_variable("x", 1), &mut diags);
    diags
}
