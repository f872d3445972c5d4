//! Suggestions for unknown names: "Did you mean …?"

use std::fmt;
use std::sync::Arc;

use super::Diagnostic;
use super::fix::rename;
use crate::cty::internal::{CollectVec, sort_by};
use crate::cty::{Kind, Str, Type, Value};

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
pub(crate) fn nearest<N: AsRef<str> + Ord>(
    given: &str,
    candidates: impl IntoIterator<Item = N>,
) -> Option<N> {
    let outlined = |name: N| Some((Outline::of(name.as_ref())?, name));
    nearest_outlined(given, Outline::of(given)?, candidates.into_iter().filter_map(outlined))
}

fn nearest_outlined<N: AsRef<str> + Ord>(
    given: &str,
    outline: Outline,
    candidates: impl Iterator<Item = (Outline, N)>,
) -> Option<N> {
    let near = candidates.filter_map(|(other, candidate)| {
        let most = outline.most_slips(other)?;
        Some((distance(given, candidate.as_ref(), most)?, candidate))
    });
    near.min().map(|(_, name)| name)
}

/// Returns `true` if [`did_you_mean`] suggests `name` for `given`.
pub(super) fn is_near(given: &str, name: &str) -> bool {
    nearest(given, [name]).is_some()
}

/// A set of known names to find the most similar one for many misspelled names. After [`MAX_COMPARISONS`] it
/// returns no more names, because a source can contain any number of misspelled names.
#[derive(Debug)]
pub(crate) struct Dictionary<N> {
    /// The names by length in characters, so that only names of similar length are compared.
    by_length: Vec<Vec<(Outline, N)>>,
    comparisons: usize,
}

impl<N: AsRef<str> + Ord + Copy> Dictionary<N> {
    pub(crate) fn new(names: impl IntoIterator<Item = N>) -> Self {
        let mut by_length = vec![Vec::new(); LONGEST_NAME + 1];
        for name in names {
            if let Some(outline) = Outline::of(name.as_ref()) {
                by_length[outline.length].push((outline, name));
            }
        }
        Self { by_length, comparisons: 0 }
    }

    /// Returns the name that [`nearest`] finds.
    pub(crate) fn nearest(&mut self, given: &str) -> Option<N> {
        let outline = Outline::of(given)?;
        if self.is_exhausted() {
            return None;
        }
        let (length, most) = (outline.length, most_slips(outline.length));
        let lengths = length.saturating_sub(most)..=(length + most).min(LONGEST_NAME);
        let candidates = &self.by_length[lengths];
        self.comparisons += candidates.iter().map(Vec::len).sum::<usize>();
        nearest_outlined(given, outline, candidates.iter().flatten().copied())
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
    let rests = [replaced, removed, inserted, swapped].into_iter().flatten();
    rests.filter_map(|(a, b)| distance(a, b, most)).min().map(|edits| edits + 1)
}

fn without_shared_start<'a, 'b>(a: &'a str, b: &'b str) -> (&'a str, &'b str) {
    let mut shared = a.bytes().zip(b.bytes()).take_while(|(a, b)| a == b).count();
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
    let names = names.into_iter().take(MAX_LISTED_NAMES + 1).collect_vec();
    match names.len() {
        1..=MAX_LISTED_NAMES => format!("{lead} {}.", list_names(names)),
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
        match nearest(&self.given, names.iter().copied()) {
            Some(name) => diagnostic.suggest(&self.given, name),
            None => {
                diagnostic.add_help(&list_all(names, self.lead));
                diagnostic.add_help(&self.otherwise);
            }
        }
    }
}

impl Diagnostic {
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
        names: impl IntoIterator<Item = &'a str> + Clone,
        lead: &str,
    ) -> Self {
        match nearest(given, names.clone()) {
            Some(name) => self.suggest(given, name),
            None => self.add_help(&list_all(names, lead)),
        }
        self
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
        self.fixes.splice(..0, fix);
    }
}

/// Returns names as a list: `"a"`, `"a" and "b"`, `"a", "b" and "c"`.
pub(crate) fn list_names<'a>(names: impl IntoIterator<Item = &'a str>) -> String {
    list(names, "and")
}

/// Returns names as alternatives: `"a"`, `"a" or "b"`, `"a", "b" or "c"`.
pub(crate) fn list_choices<'a>(names: impl IntoIterator<Item = &'a str>) -> String {
    list(names, "or")
}

fn list<'a>(names: impl IntoIterator<Item = &'a str>, conjunction: &str) -> String {
    let quoted = names.into_iter().map(|name| format!("\"{name}\"")).collect_vec();
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
            let names: Vec<_> = names.iter().map(String::as_str).collect();
            let mut dictionary = Dictionary::new(names.iter().copied());
            prop_assert_eq!(dictionary.nearest(&given), nearest(&given, names));
        }
    }

    #[test]
    fn a_dictionary_makes_a_limited_number_of_comparisons() {
        let names: Vec<_> = (0..2_000).map(|i| format!("name_{i:04}")).collect();
        let mut dictionary = Dictionary::new(names.iter().map(String::as_str));
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
