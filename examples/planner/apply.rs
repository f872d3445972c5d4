//! The command `apply`: the evaluation again, after the cloud has decided the unknown values.

use std::error::Error;
use std::fs;
use std::path::Path;

use hcldyn::Diagnostics;
use hcldyn::cty::{FromValue, Value};
use hcldyn::ext::kit::Missing;
use hcldyn::load::artifact::Artifact;
use hcldyn::spec::Decoded;
use indicatif::{ProgressBar, ProgressStyle};

use crate::evaluate::{Evaluation, evaluate};
use crate::language::Program;
use crate::plan::{ARGUMENTS, Planned};
use crate::provider::Kind;
use crate::resource::Cloud;
use crate::show;

/// Reads a plan, evaluates its sources again with the arguments of both commands, and creates the planned
/// resources. Every value that the plan knew must be the same.
pub(crate) fn apply(plan: &Path, arguments: &[String]) -> Result<(), Box<dyn Error>> {
    let artifact = Artifact::from_bytes(&fs::read(plan)?)?;
    let arguments = [planned_arguments(&artifact)?, arguments.to_vec()].concat();
    let evaluation =
        Evaluation { artifact: &artifact, arguments: &arguments, missing: Missing::Reject };
    let mut diags = Diagnostics::new();
    let program = Program::of(&artifact, &mut diags);

    // The first evaluation creates nothing, so that an invalid plan has no effect.
    let mut planned = Planned::default();
    evaluate(&program, &evaluation, &mut planned, &mut diags);
    diags.sort();
    diags.into_result(Some(()))?;

    let mut diags = Diagnostics::new();
    let mut creating = Creating { progress: progress(planned.instances.len()) };
    let values = evaluate(&program, &evaluation, &mut creating, &mut diags);
    creating.progress.finish_and_clear();
    diags.sort();
    diags.into_result(Some(()))?;
    print!("{}", show::outputs(&values));
    Ok(())
}

/// Returns the arguments of the plan.
fn planned_arguments(artifact: &Artifact) -> Result<Vec<String>, Box<dyn Error>> {
    let arguments = artifact.value(ARGUMENTS).ok_or("this is not a plan")?;
    Ok(Vec::from_value(&arguments.unmarked().clone())?)
}

/// Returns a progress bar, which is hidden unless the output is a terminal.
fn progress(instances: usize) -> ProgressBar {
    let progress = ProgressBar::new(instances as u64);
    let style = ProgressStyle::with_template("{bar:30} {pos}/{len} {msg}");
    progress.with_style(style.unwrap_or_else(|_| ProgressStyle::default_bar()))
}

/// A cloud that creates instances.
struct Creating {
    progress: ProgressBar,
}

impl Cloud for Creating {
    fn create(
        &mut self,
        address: &str,
        kind: &Kind,
        settings: Decoded,
        diags: &mut Diagnostics,
    ) -> Option<Value> {
        self.progress.set_message(address.to_owned());
        let created = kind.create(address, settings, diags)?;
        self.progress.suspend(|| println!("Created {address}: {created}"));
        self.progress.inc(1);
        Some(created.id.into())
    }
}
