//! Finds what is written for sensitive attributes, in a source of either syntax, whether it can be parsed
//! or not.

use std::borrow::Cow;
use std::ops::Range;

use super::names::{Matcher, SensitiveNames};
use super::tokens::{Bracket, Syntax, Token, TokenKind, tokens};

/// What is written for a sensitive attribute.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Secret {
    pub(super) range: Range<usize>,
    /// The name that it is written for.
    pub(super) name: String,
    /// Whether it is a traversal: the name of a variable is no secret, but its value is.
    pub(super) is_reference: bool,
}

/// How many of the brackets around are searched for the one that another closes. More are an error in
/// either syntax.
const MAX_OPEN: usize = 512;

/// How often the tokens of a source may be gone through for the ends of values: of a value without an end
/// all tokens are. After that a secret goes up to the end of the source.
const MAX_PASSES: usize = 16;

/// The secrets of a source, in order and apart from each other.
pub(super) fn secrets(text: &str, names: &SensitiveNames) -> Vec<Secret> {
    let syntax = Syntax::of(text);
    let tokens = tokens(text, syntax);
    let names = Matcher::new(names);
    let steps = tokens.len().saturating_mul(MAX_PASSES);
    let mut scan = Scan { text, syntax, tokens: &tokens, names, open: Vec::new(), at: 0, steps };
    let mut secrets = Vec::new();
    while scan.at < tokens.len() {
        let found = match scan.value_start() {
            Some((start, name)) => scan.value(start, name),
            None => scan.pass(),
        };
        secrets.extend(found);
    }
    secrets
}

/// What comes after each word which is the name of a sensitive attribute, up to the next line that begins as
/// an item of the spec: where there are syntax errors, that is all that can be said of a secret.
pub(super) fn after_names(text: &str, names: &SensitiveNames) -> Vec<Range<usize>> {
    let (mut found, mut matcher) = (Vec::new(), Matcher::new(names));
    let is_in_name = |c: char| c.is_alphanumeric() || c == '_' || c == '-';
    let mut at = 0;
    while let Some(start) = text[at..].find(is_in_name).map(|found| at + found) {
        at = text[start..].find(|c| !is_in_name(c)).map_or(text.len(), |len| start + len);
        if matcher.is_sensitive(&text[start..at]) {
            let end = next_item(text, at, &matcher);
            let value = text[at..end].trim_start_matches([' ', '\t', '"', '=', ':']);
            found.push(end - value.len()..end);
            at = end;
        }
    }
    found
}

struct Scan<'a> {
    text: &'a str,
    syntax: Syntax,
    tokens: &'a [Token],
    names: Matcher<'a>,
    /// The brackets around.
    open: Vec<Bracket>,
    /// The token to look at next.
    at: usize,
    /// How many more tokens are gone through for the ends of values.
    steps: usize,
}

/// Where a value goes to.
#[derive(Clone, Copy, PartialEq, Eq)]
enum End {
    /// The token that is looked at next.
    Here,
    /// Further than the tokens tell: something in it is not closed.
    Open,
}

impl<'a> Scan<'a> {
    fn kind(&self, at: usize) -> Option<TokenKind> {
        self.tokens.get(at).map(|token| token.kind)
    }

