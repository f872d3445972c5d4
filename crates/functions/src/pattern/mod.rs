//! Regular expressions in the reference's syntax.
//!
//! Go and Rust share their syntax (RE2) with a few exceptions: in Go, `\w`, `\d`, `\s` and `\b` only match ASCII,
//! classes do not nest, a brace that is not a repetition is a literal brace, and `\Q...\E` quotes. Patterns are
//! translated here. Syntax that both reject is an error.

mod translate;

use std::ops::Range;

use regex_automata::nfa::thompson::pikevm::{Cache, PikeVM};
use regex_automata::nfa::thompson::{Compiler, Config};
use regex_automata::util::captures::Captures;

use self::translate::{Translation, translate};
use super::limits::check_bytes;
use hcldyn_cty::function::FunctionError;
use hcldyn_cty::work;
use hcldyn_cty::{Type, Value};

/// The maximum length of a pattern in bytes: reading each byte takes hundreds of bytes of memory.
const MAX_BYTES: usize = 1 << 16;

/// The maximum size of a compiled pattern in bytes.
const SIZE_LIMIT: usize = 1 << 20;

/// The maximum number of groups: a search stores the positions of each group for every state of the pattern.
const MAX_GROUPS: usize = 100;

/// The maximum work of all searches in a call, in steps. Each search takes linear time, but it may read to the end
/// of the string to find a match near its start.
const MAX_STEPS: usize = 10_000_000;

/// The work of compiling a pattern: a fixed part, a part per byte and a part per state.
const COMPILING_STEPS: usize = 32;
const STEPS_PER_PATTERN_BYTE: usize = 4;
const STEPS_PER_STATE: usize = 8;

/// The minimum number of bytes per state of a compiled pattern.
const BYTES_PER_STATE: usize = 24;

/// The work of a search per step: each byte visits the states, and each state visits the groups.
const STATES_PER_STEP: usize = 10;
const GROUPS_PER_STATE: usize = 10;

/// A compiled pattern.
pub(super) struct Pattern {
    matcher: PikeVM,
    /// The names of the groups in order; a name may occur more than once.
    names: Vec<Option<String>>,
}

impl Pattern {
    /// Compiles a pattern given as an argument.
    pub(super) fn new(pattern: &str, argument: usize) -> Result<Self, FunctionError> {
        let compiled =
            if pattern.len() <= MAX_BYTES { compile(pattern) } else { Err(TOO_LARGE.to_owned()) };
        compiled.map_err(|reason| {
            let pattern = Value::from(pattern).describe();
            let message = format!("be a valid regular expression, not {pattern}: {reason}");
            FunctionError::must(argument, message)
        })
    }

    /// Returns the type of a match: a string without groups, otherwise a tuple of the groups, or an object if they
    /// are named. `None` if only some are named.
    pub(super) fn result_type(&self) -> Option<Type> {
        let named = || self.names.iter().flatten();
        match (self.names.len(), named().count()) {
            (0, _) => Some(Type::String),
            (count, 0) => Some(Type::tuple(vec![Type::String; count])),
            (count, named_count) if named_count == count => {
                Some(Type::object(named().map(|name| (name.as_str(), Type::String))))
            }
            _ => None,
        }
    }

