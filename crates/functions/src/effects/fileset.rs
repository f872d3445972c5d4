//! The function `fileset`: the files of a folder whose paths match a pattern.

use std::fs::{self, DirEntry};
use std::path::{Path, PathBuf};

use globset::{GlobBuilder, GlobMatcher};

use super::folder::{Failure, Folder};
use crate::arguments::text;
use crate::limits::check_work;
use hcldyn_cty::function::{FunctionError, Parameter};
use hcldyn_cty::work;
use hcldyn_cty::{Function, Type, Value};

/// The maximum length of a pattern in bytes.
const MAX_PATTERN: usize = 1024;

/// The maximum number of levels of `{a,b}` in each other. The library panics on patterns with many.
const MAX_LEVELS: usize = 32;

/// The steps of work for compiling each byte of a pattern, and for visiting each file and directory.
const STEPS_PER_BYTE: usize = 16;
const STEPS_PER_ENTRY: usize = 8;

impl Folder {
    /// Returns the function `fileset(path, pattern)`: the files below a directory of the folder whose paths,
    /// relative to that directory, match a pattern. In a pattern, `*` matches any characters of a name, `**` any
    /// number of directories, `?` one character, `[ab]` a listed character, `[^ab]` a character that is not listed,
    /// and `{a,b}` either of two patterns.
    ///
    /// Symbolic links are followed if they stay inside the folder and do not lead to one of their parent
    /// directories; others are skipped. At most [`with_max_entries`](Self::with_max_entries) files and directories
    /// are visited.
    pub fn fileset(&self) -> Function {
        let folder = self.clone();
        Function::builder("The files below a directory whose paths match a pattern.")
            .param(Parameter::new("path", Type::String))
            .param(Parameter::new("pattern", Type::String))
            .returning(Type::set(Type::String), move |args, _| {
                let pattern = Pattern::new(text(args, 1)?)?;
                let files = Walk::new(&folder, &pattern).files(text(args, 0)?)?;
                Ok(Value::set(Type::String, files.into_iter().map(Value::from).collect()))
            })
    }
}

/// A pattern of paths.
struct Pattern {
    matcher: GlobMatcher,
    /// The leading names that are literal, without the last name.
    start: Vec<String>,
    /// The number of names in a matching path, if it is known.
    names: Option<usize>,
}

impl Pattern {
    fn new(pattern: &str) -> Result<Self, FunctionError> {
        let invalid = |expected: String| FunctionError::must(1, expected);
        if pattern.len() > MAX_PATTERN {
            return Err(invalid(format!("have at most {MAX_PATTERN} bytes")));
        }
        work::spend(STEPS_PER_BYTE * pattern.len());
        let names: Vec<_> = pattern.split('/').filter(|name| !matches!(*name, "" | ".")).collect();
        if names.contains(&"..") {
            return Err(invalid("not contain \"..\"".to_owned()));
        }
        if levels_of_braces(pattern) > MAX_LEVELS {
            return Err(invalid(format!("nest braces at most {MAX_LEVELS} levels deep")));
        }
        let glob = GlobBuilder::new(&names.join("/"))
            .literal_separator(true)
            .backslash_escape(true)
            .build()
            .map_err(|error| invalid(format!("be a valid path pattern: {}", error.kind())))?;
        let is_literal = |name: &&str| !name.contains(['*', '?', '[', ']', '{', '}', ',', '\\']);
        let literal = names.iter().take_while(|name| is_literal(name)).count();
        let start = names[..literal.min(names.len().saturating_sub(1))].iter();
        Ok(Self {
            matcher: glob.compile_matcher(),
            start: start.map(|name| (*name).to_owned()).collect(),
            names: (!pattern.contains("**") && !pattern.contains('{')).then_some(names.len()),
        })
    }
}

/// Returns the number of levels of `{a,b}` in each other. Braces that are only characters count, too.
fn levels_of_braces(pattern: &str) -> usize {
    let (mut level, mut max) = (0_usize, 0);
    for character in pattern.chars() {
        match character {
            '{' => level += 1,
            '}' => level = level.saturating_sub(1),
            _ => {}
        }
        max = max.max(level);
    }
    max
}

