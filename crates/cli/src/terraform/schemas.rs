//! The files with the schemas of providers.

use std::path::{Path, PathBuf};

use hcldyn::Diagnostics;
use hcldyn::load::tidy_path;
use hcldyn_terraform::ProviderSchemas;

use crate::diags::{invalid_schema, unusable_schema};

/// The provider schema of an initialised folder, if there is one.
const SCHEMA: &str = ".terraform/schema.json";

/// Returns the path of the schema of a module: the given one, or that of the nearest initialised folder around the module's.
pub(super) fn path_of(given: Option<&Path>, folder: &Path) -> Option<PathBuf> {
    let found = || {
        let folder = tidy_path(&std::path::absolute(folder).ok()?);
        folder.ancestors().map(|it| it.join(SCHEMA)).find(|it| it.is_file())
    };
    given.map(Path::to_owned).or_else(found)
}

/// Reads the schemas of providers. Returns `None` after reporting an error.
pub(super) fn read(path: &Path, diags: &mut Diagnostics) -> Option<ProviderSchemas> {
    let source = ProviderSchemas::source(path, diags)?;
    match ProviderSchemas::of(source) {
        Ok(schemas) => Some(schemas),
        Err(error) => {
            let reason = invalid_schema(&error);
            diags.push(unusable_schema(&path.display().to_string(), &reason));
            None
        }
    }
}