    fn text(&self, at: usize) -> &'a str {
        self.tokens.get(at).map_or("", |token| &self.text[token.range()])
    }

    /// Goes past a token, which may be a comment with a secret in it.
    fn pass(&mut self) -> Option<Secret> {
        let token = &self.tokens[self.at];
        self.at += 1;
        match token.kind {
            TokenKind::Open(bracket) => self.open.push(bracket),
            TokenKind::Close(bracket) => {
                let closed = self.position_closed(bracket).unwrap_or(self.open.len());
                self.open.truncate(closed);
            }
            TokenKind::Unclosed => drop(self.open.pop_if(|open| *open == Bracket::Quote)),
            TokenKind::Comment => return self.in_comment(token.range()),
            _ => {}
        }
        None
    }

    /// Which of the open brackets a bracket closes, with those that are left open in it. Parentheses and
    /// square brackets close no brace.
    fn position_closed(&self, bracket: Bracket) -> Option<usize> {
        let first = self.open.len().saturating_sub(MAX_OPEN);
        let position = first + self.open[first..].iter().rposition(|open| *open == bracket)?;
        let is_inner = |open: &Bracket| matches!(open, Bracket::Paren | Bracket::Square);
        let closes = !is_inner(&bracket) || self.open[position..].iter().all(is_inner);
        closes.then_some(position)
    }

    /// The first token of what is written for a sensitive attribute, if its name is next.
    fn value_start(&mut self) -> Option<(usize, String)> {
        let name = self.name(self.at)?;
        let (before, next) = (self.before(self.at), self.after_name(self.at));
        let start = match self.kind(next)? {
            TokenKind::Equals => next + 1,
            TokenKind::Colon if !self.begins_operand(before) => next + 1,
            TokenKind::Comma | TokenKind::Close(_) => return None,
            _ if self.begins_item(before, next) => next,
            _ => return None,
        };
        self.names.is_sensitive(&name).then(|| (start, name.into_owned()))
    }

    /// The text of a token that may be a name.
    fn name(&self, at: usize) -> Option<Cow<'a, str>> {
        let text = self.text(at);
        match self.kind(at)? {
            TokenKind::Word => Some(Cow::Borrowed(text)),
            TokenKind::Text => Some(unescaped(&text[1..text.len() - 1])),
            _ => None,
        }
    }

    /// The token before a name. Comments and single quotes count for nothing.
    fn before(&self, at: usize) -> Option<usize> {
        (0..at).rev().find(|at| !self.is_passed(*at))
    }

    /// The token after a name, and after the parenthesis that it may be in.
    fn after_name(&self, at: usize) -> usize {
        let is_passed = |at: usize| {
            self.is_passed(at) || self.kind(at) == Some(TokenKind::Close(Bracket::Paren))
        };
        (at + 1..).find(|at| !is_passed(*at)).unwrap_or(self.tokens.len())
    }

    fn is_passed(&self, at: usize) -> bool {
        self.kind(at) == Some(TokenKind::Comment) || self.text(at) == "'"
    }

    /// Whether an operand comes after this token, and no name: `a ? password : b`.
    fn begins_operand(&self, before: Option<usize>) -> bool {
        before.is_some_and(|at| matches!(self.text(at), "?" | "." | "in"))
    }

    /// Whether an item, or the type of blocks that are generated, is between these tokens. There is no sign
    /// after its name: it is that of a block, or the sign is missing.
    fn begins_item(&self, before: Option<usize>, next: usize) -> bool {
        let kind = before.and_then(|at| self.kind(at));
        let is_opened = matches!(kind, None | Some(TokenKind::Open(_)));
        if self.syntax == Syntax::Json {
            let is_first = is_opened || kind == Some(TokenKind::Comma);
            return is_first && self.open.last() == Some(&Bracket::Brace);
        }
        let is_first = is_opened
            || matches!(kind, Some(TokenKind::Newline | TokenKind::Close(_)))
            || before.is_some_and(|at| self.text(at) == "dynamic");
        // In an expression there is an operator between words and strings.
        let is_body = matches!(self.open.last(), None | Some(Bracket::Brace));
        is_first && (is_body || self.begins_term(next) && self.text(next) != "in")
    }

    fn begins_term(&self, at: usize) -> bool {
        matches!(
            self.kind(at),
            Some(
                TokenKind::Word
                    | TokenKind::Number
                    | TokenKind::Text
                    | TokenKind::Unclosed
                    | TokenKind::Heredoc
                    | TokenKind::Open(Bracket::Brace | Bracket::Quote)
            )
        )
    }

    /// What is written from a token on, up to the end of the value or block. `None` where nothing is.
    fn value(&mut self, start: usize, name: String) -> Option<Secret> {
        let depth = self.open.len();
        self.at = start;
        let end = self.go_to_end(depth);
        let is_written =
            |token: &&Token| !matches!(token.kind, TokenKind::Newline | TokenKind::Comment);
        let past = if end == End::Here { self.at } else { self.tokens.len() };
        let written = || self.tokens[start.min(past)..past].iter().filter(is_written);
        let first = written().next()?.range().start;
        if end == End::Here {
            let last = written().next_back().map_or(first, |token| token.range().end);
            // There may be secrets in the comments after it, too.
            self.at = self.tokens.partition_point(|token| token.range().start < last);
            let is_set = start > 0 && self.tokens[start - 1].kind == TokenKind::Equals;
            let is_native = self.syntax == Syntax::Native;
            let is_reference = is_native && is_set && self.is_traversal(written());
            return Some(Secret { range: first..last, name, is_reference });
        }
        let end =
            if self.steps > 0 { next_item(self.text, first, &self.names) } else { self.text.len() };
        self.open.truncate(depth);
        self.at = self.tokens.partition_point(|token| token.range().start < end);
        let end = first + self.text[first..end].trim_end().len();
        Some(Secret { range: first..end, name, is_reference: false })
    }

    /// Goes to the token that ends a value which so many brackets are around.
    fn go_to_end(&mut self, depth: usize) -> End {
        while let Some(kind) = self.kind(self.at) {
            let Some(steps) = self.steps.checked_sub(1) else { return End::Open };
            self.steps = steps;
            let is_inside = self.open.len() > depth;
            match kind {
                TokenKind::Open(bracket) => self.open.push(bracket),
                TokenKind::Close(bracket) => match self.position_closed(bracket) {
                    Some(position) if position >= depth => self.open.truncate(position),
                    Some(_) if is_inside => return End::Open,
                    Some(_) => return End::Here,
                    None => {}
                },
                TokenKind::Unclosed => {
                    self.at += 1;
                    return End::Open;
                }
                TokenKind::Newline | TokenKind::Comma if !is_inside => {
                    let next = self.next_written();
                    if self.ends_value(kind, next) {
                        return End::Here;
                    }
                    self.at = next;
                    continue;
                }
                _ => {}
            }
            self.at += 1;
        }
        if self.open.len() > depth { End::Open } else { End::Here }
    }

    /// The token after a line break or comma, further line breaks and comments aside.
    fn next_written(&self) -> usize {
        let is_blank = |kind| matches!(kind, TokenKind::Comment | TokenKind::Newline);
        let is_passed = |at: usize| self.kind(at).is_some_and(is_blank);
        (self.at + 1..).find(|at| !is_passed(*at)).unwrap_or(self.tokens.len())
    }

    /// Whether a line break ends an item here.
    fn has_lines(&self) -> bool {
        self.syntax == Syntax::Native && matches!(self.open.last(), None | Some(Bracket::Brace))
    }

    /// Whether a line break or comma before this token ends a value.
    fn ends_value(&self, kind: TokenKind, next: usize) -> bool {
        if kind == TokenKind::Newline && !self.has_lines() {
            return false;
        }
        match self.kind(next) {
            None | Some(TokenKind::Close(_)) => true,
            Some(_) => self.is_item(next),
        }
    }

    /// Whether an attribute, a block or an item of an object begins with a token, as far as that can be
    /// told: `a =`, `"a":`, `a {`, `a "b" {`.
    fn is_item(&self, at: usize) -> bool {
        if !matches!(self.kind(at), Some(TokenKind::Word | TokenKind::Text)) {
            return false;
        }
        let is_label = |kind| matches!(kind, TokenKind::Word | TokenKind::Text);
        let after = (at + 1..).find(|at| !self.kind(*at).is_some_and(is_label)).unwrap_or(at);
        match self.kind(after) {
            Some(TokenKind::Equals | TokenKind::Colon) => after == at + 1,
            Some(TokenKind::Open(Bracket::Brace)) => self.syntax == Syntax::Native,
            _ => false,
        }
    }

    /// Whether the tokens are those of a traversal: `a.b[0].c`.
    fn is_traversal<'t>(&self, mut tokens: impl Iterator<Item = &'t Token>) -> bool {
        let is_variable = |token: &Token| {
            let text = &self.text[token.range()];
            token.kind == TokenKind::Word && !matches!(text, "true" | "false" | "null")
        };
        if !tokens.next().is_some_and(is_variable) {
            return false;
        }
        let mut next = || tokens.next().map(|token| token.kind);
        loop {
            let is_step = match next() {
                None => return true,
                Some(TokenKind::Dot) => {
                    matches!(next(), Some(TokenKind::Word | TokenKind::Number))
                }
                Some(TokenKind::Open(Bracket::Square)) => {
                    next() == Some(TokenKind::Number)
                        && next() == Some(TokenKind::Close(Bracket::Square))
                }
                Some(_) => false,
            };
            if !is_step {
                return false;
            }
        }
    }

    /// What a comment has after the name of a sensitive attribute that is set in it.
    fn in_comment(&mut self, comment: Range<usize>) -> Option<Secret> {
        let sign = if self.text[comment.start..].starts_with('#') { 1 } else { 2 };
        let start = comment.start + sign;
        let text = self.text[start..comment.end].trim_end_matches("*/").trim_end();
        // There are no comments in comments.
        let tokens = tokens(text, Syntax::Json);
        let names = tokens.windows(3).filter_map(|tokens| {
            let [name, sign, value] = tokens else { return None };
            let is_set = matches!(sign.kind, TokenKind::Equals | TokenKind::Colon);
            let is_name = matches!(name.kind, TokenKind::Word | TokenKind::Text);
            let name = text[name.range()].trim_matches('"');
            (is_name && is_set).then(|| (name, start + value.range().start))
        });
        let (name, from) = names.into_iter().find(|(name, _)| self.names.is_sensitive(name))?;
        let (range, name) = (from..start + text.len(), name.to_owned());
        Some(Secret { range, name, is_reference: false })
    }
}

