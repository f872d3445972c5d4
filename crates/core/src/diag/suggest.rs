//! Suggestions for unknown names: "Did you mean …?"

use std::fmt;
use std::sync::Arc;

use super::Diagnostic;
use super::fix::rename;
use crate::cty::internal::{CollectVec, sort_by};
use crate::cty::{Kind, Str, Type, Value};
use crate::source::Place;

/// The maximum number of names that are listed if none is similar.
const MAX_LISTED_NAMES: usize = 12;

/// The maximum length in characters of names that are compared. The time is the product of their lengths, and
/// names in a source can have any length.
const LONGEST_NAME: usize = 100;

/// The maximum number of comparisons to find suggestions for the unexpected items of one body.
const MAX_COMPARISONS: usize = 100_000;

/// Returns the candidate that is probably meant by a misspelled name, if one is similar. Of equally similar ones, the
/// first in alphabetical order wins.
///
/// ```
/// use hcldyn::diag::similar_name;
///
/// assert_eq!(similar_name("prot", ["host", "port"]), Some("port"));
/// assert_eq!(similar_name("name", ["host", "port"]), None);
/// ```
pub fn similar_name<'a>(
    given: &str,
    candidates: impl IntoIterator<Item = &'a str>,
) -> Option<&'a str> {
    nearest(given, candidates)
}

/// Returns the candidate most similar to `given` as the help of a diagnostic, `Did you mean "port"?`, or an empty
/// string if none is similar.
pub(crate) fn did_you_mean<'a>(
    given: &str,
    candidates: impl IntoIterator<Item = &'a str>,
) -> String {
    similar_name(given, candidates).map_or_else(String::new, suggest)
}

/// Returns the sentence that suggests a name.
pub(crate) fn suggest(name: &str) -> String {
    format!("Did you mean \"{name}\"?")
}

/// Returns the candidate that [`similar_name`] returns.
pub(crate) fn nearest<'a>(
    given: &str,
    candidates: impl IntoIterator<Item = &'a str>,
) -> Option<&'a str> {
    nearest_of(given, &candidates.into_iter().collect_vec())
}

fn nearest_of<'a>(given: &str, candidates: &[&'a str]) -> Option<&'a str> {
    let mut search = NearestName::new(given)?;
    for (position, name) in candidates.iter().enumerate() {
        if let Some(outline) = Outline::of(name) {
            search.compare(name, outline, position);
        }
    }
    Some(candidates[search.position()?])
}

/// A search for the name most similar to a misspelled one.
struct NearestName<'a, 'n> {
    given: &'a str,
    outline: Outline,
    /// The number of edits to the most similar name so far, that name and its position.
    nearest: Option<(usize, &'n str, usize)>,
}

impl<'a, 'n> NearestName<'a, 'n> {
    /// Returns `None` for a name that is too long to be compared.
    fn new(given: &'a str) -> Option<Self> {
        Some(Self { given, outline: Outline::of(given)?, nearest: None })
    }

    fn compare(&mut self, name: &'n str, outline: Outline, position: usize) {
        let Some(most) = self.outline.most_slips(outline) else { return };
        let Some(edits) = distance(self.given, name, most) else { return };
        let is_nearer = self.nearest.is_none_or(|(least, first, _)| (edits, name) < (least, first));
        if is_nearer {
            self.nearest = Some((edits, name, position));
        }
    }

    fn position(&self) -> Option<usize> {
        self.nearest.map(|(_, _, position)| position)
    }
}

/// Returns `true` if [`did_you_mean`] suggests `name` for `given`.
pub(super) fn is_near(given: &str, name: &str) -> bool {
    nearest(given, [name]).is_some()
}

/// A set of known names to find the most similar one for many misspelled names. After [`MAX_COMPARISONS`] it
/// returns no more names, because a source can contain any number of misspelled names.
#[derive(Debug)]
pub(crate) struct Dictionary<'n> {
    names: Vec<&'n Str>,
    /// The positions of the names by length in characters, so that only names of similar length are compared.
    by_length: Vec<Vec<(Outline, usize)>>,
    comparisons: usize,
}

impl<'n> Dictionary<'n> {
    pub(crate) fn new(names: Vec<&'n Str>) -> Self {
        let mut by_length = vec![Vec::new(); LONGEST_NAME + 1];
        for (position, name) in names.iter().enumerate() {
            if let Some(outline) = Outline::of(name) {
                by_length[outline.length].push((outline, position));
            }
        }
        Self { names, by_length, comparisons: 0 }
    }

    pub(crate) fn names(&self) -> &[&'n Str] {
        &self.names
    }

