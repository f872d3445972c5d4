//! The spec files that settings name for the files in a folder.

use std::path::{Path, PathBuf};

use globset::{GlobBuilder, GlobMatcher};

/// The spec files by patterns. The first pattern that matches a file counts.
#[derive(Debug)]
pub(super) struct SpecPatterns {
    folder: PathBuf,
    patterns: Vec<(GlobMatcher, NamedSpec)>,
}

/// The spec file that a pattern names.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(super) struct NamedSpec {
    pub(super) path: PathBuf,
    /// `true` if the pattern, which ends in `/`, matches folders. The files of each are one configuration.
    pub(super) is_of_folder: bool,
}

impl SpecPatterns {
    /// Creates patterns that are relative to a folder, as the paths of the spec files are. Invalid patterns are left out.
    pub(super) fn new<'p>(
        folder: &Path,
        specs: impl IntoIterator<Item = (&'p str, &'p str)>,
    ) -> Self {
        let pattern = |(pattern, spec): (&str, &str)| {
            let folders = pattern.strip_suffix('/');
            let is_of_folder = folders.is_some();
            // The folder itself has an empty path.
            let pattern = folders.map_or(pattern, |it| if it == "." { "" } else { it });
            let glob = GlobBuilder::new(pattern).literal_separator(true).build().ok()?;
            Some((glob.compile_matcher(), NamedSpec { path: folder.join(spec), is_of_folder }))
        };
        let patterns = specs.into_iter().filter_map(pattern).collect();
        Self { folder: folder.to_owned(), patterns }
    }

    /// Returns the spec file of a source.
    pub(super) fn spec_of(&self, source: &Path) -> Option<&NamedSpec> {
        let relative = source.strip_prefix(&self.folder).ok()?;
        let matches = |(pattern, spec): &&(GlobMatcher, NamedSpec)| {
            let matched = if spec.is_of_folder { relative.parent() } else { Some(relative) };
            matched.is_some_and(|path| pattern.is_match(path))
        };
        self.patterns.iter().find(matches).map(|(_, spec)| spec)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn patterns_are_relative_to_the_folder() {
        let patterns = |pattern| SpecPatterns::new(Path::new("/a"), [(pattern, "s")]);
        let matches = |pattern, path| patterns(pattern).spec_of(Path::new(path)).is_some();
        assert!(matches("*.hcl", "/a/b.hcl"));
        assert!(!matches("*.hcl", "/a/b/c.hcl"));
        assert!(matches("**/*.hcl", "/a/b/c.hcl"));
        assert!(!matches("**", "/b/c.hcl"));
        assert!(!matches("[", "/a/["));
        let spec = |path| {
            let specs = [("b/*", "s"), ("**", "/t")];
            let patterns = SpecPatterns::new(Path::new("/a"), specs);
            patterns.spec_of(Path::new(path)).map(|spec| spec.path.clone())
        };
        assert_eq!(spec("/a/b/c.hcl"), Some("/a/s".into()));
        assert_eq!(spec("/a/c.hcl"), Some("/t".into()));
    }

    #[test]
    fn patterns_of_folders() {
        let matches = |pattern, path| {
            let patterns = SpecPatterns::new(Path::new("/a"), [(pattern, "s")]);
            patterns.spec_of(Path::new(path)).is_some_and(|spec| spec.is_of_folder)
        };
        assert!(matches("./", "/a/b.hcl"));
        assert!(!matches("./", "/a/b/c.hcl"));
        assert!(matches("b/", "/a/b/c.hcl"));
        assert!(!matches("b/", "/a/b/c/d.hcl"));
        assert!(!matches("b", "/a/b/c.hcl"));
        assert!(matches("**/", "/a/b.hcl") && matches("**/", "/a/b/c/d.hcl"));
        assert!(matches("*/", "/a/b/c.hcl") && !matches("*/", "/a/b/c/d.hcl"));
    }
}