/// A walk over the directories that can contain matching files.
struct Walk<'a> {
    folder: &'a Folder,
    pattern: &'a Pattern,
    /// The directories not yet read.
    ahead: Vec<Directory>,
    files: Vec<String>,
    entries: usize,
}

/// A directory to read.
struct Directory {
    /// The path without symbolic links.
    path: PathBuf,
    /// The names from the searched directory to this one.
    names: Vec<String>,
    /// The directories in which symbolic links to this one were followed.
    links: Vec<PathBuf>,
}

impl<'a> Walk<'a> {
    fn new(folder: &'a Folder, pattern: &'a Pattern) -> Self {
        Self { folder, pattern, ahead: Vec::new(), files: Vec::new(), entries: 0 }
    }

    /// Returns the paths of the files below a directory of the folder, relative to it.
    fn files(mut self, path: &str) -> Result<Vec<String>, FunctionError> {
        if let Some(path) = self.start(path)? {
            let names = self.pattern.start.clone();
            self.ahead.push(Directory { path, names, links: Vec::new() });
        }
        while let Some(directory) = self.ahead.pop() {
            let unreadable = |_| FunctionError::new("a directory can't be read");
            for entry in fs::read_dir(&directory.path).map_err(unreadable)? {
                self.entries += 1;
                work::spend(STEPS_PER_ENTRY);
                check_work()?;
                if self.entries > self.folder.max_entries() {
                    let most = self.folder.max_entries();
                    let message =
                        format!("there are more than {most} files and directories to search");
                    return Err(FunctionError::new(message));
                }
                self.visit(&directory, &entry.map_err(unreadable)?);
            }
        }
        Ok(self.files)
    }

    /// Returns the directory to read first: the literal start of the pattern, below a directory of the folder. Returns
    /// `None` if it does not exist.
    fn start(&self, path: &str) -> Result<Option<PathBuf>, FunctionError> {
        // An empty path is the folder itself, not the root of all files.
        let below = if path.is_empty() { "." } else { path };
        let start = format!("{below}/{}", self.pattern.start.join("/"));
        let mut found = None;
        for (argument, path) in [path, &start].into_iter().enumerate() {
            match self.folder.resolve(path) {
                Ok(directory) if directory.is_dir() => found = Some(directory),
                Ok(_) | Err(Failure::Missing) => return Ok(None),
                Err(Failure::Rejected(expected)) => {
                    return Err(FunctionError::must(argument, expected));
                }
            }
        }
        Ok(found)
    }

    /// Visits an entry of a directory. Entries whose names are not UTF-8 are skipped.
    fn visit(&mut self, directory: &Directory, entry: &DirEntry) {
        let Ok(name) = entry.file_name().into_string() else { return };
        let Ok(kind) = entry.file_type() else { return };
        let (path, mut links) = (entry.path(), directory.links.clone());
        let (path, kind) = if kind.is_symlink() {
            let Some(target) = self.target(directory, &path) else { return };
            let Ok(metadata) = target.metadata() else { return };
            links.push(directory.path.clone());
            (target, metadata.file_type())
        } else {
            (path, kind)
        };
        let names: Vec<_> = directory.names.iter().cloned().chain([name]).collect();
        if kind.is_dir() {
            if self.pattern.names.is_none_or(|most| names.len() < most) {
                self.ahead.push(Directory { path, names, links });
            }
        } else if kind.is_file() {
            let path = names.join("/");
            if self.pattern.matcher.is_match(&path) {
                self.files.push(path);
            }
        }
    }

    /// Returns the target of a symbolic link, if it is inside the folder and not a parent directory of the link.
    fn target(&self, directory: &Directory, link: &Path) -> Option<PathBuf> {
        let target = self.folder.inside(link)?;
        let mut passed = directory.links.iter().chain([&directory.path]);
        (!passed.any(|passed| passed.starts_with(&target))).then_some(target)
    }
}

#[cfg(test)]
mod tests;
