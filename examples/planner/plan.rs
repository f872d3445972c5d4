//! The command `plan`: an evaluation before the cloud has decided anything.

use std::error::Error;
use std::fs;
use std::path::Path;

use hcldyn::cty::Value;
use hcldyn::ext::kit::Missing;
use hcldyn::load::artifact::Artifact;
use hcldyn::spec::Decoded;
use hcldyn::syntax::{files_in, read_file};
use hcldyn::{Diagnostics, Limits};

use crate::evaluate::{Evaluation, evaluate};
use crate::language::Program;
use crate::provider::Kind;
use crate::resource::Cloud;
use crate::{draw, show};

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
    let mut diags = Diagnostics::new();
    let artifact = read(folder, &mut diags);
    let program = Program::of(&artifact, &mut diags);
    if let Some(name) = graph {
        draw::write(&program.graph, name)?;
    }
    let mut planned = Planned::default();
    let evaluation = Evaluation { artifact: &artifact, arguments, missing: Missing::Unknown };
    let values = evaluate(&program, &evaluation, &mut planned, &mut diags);
    diags.sort();
    diags.into_result(Some(()))?;

    print!("{}", show::plan(&planned.instances, &values));
    let artifact = values
        .into_iter()
        .fold(artifact, |artifact, (name, value)| artifact.with_value(name, value));
    let arguments = Value::from(arguments.to_vec()).mark(hcldyn::cty::Mark::sensitive());
    fs::write(out, artifact.with_value(ARGUMENTS, arguments).to_json()?)?;
    Ok(())
}

/// Returns an artifact with the files of a folder and without values.
fn read(folder: &Path, diags: &mut Diagnostics) -> Artifact {
    let files = files_in(folder, Limits::default().files, diags).unwrap_or_default();
    let sources = files.iter().filter_map(|file| read_file(file, diags));
    sources.fold(Artifact::new(), Artifact::with_source)
}

/// A cloud that creates nothing: the values that it would decide are unknown.
#[derive(Default)]
pub(crate) struct Planned {
    /// The instances to create with their addresses, in a possible order of creation.
    pub(crate) instances: Vec<(String, Value)>,
}

impl Cloud for Planned {
    fn create(
        &mut self,
        address: &str,
        kind: &Kind,
        settings: Decoded,
        _: &mut Diagnostics,
    ) -> Option<Value> {
        let id = kind.unknown_id();
        self.instances.push((address.to_owned(), kind.instance(&settings.value, &id)));
        Some(id)
    }
}
