//! Random specs with random configurations.

use hcldyn::{EvalContext, functions};

use super::plan::BodyPlan;
use super::written::{ConfigurationWriter, Mistake};
use super::{Group, Pair, decoded, errors};
use crate::random::Random;

/// The configurations of each spec without mistakes.
const VALID: usize = 6;

/// Returns random specs, each with valid configurations, and one for each kind of mistake that it allows.
pub fn random(seed: u64, count: u64) -> impl Iterator<Item = Group> {
    let ctx = EvalContext::new().with_functions(functions::all());
    (0..count).flat_map(move |index| groups(&mut Random::new(seed, index), &ctx))
}

/// Returns the configurations of a spec, and the decoded value of one of them.
fn groups(random: &mut Random, ctx: &EvalContext) -> Vec<Group> {
    let plan = BodyPlan::random(random, 3, "");
    let spec = plan.spec(0);
    let mut group = Group::of_spec(&spec);
    let mut add = |mistake: Option<Mistake>, kind: &str| {
        let mut writer = ConfigurationWriter { random: &mut *random, mistake };
        let text = writer.configuration(&plan).to_string();
        if writer.mistake.is_some() {
            return;
        }
        let Some(codes) = errors(&text, &spec, ctx) else { return };
        // Only what hcldyn says counts.
        let kind = match (codes.is_empty(), mistake) {
            (true, _) => "random: valid".to_owned(),
            (false, None) => "random: other error".to_owned(),
            (false, Some(_)) => format!("random: {kind}"),
        };
        group.pairs.push(Pair { text, codes, kind });
    };
    for _ in 0..VALID {
        add(None, "");
    }
    for (mistake, kind) in Mistake::ALL {
        add(Some(mistake), kind);
    }
    let valid = group.pairs.iter().find(|pair| pair.codes.is_empty());
    let decoded = valid.and_then(|pair| decoded(&pair.text, &spec, ctx));
    [group].into_iter().chain(decoded).collect()
}
