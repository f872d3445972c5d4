//! Edits of expressions together with new or removed items.

use hcldyn_core::Diagnostics;
use hcldyn_core::edit::Document;
use hcldyn_core::syntax::Source;

use crate::ide::FileEdit;
use crate::ide::format::replacement;
use crate::ide::workspace::File;

/// Returns a text with edits that do not overlap.
pub(super) fn applied(text: &str, edits: &[FileEdit]) -> String {
    let mut edits: Vec<_> = edits.iter().collect();
    edits.sort_by_key(|edit| edit.range.start);
    let mut text = text.to_owned();
    for edit in edits.into_iter().rev() {
        text.replace_range(edit.range.clone(), &edit.text);
    }
    text
}

/// Returns edits of a file with that of a change to its items; `None` if the change is not possible. If they overlap, they
/// become one edit.
pub(super) fn with_change(
    file: &File,
    mut edits: Vec<FileEdit>,
    change: impl Fn(&mut Document) -> Result<(), Diagnostics>,
) -> Option<Vec<FileEdit>> {
    let changed = |text: &str| {
        let source = Source::new(file.source.name(), text);
        let mut document = Document::parse(&source).ok()?;
        change(&mut document).ok()?;
        let edit = replacement(file.text(), document.source().text())?;
        let file = file.source.name().to_owned();
        Some(FileEdit { file, range: edit.span.range(), text: edit.text })
    };
    let own = changed(file.text())?;
    let is_apart =
        |edit: &FileEdit| edit.range.end <= own.range.start || own.range.end <= edit.range.start;
    if edits.iter().all(is_apart) {
        edits.push(own);
        return Some(edits);
    }
    Some(vec![changed(&applied(file.text(), &edits))?])
}
