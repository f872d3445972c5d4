//! Regular expressions in the reference's syntax.
//!
//! Go and Rust share their syntax (RE2) but for a few corners: in Go `\w`, `\d`, `\s` and `\b` know
//! ASCII only, a class does not nest, a brace that repeats nothing is a brace, and `\Q...\E` quotes.
//! A pattern is translated here. What neither knows is an error; the few things that only Rust knows,
//! such as the flag `x`, work too.

use std::fmt::Write;
use std::ops::Range;

use regex_automata::PatternID;
use regex_automata::nfa::thompson::pikevm::{Cache, PikeVM};
use regex_automata::nfa::thompson::{Compiler, Config};
use regex_automata::util::captures::Captures;

use super::limits::check_bytes;
use hcldyn_cty::function::FunctionError;
use hcldyn_cty::work;
use hcldyn_cty::{Type, Value};

/// The maximum length of a pattern in bytes: while it is read, each takes hundreds.
const MAX_BYTES: usize = 1 << 16;

/// The maximum size of a compiled pattern in bytes.
const SIZE_LIMIT: usize = 1 << 20;

/// The maximum number of groups: a search keeps the place of each for every state of the pattern.
const MAX_GROUPS: usize = 100;

/// The maximum work of all searches of a call, in steps. One search takes linear time, but may go to the end of the
/// string to find a match near its start, and so may the next one.
const MAX_STEPS: usize = 10_000_000;

/// The work of compiling a pattern: of any, of each of its bytes and of each of its states.
const COMPILING_STEPS: usize = 32;
const STEPS_PER_PATTERN_BYTE: usize = 4;
const STEPS_PER_STATE: usize = 8;

/// The bytes of a compiled pattern for each of its states, at least.
const BYTES_PER_STATE: usize = 24;

/// What a search does in one step: for each byte it goes through the states, and for each state through the
/// groups.
const STATES_PER_STEP: usize = 10;
const GROUPS_PER_STATE: usize = 10;

/// What stands between `[:` and `:]` in a class.
const CLASSES: [&str; 14] = [
    "alnum", "alpha", "ascii", "blank", "cntrl", "digit", "graph", "lower", "print", "punct",
    "space", "upper", "word", "xdigit",
];

/// A compiled pattern.
pub(super) struct Pattern(PikeVM);

impl Pattern {
    /// Compiles a pattern that was given as an argument.
    pub(super) fn new(pattern: &str, argument: usize) -> Result<Self, FunctionError> {
        let compiled =
            if pattern.len() <= MAX_BYTES { compile(pattern) } else { Err(TOO_LARGE.to_owned()) };
        compiled.map(Self).map_err(|reason| {
            let pattern = Value::from(pattern).describe();
            let message = format!("must be a regular expression, but {pattern} is none: {reason}");
            FunctionError::at(argument, message)
        })
    }

    /// The type of what a match gives: the text that matches if there are no groups, otherwise the
    /// texts of the groups in a tuple, or in an object if they are named. `None` if only some are.
    pub(super) fn result_type(&self) -> Option<Type> {
        let groups = || self.group_names().skip(1);
        let named = groups().flatten().count();
        match groups().count() {
            0 => Some(Type::String),
            count if named == 0 => Some(Type::tuple(vec![Type::String; count])),
            count if named == count => {
                Some(Type::object(groups().flatten().map(|name| (name, Type::String))))
            }
            _ => None,
        }
    }

    /// What the first match in a text gives, then the next one, and so on.
    pub(super) fn matches<'t>(
        &'t self,
        text: &'t str,
    ) -> impl Iterator<Item = Result<Value, FunctionError>> + 't {
        self.captures(text).map(|captures| Ok(self.value_of(&captures?, text)))
    }

    /// Replaces all matches, expanding the groups that the replacement names.
    pub(super) fn replace(&self, text: &str, replacement: &str) -> Result<Value, FunctionError> {
        let mut result = String::new();
        let mut end = 0;
        for captures in self.captures(text) {
            let captures = captures?;
            let matched = matched(&captures);
            result.push_str(&text[end..matched.start]);
            captures.interpolate_string_into(text, replacement, &mut result);
            end = matched.end;
            check_bytes(result.len())?;
        }
        result.push_str(&text[end..]);
        Ok(result.into())
    }

    /// The matches, as long as searching for them is within the limits.
    fn captures<'t>(&'t self, text: &'t str) -> Searches<'t> {
        let cache = self.0.create_cache();
        Searches { pattern: self, text, cache, start: 0, end_of_last: None, steps: 0 }
    }

    /// The work of a search that goes through so many bytes.
    fn steps(&self, bytes: usize) -> usize {
        let states = self.0.get_nfa().states().len();
        let groups = GROUPS_PER_STATE + self.group_names().len();
        let by_states = (1 + bytes).saturating_mul(states) / STATES_PER_STEP;
        by_states.saturating_mul(groups) / GROUPS_PER_STATE
    }

    /// The names of the groups, that of the whole match first, which has none.
    fn group_names(&self) -> impl ExactSizeIterator<Item = Option<&str>> {
        self.0.get_nfa().group_info().pattern_names(PatternID::ZERO)
    }

    fn value_of(&self, captures: &Captures, text: &str) -> Value {
        let groups = captures.iter().map(|group| match group {
            Some(group) => Value::from(&text[group.range()]),
            None => Value::null(Type::String),
        });
        match self.group_names().flatten().next() {
            _ if captures.group_len() == 1 => Value::from(&text[matched(captures)]),
            None => Value::tuple(groups.skip(1).collect()),
            Some(_) => {
                let named = self.group_names().zip(groups);
                Value::object(named.filter_map(|(name, value)| Some((name?, value))))
            }
        }
    }
}

