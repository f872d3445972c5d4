//! `docs`: reference pages of a configuration.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use clap::ValueEnum;
use hcldyn_core::spec::outline::Outline;
use hcldyn_core::syntax::Source;
use hcldyn_core::{Diagnostics, EvalContext};
use hcldyn_docs::{Page, PageLayout, Reference, insert};

use super::apart::apart;
use super::{FAILURE, Streams, diags, files};

/// The exit code when a file is stale.
const STALE: u8 = 1;

/// The arguments of `config docs`, which prints, writes or checks reference pages.
#[derive(Clone, Debug, clap::Args)]
#[group(skip)]
#[command(defer(apart))]
pub struct DocsArgs {
    /// The format of the pages.
    #[arg(id = "hcldyn.format", long = "format", value_enum, default_value_t = Format::Markdown, value_name = "FORMAT")]
    format: Format,
    /// The title of the first page.
    #[arg(id = "hcldyn.title", long = "title", value_name = "TITLE")]
    title: Option<String>,
    /// Write the pages to this directory.
    #[arg(
        id = "hcldyn.output",
        short = 'o',
        long = "output",
        value_name = "DIR",
        group = "hcldyn.target"
    )]
    output: Option<PathBuf>,
    /// Write one page for each block type, and an index.
    #[arg(id = "hcldyn.split", long = "split", requires = "hcldyn.output")]
    split: bool,
    /// Write the page between its markers in this Markdown file: the lines
    /// "<!-- hcldyn docs: start -->" and "<!-- hcldyn docs: end -->".
    #[arg(id = "hcldyn.into", long = "into", value_name = "FILE", group = "hcldyn.target", conflicts_with_all = ["hcldyn.output", "hcldyn.format"])]
    into: Option<PathBuf>,
    /// List the functions and variables that a configuration may use.
    #[arg(id = "hcldyn.names", long = "names")]
    names: bool,
    /// Write nothing, and fail if a file is not up to date.
    #[arg(id = "hcldyn.check", long = "check", requires = "hcldyn.target")]
    check: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Format {
    /// Markdown, as GitHub shows it.
    Markdown,
    /// HTML pages, each complete in itself.
    Html,
    /// Manual pages, for man.
    Man,
}

/// A file with the content that it should have.
struct Expected {
    path: PathBuf,
    /// The content that the text was made of, which must not change until the text is written.
    before: Option<Source>,
    text: String,
}

impl DocsArgs {
    /// Prints or writes the reference of a configuration, or compares it with the files. With `--names`, it has the
    /// functions and variables of the context. Returns the exit code: 0, [`FAILURE`] if there is an error, or 1 if a
    /// file is not up to date although `--check` is given.
    pub fn run(&self, outline: Outline, ctx: &EvalContext, streams: &mut Streams<'_>) -> u8 {
        let reference = self.reference(outline, ctx);
        let files = streams.reported(|_, diags| self.files(&reference, diags));
        match files {
            None => FAILURE,
            Some(files) if files.is_empty() => streams.print_all(self.page(&reference)),
            Some(files) if self.check => compare(&files, streams),
            Some(files) => {
                let written = streams.reported(|_, diags| write_all(&files, diags));
                written.map_or(FAILURE, |()| 0)
            }
        }
    }

    fn reference(&self, outline: Outline, ctx: &EvalContext) -> Reference {
        let mut reference = Reference::new(outline);
        if let Some(title) = &self.title {
            reference = reference.title(title);
        }
        if self.names { reference.context(ctx) } else { reference }
    }

    /// Returns the only page.
    fn page(&self, reference: &Reference) -> String {
        match self.format {
            Format::Markdown => reference.markdown(),
            Format::Html => reference.html(),
            Format::Man => reference.man(),
        }
    }

    /// Returns the files to write. There are none if the page is printed.
    fn files(&self, reference: &Reference, diags: &mut Diagnostics) -> Option<Vec<Expected>> {
        if let Some(path) = &self.into {
            return into(path, &reference.clone().lower_headings(1).markdown(), diags);
        }
        let Some(folder) = &self.output else { return Some(Vec::new()) };
        let layout = if self.split { PageLayout::Split } else { PageLayout::Whole };
        let pages = match self.format {
            Format::Markdown => reference.markdown_pages(layout),
            Format::Html => reference.html_pages(layout),
            Format::Man => reference.man_pages(layout),
        };
        let file = |Page { name, text, .. }: Page| Expected {
            path: folder.join(name),
            before: None,
            text,
        };
        Some(pages.into_iter().map(file).collect())
    }
}

/// Lists the files that are not up to date.
fn compare(files: &[Expected], streams: &mut Streams<'_>) -> u8 {
    let is_stale = |file: &&Expected| {
        !fs::read_to_string(&file.path).is_ok_and(|text| same_lines(&text, &file.text))
    };
    let stale: Vec<_> = files.iter().filter(is_stale).collect();
    for file in &stale {
        streams.complain(&format!("{} is not up to date\n", file.path.display()));
    }
    if stale.is_empty() {
        return 0;
    }
    streams.complain("to update it, run the same command without --check\n");
    STALE
}

/// Returns `true` for texts that only differ in the form of their line breaks.
fn same_lines(text: &str, other: &str) -> bool {
    text.lines().eq(other.lines())
}

/// Returns the Markdown file with the page between its markers.
fn into(path: &Path, page: &str, diags: &mut Diagnostics) -> Option<Vec<Expected>> {
    let name = path.display().to_string();
    let file = files::read_file(path, diags)?;
    match insert(file.text(), page) {
        Ok(text) => Some(vec![Expected { path: path.to_owned(), before: Some(file), text }]),
        Err(error) => {
            let reason = format!("The page has no place: {error}.");
            diags.push(diags::not_changed(&name, &reason));
            None
        }
    }
}

fn write_all(files: &[Expected], diags: &mut Diagnostics) -> Option<()> {
    for Expected { path, before, text } in files {
        if let Some(before) = before {
            // The file that a link points to is replaced, not the link.
            let target = path.canonicalize();
            files::replace(target.as_ref().unwrap_or(path), before, text, diags);
        } else if let Err(error) = write(path, text) {
            let reason = format!("The file can't be written: {error}.");
            diags.push(diags::not_changed(&path.display().to_string(), &reason));
        }
    }
    Some(())
}

fn write(path: &Path, text: &str) -> io::Result<()> {
    if let Some(folder) = path.parent() {
        fs::create_dir_all(folder)?;
    }
    files::write(path, text.as_bytes())
}
