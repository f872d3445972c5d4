//! The paths of items that values are given to: `server.web.port`, and patterns of them, such as `server.*.port`.

use std::sync::Arc;

use glob::{MatchOptions, Pattern};

use crate::cty::internal::CollectVec;
use crate::cty::{Step, Str};
use crate::diag::Diagnostics;
use crate::expr::EvalContext;
use crate::source::{Place, Source, Span};
use crate::spec::AddressStep;
use crate::syntax::native::{parse_expression, parse_expression_at};

/// The options for names, which have no separators and may begin with a dot.
const NAMES: MatchOptions = MatchOptions {
    case_sensitive: true,
    require_literal_separator: false,
    require_literal_leading_dot: false,
};

/// A name or a pattern in a path, as it is written without quotes.
pub(super) type NamedStep = (Str, Place);

/// A path of a source.
pub(super) struct SettingPath {
    /// The location of the whole path.
    pub(super) place: Place,
    pub(super) names: Vec<NamedStep>,
    pub(super) steps: Vec<AddressStep>,
}

/// Returns the path that a source consists of, or `None` for any other source. A name without quotes may be a pattern, in
/// which `*` matches any characters.
pub(super) fn path_of(path: &Source) -> Option<SettingPath> {
    if let Some((place, names)) = steps_of(path) {
        let steps = names.iter().map(|(name, _)| AddressStep::Name(name.clone())).collect_vec();
        return Some(SettingPath { place, names, steps });
    }
    if !path.text().contains('*') {
        return None;
    }
    let (names, steps) = PatternReader { path, at: 0 }.read()?.into_iter().unzip_vec();
    let span = |step: Option<&NamedStep>| step.map_or(Span::default(), |(_, place)| place.span());
    let place = path.place(span(names.first()).to(span(names.last())));
    Some(SettingPath { place, names, steps })
}

/// Returns the source locations of a path without patterns and of its names, or `None` for any other source.
pub(super) fn steps_of(path: &Source) -> Option<(Place, Vec<NamedStep>)> {
    let expr = parse_expression(path, &mut Diagnostics::of_attempt())?;
    let traversal = expr.as_traversal()?;
    let mut names = vec![Str::new(traversal.root())];
    for step in traversal.steps() {
        names.push(match step {
            Step::Attr(name) => name.clone(),
            // A number would be a position, but blocks are found by their labels.
            Step::Index(key) => Str::new(key.as_str()?),
        });
    }
    Some((traversal.place().clone(), names.into_iter().zip(traversal.part_places()).collect_vec()))
}

/// A reader of a path with patterns.
struct PatternReader<'s> {
    path: &'s Source,
    at: usize,
}

impl PatternReader<'_> {
    fn read(mut self) -> Option<Vec<(NamedStep, AddressStep)>> {
        let mut steps = vec![self.word()?];
        while self.at < self.path.text().len() {
            if self.rest().starts_with('[') {
                steps.push(self.quoted()?);
            } else {
                self.at += 1;
                steps.push(self.word()?);
            }
        }
        Some(steps)
    }

    fn rest(&self) -> &str {
        &self.path.text()[self.at..]
    }

    /// Reads a name or a pattern, up to a dot or a bracket.
    fn word(&mut self) -> Option<(NamedStep, AddressStep)> {
        let rest = self.rest();
        let length = rest.find(['.', '[']).unwrap_or(rest.len());
        let word = rest[..length].trim_end();
        let start = self.at + word.len() - word.trim_start().len();
        let place = self.path.place((start..self.at + word.len()).into());
        self.at += length;
        let word = Str::new(place.text());
        if !word.contains('*') {
            let (_, names) = steps_of(&Source::new("<name>", word.as_str()))?;
            let is_name = names.len() == 1;
            return is_name.then(|| ((word.clone(), place), AddressStep::Name(word)));
        }
        let is_part = |c: char| c == '*' || c == '-' || c == '_' || c.is_alphanumeric();
        let is_pattern = word.chars().all(is_part) && !word.contains("**");
        let pattern = Pattern::new(&word).ok().filter(|_| is_pattern)?;
        let matches = move |name: &str| pattern.matches_with(name, NAMES);
        Some(((word, place), AddressStep::Pattern(Arc::new(matches))))
    }

    /// Reads a name in brackets and quotes.
    fn quoted(&mut self) -> Option<(NamedStep, AddressStep)> {
        let length = find_unquoted(self.rest(), ']')?;
        let place = self.path.place((self.at + 1..self.at + length).into());
        self.at += length + 1;
        let mut attempt = Diagnostics::of_attempt();
        let expr = parse_expression_at(&place, &mut attempt)?;
        let name = expr.value(&EvalContext::new(), &mut attempt);
        let name = name.as_str().filter(|_| !attempt.has_errors())?;
        // After a bracket, a dot or another one follows.
        let is_end = self.rest().trim().is_empty();
        if is_end {
            self.at = self.path.text().len();
        }
        let goes_on = is_end || self.rest().starts_with(['.', '[']);
        goes_on.then(|| ((Str::new(name), place), AddressStep::Name(Str::new(name))))
    }
}

/// Returns the position of a character outside of quotes.
pub(super) fn find_unquoted(text: &str, wanted: char) -> Option<usize> {
    let (mut is_quoted, mut is_escaped) = (false, false);
    text.char_indices().find_map(|(position, c)| {
        match c {
            _ if is_escaped => is_escaped = false,
            '\\' => is_escaped = is_quoted,
            '"' => is_quoted = !is_quoted,
            _ if c == wanted && !is_quoted => return Some(position),
            _ => {}
        }
        None
    })
}
