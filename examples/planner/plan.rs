//! The command `plan`: an evaluation before the cloud has decided anything.

use std::error::Error;
use std::fs;
use std::path::Path;
use std::sync::{Arc, Mutex, PoisonError};

use hcldyn::cty::{Mark, Value};
use hcldyn::ext::kit::Missing;
use hcldyn::load::{Configuration, Request};
use hcldyn::spec::Decoded;
use hcldyn::{Decoder, Diagnostics};

use crate::language::{self, Cloud, Program, decoder, instance};
use crate::settings::Settings;
use crate::{draw, provider, show};

/// The name of the plan's arguments in the artifact. No block can have this name.
pub(crate) const ARGUMENTS: &str = "arguments";

/// Evaluates the files of a folder, shows what would be created, and writes an artifact with the files and the
/// results. A variable without a value is unknown.
pub(crate) fn plan(
    folder: &Path,
    arguments: &[String],
    out: &Path,
    graph: Option<&Path>,
) -> Result<(), Box<dyn Error>> {
    let cloud = Arc::new(Planned::default());
    let decoder = decoder(&cloud, arguments, Missing::Unknown).folder(folder);
    if let Some(name) = graph {
        draw::write(&decoder.graph::<Program>(&mut Diagnostics::new()), name)?;
    }
    let (loaded, instances) = evaluate(&decoder, &cloud)?;
    let values = language::values(&decoder, &loaded);
    let open = values.iter().filter(|(name, it, _)| name.starts_with("cloud_") && !it.is_known());
    let open: Vec<_> = open.map(|(name, ..)| name.as_str()).collect();
    print!("{}", show::plan(&instances, &open, &loaded.outputs));

    let artifact = loaded.artifact()?;
    let artifact =
        values.into_iter().fold(artifact, |it, (name, value, _)| it.with_value(name, value));
    let arguments = Value::from(arguments.to_vec()).mark(Mark::sensitive());
    fs::write(out, artifact.with_value(ARGUMENTS, arguments).to_json()?)?;
    Ok(())
}

/// The instances of resources, with their values, in a possible order of creation.
pub(crate) type Instances = Vec<(Request, Value)>;

/// Evaluates a configuration without effects.
pub(crate) fn evaluate(
    decoder: &Decoder,
    cloud: &Planned,
) -> Result<(Configuration<Program>, Instances), Diagnostics> {
    let loaded = decoder.decode::<Program>()?;
    let instances = cloud.0.lock().unwrap_or_else(PoisonError::into_inner).clone();
    Ok((loaded, instances))
}

/// A cloud that creates nothing: the ids that it would decide are unknown.
#[derive(Default)]
pub(crate) struct Planned(Mutex<Instances>);

impl Cloud for Planned {
    fn create<T: Settings>(&self, settings: Decoded, request: &Request) -> Result<Value, String> {
        let instance = instance(&settings.value, provider::unknown_id::<T>());
        let mut planned = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        planned.push((request.clone(), instance.clone()));
        Ok(instance)
    }
}
