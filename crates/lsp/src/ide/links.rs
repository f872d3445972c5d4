//! Links: the files that calls such as `file("a.txt")` name.

use std::path::Path;

use hcldyn_syntax::event::Event;

use super::{Location, Snapshot};

/// The functions whose first argument is the path of a file, in most languages.
const FILE_FUNCTIONS: [&str; 9] = [
    "file",
    "filebase64",
    "filebase64sha256",
    "filebase64sha512",
    "filemd5",
    "filesha1",
    "filesha256",
    "filesha512",
    "templatefile",
];

impl Snapshot {
    /// Returns the ranges of literal paths of files, each with the path, relative to the folder of the file.
    pub fn links(&self, file: &str) -> Vec<(Location, String)> {
        let Some(of) = self.file(file) else { return Vec::new() };
        let parts = &of.tree().parts;
        let folder = Path::new(file).parent().unwrap_or(Path::new(""));
        let calls = parts.iter().filter_map(|(event, span)| match event {
            Event::Call { name, .. } if FILE_FUNCTIONS.contains(&of.source.slice(*name)) => {
                Some((name.end, span.end))
            }
            _ => None,
        });
        let links = calls.filter_map(|(start, end)| {
            // The first argument is the first part after the parenthesis.
            let inside = |at: u32| start < at && at < end;
            let mut arguments = parts.iter().filter(|(_, span)| inside(span.start));
            let (event, span) = arguments.next()?;
            let path = of.source.slice(*span).trim_matches('"');
            if !matches!(event, Event::String { escaped: false }) || path.is_empty() {
                return None;
            }
            let range = span.range().start + 1..span.range().end - 1;
            let target = folder.join(path).display().to_string();
            Some((Location { file: file.to_owned(), range }, target))
        });
        links.collect()
    }
}
