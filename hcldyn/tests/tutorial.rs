//! The tutorial: the output of its programs is the output on its pages. `SNAPSHOTS=overwrite` records it again.

#![allow(clippy::unwrap_used, reason = "a page that cannot be read fails the test")]

use std::path::{Path, PathBuf};
use std::process::Command;
use std::{env, fs};

use snapbox::{Assert, Data, IntoData};

#[test]
fn programs_print_the_output_on_their_pages() {
    for folder in folders() {
        for case in [folder.clone(), folder.join("mistake")] {
            let expected = Data::read_from(&case.join("output.txt"), None).raw();
            Assert::new().action_env("SNAPSHOTS").eq(printed(&case).into_data().raw(), expected);
        }
    }
}

/// Pages must be complete, and must only show code that runs.
#[test]
fn pages_show_all_files_of_their_folders_and_no_other_code() {
    for folder in folders() {
        let page = page_of(&folder);
        for file in files(&folder).into_iter().chain(files(&folder.join("mistake"))) {
            let file = file.strip_prefix(tutorial()).unwrap().display().to_string();
            assert!(page.contains(&format!("/examples/tutorial/{file}\")")), "{file}");
        }
        let lines: Vec<_> = page.lines().collect();
        for pair in lines.windows(2) {
            let is_code = pair[0].starts_with("//! ```") && pair[1].starts_with("//! ");
            assert!(!is_code, "{}: {}", folder.display(), pair[1]);
        }
    }
}

fn page_of(folder: &Path) -> String {
    let name = folder.file_name().unwrap().to_str().unwrap();
    let page = Path::new(env!("CARGO_MANIFEST_DIR")).join("src/tutorial").join(format!("_{name}"));
    fs::read_to_string(page.with_extension("rs")).unwrap()
}

fn tutorial() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("examples/tutorial")
}

/// Returns the folders of the pages, in their order.
fn folders() -> Vec<PathBuf> {
    entries(&tutorial()).into_iter().filter(|it| it.is_dir()).collect()
}

fn files(folder: &Path) -> Vec<PathBuf> {
    entries(folder).into_iter().filter(|it| it.is_file()).collect()
}

fn entries(folder: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder).unwrap();
    let mut paths: Vec<_> = entries.map(|entry| entry.unwrap().path()).collect();
    paths.sort();
    paths
}

/// Returns the output of a program in a folder. Cargo builds the examples with the tests, unless only this test is
/// requested.
fn printed(case: &Path) -> String {
    let tests = env::current_exe().unwrap();
    let program = format!("examples/tutorial{}", env::consts::EXE_SUFFIX);
    let program = tests.ancestors().nth(2).unwrap().join(program);
    let case = case.strip_prefix(tutorial()).unwrap();
    let output = Command::new(&program).arg(case).output().unwrap_or_else(|error| {
        panic!("{}: {error}. `cargo build --example tutorial` makes it.", program.display())
    });
    assert!(output.status.success(), "{}: {output:?}", case.display());
    String::from_utf8(output.stdout).unwrap()
}