    /// Returns the name that [`nearest`] finds.
    pub(crate) fn nearest(&mut self, given: &str) -> Option<&'n Str> {
        let mut search = NearestName::new(given)?;
        if self.is_exhausted() {
            return None;
        }
        let (length, most) = (search.outline.length, most_slips(search.outline.length));
        let lengths = length.saturating_sub(most)..=(length + most).min(LONGEST_NAME);
        for candidates in &self.by_length[lengths] {
            self.comparisons += candidates.len();
            for (outline, position) in candidates {
                search.compare(self.names[*position], *outline, *position);
            }
        }
        Some(self.names[search.position()?])
    }

    /// Returns `true` if the limit on comparisons was reached.
    pub(crate) fn is_exhausted(&self) -> bool {
        self.comparisons >= MAX_COMPARISONS
    }
}

/// A summary of a name that rules out most comparisons.
#[derive(Clone, Copy, Debug)]
struct Outline {
    /// The length in characters.
    length: usize,
    /// A bit for each character; some characters share a bit.
    letters: u64,
}

impl Outline {
    /// Returns the outline of a name, or `None` if it is too long to be compared.
    fn of(name: &str) -> Option<Self> {
        let mut outline = Self { length: 0, letters: 0 };
        for c in name.chars() {
            outline.length += 1;
            outline.letters |= 1 << (u32::from(c) % u64::BITS);
            if outline.length > LONGEST_NAME {
                return None;
            }
        }
        Some(outline)
    }

    /// Returns the maximum number of edits between two names, or `None` if more are certainly necessary.
    fn most_slips(self, other: Self) -> Option<usize> {
        let most = most_slips(self.length.min(other.length));
        // An edit removes at most one character, and adds at most one.
        let different = (self.letters ^ other.letters).count_ones() as usize;
        (self.length.abs_diff(other.length) <= most && different <= 2 * most).then_some(most)
    }
}

/// Returns the number of edits between two names, if it is at most `most`. An edit inserts, removes or replaces a
/// character, or swaps two neighbours (optimal string alignment).
fn distance(a: &str, b: &str, most: usize) -> Option<usize> {
    let (a, b) = without_shared_start(a, b);
    if a.is_empty() && b.is_empty() {
        return Some(0);
    }
    let most = most.checked_sub(1)?;
    let (shorter_a, shorter_b) = (without_first(a), without_first(b));
    let replaced = shorter_a.zip(shorter_b).map(|((_, a), (_, b))| (a, b));
    let removed = shorter_a.map(|(_, a)| (a, b));
    let inserted = shorter_b.map(|(_, b)| (a, b));
    let swapped = shorter_a.zip(shorter_b).and_then(|((first_a, a), (first_b, b))| {
        let ((second_a, a), (second_b, b)) = (without_first(a)?, without_first(b)?);
        (first_a == second_b && second_a == first_b).then_some((a, b))
    });
    let mut least = None;
    for rest in [replaced, removed, inserted, swapped] {
        if let Some(edits) = rest.and_then(|(a, b)| distance(a, b, most)) {
            least = Some(least.map_or(edits, |least: usize| least.min(edits)));
        }
    }
    least.map(|edits| edits + 1)
}

fn without_shared_start<'a, 'b>(a: &'a str, b: &'b str) -> (&'a str, &'b str) {
    let mut shared = 0;
    while a.as_bytes().get(shared).is_some_and(|byte| b.as_bytes().get(shared) == Some(byte)) {
        shared += 1;
    }
    while !a.is_char_boundary(shared) {
        shared -= 1;
    }
    (&a[shared..], &b[shared..])
}

fn without_first(text: &str) -> Option<(char, &str)> {
    let mut chars = text.chars();
    Some((chars.next()?, chars.as_str()))
}

/// Returns all names after `lead`, or an empty string if there are no names or too many to list.
pub(crate) fn list_all<'a>(names: impl IntoIterator<Item = &'a str>, lead: &str) -> String {
    list_if_few(&names.into_iter().take(MAX_LISTED_NAMES + 1).collect_vec(), lead)
}

fn list_if_few(names: &[&str], lead: &str) -> String {
    match names.len() {
        1..=MAX_LISTED_NAMES => format!("{lead} {}.", list(names, "and")),
        _ => String::new(),
    }
}

/// The help of a diagnostic about an unknown name, which lists known names. It is composed only when it is needed.
#[derive(Clone, Debug)]
pub(crate) struct Hint {
    pub(crate) given: Str,
    pub(crate) known: Known,
    /// The words before a list of all names, as in [`Diagnostic::with_nearest_or_all`].
    pub(crate) lead: &'static str,
    /// Help to add if no known name is similar.
    pub(crate) otherwise: Box<str>,
}