/// The searches for all matches in a string, one after the other.
struct Searches<'t> {
    pattern: &'t Pattern,
    text: &'t str,
    cache: Cache,
    /// Where the next search starts.
    start: usize,
    /// Where the last match ended: an empty one there is none of its own.
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
            let mut captures = self.pattern.0.create_captures();
            let rest = regex_automata::Input::new(self.text).range(self.start..);
            self.pattern.0.captures(&mut self.cache, rest, &mut captures);
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
    /// Spends what the next search may cost, before it searches: nothing can end it.
    fn spend(&mut self) -> Result<(), FunctionError> {
        let steps = self.pattern.steps(self.text.len() - self.start);
        self.steps = self.steps.saturating_add(steps);
        work::spend(steps);
        if self.steps <= MAX_STEPS && !work::is_exceeded_in_evaluation() {
            Ok(())
        } else {
            Err(FunctionError::new(
                "so long a text may not have so many matches; split it and search its parts",
            ))
        }
    }
}

/// What of the text a match is.
fn matched(captures: &Captures) -> Range<usize> {
    captures.get_match().map_or(0..0, |whole| whole.range())
}

const TOO_LARGE: &str = "it is too large";

/// Compiles a pattern, or says why it is none.
fn compile(pattern: &str) -> Result<PikeVM, String> {
    work::spend(COMPILING_STEPS + STEPS_PER_PATTERN_BYTE * pattern.len());
    let syntax = regex_syntax::parse(&translate(pattern)?).map_err(|error| {
        // The last line of the library's report is the one that says what is wrong.
        let report = error.to_string();
        let last = report.lines().next_back().unwrap_or_default();
        last.trim_start_matches("error: ").to_owned()
    })?;
    if syntax.properties().explicit_captures_len() > MAX_GROUPS {
        return Err(format!("it has more than {MAX_GROUPS} groups"));
    }
    let config = Config::new().nfa_size_limit(Some(SIZE_LIMIT));
    let compiled = Compiler::new().configure(config).build_from_hir(&syntax);
    let compiled = compiled.map_err(|_| {
        work::spend(SIZE_LIMIT / BYTES_PER_STATE * STEPS_PER_STATE);
        TOO_LARGE.to_owned()
    })?;
    work::spend(compiled.states().len() * STEPS_PER_STATE);
    PikeVM::new_from_nfa(compiled).map_err(|_| TOO_LARGE.to_owned())
}

/// Writes a pattern of Go's as a pattern of the regex library's that matches the same, or says why it is none.
fn translate(pattern: &str) -> Result<String, String> {
    let mut translation = Translation::default();
    let mut rest = pattern;
    while let Some(char) = rest.chars().next() {
        let taken = match char {
            '\\' => translation.escape(rest),
            _ if translation.in_class => translation.class_item(rest)?,
            _ => translation.item(rest),
        };
        rest = &rest[taken..];
    }
    Ok(translation.out)
}

#[derive(Default)]
struct Translation {
    out: String,
    in_class: bool,
}

