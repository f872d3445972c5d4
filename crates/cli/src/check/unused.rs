//! Unused variables and local values, which only a look at all files of a directory finds.

use std::collections::BTreeMap;
use std::ffi::OsString;
use std::path::{Path, PathBuf};

use hcldyn::Diagnostics;
use hcldyn::body::Body;
use hcldyn::cli::files::{self, Target};
use hcldyn::diag::{Level, Levels, codes};
use hcldyn::load::lint::Linter;
use hcldyn::syntax::parse_body_by_name;

/// Returns the warnings for each directory, if they are on. Files with the same ending are one configuration.
pub(super) fn warnings(targets: &[Target], levels: &Levels) -> Vec<Diagnostics> {
    let mut codes = [codes::UNUSED_LOCAL, codes::UNUSED_VARIABLE].into_iter();
    if codes.all(|code| levels.get(code.name()) == Level::Allow) {
        return Vec::new();
    }
    let mut folders: BTreeMap<(PathBuf, OsString), Vec<&Path>> = BTreeMap::new();
    for target in targets {
        if let Target::File(path) = target {
            let folder = path.parent().unwrap_or(Path::new("")).to_owned();
            // The JSON syntax has one more ending.
            let name = path.with_extension("");
            let ending = match path.extension() {
                Some(json) if json == "json" => name.extension(),
                ending => ending,
            };
            folders.entry((folder, ending.unwrap_or_default().to_owned())).or_default().push(path);
        }
    }
    folders.into_values().map(|paths| in_files(&paths, levels)).collect()
}

fn in_files(paths: &[&Path], levels: &Levels) -> Diagnostics {
    // Each file was checked on its own before.
    let mut reported = Diagnostics::new();
    let mut parse = |path: &&Path| {
        Some(parse_body_by_name(&files::read_file(path, &mut reported)?, &mut reported))
    };
    let bodies: Vec<Body> = paths.iter().filter_map(&mut parse).collect();
    let mut linter = Linter::new(levels);
    for body in &bodies {
        linter.comments(body);
    }
    if let Some(body) = Body::merge(bodies) {
        linter.unused(&body);
    }
    linter.finish(Diagnostics::new())
}
