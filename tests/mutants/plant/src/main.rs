//! Plants mutants in a copy of the sources. Each is off until the environment selects it.
//!
//! `plant-mutants ROOT < mutants.json > planted.json` reads the mutants that `cargo mutants --list --json` describes, each
//! with an `id`. It changes their files in the folder ROOT, and writes one object for each mutant: its `id`, and the `start` and
//! `end` of its bytes in the changed file, or why it is `skipped`.

mod edit;
mod find;

use std::collections::BTreeMap;
use std::{env, fs, io};

use serde_json::{Value, json};

/// The functions that say if a mutant is on, for each crate with mutants.
const SWITCH: &str = include_str!("switch.rs");

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let root = env::args().nth(1).ok_or("expected a folder")?;
    let mutants: Vec<Value> = serde_json::from_reader(io::stdin())?;
    let mut files: BTreeMap<&str, Vec<&Value>> = BTreeMap::new();
    for mutant in &mutants {
        files.entry(mutant["file"].as_str().ok_or("expected a file")?).or_default().push(mutant);
    }
    let mut report = Vec::new();
    for (file, mutants) in &files {
        let path = format!("{root}/{file}");
        let source = fs::read_to_string(&path)?;
        let (mut edits, mut skipped) = (Vec::new(), Vec::new());
        for mutant in mutants {
            match find::edit(&source, mutant) {
                Ok(edit) => edits.push(edit),
                Err(reason) => skipped.push((mutant["id"].clone(), reason)),
            }
        }
        let (changed, planted, overlapping) = edit::apply(&source, edits);
        fs::write(&path, changed)?;
        report.extend(planted.iter().map(|planted| {
            json!({ "id": planted.id, "file": file, "start": planted.start, "end": planted.end })
        }));
        report.extend(overlapping.iter().map(|id| json!({ "id": id, "skipped": "overlaps" })));
        report.extend(skipped.iter().map(|(id, why)| json!({ "id": id, "skipped": why })));
    }
    for path in roots(&root, files.keys()) {
        let source = fs::read_to_string(&path)?;
        fs::write(&path, format!("{source}\n{SWITCH}"))?;
    }
    println!("{}", Value::from(report));
    Ok(())
}

/// Returns the root modules of the crates of files.
fn roots<'a>(root: &str, files: impl Iterator<Item = &'a &'a str>) -> Vec<String> {
    let crates = files.filter_map(|file| file.split_once("/src/")).map(|(folder, _)| folder);
    let mut roots: Vec<_> = crates.map(|folder| format!("{root}/{folder}/src/lib.rs")).collect();
    roots.dedup();
    roots
}