/// The start of the next line, after an offset, that begins as an item of the spec does; otherwise the
/// end of the source.
fn next_item(text: &str, from: usize, names: &Matcher<'_>) -> usize {
    let lines = text[from..].match_indices('\n').map(|(at, _)| from + at + 1);
    let is_item = |line: &usize| {
        let line = text[*line..].trim_start_matches([' ', '\t']);
        let line = line.strip_prefix('"').unwrap_or(line);
        let name = line.find(|c: char| !c.is_alphanumeric() && c != '_' && c != '-');
        let (name, rest) = line.split_at(name.unwrap_or(line.len()));
        let rest = rest.trim_start_matches(['"', ' ', '\t']);
        rest.starts_with(['=', ':', '{', '"']) && names.is_known(name)
    };
    lines.into_iter().find(is_item).unwrap_or(text.len())
}

/// The text of a string that is a name.
fn unescaped(text: &str) -> Cow<'_, str> {
    if !text.contains('\\') {
        return Cow::Borrowed(text);
    }
    let (mut unescaped, mut rest) = (String::new(), text);
    while let Some((before, after)) = rest.split_once('\\') {
        unescaped.push_str(before);
        let code = after.strip_prefix('u').and_then(|digits| digits.get(..4));
        let code = code.and_then(|digits| u32::from_str_radix(digits, 16).ok());
        match code.and_then(char::from_u32) {
            Some(c) => {
                unescaped.push(c);
                rest = &after[5..];
            }
            None => {
                let escaped = after.chars().next();
                unescaped.extend(escaped);
                rest = &after[escaped.map_or(0, char::len_utf8)..];
            }
        }
    }
    Cow::Owned(unescaped + rest)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cty::Str;

    /// What texts are put together of, with what opens and never closes.
    const PARTS: [&str; 34] = [
        "user", "=", ":", "\"", "\"a\"", "${", "%{", "{", "}", "(", ")", "[", "]", ",", ".", "\n",
        "\r\n", " ", "<<EOT\n", "EOT\n", "/*", "*/", "# ", "//", "\\", "'", "password", "pasword",
        "dynamic", "0", "é", "$$", "?", "=>",
    ];

    fn names() -> SensitiveNames {
        let mut names = SensitiveNames::default();
        names.add_sensitive("password");
        names.add_other(&Str::new("user"));
        names
    }

    /// The text with its secrets in angle brackets, and references in round ones.
    fn marked(text: &str) -> String {
        let (mut marked, mut end) = (String::new(), 0);
        for secret in secrets(text, &names()) {
            let (open, close) = if secret.is_reference { ("(", ")") } else { ("<", ">") };
            marked += &text[end..secret.range.start];
            marked += &[open, &text[secret.range.clone()], close].concat();
            end = secret.range.end;
        }
        marked + &text[end..]
    }

    #[test]
    fn values_end_where_they_do_in_either_syntax() {
        for (text, expected) in [
            ("password = 1 # a\nb = 2", "password = <1> # a\nb = 2"),
            ("password = 1 # password = 2", "password = <1> # password = <2>"),
            ("password = var.a[0].b\nb = 2", "password = (var.a[0].b)\nb = 2"),
            ("password = a[\"b\"]", "password = <a[\"b\"]>"),
            ("password = null", "password = <null>"),
            ("a { password = [1, 2] }", "a { password = <[1, 2]> }"),
            ("password = <<E\n}\nE\nb = 2", "password = <<<E\n}\nE>\nb = 2"),
            ("password = \"${f(\"}\")}\"\nb = 2", "password = <\"${f(\"}\")}\">\nb = 2"),
            ("password \"a\" {\n  b = 2\n}\nc {}", "password <\"a\" {\n  b = 2\n}>\nc {}"),
            ("dynamic \"password\" { b {} }", "dynamic \"password\" <{ b {} }>"),
            ("a \"password\" { b = 2 }", "a \"password\" { b = 2 }"),
            ("a = [password, \"password\"]", "a = [password, \"password\"]"),
            ("a = b ? password : c", "a = b ? password : c"),
            ("a = [for password in b : password]", "a = [for password in b : password]"),
            ("a = f({ password = 1, b = 2 })", "a = f({ password = <1>, b = 2 })"),
            ("{\"password\": [1, {}], \"b\": 2}", "{\"password\": <[1, {}]>, \"b\": 2}"),
            ("{\"a\": \"password\", \"b\": 2}", "{\"a\": \"password\", \"b\": 2}"),
            ("{\"password\": a}", "{\"password\": <a>}"),
        ] {
            assert_eq!(marked(text), expected);
        }
    }

    #[test]
    fn what_is_not_closed_ends_at_an_item_of_the_spec() {
        for (text, expected) in [
            ("password = [1\nb = 2\nuser = 3", "password = <[1\nb = 2>\nuser = 3"),
            ("password = \"1\nb = 2\n  user {}", "password = <\"1\nb = 2>\n  user {}"),
            ("a {\npassword = [1\n}\nb = 2", "a {\npassword = <[1\n}\nb = 2>"),
            ("password =\n1\nb = 2", "password =\n<1>\nb = 2"),
            ("password = 1,\n2\nb = 2", "password = <1,\n2>\nb = 2"),
            ("{\"password\": [1}, \"b\": 2}", "{\"password\": <[1}, \"b\": 2}>"),
        ] {
            assert_eq!(marked(text), expected);
        }
    }

    /// Whatever is before it, a secret on a line of its own is hidden.
    #[test]
    fn secrets_behind_anything() {
        let mut state = 1_u64;
        for _ in 0..20_000 {
            let mut text = String::new();
            for _ in 0..state >> 60 {
                state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
                text += PARTS[(state >> 33) as usize % PARTS.len()];
            }
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
            assert_hidden_behind(text);
        }
    }

    fn assert_hidden_behind(mut text: String) {
        text += "\npassword = \"hunter\"\n}";
        let found = secrets(&text, &names());
        assert!(found.is_sorted_by(|a, b| a.range.end <= b.range.start), "{text}");
        let at = text.rfind("hunter").unwrap_or_default();
        let is_hidden = |it: &Secret| it.range.contains(&at) && !it.is_reference;
        assert!(found.iter().any(is_hidden), "{text}\n{found:?}");
        assert!(found.iter().all(|it| text.get(it.range.clone()).is_some()), "{text}");
    }

    #[test]
    fn what_comes_after_names() {
        let found = |text: &str| {
            let found = after_names(text, &names()).into_iter();
            found.map(|range| text[range].to_owned()).collect::<Vec<_>>()
        };
        assert_eq!(found("password # = 1 }\nuser = 2"), ["# = 1 }\n"]);
        assert_eq!(found("{\"password\"\":\"a\",\n\"user\": 2"), ["a\",\n"]);
        assert_eq!(found("user = 1 2\npass = 3"), [""; 0]);
    }

    /// Each of these took quadratic time when every end was looked for.
    #[test]
    fn texts_made_to_take_long() {
        for part in [
            "password = [\nuser = 1\n",
            "password = {\nuser = {\n",
            "password = \"${\n",
            "password = <<A\n",
            "a = <<A\n",
            "/* ",
            "a = \"${",
            "password = 1\n\n\n",
            "password, ",
            "password )",
            "{ ) ",
            "'password",
        ] {
            assert_hidden_behind(part.repeat(30_000));
        }
    }
}
