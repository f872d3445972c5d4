//! Paths to the items that a step migrates.

use std::fmt;
use std::str::FromStr;

use super::super::ItemPath;
use super::super::path::{PathStep, quoted};
use super::diags;
use crate::body::Block;
use crate::cty::Str;
use crate::cty::internal::CollectVec;
use crate::diag::Diagnostics;

/// A path to all items of a kind: the types of blocks with patterns of their labels, and the name of the item.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct StepPath {
    /// The blocks around the item.
    pub(super) blocks: Vec<PathPart>,
    pub(super) item: PathPart,
}

/// A name, with patterns of the first labels of its blocks.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct PathPart {
    pub(super) name: Str,
    /// In a pattern, `*` is any number of characters.
    pub(super) labels: Vec<Str>,
}

impl StepPath {
    /// Returns the number of blocks at the start that two paths share.
    pub(super) fn common(&self, other: &Self) -> usize {
        self.blocks.iter().zip(&other.blocks).take_while(|(one, other)| one == other).count()
    }
}

impl PathPart {
    /// Returns `true` if a block has the type and labels that match the patterns.
    pub(super) fn is_of(&self, block: &Block) -> bool {
        self.name == block.ty
            && self.labels.len() <= block.labels.len()
            && self.labels.iter().zip(&block.labels).all(|(it, label)| matches(it, &label.value))
    }

    /// Returns `true` if the path matches a block only by its labels.
    pub(super) fn depends_on_labels(&self) -> bool {
        self.labels.iter().any(|pattern| pattern != "*")
    }

    /// Returns `true` if a label is a pattern of several labels.
    pub(super) fn has_patterns(&self) -> bool {
        self.labels.iter().any(|label| label.contains('*'))
    }
}

/// Returns `true` if a string matches a pattern, in which `*` is any number of characters.
pub(super) fn matches(pattern: &str, text: &str) -> bool {
    let mut parts = pattern.split('*');
    let first = parts.next().unwrap_or_default();
    let Some(mut rest) = text.strip_prefix(first) else { return false };
    let mut parts = parts.peekable();
    if parts.peek().is_none() {
        return rest.is_empty();
    }
    while let Some(part) = parts.next() {
        if parts.peek().is_none() {
            return rest.ends_with(part);
        }
        match rest.find(part) {
            Some(at) => rest = &rest[at + part.len()..],
            None => return false,
        }
    }
    true
}

/// Parses the notation of an [`ItemPath`], whose keys are patterns of labels.
impl FromStr for StepPath {
    type Err = Diagnostics;

    fn from_str(text: &str) -> Result<Self, Diagnostics> {
        let mut parts: Vec<PathPart> = Vec::new();
        for step in text.parse::<ItemPath>()?.steps() {
            match (step, parts.last_mut()) {
                (PathStep::Name(name), _) => {
                    parts.push(PathPart { name: name.clone(), labels: Vec::new() });
                }
                (PathStep::Key(label), Some(part)) => part.labels.push(label.clone()),
                (PathStep::Key(_) | PathStep::Index(_), _) => {
                    return Err(diags::invalid_path(text).into());
                }
            }
        }
        match parts.pop() {
            Some(item) => Ok(Self { blocks: parts, item }),
            None => Err(diags::invalid_path(text).into()),
        }
    }
}

impl fmt::Display for StepPath {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let parts = self.blocks.iter().chain([&self.item]).map(ToString::to_string).collect_vec();
        f.write_str(&parts.join("."))
    }
}

impl fmt::Display for PathPart {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.name)?;
        self.labels.iter().try_for_each(|label| write!(f, "[{}]", quoted(label)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn labels_match_patterns() {
        for (pattern, text) in [("*", ""), ("a*", "abc"), ("*c", "abc"), ("a*b*c", "axbxbc")] {
            assert!(matches(pattern, text), "{pattern} {text}");
        }
        for (pattern, text) in [("", "a"), ("a*", "b"), ("a*b*c", "acb"), ("ab*b", "ab")] {
            assert!(!matches(pattern, text), "{pattern} {text}");
        }
    }

    #[test]
    fn paths_are_written_as_they_are_read() {
        for path in ["port", "server.port", r#"job["*"].group["a-*"].port"#, r#"a["x"]["y"]"#] {
            assert_eq!(path.parse::<StepPath>().unwrap().to_string(), path);
        }
        for path in ["", "a[0]", "a[*].b", "1"] {
            assert!(path.parse::<StepPath>().is_err(), "{path}");
        }
    }
}