/// The known names of a [`Hint`].
#[derive(Clone, Debug)]
pub(crate) enum Known {
    /// The names of an object or a map. Nothing is listed for marked values.
    Value(Value),
    Offered(Arc<dyn Offered>),
}

/// Names that can be suggested.
pub(crate) trait Offered: fmt::Debug + Send + Sync {
    /// Returns the names in any order. They may contain duplicates.
    fn names(&self) -> Vec<&str>;
}

impl Hint {
    pub(crate) fn new(given: impl Into<Str>, known: Known, lead: &'static str) -> Box<Self> {
        Box::new(Self { given: given.into(), known, lead, otherwise: Box::default() })
    }

    /// Adds the help, and the fix for a suggested name.
    pub(super) fn add_to(&self, diagnostic: &mut Diagnostic) {
        let names = match &self.known {
            Known::Value(value) => match value.kind() {
                Kind::Object(object) => object.iter().map(|(name, _)| name.as_str()).collect_vec(),
                Kind::Map(map) => map.keys().iter().map(Str::as_str).collect_vec(),
                Kind::Unknown(Type::Object(object), _) => {
                    object.iter().map(|(name, _)| name.as_str()).collect_vec()
                }
                _ => Vec::new(),
            },
            Known::Offered(offered) => {
                let mut names = offered.names();
                sort_by(&mut names, Ord::cmp);
                names.dedup();
                names
            }
        };
        match nearest_of(&self.given, &names) {
            Some(name) => diagnostic.suggest(&self.given, name),
            None => {
                diagnostic.add_help(&list_if_few(&names, self.lead));
                diagnostic.add_help(&self.otherwise);
            }
        }
    }
}

impl Diagnostic {
    /// Creates an error: the name at the location means nothing, such as an upstream that no block defines. `kind` says what
    /// it would be, in a word or two.
    ///
    /// The report suggests the most similar of the known names, with a fix, or lists all of them if none is similar and
    /// they are few. In a function that validates a struct,
    /// [`Validation::unknown_name`](crate::decode::Validation::unknown_name) finds the location.
    ///
    /// ```
    /// use hcldyn::diag::Diagnostic;
    /// use hcldyn::syntax::{Source, Span};
    ///
    /// let place = Source::new("a.hcl", "target = \"wbe\"").place(Span::new(9, 14));
    /// let error = Diagnostic::unknown_name(place, "upstream", "wbe", ["web", "api"]);
    /// assert_eq!(
    ///     error.to_string(),
    ///     "a.hcl:1:10: error: Unknown upstream; The upstream \"wbe\" is not defined. Did you mean \"web\"?"
    /// );
    /// ```
    pub fn unknown_name<N: AsRef<str>>(
        place: Place,
        kind: &str,
        name: &str,
        known: impl IntoIterator<Item = N>,
    ) -> Self {
        let detail = format!("The {kind} {name:?} is not defined.");
        let known = known.into_iter().collect_vec();
        Self::error(place, format!("Unknown {kind}"), detail).with_nearest_or_all(
            name,
            known.iter().map(AsRef::as_ref),
            "Defined:",
        )
    }

    /// Suggests the candidate most similar to `given`, if one is similar. If the subject is that name, a fix writes the
    /// candidate.
    #[must_use]
    pub(crate) fn with_nearest<'a>(
        mut self,
        given: &str,
        candidates: impl IntoIterator<Item = &'a str>,
    ) -> Self {
        if let Some(name) = nearest(given, candidates) {
            self.suggest(given, name);
        }
        self
    }

    /// Suggests the most similar name, or lists all names after `lead` if none is similar and they are few.
    #[must_use]
    pub(crate) fn with_nearest_or_all<'a>(
        mut self,
        given: &str,
        names: impl IntoIterator<Item = &'a str>,
        lead: &str,
    ) -> Self {
        self.suggest_nearest_or_all(given, &names.into_iter().collect_vec(), lead);
        self
    }

    fn suggest_nearest_or_all(&mut self, given: &str, names: &[&str], lead: &str) {
        match nearest_of(given, names) {
            Some(name) => self.suggest(given, name),
            None => self.add_help(&list_if_few(names, lead)),
        }
    }

    /// Suggests a name in place of `given`.
    #[must_use]
    pub(crate) fn with_suggestion(mut self, given: &str, name: &str) -> Self {
        self.suggest(given, name);
        self
    }

    fn suggest(&mut self, given: &str, name: &str) {
        self.add_help(&suggest(name));
        let fix = self.place().and_then(|place| rename(place, given, name));
        if let Some(fix) = fix {
            self.fixes.insert(0, fix);
        }
    }
}

