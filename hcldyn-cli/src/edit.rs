//! `hcldyn get`, `hcldyn set` and `hcldyn rm`: items of a file by their paths.

use std::path::{Path, PathBuf};

use hcldyn::Diagnostics;
use hcldyn::cli::{Streams, files};
use hcldyn::edit::Document;

/// The arguments of `get`.
#[derive(Debug, clap::Args)]
pub(crate) struct GetArgs {
    #[command(flatten)]
    item: ItemArgs,
}

/// The arguments of `set`.
#[derive(Debug, clap::Args)]
pub(crate) struct SetArgs {
    #[command(flatten)]
    item: ItemArgs,
    /// The expression, such as 80, '"text"' or var.name. It is written as it is.
    #[arg(allow_hyphen_values = true)]
    expr: String,
    #[command(flatten)]
    output: OutputArgs,
}

/// The arguments of `rm`.
#[derive(Debug, clap::Args)]
pub(crate) struct RmArgs {
    #[command(flatten)]
    item: ItemArgs,
    #[command(flatten)]
    output: OutputArgs,
}

/// A file, and the path to an item in it.
#[derive(Debug, clap::Args)]
struct ItemArgs {
    /// The file; "-" reads standard input.
    file: PathBuf,
    /// The path to an attribute, a block or a part of a value, such as 'server["web"].tags.Name'.
    path: String,
}

#[derive(Debug, clap::Args)]
struct OutputArgs {
    /// Changes the file, instead of printing the result.
    #[arg(short, long)]
    in_place: bool,
}

/// Returns the source text of an item.
pub(crate) fn get(
    options: &GetArgs,
    streams: &mut Streams<'_>,
    diags: &mut Diagnostics,
) -> Option<String> {
    let document = document(&options.item.file, streams, diags)?;
    let place = or_report(document.get(&options.item.path), diags)?;
    Some(format!("{}\n", place.text()))
}

/// Sets an item. Returns the text to print.
pub(crate) fn set(
    options: &SetArgs,
    streams: &mut Streams<'_>,
    diags: &mut Diagnostics,
) -> Option<String> {
    let ItemArgs { file, path } = &options.item;
    options
        .output
        .edited(file, streams, diags, |document| document.set_expression(path, &options.expr))
}

/// Removes an item. Returns the text to print.
pub(crate) fn rm(
    options: &RmArgs,
    streams: &mut Streams<'_>,
    diags: &mut Diagnostics,
) -> Option<String> {
    let ItemArgs { file, path } = &options.item;
    options.output.edited(file, streams, diags, |document| document.remove(path))
}

fn document(file: &Path, streams: &mut Streams<'_>, diags: &mut Diagnostics) -> Option<Document> {
    let source = files::read(file, streams, diags)?;
    // Bytes that are not UTF-8 have been reported.
    if diags.has_errors() {
        return None;
    }
    or_report(Document::parse(&source), diags)
}

fn or_report<T>(result: Result<T, Diagnostics>, diags: &mut Diagnostics) -> Option<T> {
    result.map_err(|errors| diags.append(errors)).ok()
}

impl OutputArgs {
    /// Edits a file. Changes it if that is requested, and no other command changes it in between. Otherwise returns the
    /// text to print.
    fn edited(
        &self,
        file: &Path,
        streams: &mut Streams<'_>,
        diags: &mut Diagnostics,
        edit: impl FnOnce(&mut Document) -> Result<(), Diagnostics>,
    ) -> Option<String> {
        let change = self.in_place.then(|| files::Change::begin(file));
        let mut document = document(file, streams, diags)?;
        let before = document.source().clone();
        or_report(edit(&mut document), diags)?;
        let text = document.source().text();
        match change {
            None => Some(text.to_owned()),
            Some(change) => change.replace(&before, text, diags).then(String::new),
        }
    }
}