    /// Returns the value of each match in a string, in order.
    pub(super) fn matches<'t>(
        &'t self,
        text: &'t str,
    ) -> impl Iterator<Item = Result<Value, FunctionError>> + 't {
        self.captures(text).map(|captures| Ok(self.value_of(&captures?, text)))
    }

    /// Replaces all matches, and expands the groups in the replacement.
    pub(super) fn replace(&self, text: &str, replacement: &str) -> Result<Value, FunctionError> {
        let mut result = String::new();
        let mut end = 0;
        for captures in self.captures(text) {
            let captures = captures?;
            let matched = matched(&captures);
            result.push_str(&text[end..matched.start]);
            self.expand(replacement, &captures, text, &mut result);
            end = matched.end;
            check_bytes(result.len())?;
        }
        result.push_str(&text[end..]);
        Ok(result.into())
    }

    /// Returns the matches, as long as the searches are within the limits.
    fn captures<'t>(&'t self, text: &'t str) -> Searches<'t> {
        let cache = self.matcher.create_cache();
        Searches { pattern: self, text, cache, start: 0, end_of_last: None, steps: 0 }
    }

    /// Returns the work of a search through a number of bytes.
    fn steps(&self, bytes: usize) -> usize {
        let states = self.matcher.get_nfa().states().len();
        let groups = GROUPS_PER_STATE + 1 + self.names.len();
        let by_states = (1 + bytes).saturating_mul(states) / STATES_PER_STEP;
        by_states.saturating_mul(groups) / GROUPS_PER_STATE
    }

    fn value_of(&self, captures: &Captures, text: &str) -> Value {
        let groups = captures.iter().map(|group| match group {
            Some(group) => Value::from(&text[group.range()]),
            None => Value::null(Type::String),
        });
        let groups = groups.skip(1);
        match self.names.first() {
            None => Value::from(&text[matched(captures)]),
            Some(None) => Value::tuple(groups.collect()),
            // If several groups have one name, the last one wins, as in the reference.
            Some(Some(_)) => {
                let named = self.names.iter().zip(groups);
                Value::object(named.filter_map(|(name, value)| Some((name.as_deref()?, value))))
            }
        }
    }

    /// Appends a replacement in which `$1`, `$name` and `${name}` stand for the strings of groups. Of several
    /// groups with one name, the first one that matched is used, as in the reference.
    fn expand(&self, replacement: &str, captures: &Captures, text: &str, result: &mut String) {
        let mut rest = replacement;
        while let Some((before, after)) = rest.split_once('$') {
            result.push_str(before);
            rest = after;
            if let Some(after) = rest.strip_prefix('$') {
                result.push('$');
                rest = after;
            } else if let Some((name, after)) = group_reference(rest) {
                result.push_str(self.group(name, captures).map_or("", |group| &text[group]));
                rest = after;
            } else {
                result.push('$');
            }
        }
        result.push_str(rest);
    }

    /// Returns the part of the string that a group matched, by the group's name or number.
    fn group(&self, name: &str, captures: &Captures) -> Option<Range<usize>> {
        let group = |index| Some(captures.get_group(index)?.range());
        let is_number = name.bytes().all(|byte| byte.is_ascii_digit());
        if is_number && (name == "0" || !name.starts_with('0')) {
            return group(name.parse().ok()?);
        }
        let named = |(_, other): &(usize, &Option<String>)| other.as_deref() == Some(name);
        self.names.iter().enumerate().filter(named).find_map(|(index, _)| group(index + 1))
    }
}

/// The searches for all matches in a string, one after the other.
struct Searches<'t> {
    pattern: &'t Pattern,
    text: &'t str,
    cache: Cache,
    /// The start of the next search.
    start: usize,
    /// The end of the last match. An empty match there does not count.
    end_of_last: Option<usize>,
    /// The work done so far.
    steps: usize,
}

impl Iterator for Searches<'_> {
    type Item = Result<Captures, FunctionError>;

    fn next(&mut self) -> Option<Self::Item> {
        loop {
            if self.start > self.text.len() {
                return None;
            }
            if let Err(error) = self.spend() {
                self.start = usize::MAX;
                return Some(Err(error));
            }
            let mut captures = self.pattern.matcher.create_captures();
            let rest = regex_automata::Input::new(self.text).range(self.start..);
            self.pattern.matcher.captures(&mut self.cache, rest, &mut captures);
            if !captures.is_match() {
                self.start = usize::MAX;
                return None;
            }
            let found = matched(&captures);
            self.start = if found.is_empty() {
                self.text[found.end..]
                    .chars()
                    .next()
                    .map_or(usize::MAX, |c| found.end + c.len_utf8())
            } else {
                found.end
            };
            if !found.is_empty() || self.end_of_last != Some(found.end) {
                self.end_of_last = Some(found.end);
                return Some(Ok(captures));
            }
        }
    }
}

impl Searches<'_> {
    /// Spends the maximum cost of the next search in advance, because it cannot be interrupted.
    fn spend(&mut self) -> Result<(), FunctionError> {
        let steps = self.pattern.steps(self.text.len() - self.start);
        self.steps = self.steps.saturating_add(steps);
        work::spend(steps);
        if self.steps <= MAX_STEPS && !work::is_exceeded_in_evaluation() {
            Ok(())
        } else {
            Err(FunctionError::new(
                "the string is too long for this many matches; split it and search the parts",
            ))
        }
    }
}

/// Returns the range of a match.
fn matched(captures: &Captures) -> Range<usize> {
    captures.get_match().map_or(0..0, |whole| whole.range())
}

/// Returns the name in `name` or `{name}` after the `$` of a replacement, and the rest.
fn group_reference(text: &str) -> Option<(&str, &str)> {
    let braced = text.strip_prefix('{');
    let start = braced.unwrap_or(text);
    let end = start.find(|char: char| !(char.is_alphanumeric() || char == '_'));
    let (name, rest) = start.split_at(end.unwrap_or(start.len()));
    let rest = if braced.is_some() { rest.strip_prefix('}')? } else { rest };
    (!name.is_empty()).then_some((name, rest))
}