/// Returns names as a list: `"a"`, `"a" and "b"`, `"a", "b" and "c"`.
pub(crate) fn list_names<'a>(names: impl IntoIterator<Item = &'a str>) -> String {
    list(&names.into_iter().collect_vec(), "and")
}

/// Returns names as alternatives: `"a"`, `"a" or "b"`, `"a", "b" or "c"`.
pub(crate) fn list_choices<'a>(names: impl IntoIterator<Item = &'a str>) -> String {
    list(&names.into_iter().collect_vec(), "or")
}

fn list(names: &[&str], conjunction: &str) -> String {
    let quoted = names.iter().map(|name| format!("\"{name}\"")).collect_vec();
    list_phrases(&quoted, conjunction)
}

/// Returns phrases as a list: `a`, `a and b`, `a, b and c`.
pub fn list_phrases(phrases: &[String], conjunction: &str) -> String {
    match phrases {
        [] => String::new(),
        [only] => only.clone(),
        [first @ .., last] => format!("{} {conjunction} {last}", first.join(", ")),
    }
}

/// Returns the maximum number of edits between two names, given the length of the shorter one. Two edits turn most
/// short names into most others, so short names allow only one. Swapping two letters is one edit.
const fn most_slips(shorter: usize) -> usize {
    match shorter {
        0 | 1 => 0,
        2..=5 => 1,
        _ => 2,
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn the_most_similar_name_is_suggested() {
        assert_eq!(did_you_mean("prot", ["port", "host"]), "Did you mean \"port\"?");
        assert_eq!(did_you_mean("zzz", ["port", "host"]), "");
        assert_eq!(did_you_mean("udp", ["tcp"]), "");
        assert_eq!(did_you_mean("adress", ["address"]), "Did you mean \"address\"?");
        assert_eq!(did_you_mean("listner", ["listeners"]), "Did you mean \"listeners\"?");
        assert_eq!(did_you_mean("a", ["b"]), "");
    }

    proptest! {
        #[test]
        fn distances_equal_those_of_strsim(a in "[abé]{0,8}", b in "[abé]{0,8}", most in 0usize..4) {
            let known = Some(strsim::osa_distance(&a, &b)).filter(|edits| *edits <= most);
            prop_assert_eq!(distance(&a, &b, most), known);
        }

        #[test]
        fn a_dictionary_finds_the_most_similar_name(
            names in prop::collection::vec("[a-d]{0,12}", 0..20),
            given in "[a-d]{0,12}",
        ) {
            let names: Vec<_> = names.iter().map(|name| Str::new(name)).collect();
            let mut dictionary = Dictionary::new(names.iter().collect());
            let found = dictionary.nearest(&given).map(Str::as_str);
            prop_assert_eq!(found, nearest(&given, names.iter().map(Str::as_str)));
        }
    }

    #[test]
    fn a_dictionary_makes_a_limited_number_of_comparisons() {
        let names: Vec<_> = (0..2_000).map(|i| Str::from(format!("name_{i:04}"))).collect();
        let mut dictionary = Dictionary::new(names.iter().collect());
        let mut found = 0;
        for name in &names {
            found += usize::from(dictionary.nearest(&format!("{name}s")).is_some());
        }
        assert_eq!((found, dictionary.is_exhausted()), (MAX_COMPARISONS / names.len(), true));
    }

    #[test]
    fn very_long_names_are_not_compared() {
        let (a, b) = ("a".repeat(10_000_000), "b".repeat(10_000_000));
        assert_eq!(did_you_mean(&a, [b.as_str()]), "");
    }

    #[test]
    fn all_names_are_listed_if_none_is_similar() {
        let names = |count: usize| ["a", "b", "c"].into_iter().cycle().take(count);
        assert_eq!(list_all(names(2), "Known:"), r#"Known: "a" and "b"."#);
        assert_eq!(list_all(names(MAX_LISTED_NAMES + 1), "Known:"), "");
        assert_eq!(list_all(names(0), "Known:"), "");
    }

    #[test]
    fn among_equally_similar_names_the_first_is_suggested() {
        assert_eq!(did_you_mean("bat", ["cat", "bag"]), "Did you mean \"bag\"?");
    }

    #[test]
    fn names_are_listed_in_plain_english() {
        assert_eq!(list_names(["a"]), "\"a\"");
        assert_eq!(list_names(["a", "b", "c"]), "\"a\", \"b\" and \"c\"");
    }
}
