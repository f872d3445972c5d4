//! The command `apply`: the evaluation again, after the cloud has decided the unknown values.

use std::error::Error;
use std::fs;
use std::path::Path;
use std::sync::Arc;

use hcldyn::cty::{FromValue, Value};
use hcldyn::ext::kit::Missing;
use hcldyn::load::Request;
use hcldyn::load::artifact::Artifact;
use hcldyn::spec::{Decoded, Origin, Presence};
use hcldyn::{Decoder, Diagnostics};
use indicatif::ProgressBar;

use crate::language::{self, Cloud, Program, decoder, instance};
use crate::plan::{ARGUMENTS, Planned, evaluate};
use crate::settings::Settings;
use crate::{provider, show};

/// Reads a plan, evaluates its sources again with the arguments of both commands, and creates the planned
/// resources. Every value that the plan knew must be the same.
pub(crate) fn apply(plan: &Path, arguments: &[String]) -> Result<(), Box<dyn Error>> {
    let artifact = Artifact::from_bytes(&fs::read(plan)?)?;
    let arguments = [planned_arguments(&artifact)?, arguments.to_vec()].concat();

    // The first evaluation creates nothing, so that an invalid plan has no effect.
    let planned = Arc::new(Planned::default());
    let decoder_of_plan = with_sources(decoder(&planned, &arguments, Missing::Reject), &artifact);
    let (loaded, instances) = evaluate(&decoder_of_plan, &planned)?;
    let mut diags = Diagnostics::new();
    for (name, value, place) in language::values(&decoder_of_plan, &loaded) {
        artifact.check(&name, &value, &Origin::new(place, Presence::Present), &mut diags);
        // Values that depend on a changed one differ, too.
        if diags.has_errors() {
            return Err(diags.into());
        }
    }

    let creating = Arc::new(Creating { progress: ProgressBar::new(instances.len() as u64) });
    let decoder = with_sources(decoder(&creating, &arguments, Missing::Reject), &artifact);
    let loaded = decoder.decode::<Program>();
    creating.progress.finish_and_clear();
    print!("{}", show::outputs(&loaded?.outputs));
    Ok(())
}

/// Returns a decoder for the sources of a plan.
fn with_sources(decoder: Decoder, plan: &Artifact) -> Decoder {
    plan.sources().iter().fold(decoder, |decoder, it| decoder.text(it.name(), it.text()))
}

/// Returns the arguments of the plan.
fn planned_arguments(artifact: &Artifact) -> Result<Vec<String>, Box<dyn Error>> {
    let arguments = artifact.value(ARGUMENTS).ok_or("this is not a plan")?;
    Ok(Vec::from_value(&arguments.unmarked().clone())?)
}

/// A cloud that creates instances. The progress bar is hidden unless the output is a terminal.
struct Creating {
    progress: ProgressBar,
}

impl Cloud for Creating {
    fn create<T: Settings>(&self, settings: Decoded, request: &Request) -> Result<Value, String> {
        let (address, known, mut diags) =
            (&request.address, settings.value.clone(), Diagnostics::new());
        self.progress.set_message(address.clone());
        let summary = T::from_decoded(settings, &mut diags).map(|it| it.summary());
        let summary = diags.into_result(summary).map_err(|problems| problems.to_string())?;
        let id = provider::create::<T>(address);
        self.progress.suspend(|| println!("Created {address}: {id} ({summary})"));
        self.progress.inc(1);
        Ok(instance(&known, id.into()))
    }
}
