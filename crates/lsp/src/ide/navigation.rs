//! Navigation: the definition of a name, the references to it, and its renaming.

use std::ops::Range;

use hcldyn_core::syntax::{Place, Source};
use hcldyn_syntax::lexer::is_name;

use super::names::{self, Names};
use super::{FileEdit, Snapshot, Workspace};

/// The names that are never variables.
const LITERALS: [&str; 3] = ["true", "false", "null"];

/// A range of a file.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Location {
    /// The name of the file.
    pub file: String,
    /// The range.
    pub range: Range<usize>,
}

/// A use of a name in one file.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Highlight {
    /// The range.
    pub range: Range<usize>,
    /// `true` for the definition, `false` for a reference.
    pub is_definition: bool,
}

impl Snapshot {
    /// Returns the definition of the name at an offset, also that in a module.
    pub fn definition(&self, file: &str, offset: usize) -> Option<Location> {
        let of = self.file(file)?;
        let names = Names::around(self, of);
        match names.at(file, offset) {
            Some((definition, _)) => Some(location(&names.definitions[definition].place)),
            None => self.definition_in_module(of, offset),
        }
    }

    /// Returns the references to the name at an offset, in the order of the files and their sources.
    pub fn references(&self, file: &str, offset: usize) -> Vec<Location> {
        let Some(of) = self.file(file) else { return Vec::new() };
        let names = Names::around(self, of);
        let Some((definition, _)) = names.at(file, offset) else { return Vec::new() };
        let mut found: Vec<_> = names.references_to(definition).map(location).collect();
        found.sort_by(|a, b| (&a.file, a.range.start).cmp(&(&b.file, b.range.start)));
        found
    }

    /// Returns the uses of the name at an offset in the same file.
    pub fn highlights(&self, file: &str, offset: usize) -> Vec<Highlight> {
        let definition = self.definition(file, offset).filter(|it| it.file == file);
        let references = self.references(file, offset).into_iter().filter(|it| it.file == file);
        let reference = |it: Location| Highlight { range: it.range, is_definition: false };
        let definition = definition.map(|it| Highlight { range: it.range, is_definition: true });
        let mut found: Vec<_> = definition.into_iter().chain(references.map(reference)).collect();
        found.sort_by_key(|highlight| highlight.range.start);
        found
    }

    /// Returns the range of the name at an offset, if it can be renamed.
    pub fn renamed_range(&self, file: &str, offset: usize) -> Option<Range<usize>> {
        let names = Names::around(self, self.file(file)?);
        let (definition, span) = names.at(file, offset)?;
        (!names.definitions[definition].is_fixed).then(|| span.range())
    }

    /// Returns the edits that rename the name at an offset in all files of its folder.
    ///
    /// # Errors
    ///
    /// Returns a message if the offset is not at a name, the new name is invalid, or references would change their meaning.
    pub fn rename(&self, file: &str, offset: usize, new: &str) -> Result<Vec<FileEdit>, String> {
        let of = self.file(file).ok_or("The file is not known.")?;
        let names = Names::around(self, of);
        let (index, _) = names
            .at(file, offset)
            .ok_or("Only names that the configuration defines can be renamed.")?;
        if !is_name(new) || LITERALS.contains(&new) {
            return Err(format!("\"{new}\" is not a valid name."));
        }
        let definition = names.definitions[index];
        if definition.is_fixed {
            return Err("This iterator has the name of the block type.".to_owned());
        }
        if definition.is_function && of.language.context.function(new).is_some() {
            return Err(format!("The program has a function \"{new}\" already."));
        }
        let whole_use = names::whole_use(self.neighbors(of), &definition.parts);
        if let Some(place) = whole_use.filter(|_| definition.scope.is_none()) {
            return Err(format!("The name is a value in the expression at {place}."));
        }
        let mut places = vec![&definition.place];
        // Several definitions of one name, which are an error, stay one name.
        places.extend(names.references_to(index));
        let edits: Vec<_> = places
            .into_iter()
            .map(location)
            .map(|it| FileEdit { file: it.file, range: it.range, text: new.to_owned() })
            .collect();
        if !self.keeps_references(file, &names, &edits) {
            let name = definition.name();
            return Err(format!("Renaming {name} to \"{new}\" would change other references."));
        }
        Ok(edits)
    }

    /// Returns `true` if each reference has the same definition after edits.
    fn keeps_references(&self, file: &str, before: &Names<'_>, edits: &[FileEdit]) -> bool {
        let mut workspace = Workspace::new();
        for file in self.files() {
            let name = file.source.name();
            let mut own: Vec<_> = edits.iter().filter(|edit| edit.file == name).collect();
            own.sort_by_key(|edit| edit.range.start);
            let mut text = file.text().to_owned();
            for edit in own.into_iter().rev() {
                text.replace_range(edit.range.clone(), &edit.text);
            }
            workspace.set(Source::new(name, text), file.language.clone());
        }
        let edited = workspace.snapshot();
        let Some(file) = edited.file(file) else { return false };
        let after = Names::around(&edited, file);
        let targets = |names: &Names<'_>| -> Vec<usize> {
            names.references.iter().map(|reference| reference.definition).collect()
        };
        let count = |names: &Names<'_>| {
            let global = names.definitions.iter().filter(|it| it.scope.is_none());
            let mut all: Vec<_> = global.map(|it| (it.is_function, &it.parts)).collect();
            all.sort();
            all.dedup();
            (names.definitions.len(), all.len())
        };
        targets(before) == targets(&after) && count(before) == count(&after)
    }
}

pub(super) fn location(place: &Place) -> Location {
    Location { file: place.source().name().to_owned(), range: place.span().range() }
}
