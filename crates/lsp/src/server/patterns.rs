//! The spec files that settings name for the files in a folder.

use std::path::{Path, PathBuf};

use globset::{GlobBuilder, GlobMatcher};

/// The spec files by patterns. The first pattern that matches a file counts.
#[derive(Debug)]
pub(super) struct SpecPatterns {
    folder: PathBuf,
    patterns: Vec<(GlobMatcher, PathBuf)>,
}

impl SpecPatterns {
    /// Creates patterns that are relative to a folder, as the paths of the spec files are. Invalid patterns are left out.
    pub(super) fn new<'p>(
        folder: &Path,
        specs: impl IntoIterator<Item = (&'p str, &'p str)>,
    ) -> Self {
        let pattern = |(pattern, spec): (&str, &str)| {
            let glob = GlobBuilder::new(pattern).literal_separator(true).build().ok()?;
            Some((glob.compile_matcher(), folder.join(spec)))
        };
        let patterns = specs.into_iter().filter_map(pattern).collect();
        Self { folder: folder.to_owned(), patterns }
    }

    /// Returns the spec file of a source.
    pub(super) fn spec_of(&self, source: &Path) -> Option<&Path> {
        let relative = source.strip_prefix(&self.folder).ok()?;
        let found = self.patterns.iter().find(|(pattern, _)| pattern.is_match(relative));
        found.map(|(_, spec)| &**spec)
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
            patterns.spec_of(Path::new(path)).map(Path::to_owned)
        };
        assert_eq!(spec("/a/b/c.hcl"), Some("/a/s".into()));
        assert_eq!(spec("/a/c.hcl"), Some("/t".into()));
    }
}
