//! Damages native files and checks what the parser keeps: `fuzz-syntax FOLDER [prefixes|deletions]`.
//!
//! Parses every prefix of every file, which must not panic. Then deletes each token in turn and compares the items
//! with those of the whole file. Only files without errors count.

#![allow(clippy::print_stdout, reason = "a program for testing")]

mod deletions;
mod items;
mod report;

use std::error::Error;
use std::path::{Path, PathBuf};
use std::{env, fs, io};

use hcldyn_syntax::source::Source;

use self::items::Items;
use self::report::Report;

const EXTENSIONS: [&str; 4] = ["hcl", "tf", "t", "hcldec"];

fn main() -> Result<(), Box<dyn Error>> {
    let mut args = env::args().skip(1);
    let folder = args.next().ok_or("usage: fuzz-syntax FOLDER [prefixes|deletions]")?;
    let part = args.next();
    let mut paths = Vec::new();
    find_files(Path::new(&folder), &mut paths)?;
    paths.sort();
    let mut sources = Vec::new();
    for path in paths {
        let name = path.strip_prefix(&folder).unwrap_or(&path).display().to_string();
        sources.push(Source::new(name, fs::read_to_string(&path)?));
    }
    println!("{} files", sources.len());
    if part.as_deref() != Some("prefixes") {
        delete_tokens(&sources);
    }
    if part.as_deref() != Some("deletions") {
        parse_prefixes(&sources);
    }
    Ok(())
}

fn find_files(folder: &Path, paths: &mut Vec<PathBuf>) -> io::Result<()> {
    for entry in fs::read_dir(folder)? {
        let path = entry?.path();
        let extension = path.extension().and_then(|extension| extension.to_str());
        if path.is_dir() {
            find_files(&path, paths)?;
        } else if extension.is_some_and(|extension| EXTENSIONS.contains(&extension)) {
            paths.push(path);
        }
    }
    Ok(())
}

fn delete_tokens(sources: &[Source]) {
    let mut report = Report::default();
    let (mut files, mut count) = (0, 0);
    for source in sources {
        let text = source.text();
        let whole = Items::parse(text);
        if !whole.errors.is_empty() {
            println!("{} has {} errors and is skipped", source.name(), whole.errors.len());
            continue;
        }
        files += 1;
        for (kind, span) in deletions::tokens(text) {
            count += 1;
            report.add(source, &deletions::compare(text, &whole, kind, span));
        }
    }
    println!("{files} files without errors, {count} deletions\n");
    report.print();
}

fn parse_prefixes(sources: &[Source]) {
    let mut count = 0_usize;
    for source in sources {
        for (end, _) in source.text().char_indices() {
            Items::parse(&source.text()[..end]);
            count += 1;
        }
    }
    println!("{count} prefixes without a panic");
}
