//! Makes random edits of the files in a folder, and checks what they leave: `fuzz-edits FOLDER [seed] [count]`.
//!
//! `fuzz-edits generated [seed] [count]` makes them of generated sources, with heredocs and comments in all positions.

#![allow(clippy::print_stdout, reason = "a program for testing")]

use std::collections::BTreeMap;
use std::error::Error;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::{env, fs, io};

use hcldyn::syntax::Source;
use hcldyn_tests::edits::{Failure, run};

const EXTENSIONS: [&str; 4] = ["hcl", "tf", "t", "hcldec"];

/// The maximum number of failures of a kind that are printed, shortest first.
const SHOWN: usize = 3;

fn main() -> Result<ExitCode, Box<dyn Error>> {
    let mut args = env::args().skip(1);
    let folder = args.next().ok_or("usage: fuzz-edits FOLDER [seed] [count]")?;
    let seed = args.next().map_or(Ok(1), |it| it.parse())?;
    let count = args.next().map_or(Ok(10_000), |it| it.parse())?;
    let mut sources = Vec::new();
    if folder != "generated" {
        add_sources(Path::new(&folder), &mut sources)?;
        println!("{} files", sources.len());
    }
    let mut counts: BTreeMap<_, [usize; 3]> = BTreeMap::new();
    let mut failures: BTreeMap<_, Vec<_>> = BTreeMap::new();
    run(&sources, seed, count, |outcome| {
        let column = match &outcome.result {
            Ok(()) => 0,
            Err(Failure::Rejected(_)) => 1,
            Err(Failure::Wrong(..)) => 2,
        };
        counts.entry(outcome.action).or_default()[column] += 1;
        if let Err(failure) = &outcome.result {
            let shown = format!("{}: {failure}\n--- before:\n{}", outcome.path, outcome.before);
            let failures: &mut Vec<String> = failures.entry((outcome.action, column)).or_default();
            failures.push(shown);
            failures.sort_by_key(String::len);
            failures.truncate(SHOWN);
        }
    });
    for ((action, _), shown) in &failures {
        for failure in shown {
            println!("=== {action:?} of {failure}");
        }
    }
    for (action, [right, rejected, wrong]) in &counts {
        println!("{action:?}: {right} right, {rejected} rejected, {wrong} wrong");
    }
    let rejected: usize = counts.values().map(|counts| counts[1]).sum();
    println!("{:.3} % rejected", 100.0 * rejected as f64 / count as f64);
    let is_right = counts.values().all(|[_, _, wrong]| *wrong == 0);
    Ok(if is_right { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

fn add_sources(folder: &Path, sources: &mut Vec<Source>) -> io::Result<()> {
    let mut paths: Vec<PathBuf> =
        fs::read_dir(folder)?.map(|entry| Ok(entry?.path())).collect::<io::Result<_>>()?;
    paths.sort();
    for path in paths {
        let extension = path.extension().and_then(|extension| extension.to_str());
        if path.is_dir() {
            add_sources(&path, sources)?;
        } else if extension.is_some_and(|extension| EXTENSIONS.contains(&extension)) {
            sources.push(Source::new(path.display().to_string(), fs::read_to_string(&path)?));
        }
    }
    Ok(())
}
