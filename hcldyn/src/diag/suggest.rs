//! "Did you mean …?"

use crate::cty::{Kind, Str, Value};

/// At most so many names are listed where none is near.
const MAX_LISTED_NAMES: usize = 12;

/// Names of more characters are not compared: the time that takes is the product of their lengths, and
/// a text may hold names of any length.
const LONGEST_NAME: usize = 100;

/// The candidate nearest to `given`, as a sentence to append to a message: ` Did you mean "port"?`,
/// or nothing when none is near. Among equally near ones the first in alphabetical order wins.
pub fn did_you_mean<'a>(given: &str, candidates: impl IntoIterator<Item = &'a str>) -> String {
    nearest(given, candidates).map_or_else(String::new, suggest)
}

/// A name as a suggestion.
pub(crate) fn suggest(name: &str) -> String {
    format!(" Did you mean \"{name}\"?")
}

/// The candidate that [`did_you_mean`] suggests.
pub(crate) fn nearest<N: AsRef<str> + Ord>(
    given: &str,
    candidates: impl IntoIterator<Item = N>,
) -> Option<N> {
    let length = given.chars().count();
    let near = candidates.into_iter().filter_map(|candidate| {
        let name = candidate.as_ref();
        let other_length = name.chars().count();
        let most = most_slips(length.min(other_length));
        if length.max(other_length) > LONGEST_NAME || length.abs_diff(other_length) > most {
            return None;
        }
        let distance = strsim::osa_distance(given, name);
        (distance <= most).then_some((distance, candidate))
    });
    near.min().map(|(_, name)| name)
}

/// What a message says of the names that there are, where one is given that is not among them: the
/// nearest, or else all of them after `lead`, unless they are too many to read.
pub(crate) fn nearest_or_all<'a>(
    given: &str,
    names: impl IntoIterator<Item = &'a str> + Clone,
    lead: &str,
) -> String {
    match nearest(given, names.clone()) {
        Some(name) => suggest(name),
        None => list_all(names, lead),
    }
}

/// All names after `lead`, unless they are too many to read.
pub(crate) fn list_all<'a>(names: impl IntoIterator<Item = &'a str>, lead: &str) -> String {
    let names: Vec<_> = names.into_iter().take(MAX_LISTED_NAMES + 1).collect();
    match names.len() {
        1..=MAX_LISTED_NAMES => format!(" {lead} {}.", list_names(names)),
        _ => String::new(),
    }
}

/// What a message says of the names in a value, where one is given that is not among them.
#[derive(Clone, Debug)]
pub(crate) struct Hint {
    pub(crate) given: Str,
    /// An object or a map. Of what is marked, or not known, nothing is said.
    pub(crate) value: Value,
    /// See [`nearest_or_all`].
    pub(crate) lead: &'static str,
}

impl Hint {
    pub(super) fn text(&self) -> String {
        let names: Vec<_> = match self.value.kind() {
            Kind::Object(object) => object.iter().map(|(name, _)| name.as_str()).collect(),
            Kind::Map(map) => map.keys().iter().map(Str::as_str).collect(),
            _ => Vec::new(),
        };
        nearest_or_all(&self.given, names, self.lead)
    }
}

/// Names as a list for people: `"a"`, `"a" and "b"`, `"a", "b" and "c"`.
pub fn list_names<'a>(names: impl IntoIterator<Item = &'a str>) -> String {
    list(names, "and")
}

/// Names as a list to choose from: `"a"`, `"a" or "b"`, `"a", "b" or "c"`.
pub fn list_choices<'a>(names: impl IntoIterator<Item = &'a str>) -> String {
    list(names, "or")
}

fn list<'a>(names: impl IntoIterator<Item = &'a str>, conjunction: &str) -> String {
    let quoted: Vec<_> = names.into_iter().map(|name| format!("\"{name}\"")).collect();
    match quoted.as_slice() {
        [] => String::new(),
        [only] => only.clone(),
        [first @ .., last] => format!("{} {conjunction} {last}", first.join(", ")),
    }
}

/// How many edits apart two names may be, of which the shorter has so many characters. Two edits turn
/// most short names into most others, so there only one counts as a slip. Letters that changed places
/// are one edit.
const fn most_slips(shorter: usize) -> usize {
    match shorter {
        0 | 1 => 0,
        2..=5 => 1,
        _ => 2,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_nearest_name_is_suggested() {
        assert_eq!(did_you_mean("prot", ["port", "host"]), " Did you mean \"port\"?");
        assert_eq!(did_you_mean("zzz", ["port", "host"]), "");
        assert_eq!(did_you_mean("udp", ["tcp"]), "");
        assert_eq!(did_you_mean("adress", ["address"]), " Did you mean \"address\"?");
        assert_eq!(did_you_mean("listner", ["listeners"]), " Did you mean \"listeners\"?");
        assert_eq!(did_you_mean("a", ["b"]), "");
    }

    #[test]
    fn names_of_any_length_take_no_time() {
        let (a, b) = ("a".repeat(10_000_000), "b".repeat(10_000_000));
        assert_eq!(did_you_mean(&a, [b.as_str()]), "");
    }

    #[test]
    fn all_names_are_listed_where_none_is_near() {
        let names = |count: usize| ["a", "b", "c"].into_iter().cycle().take(count);
        assert_eq!(nearest_or_all("zzz", names(2), "Known:"), r#" Known: "a" and "b"."#);
        assert_eq!(nearest_or_all("zzz", names(MAX_LISTED_NAMES + 1), "Known:"), "");
        assert_eq!(nearest_or_all("zzz", names(0), "Known:"), "");
        assert_eq!(nearest_or_all("prot", ["port"], "Known:"), " Did you mean \"port\"?");
    }

    #[test]
    fn ties_go_to_the_first_in_order() {
        assert_eq!(did_you_mean("bat", ["cat", "bag"]), " Did you mean \"bag\"?");
    }

    #[test]
    fn names_are_listed_as_people_do() {
        assert_eq!(list_names(["a"]), "\"a\"");
        assert_eq!(list_names(["a", "b", "c"]), "\"a\", \"b\" and \"c\"");
    }
}
