//! `hcldyn get`, `hcldyn set` and `hcldyn rm`: items of a file by their paths.

use std::path::{Path, PathBuf};

use hcldyn::cli::{Streams, files};
use hcldyn::edit::Document;
use hcldyn::syntax::{Source, to_hcl};
use hcldyn::{Diagnostics, parse_expression};

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
    options.output.edited(file, streams, diags, |document| {
        document.set_expression(path, &options.expr).map_err(|errors| options.with_cure(errors))
    })
}

impl SetArgs {
    /// Returns errors with the advice to write a string, at the first one.
    fn with_cure(&self, errors: Diagnostics) -> Diagnostics {
        let (mut cure, mut diags) = (self.as_string(), Diagnostics::new());
        for mut error in errors {
            if let Some(cure) = cure.take() {
                error.help = cure;
            }
            diags.push(error);
        }
        diags
    }

    /// Returns advice that sets the text as a string, if it looks like one whose quotes are missing.
    fn as_string(&self) -> Option<String> {
        let mut diags = Diagnostics::new();
        parse_expression(&Source::new("<expression>", self.expr.as_str()), &mut diags);
        if !diags.has_errors() || self.expr.contains(['"', '(', '[', '{', '<']) {
            return None;
        }
        let in_place = if self.output.in_place { "-i " } else { "" };
        let literal = to_hcl(&self.expr.as_str().into());
        let [file, path, literal] =
            [&*self.item.file.to_string_lossy(), &self.item.path, &literal].map(in_shell);
        Some(format!("To set a string, quote it:\nhcldyn set {in_place}{file} {path} {literal}"))
    }
}

/// Returns a word as a POSIX shell reads it.
fn in_shell(word: &str) -> String {
    let is_plain = |c: char| c.is_ascii_alphanumeric() || "-_./:=@%+,".contains(c);
    if !word.is_empty() && word.chars().all(is_plain) {
        return word.to_owned();
    }
    format!("'{}'", word.replace('\'', "'\\''"))
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
        let change = self.in_place.then(|| files::FileChange::begin(file));
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
