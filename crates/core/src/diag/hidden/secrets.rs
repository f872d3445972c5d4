//! Secrets of a source: the values of sensitive attributes.

use std::cmp::Reverse;
use std::ops::Range;

use super::json;
use super::names::SensitiveNames;
use super::native;
use crate::cty::internal::sort_by_key;

/// The secrets of a source.
#[derive(Default)]
pub(super) struct Secrets {
    /// The values of sensitive attributes, sorted and without overlaps.
    pub(super) values: Vec<Secret>,
    /// `true` if there are syntax errors.
    pub(super) is_broken: bool,
}

/// The value of a sensitive attribute.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Secret {
    /// The start of the item, which is its name.
    pub(super) item: usize,
    pub(super) range: Range<usize>,
    /// The name of the attribute.
    pub(super) name: String,
    /// `true` for a traversal with steps: its value is secret, but the name of the variable is not. A word on its own
    /// may be a secret without quotes.
    pub(super) is_reference: bool,
    /// `true` if the value could not be read to its end, so that more than the value is hidden.
    pub(super) is_unread: bool,
}

/// The trust in the ends of values.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Trust {
    /// A value without a syntax error is read to its end.
    Parsed,
    /// No value is. An edit may have removed the syntax error by which the end was unknown.
    Nothing,
}

/// Finds the secrets of a source.
///
/// A source that starts with a bracket is parsed as an expression in native syntax, which also works for most
/// JSON. If that fails, for example because a template in a string contains escaped quotes, the source is scanned
/// as JSON.
///
/// If a value cannot be read to its end, everything up to the end of the block around it is secret, and up to the end of
/// the source if that end is not certain. The text in between may look like anything, even like other items of the spec.
pub(super) fn find(text: &str, names: &SensitiveNames, trust: Trust) -> Secrets {
    let start = text.len() - text.trim_start_matches(is_space).len();
    let has_brackets = text[start..].starts_with(['{', '[']);
    let mut secrets = if has_brackets {
        let read = native::in_expression(text, start, names, trust);
        let mut secrets = if read.is_broken { json::find(text, names, trust) } else { read };
        // JSON has no variables, so a bare word is hidden too.
        secrets.values.iter_mut().for_each(|secret| secret.is_reference = false);
        secrets
    } else {
        native::in_body(text, names, trust)
    };
    let mut found = std::mem::take(&mut secrets.values);
    sort_by_key(&mut found, |secret| (secret.range.start, Reverse(secret.range.end)));
    for secret in found {
        if secret.range.is_empty() {
            continue;
        }
        let is_merged = secrets.values.last_mut().is_some_and(|outer| outer.merge(&secret));
        if !is_merged {
            secrets.values.push(secret);
        }
    }
    secrets
}

impl Secret {
    /// Extends the secret to a later one that overlaps it. Returns `true` if it does.
    fn merge(&mut self, later: &Self) -> bool {
        if later.range.start >= self.range.end {
            return false;
        }
        if later.range.end > self.range.end {
            self.range.end = later.range.end;
            self.is_reference = false;
        }
        self.is_unread |= later.is_unread;
        true
    }
}

