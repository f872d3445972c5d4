//! Plants mistakes in Terraform modules and checks these: `fuzz-lint [seed] [count] [folder]`.
//!
//! Each mistake must be reported once, at its location, and nothing else; at least 97 % must be. With a folder, the modules are
//! written there, one in each directory, and `expected.tsv` has the directory, kind, file and lines of each mistake, which
//! `tests/lint/compare` reads.

#![allow(clippy::print_stdout, reason = "a program for testing")]

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::{env, fs, io};

use hcldyn_tests::module_mistakes::{Planted, SCHEMA};

fn main() -> io::Result<ExitCode> {
    let mut args = env::args().skip(1);
    let mut number = |default| args.next().and_then(|arg| arg.parse().ok()).unwrap_or(default);
    let (seed, count) = (number(1), number(300));
    let kept = args.next().map(PathBuf::from);
    let own = env::temp_dir().join(format!("hcldyn-lint-{}", std::process::id()));
    let folder = kept.as_deref().unwrap_or(&own);
    let exit_code = plant(seed, count, folder)?;
    if kept.is_none() {
        fs::remove_dir_all(&own)?;
    }
    Ok(exit_code)
}

fn plant(seed: u64, count: u64, folder: &Path) -> io::Result<ExitCode> {
    let (mut right, mut table) = (0, String::new());
    let mut kinds = BTreeMap::<_, (usize, usize)>::new();
    for index in 0..count {
        let planted = Planted::new(seed, index);
        let own = folder.join(format!("case-{index:03}"));
        planted.write(&own)?;
        let found = planted.lint(&own);
        let (once, all) = kinds.entry(planted.kind).or_default();
        *all += 1;
        if found.is_once() {
            *once += 1;
            right += 1;
        } else {
            println!("=== case {index} of seed {seed}: {} in {}", planted.text(), planted.file);
            println!("found: {:#?}\nothers: {:#?}", found.right, found.others);
        }
        let (lines, result) = (planted.lines(), found.is_once());
        let (kind, file) = (planted.kind, &planted.file);
        let (first, last) = (lines.start, lines.end - 1);
        _ = writeln!(table, "case-{index:03}\t{kind}\t{file}\t{first}\t{last}\t{result}");
    }
    fs::write(folder.join("expected.tsv"), table)?;
    fs::write(folder.join("schema.json"), SCHEMA)?;
    for (kind, (once, all)) in kinds {
        println!("{once} of {all}: {kind}");
    }
    println!("{right} of {count} mistakes found once");
    Ok(if right * 100 >= count * 97 { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}
