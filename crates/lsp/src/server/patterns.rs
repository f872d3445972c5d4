//! The spec files that settings name for the files in a folder.

use std::path::{Path, PathBuf};
use std::str::FromStr;

use globset::{GlobBuilder, GlobMatcher};

/// The spec files by patterns. The first pattern that matches a file counts.
#[derive(Debug)]
pub(super) struct SpecPatterns {
    folder: PathBuf,
    patterns: Vec<(Pattern, PathBuf)>,
}

/// A pattern of the files that a spec file describes, such as `conf/*.hcl`.
#[derive(Clone, Debug)]
pub(super) struct Pattern {
    matcher: GlobMatcher,
    /// `true` if the pattern, which ends in `/`, matches folders. The files of each are one configuration.
    is_of_folder: bool,
}

/// The spec file that a pattern names.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(super) struct NamedSpec {
    pub(super) path: PathBuf,
    /// `true` if the files of each folder are one configuration.
    pub(super) is_of_folder: bool,
}

impl SpecPatterns {
    /// Creates patterns that are relative to a folder, as the paths of the spec files are.
    pub(super) fn new<'p>(
        folder: &Path,
        specs: impl IntoIterator<Item = (Pattern, &'p str)>,
    ) -> Self {
        let patterns = specs.into_iter().map(|(pattern, spec)| (pattern, folder.join(spec)));
        Self { folder: folder.to_owned(), patterns: patterns.collect() }
    }

    /// Returns the spec file of a source.
    pub(super) fn spec_of(&self, source: &Path) -> Option<NamedSpec> {
        let relative = source.strip_prefix(&self.folder).ok()?;
        let (pattern, path) = self.patterns.iter().find(|(it, _)| it.matches(relative))?;
        Some(NamedSpec { path: path.clone(), is_of_folder: pattern.is_of_folder })
    }
}

impl Pattern {
    /// Returns `true` if the pattern matches a path that is relative to its folder.
    fn matches(&self, path: &Path) -> bool {
        let path = if self.is_of_folder { path.parent() } else { Some(path) };
        path.is_some_and(|path| self.matcher.is_match(path))
    }
}

impl FromStr for Pattern {
    type Err = globset::Error;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let folders = text.strip_suffix('/');
        // The folder itself has an empty path.
        let glob = folders.map_or(text, |it| if it == "." { "" } else { it });
        let glob = GlobBuilder::new(glob).literal_separator(true).build()?;
        Ok(Self { matcher: glob.compile_matcher(), is_of_folder: folders.is_some() })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of<const N: usize>(specs: [(&str, &str); N]) -> SpecPatterns {
        let specs = specs.map(|(pattern, spec)| (pattern.parse().unwrap(), spec));
        SpecPatterns::new(Path::new("/a"), specs)
    }

    #[test]
    fn patterns_are_relative_to_the_folder() {
        let matches = |pattern, path| of([(pattern, "s")]).spec_of(Path::new(path)).is_some();
        assert!(matches("*.hcl", "/a/b.hcl"));
        assert!(!matches("*.hcl", "/a/b/c.hcl"));
        assert!(matches("**/*.hcl", "/a/b/c.hcl"));
        assert!(!matches("**", "/b/c.hcl"));
        assert!("[".parse::<Pattern>().is_err());
        let spec = |path| {
            let patterns = of([("b/*", "s"), ("**", "/t")]);
            patterns.spec_of(Path::new(path)).map(|spec| spec.path)
        };
        assert_eq!(spec("/a/b/c.hcl"), Some("/a/s".into()));
        assert_eq!(spec("/a/c.hcl"), Some("/t".into()));
    }

    #[test]
    fn patterns_of_folders() {
        let matches = |pattern, path| {
            of([(pattern, "s")]).spec_of(Path::new(path)).is_some_and(|spec| spec.is_of_folder)
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