fn is_space(c: char) -> bool {
    c == '\u{feff}' || c.is_whitespace()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::diag::hidden::names::samples;

    /// Encloses secrets in angle brackets, and references in parentheses.
    fn marked(text: &str) -> String {
        let (mut marked, mut end) = (String::new(), 0);
        for secret in find(text, &samples(), Trust::Parsed).values {
            let (open, close) = if secret.is_reference { ("(", ")") } else { ("<", ">") };
            marked += &text[end..secret.range.start];
            marked += &[open, &text[secret.range.clone()], close].concat();
            end = secret.range.end;
        }
        marked + &text[end..]
    }

    #[test]
    #[expect(clippy::too_many_lines, reason = "a table of cases")]
    fn values_of_sensitive_attributes_are_found() {
        for (text, expected) in [
            ("password = 1 # a\nb = 2", "password = <1> # a\nb = 2"),
            ("password = var.a[0].b\nb = 2", "password = (var.a[0].b)\nb = 2"),
            ("password = a[\"b\"]", "password = <a[\"b\"]>"),
            ("password = a[0 /* 1 */]", "password = <a[0 /* 1 */]>"),
            ("password = a[*].b", "password = <a[*].b>"),
            ("password = null", "password = <null>"),
            ("a { password = [1, 2] }", "a { password = <[1, 2]> }"),
            ("password = <<E\n}\nE\nb = 2", "password = <<<E\n}\nE>\nb = 2"),
            ("password = \"${f(\"}\")}\"\nb = 2", "password = <\"${f(\"}\")}\">\nb = 2"),
            ("password \"a\" {\n  b = 2\n}\nc {}", "password <\"a\" {\n  b = 2\n}>\nc {}"),
            ("dynamic \"password\" { b {} }", "dynamic \"password\" <{ b {} }>"),
            ("a \"password\" { b = 2 }", "a \"password\" { b = <2> }"),
            (
                "a \"b\" \"PassWord\" {\n  c { d = \"1\" }\n  e = string\n}",
                "a \"b\" \"PassWord\" {\n  c { d = <\"1\"> }\n  e = string\n}",
            ),
            (
                "login = { password = 1, user = 2, c = 3 }",
                "login = { password = <1>, user = 2, c = <3> }",
            ),
            (
                "login = [{ user = 2 }, { c = { password = 1, user = 2 } }]",
                "login = [{ user = 2 }, { c = { password = <1>, user = 2 } }]",
            ),
            ("login = [1, { user = 2 }]", "login = <[1, { user = 2 }]>"),
            ("{ a = 1, login = [{ c = 2 }] }", "{ a = 1, login = [{ c = <2> }] }"),
            ("{ login = { c = 2 }, a = { b = 3 } }", "{ login = { c = <2> }, a = { b = 3 } }"),
            ("login = f({ user = 2 })\nuser = 1", "login = <f({ user = 2 })>\nuser = 1"),
            ("login = 1\nlogn = a.b", "login = <1>\nlogn = (a.b)"),
            ("login { user = 1 }", "login { user = 1 }"),
            (
                "{\"login\": {\"user\": 1, \"c\": 2, \"d\": [3, {\"user\": \"${\\\"\\\"}\"}]}}",
                "{\"login\": {\"user\": 1, \"c\": <2>, \"d\": [<3>, {\"user\": \"${\\\"\\\"}\"}]}}",
            ),
            ("a = [password, \"password\"]", "a = [password, \"password\"]"),
            ("a = b ? password : c", "a = b ? password : c"),
            ("a = [for password in b : password]", "a = [for password in b : password]"),
            (
                "a = {for k, v in b : k => { password = v } if c}\npassword = 1",
                "a = {for k, v in b : k => { password = <v> } if c}\npassword = <1>",
            ),
            ("a = f({ (\"password\") = 1, b = 2 })", "a = f({ (\"password\") = <1>, b = 2 })"),
            (
                "a = \"%{if b}${{password = 1}}%{endif}\"",
                "a = \"%{if b}${{password = <1>}}%{endif}\"",
            ),
            ("password = { password = 1 }", "password = <{ password = 1 }>"),
            ("password = { password = a }", "password = <{ password = a }>"),
            ("{\"password\": a, \"b\": 2}", "{\"password\": <a>, \"b\": 2}"),
            (
                "a = {for b in c : \"password\" => b if d}",
                "a = {for b in c : \"password\" => <b> if d}",
            ),
            ("{password = 1, b = {password = 2}}", "{password = <1>, b = {password = <2>}}"),
            ("{\"password\": [1, {}], \"b\": 2}", "{\"password\": <[1, {}]>, \"b\": 2}"),
            ("\u{feff}{\"a\": \"password\", \"b\": 2}", "\u{feff}{\"a\": \"password\", \"b\": 2}"),
            ("a = { ! password = 1 }", "a = { ! password = <1> }"),
            ("a { password = b!2 }", "a { password = <b!2 }>"),
            ("password = b\nb = 2", "password = <b>\nb = 2"),
            (
                "{\"a\": \"${f(\\\"b\\\")}\", \"password\": [1, {\"c\": 2}], \"d\": {\"password\" : true}}",
                "{\"a\": \"${f(\\\"b\\\")}\", \"password\": <[1, {\"c\": 2}]>, \"d\": {\"password\" : <true>}}",
            ),
            ("{\"p\\u0061ssword\": \"${a}\"}", "{\"p\\u0061ssword\": <\"${a}\">}"),
            ("a = password == \"1\" ? b : c\nb = 2", "a = password == <\"1\"> ? b : c\nb = 2"),
            ("a = (b - c)==password == [\"1\"]", "a = <(b - c)>==password == <[\"1\"]>"),
            ("a = \"1\" != b.password && c", "a = <\"1\"> != b.password && c"),
            ("a = b[\"password\"] == 1", "a = b[\"password\"] == <1>"),
            (
                "a = [for b in c : b if b.password == 1]",
                "a = [for b in c : b if b.password == <1>]",
            ),
            ("a = (b.password) == 1", "a = (b.password) == <1>"),
            ("a = b == \"password\"", "a = b == \"password\""),
            ("a = password == b", "a = password == b"),
        ] {
            assert_eq!(marked(text), expected);
        }
    }

    #[test]
    #[expect(clippy::too_many_lines, reason = "a table of cases")]
    fn secrets_in_sources_with_syntax_errors_are_found() {
        for (text, expected) in [
            ("password = [1\nb = 2", "password = <[1\nb = 2>"),
            ("password = \"1\nb = 2", "password = <\"1\nb = 2>"),
            ("password = x[\nif 1; then\nb {\n}", "password = <x[\nif 1; then\nb {\n}>"),
            ("password = 1 2\nb = 2", "password = <1 2\nb = 2>"),
            ("password = 1 2\nb = 2 3", "password = <1 2\nb = 2 3>"),
            ("password = 1,\nb = 2 3", "password = <1>,\nb = 2 3"),
            ("password = \"\\q\"\nb = 2", "password = <\"\\q\">\nb = 2"),
            ("password = \nb = 2", "password = \n<b = 2>"),
            ("password = <<E\nuser = 2\n1\nF\n", "password = <<<E\nuser = 2\n1\nF>\n"),
            (
                "a {\npassword = <E\nuser = 2\n1\nE\n}\nuser = 1",
                "a {\npassword = <<E\nuser = 2\n1\nE>\n}\nuser = 1",
            ),
            (
                "a {\npassword = <<E\n}\n1\nF\n}\nuser = 1",
                "a {\npassword = <<<E\n}\n1\nF\n}\nuser = 1>",
            ),
            (
                "a {\npassword = <<E\n} else {\n1\nF\n}\nuser = 1",
                "a {\npassword = <<<E\n} else {\n1\nF\n}\nuser = 1>",
            ),
            (
                "a {\nb = f({ password = [1\nuser = 2\n}\nuser = 1",
                "a {\nb = f({ password = <[1\nuser = 2\n}\nuser = 1>",
            ),
            (
                "a {\nb.password = 1\nuser = 2\n}\nc = 1 2",
                "a {\nb.password = <1\nuser = 2\n}\nc = 1 2>",
            ),
            (
                "dynamic \"password\" {\nc {\nd = { x = \"1\"\", y = 5 }\n}\n}\nb = 2",
                "dynamic \"password\" <{\nc {\nd = { x = \"1\"\", y = 5 }\n}\n}\nb = 2>",
            ),
            ("a {\npassword = [1\n}\nb = 2", "a {\npassword = <[1>\n}\nb = 2"),
            (
                "a {\n  password = (\n  1 }\n2 {\n}\nuser = 1",
                "a {\n  password = <(\n  1 }\n2 {\n}\nuser = 1>",
            ),
            ("a {\n}=> password = 1\nuser = 1", "a {\n}=> password = <1\nuser = 1>"),
            ("password{ a = 1 }= 2\nuser = 1", "password<{ a = 1 }= 2\nuser = 1>"),
            ("login {\n{ \"b\": 1 }\n}\nuser = 1", "login <{\n{ \"b\": 1 }>\n}\nuser = 1"),
            ("a = [{ password << E\n2\n}]\nb = 2", "a = [{ password <<< E\n2\n}]\nb = 2>"),
            (
                "a {\nlogin = { c = {\n2 = 1 }\n}\nuser = 1",
                "a {\nlogin = <{ c = {\n2 = 1 }\n}\nuser = 1>",
            ),
            ("a = f({ password <E\n1\n})\nb = 2", "a = f({ password <<E\n1\n})\nb = 2>"),
            ("a {\npassword = E\n1 {\n}\nuser = 1", "a {\npassword = <E\n1 {\n}\nuser = 1>"),
            ("a = 1\n# password =\n \"2\"\nb = 3", "a = 1\n# password =\n \"<2\"\nb = 3>"),
            ("# password = 1\na = [2 3]", "# password = 1\na = [2 3]"),
            ("a = \"${{ password = b\nc: d!2\n}}\"", "a = \"${{ password = <b\nc: d!2\n}}\">"),
            ("a { password = \"1\", \"2\"] }\nb = 2", "a { password = <\"1\", \"2\"] }\nb = 2>"),
            (
                "password = { a = 1 }, b = 2 }\nuser = 1",
                "password = <{ a = 1 }, b = 2 }\nuser = 1>",
            ),
            ("{\"a\":\n\"password\"\u{0}:\"2\"}", "{\"a\":\n\"password\"<\u{0}:\"2\">}"),
            ("{\"a\": [\"password\",:[1, 2]]}", "{\"a\": [\"password\"<,:[1, 2]>]}"),
            ("{\"a\": \"password\", \":\": 1 2}", "{\"a\": \"password\"<, \":\": 1 2>}"),
            (
                "{\"password\": {\"a\": 1}, \"b\": 2}, \"c\": 3}",
                "{\"password\": <{\"a\": 1}, \"b\": 2}, \"c\": 3}>",
            ),
            (
                "{\"password\": {\"a\": 1}, \"b\": 2}, {\"c\": 3}",
                "{\"password\": <{\"a\": 1}, \"b\": 2}, {\"c\": 3}>",
            ),
            (
                "a = {\n  password = { b = 1 }},\n  c = 2\n}\nd = {{ e = 3 }",
                "a = {\n  password = <{ b = 1 }},\n  c = 2\n}\nd = {{ e = 3 }>",
            ),
            (
                "{\"login\": {user\": 2, \"b\": 1}, \"c\": 3}",
                "{\"login\": <{user\": 2, \"b\": 1}, \"c\": 3}>",
            ),
            ("{\"login\": []\"1\"]}", "{\"login\": <[]\"1\"]}>"),
            ("a = [1 2]\nlogin { b = 1 }", "a = [1 2]\nlogin { b = <1> }"),
            ("a = { =password = 1, b = 2 }\nuser = 1", "a = { =password = <1, b = 2 }\nuser = 1>"),
            ("a = f(password = 1)\nuser = 1", "a = f(password = <1)\nuser = 1>"),
            (
                "a {\n  b \"%{c\" { password = 1 }\n  b \"c\" {}\n}}",
                "a {\n  b \"%{c\" { password = <1 }\n  b \"c\" {}>\n}}",
            ),
            ("a {\nlogin {\nuser = 1\n}\n", "a {\nlogin <{\nuser = 1>\n}\n"),
            ("login { user = 1 }\nb = [\"2\"]\n}\n", "login <{ user = 1 }\nb = [\"2\"]\n}>\n"),
            (
                "password { user = 1 }\nb = [\"2\"]\n}\nuser = 1",
                "password <{ user = 1 }\nb = [\"2\"]\n}\nuser = 1>",
            ),
            (
                "a {\nb = 1\npassword = \"1\",}\"2\"]\n}\n}\nb = 2",
                "a {\nb = 1\npassword = <\"1\",}\"2\"]\n}\n}\nb = 2>",
            ),
            ("a { password = 1 }\"2\"\nb = 2", "a { password = <1 }\"2\"\nb = 2>"),
            ("a { password = 1 } ], c = 2\nb = [2 3]", "a { password = <1> } ], c = 2\nb = [2 3]"),
            ("{\"password\": \n\"b\": 2}", "{\"password\": \n<\"b\": 2>}"),
            ("{\"password\": 1, 2, \"b\": 3}", "{\"password\": <1, 2, \"b\": 3>}"),
            ("{\"password\": \"{a\": 1, \"b\": 2}", "{\"password\": <\"{a\": 1, \"b\": 2>}"),
            (
                "a {\nlogin = {\nuser = 1\n]\n}\n}\nb = 2",
                "a {\nlogin = <{\nuser = 1\n]\n}>\n}\nb = 2",
            ),
            (
                "{\"password\": \"1\" \"2\", \"user\": 1, \"b\": {}}",
                "{\"password\": <\"1\" \"2\", \"user\": 1, \"b\": {}>}",
            ),
            (
                "{\"a\": {\"password\": 1 2}, \"b\": {}}",
                "{\"a\": {\"password\": <1 2>}, \"b\": {}}",
            ),
            (
                "{\"a\": {\"password\": \"1, \"user\": \"\"}, \"b\": {}}",
                "{\"a\": {\"password\": <\"1, \"user\": \"\"}, \"b\": {}}>",
            ),
            (
                "{\"a\": {\"user\": \"1, \"password\": \"2\"}, \"b\": {}}",
                "{\"a\": {\"user\": \"1, \"password\": \"<2\"}, \"b\": {}}>",
            ),
            (
                "{\"a\": {\"user\": 1 2, \"password\": 3}, \"user\": 1}",
                "{\"a\": {\"user\": 1 2, \"password\": <3>}, \"user\": 1}",
            ),
        ] {
            assert_eq!(marked(text), expected);
            assert!(find(text, &samples(), Trust::Parsed).is_broken);
        }
    }
}