impl Translation {
    /// Takes an escape and returns its length.
    fn escape(&mut self, rest: &str) -> usize {
        let Some(escaped) = rest[1..].chars().next() else {
            self.out.push('\\');
            return 1;
        };
        match escaped {
            'd' => self.out.push_str("[0-9]"),
            'D' => self.out.push_str("[^0-9]"),
            'w' => self.out.push_str("[0-9A-Za-z_]"),
            'W' => self.out.push_str("[^0-9A-Za-z_]"),
            's' => self.out.push_str("[\\t\\n\\f\\r ]"),
            'S' => self.out.push_str("[^\\t\\n\\f\\r ]"),
            'b' | 'B' if !self.in_class => {
                // Writing to a string cannot fail.
                let _ = write!(self.out, "(?-u:\\{escaped})");
            }
            // These stand for themselves, but for the ends of words in the library.
            '<' | '>' => self.out.push(escaped),
            '0'..='7' => return self.octal(rest),
            'p' | 'P' | 'x' => return self.braced_escape(rest),
            'Q' if !self.in_class => return self.quotation(rest),
            _ => self.out.extend(['\\', escaped]),
        }
        1 + escaped.len_utf8()
    }

    /// `\p{Greek}` and `\x{10FFFF}`, whose braces are part of the escape.
    fn braced_escape(&mut self, rest: &str) -> usize {
        let braced = rest[2..].starts_with('{').then(|| rest.find('}')).flatten();
        let taken = braced.map_or(2, |end| end + 1);
        self.out.push_str(&rest[..taken]);
        taken
    }

    /// `\101` or `\0`, the code of a character. A single other digit would refer to a group, which
    /// neither of the two knows.
    fn octal(&mut self, rest: &str) -> usize {
        let digits = rest[1..].bytes().take(3).take_while(|byte| (b'0'..=b'7').contains(byte));
        let taken = 1 + digits.count();
        match u32::from_str_radix(&rest[1..taken], 8) {
            Ok(code) if taken > 2 || code == 0 => {
                let _ = write!(self.out, "\\x{{{code:x}}}");
            }
            _ => self.out.push_str(&rest[..taken]),
        }
        taken
    }

    /// `\Q...\E`, the end of which may be missing.
    fn quotation(&mut self, rest: &str) -> usize {
        let quoted = &rest[2..];
        let (quoted, taken) = match quoted.find("\\E") {
            Some(end) => (&quoted[..end], 2 + end + 2),
            None => (quoted, rest.len()),
        };
        self.out.push_str(&regex_syntax::escape(quoted));
        taken
    }

    /// Takes one item outside of classes and returns its length.
    fn item(&mut self, rest: &str) -> usize {
        match rest.as_bytes() {
            [b'[', ..] => {
                self.in_class = true;
                // A bracket that closes nothing yet stands for itself.
                let start =
                    ["[^]", "[]", "[^", "["].into_iter().find(|start| rest.starts_with(start));
                let start = start.unwrap_or("[");
                self.out.push_str(&start.replace(']', "\\]"));
                start.len()
            }
            [b'{', ..] => match repetition(rest) {
                Some(length) => {
                    self.out.push_str(&rest[..length]);
                    length
                }
                None => {
                    self.out.push_str("\\{");
                    1
                }
            },
            _ => self.plain(rest),
        }
    }

    /// Takes one item inside a class and returns its length.
    fn class_item(&mut self, rest: &str) -> Result<usize, String> {
        if let Some(taken) = self.named_class(rest)? {
            return Ok(taken);
        }
        Ok(match rest.as_bytes() {
            [b']', ..] => {
                self.in_class = false;
                self.plain(rest)
            }
            // What would be a nested class, or an operation on classes.
            [b'[' | b'&' | b'~', ..] => {
                self.out.push('\\');
                self.plain(rest)
            }
            [b'-', b'-', ..] => {
                self.out.push_str("\\-");
                1
            }
            _ => self.plain(rest),
        })
    }

    /// Takes `[:alpha:]` or `[:^alpha:]`, if that is what comes. What nothing closes is a bracket like any
    /// other; the library takes a name that it does not know for the letters of it.
    fn named_class(&mut self, rest: &str) -> Result<Option<usize>, String> {
        let named = rest.strip_prefix("[:").and_then(|rest| rest.split_once(":]"));
        let Some((name, _)) = named else { return Ok(None) };
        let known = name.strip_prefix('^').unwrap_or(name);
        if !CLASSES.contains(&known) {
            let (unknown, classes) = (Value::from(known).describe(), CLASSES.join(", "));
            return Err(format!("no class of characters is named {unknown}; there are {classes}"));
        }
        let taken = "[:".len() + name.len() + ":]".len();
        self.out.push_str(&rest[..taken]);
        Ok(Some(taken))
    }

    fn plain(&mut self, rest: &str) -> usize {
        let length = rest.chars().next().map_or(0, char::len_utf8);
        self.out.push_str(&rest[..length]);
        length
    }
}

