//! Changes of random specs, and their effect on random configurations.

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
        let [old, new] = [&old, &new].map(|spec| language::write(spec).text);
        let lines_of_both = old.lines().zip(new.lines());
        let differing: Vec<_> = lines_of_both.filter(|(old, new)| old != new).take(9).collect();
        pair.mistake = Some(format!("{found}\n{lines}\n{differing:#?}\n{old}"));
    }
    pair.is_breaking = changes.iter().any(|change| change.effect == ChangeEffect::Breaking);
    for round in 0..CONFIGURATIONS {
        let text = configuration(&before, seed ^ index, round);
        if errors(&text, &old).is_some() {
            continue;
        }
        match errors(&text, &new) {
            None => pair.valid += 1,
            Some(_) if pair.is_breaking => pair.broken += 1,
            Some(errors) => {
                pair.mistake = Some(format!("{errors}\n{lines}\n{text}"));
            }
        }
    }
    pair
}

/// Returns the errors of a configuration.
fn errors(text: &str, spec: &Spec) -> Option<String> {
    let mut diags = Diagnostics::new();
    let body = parse_body(&Source::new("main.hcl", text), &mut diags);
    decode(&body, spec, &EvalContext::new().with_variable("x", 1), &mut diags);
    diags.has_errors().then(|| diags.to_string())
}