const TOO_LARGE: &str = "too large";

/// Compiles a pattern, or returns the reason why it is invalid.
fn compile(pattern: &str) -> Result<Pattern, String> {
    work::spend(COMPILING_STEPS + STEPS_PER_PATTERN_BYTE * pattern.len());
    let Translation { out, names, .. } = translate(pattern)?;
    let syntax = regex_syntax::parse(&out).map_err(|error| {
        // The last line of the library's report is the description of the error.
        let report = error.to_string();
        let last = report.lines().next_back().unwrap_or_default();
        last.trim_start_matches("error: ").to_owned()
    })?;
    if syntax.properties().explicit_captures_len() > MAX_GROUPS {
        return Err(format!("more than {MAX_GROUPS} groups"));
    }
    let config = Config::new().nfa_size_limit(Some(SIZE_LIMIT));
    let compiled = Compiler::new().configure(config).build_from_hir(&syntax);
    let compiled = compiled.map_err(|_| {
        work::spend(SIZE_LIMIT / BYTES_PER_STATE * STEPS_PER_STATE);
        TOO_LARGE.to_owned()
    })?;
    work::spend(compiled.states().len() * STEPS_PER_STATE);
    let matcher = PikeVM::new_from_nfa(compiled).map_err(|_| TOO_LARGE.to_owned())?;
    Ok(Pattern { matcher, names })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn first(pattern: &str, text: &str) -> Option<Value> {
        Pattern::new(pattern, 0).unwrap().matches(text).next().transpose().unwrap()
    }

    #[test]
    fn classes_match_ascii_only() {
        assert_eq!(first("\\w+", "é1_a"), Some("1_a".into()));
        assert_eq!(first("[\\D\\d]+", "é1"), Some("é1".into()));
        assert_eq!(first("\\bb", "éb"), Some("b".into()));
    }

    #[test]
    fn syntax_of_only_one_library_is_translated() {
        assert_eq!(first("[[a&&b]+", "x[a&b"), Some("[a&b".into()));
        assert_eq!(first("[]a]+", "x]a"), Some("]a".into()));
        assert_eq!(first("[^]a]+", "]x"), Some("x".into()));
        assert_eq!(first("[[:digit:]]+", "a12"), Some("12".into()));
        assert_eq!(first("[[:a]+", "x[:a"), Some("[:a".into()));
        assert_eq!(first("[[:]]", "a:]b"), Some(":]".into()));
        assert_eq!(first("[[:^digit:]]+", "12ab"), Some("ab".into()));
        assert_eq!(first("[^[:^word:]x]+", "-xé_1"), Some("_1".into()));
        assert_eq!(first("[:x:]+", "a:x"), Some(":x".into()));
        assert_eq!(first("x{1,2", "x{1,2"), Some("x{1,2".into()));
        assert_eq!(first("x{,2}", "xx{,2}"), Some("x{,2}".into()));
        assert_eq!(first("x{2}", "xxx"), Some("xx".into()));
        assert_eq!(first("\\Qa.b\\E+", "a.bb"), Some("a.bb".into()));
        assert_eq!(first("\\101\\<+", "xA<<"), Some("A<<".into()));
        assert_eq!(first("\\p{Greek}+", "aαβ"), Some("αβ".into()));
    }

    /// Only the library knows the size of a compiled pattern: it is the smallest limit that accepts the pattern.
    #[test]
    fn the_size_of_a_pattern_is_limited() {
        let pattern = |letters: usize| format!("a{{{letters}}}");
        let fits = |letters, limit| {
            let syntax = regex_syntax::parse(&pattern(letters)).unwrap();
            let config = Config::new().nfa_size_limit(Some(limit));
            Compiler::new().configure(config).build_from_hir(&syntax).is_ok()
        };
        let size = |letters| first_that(2 * SIZE_LIMIT, |limit| fits(letters, limit));
        let rejected =
            first_that(SIZE_LIMIT, |letters| Pattern::new(&pattern(letters), 0).is_err());
        assert!(size(rejected - 1) <= SIZE_LIMIT && SIZE_LIMIT < size(rejected));
    }

    #[test]
    fn groups_may_share_a_name() {
        let by_name = |n| Some(Value::object([("n", n)]));
        assert_eq!(first("(?P<n>a)|(?<n>b)", "b"), by_name(Value::from("b")));
        assert_eq!(first("(?P<n>a)|(?<n>b)", "a"), by_name(Value::null(Type::String)));
        let pattern = Pattern::new("(?P<n>a)|(?<n>b)", 0).unwrap();
        assert_eq!(pattern.replace("ab", "<$n>"), Ok("<a><b>".into()));
    }

    /// The results of Go's `Regexp.Expand`.
    #[test]
    fn replacements_name_groups() {
        let pattern = Pattern::new("(?P<x>b)(c)?", 0).unwrap();
        for (replacement, expected) in [
            ("[$0|$1|$2|$3]", "a[bc|b|c|]"),
            ("${x}${1}1", "abb1"),
            ("$x1|$1x|$é", "a||"),
            ("$$1|$|$-|${|${}|${x|${x y}", "a$1|$|$-|${|${}|${x|${x y}"),
            ("$01|${00}|$99999999999", "a||"),
        ] {
            assert_eq!(pattern.replace("abc", replacement), Ok(expected.into()), "{replacement}");
        }
    }

    #[test]
    fn the_number_of_groups_is_limited() {
        assert!(Pattern::new(&"(a)?".repeat(MAX_GROUPS), 0).is_ok());
        let error = Pattern::new(&"(a)?".repeat(MAX_GROUPS + 1), 0).err().unwrap();
        assert!(error.to_string().ends_with("more than 100 groups"), "{error}");
    }

    #[test]
    fn empty_matches_are_between_other_characters() {
        let all = |pattern, text| {
            let pattern = Pattern::new(pattern, 0).unwrap();
            pattern.matches(text).map(|found| found.unwrap()).collect::<Vec<_>>()
        };
        // The results of `regexp.FindAllString` in the reference.
        assert_eq!(all("a*", "baaac"), ["", "aaa", ""].map(Value::from));
        assert_eq!(all("", "é1"), ["", "", ""].map(Value::from));
        assert_eq!(all("x*", "éx"), ["", "x"].map(Value::from));
    }

    /// Returns the first number below `end` for which a predicate holds. It must hold for all larger numbers too.
    fn first_that(end: usize, holds: impl Fn(usize) -> bool) -> usize {
        let (mut start, mut end) = (0, end);
        while start < end {
            let middle = start.midpoint(end);
            if holds(middle) { end = middle } else { start = middle + 1 }
        }
        start
    }

    #[test]
    fn many_matches_in_long_strings_are_rejected() {
        let pattern = Pattern::new("a", 0).unwrap();
        let text = |length| "a".repeat(length);
        assert!(pattern.matches(&text(1_000)).all(|found| found.is_ok()));
        assert!(pattern.matches(&text(100_000)).any(|found| found.is_err()));
        assert!(pattern.replace(&text(100_000), "").is_err());
    }

    #[test]
    fn invalid_patterns() {
        let message = |pattern: &str| Pattern::new(pattern, 0).err().unwrap().to_string();
        assert!(message("[").starts_with(r#"must be a valid regular expression, not "[": "#));
        assert!(message("((a{900}){900}){900}").ends_with("too large"));
        assert!(message(&" ".repeat(MAX_BYTES + 1)).ends_with("too large"));
        let unknown = message("[[:digits:]]");
        let expected = ": unknown character class \"digits\"; valid classes are alnum, alpha, ascii, \
                        blank, cntrl, digit, graph, lower, print, punct, space, upper, word, xdigit";
        assert!(unknown.ends_with(expected), "{unknown}");
        for pattern in ["(a)?*", "a**", "a{2}{3}", "a*?+", "a???", "a+{2,3}"] {
            assert!(message(pattern).ends_with("follows another repetition; add parentheses"));
        }
        for (pattern, name) in
            [("(?P<>a)", ""), ("(?P<a-b>a)", "a-b"), ("(?P<a", "a"), ("(?<=a)b", "=a)b")]
        {
            let expected = format!(": {name:?} is not a valid group name");
            assert!(message(pattern).ends_with(&expected), "{}", message(pattern));
        }
        for (pattern, flag) in [("a(?=b)", '='), ("(?x)a b", 'x'), ("(?P=n)", 'P'), ("(?u)a", 'u')]
        {
            let expected = format!(": a group can't start with \"(?\" and {flag:?}");
            assert!(message(pattern).ends_with(&expected), "{}", message(pattern));
        }
        for (pattern, name) in [("[a[:x:]b]", "x"), ("[[:^:]]", ""), ("[[:^^digit:]]", "^digit")] {
            assert!(message(pattern).contains(&format!("class {name:?};")), "{pattern}");
        }
    }
}