/// The length of `{2}`, `{2,}` or `{2,3}` at the start of a text.
fn repetition(text: &str) -> Option<usize> {
    let digits = |text: &str| text.bytes().take_while(u8::is_ascii_digit).count();
    let least = digits(&text[1..]);
    let mut end = 1 + least;
    if text[end..].starts_with(',') {
        end += 1 + digits(&text[end + 1..]);
    }
    (least > 0 && text[end..].starts_with('}')).then_some(end + 1)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn first(pattern: &str, text: &str) -> Option<Value> {
        Pattern::new(pattern, 0).unwrap().matches(text).next().transpose().unwrap()
    }

    #[test]
    fn classes_know_ascii_only() {
        assert_eq!(first("\\w+", "é1_a"), Some("1_a".into()));
        assert_eq!(first("[\\D\\d]+", "é1"), Some("é1".into()));
        assert_eq!(first("\\bb", "éb"), Some("b".into()));
    }

    #[test]
    fn what_only_one_of_the_two_knows_is_translated() {
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

    /// How large a pattern is once it is compiled is known to the library alone: the smallest limit that it is
    /// within.
    #[test]
    fn a_pattern_is_as_large_as_it_may_be_and_no_larger() {
        let pattern = |letters: usize| format!("a{{{letters}}}");
        let fits = |letters, limit| {
            let syntax = regex_syntax::parse(&pattern(letters)).unwrap();
            let config = Config::new().nfa_size_limit(Some(limit));
            Compiler::new().configure(config).build_from_hir(&syntax).is_ok()
        };
        let size = |letters| first_that(2 * SIZE_LIMIT, |limit| fits(letters, limit));
        let refused = first_that(SIZE_LIMIT, |letters| Pattern::new(&pattern(letters), 0).is_err());
        assert!(size(refused - 1) <= SIZE_LIMIT && SIZE_LIMIT < size(refused));
    }

    #[test]
    fn as_many_groups_as_there_may_be() {
        assert!(Pattern::new(&"(a)?".repeat(MAX_GROUPS), 0).is_ok());
        let error = Pattern::new(&"(a)?".repeat(MAX_GROUPS + 1), 0).err().unwrap();
        assert!(error.message.ends_with("it has more than 100 groups"), "{}", error.message);
    }

    #[test]
    fn empty_matches_are_between_other_characters() {
        let all = |pattern, text| {
            let pattern = Pattern::new(pattern, 0).unwrap();
            pattern.matches(text).map(|found| found.unwrap()).collect::<Vec<_>>()
        };
        // As regexp.FindAllString of the reference has them.
        assert_eq!(all("a*", "baaac"), ["", "aaa", ""].map(Value::from));
        assert_eq!(all("", "é1"), ["", "", ""].map(Value::from));
        assert_eq!(all("x*", "éx"), ["", "x"].map(Value::from));
    }

    /// The first number below `end` of which something holds, as it does of all after it.
    fn first_that(end: usize, holds: impl Fn(usize) -> bool) -> usize {
        let (mut start, mut end) = (0, end);
        while start < end {
            let middle = start.midpoint(end);
            if holds(middle) { end = middle } else { start = middle + 1 }
        }
        start
    }

    #[test]
    fn many_matches_in_long_texts_are_refused() {
        let pattern = Pattern::new("a", 0).unwrap();
        let text = |length| "a".repeat(length);
        assert!(pattern.matches(&text(1_000)).all(|found| found.is_ok()));
        assert!(pattern.matches(&text(100_000)).any(|found| found.is_err()));
        assert!(pattern.replace(&text(100_000), "").is_err());
    }

    #[test]
    fn patterns_that_are_none() {
        let message = |pattern: &str| Pattern::new(pattern, 0).err().unwrap().message;
        assert!(message("[").starts_with(r#"must be a regular expression, but "[" is none: "#));
        assert!(message("((a{900}){900}){900}").ends_with("it is too large"));
        assert!(message(&" ".repeat(MAX_BYTES + 1)).ends_with("it is too large"));
        assert!(!message("a(?=b)").is_empty());
        let unknown = message("[[:digits:]]");
        let expected = "is none: no class of characters is named \"digits\"; there are alnum, alpha, ascii, \
                        blank, cntrl, digit, graph, lower, print, punct, space, upper, word, xdigit";
        assert!(unknown.ends_with(expected), "{unknown}");
        for (pattern, name) in [("[a[:x:]b]", "x"), ("[[:^:]]", ""), ("[[:^^digit:]]", "^digit")] {
            assert!(message(pattern).contains(&format!("named {name:?};")), "{pattern}");
        }
    }
}
