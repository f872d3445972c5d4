//! Random sources with heredocs and comments in all positions.

use std::fmt::Write as _;

use hcldyn::edit::Document;
use hcldyn::syntax::Source;

use crate::random::Random;

/// The maximum nesting of values and blocks.
const DEPTH: usize = 3;

/// Returns a valid source.
pub(super) fn document(random: &mut Random) -> Document {
    loop {
        let mut writer = SourceWriter { random, text: String::new(), names: 0 };
        writer.body(DEPTH, "");
        let mut text = writer.text;
        if random.percent(10) {
            text = text.replace('\n', "\r\n");
        }
        if random.percent(10) {
            text.truncate(text.trim_end().len());
        }
        if random.percent(3) {
            text.insert(0, '\u{feff}');
        }
        if let Ok(document) = Document::parse(&Source::new("generated.hcl", text)) {
            return document;
        }
    }
}

/// Returns an expression, which can end with a heredoc.
pub(super) fn expression(random: &mut Random) -> String {
    let mut writer = SourceWriter { random, text: String::new(), names: 0 };
    writer.value(2, Within::Lines);
    writer.text
}

/// The source text around a value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Within {
    /// A line break ends the value.
    Lines,
    /// Line breaks are whitespace.
    Brackets,
    /// Never a line break.
    Line,
}

struct SourceWriter<'r> {
    random: &'r mut Random,
    text: String,
    /// The number of names so far.
    names: usize,
}

impl SourceWriter<'_> {
    fn push(&mut self, text: &str) {
        self.text.push_str(text);
    }

    fn one_of(&mut self, texts: &[&str]) {
        let text = *self.random.pick(texts);
        self.push(text);
    }

    fn name(&mut self) -> String {
        self.names += 1;
        format!("{}{}", self.random.pick(&["a", "port", "l-g_"]), self.names)
    }

    fn body(&mut self, depth: usize, indentation: &str) {
        for _ in 0..=self.random.below(4) {
            if self.random.percent(25) {
                let _ = write!(self.text, "{indentation}");
                self.one_of(&["# <<E\n", "// it's\n", "/* c */\n", "/* c\n d */\n", "#\n\n"]);
            }
            match self.random.below(10) {
                0..=6 => self.attribute(depth, indentation),
                7 => self.line_block(indentation),
                _ if depth == 0 => self.attribute(depth, indentation),
                _ => self.block(depth, indentation),
            }
            if self.random.percent(15) {
                self.push("\n");
            }
        }
    }

    fn attribute(&mut self, depth: usize, indentation: &str) {
        let name = self.name();
        self.push(indentation);
        self.push(&name);
        self.one_of(&[" = ", "=", "  = ", " = ", " /* c */ = ", " = /* c */ "]);
        let is_heredoc = self.value(depth, Within::Lines);
        self.end_of_line(is_heredoc);
    }

    fn end_of_line(&mut self, is_heredoc: bool) {
        if !is_heredoc {
            self.one_of(&["", "", "", " # c", " // \"c", " /* c */", "  ", "/* c */ # d", "#[{"]);
        }
        self.push("\n");
    }

    fn header(&mut self, indentation: &str) {
        self.push(indentation);
        self.one_of(&["b", "service", "b"]);
        for _ in 0..self.random.below(3) {
            self.one_of(&[" \"x\"", " y", " \"$${z}\"", " \"x\" /* c */"]);
        }
    }

    fn line_block(&mut self, indentation: &str) {
        self.header(indentation);
        self.push(" {");
        if self.random.percent(70) {
            let name = self.name();
            self.one_of(&[" ", " /* c */ ", ""]);
            self.push(&name);
            self.push(" = ");
            self.value(1, Within::Line);
            self.one_of(&[" ", " /* c */ ", ""]);
        }
        self.push("}");
        self.end_of_line(false);
    }

    fn block(&mut self, depth: usize, indentation: &str) {
        self.header(indentation);
        self.push(" {");
        self.end_of_line(false);
        if self.random.percent(85) {
            self.body(depth - 1, &format!("{indentation}  "));
        }
        self.push(indentation);
        self.push("}");
        self.end_of_line(false);
    }

    /// Writes a value. Returns `true` if it ends with a heredoc.
    fn value(&mut self, depth: usize, within: Within) -> bool {
        let is_heredoc = within != Within::Line && self.random.percent(25);
        match self.random.below(if depth == 0 { 6 } else { 14 }) {
            _ if is_heredoc => {
                self.heredoc(depth);
                return true;
            }
            0 | 1 => self.one_of(&["1", "-2.5", "true", "null"]),
            2 => self.one_of(&["\"t\"", "\"\"", "\"a#b\"", "\"/* */\"", "\"<<E\"", "\"\\\"\""]),
            3 => self.one_of(&["var.name", "a.b[0].c", "x[*].y", "l[\"k\"]"]),
            4 => self.one_of(&[
                "\"a${x}b\"",
                "\"%{ if x }y%{ else }z%{ endif }\"",
                "\"${\"${n}\"}\"",
            ]),
            5 => self.one_of(&["a + 1", "x ? y : \"z\"", "!a && b"]),
            6..=8 => self.tuple(depth, within),
            9..=11 => self.object(depth, within),
            12 => self.call(depth, within),
            _ => self.other(depth, within),
        }
        false
    }

    /// Writes a value of a constructor, or in parentheses.
    fn part(&mut self, depth: usize, within: Within) -> bool {
        let within = if within == Within::Line { Within::Line } else { Within::Brackets };
        self.value(depth.saturating_sub(1), within)
    }

    /// Writes whitespace and comments between parts, at least a line break after a heredoc.
    fn gap(&mut self, within: Within, is_after_heredoc: bool) {
        if is_after_heredoc {
            self.one_of(&["\n", "  \n", "\n  ", "\n# E\n", "\n/* c */ "]);
        } else if within == Within::Line {
            self.one_of(&["", " ", " /* c */ ", ""]);
        } else {
            let gaps = ["", " ", " ", "\n  ", " # c\n  ", " /* c */ ", "\n// c\n", "/* c\n */", ""];
            self.one_of(&gaps);
        }
    }

    fn tuple(&mut self, depth: usize, within: Within) {
        self.list("[", "]", depth, within);
    }

    fn call(&mut self, depth: usize, within: Within) {
        self.list("f(", ")", depth, within);
    }

    fn list(&mut self, open: &str, close: &str, depth: usize, within: Within) {
        self.push(open);
        self.gap(within, false);
        let count = self.random.below(4);
        for index in 0..count {
            let is_heredoc = self.part(depth, within);
            self.gap(within, is_heredoc);
            if index + 1 < count || self.random.percent(25) {
                self.push(",");
                self.gap(within, false);
            }
        }
        self.push(close);
    }

    fn object(&mut self, depth: usize, within: Within) {
        self.push("{");
        let on_lines = within != Within::Line && self.random.percent(50);
        self.one_of(if on_lines {
            &["\n", " # c\n", "\n\n/* c */"]
        } else {
            &["", " ", " /* c */ "]
        });
        let count = self.random.below(4);
        for index in 0..count {
            let key = self.name();
            match self.random.below(8) {
                0 => self.push(&format!("\"{key} k\"")),
                1 => self.push(&format!("({key})")),
                _ => self.push(&key),
            }
            self.one_of(&[" = ", " = ", ": ", " /* c */ = ", "="]);
            if self.part(depth, within) {
                self.one_of(&["\n", "\n  ", "\n# c\n", "  \n"]);
                continue;
            }
            let is_last = index + 1 == count;
            match (on_lines, is_last) {
                (true, _) => self.one_of(&["\n", " # c\n", ",\n  ", ", # c\n", " /* c */\n"]),
                (false, false) => self.one_of(&[", ", ",", " /* c */, ", ", /* c */ "]),
                (false, true) => self.one_of(&[" ", "", ",", " /* c */ "]),
            }
        }
        self.push("}");
    }

    fn other(&mut self, depth: usize, within: Within) {
        match self.random.below(4) {
            0 => {
                self.push("(");
                let is_heredoc = self.part(depth, within);
                self.gap(within, is_heredoc);
                self.push(")");
            }
            1 => {
                self.push("[for k, v in x : ");
                let is_heredoc = self.part(depth, within);
                self.gap(within, is_heredoc);
                self.push(" if v]");
            }
            2 => {
                self.push("{ for k, v in x : k => ");
                let is_heredoc = self.part(depth, within);
                self.gap(within, is_heredoc);
                self.push("... }");
            }
            _ => {
                self.push("(x ? ");
                let is_heredoc = self.part(depth, within);
                self.gap(within, is_heredoc);
                self.push(" : ");
                let is_heredoc = self.part(depth, within);
                self.gap(within, is_heredoc);
                self.push(")");
            }
        }
    }

    fn heredoc(&mut self, depth: usize) {
        let name = *self.random.pick(&["E", "E", "EOT", "_x"]);
        self.one_of(&["<<", "<<-"]);
        self.push(name);
        self.push("\n");
        for _ in 0..self.random.below(3) {
            self.one_of(&[
                "hi\n",
                "  two = 2\n",
                "\n",
                "# no comment\n",
                "E,\n",
                " ${x} $${y}\n",
                "${ x /* c */ }\n",
                "%{ if x ~}\nyes\n%{ endif }\n",
                "%{ for v in l }${v}%{ endfor }\n",
                "}\n",
                "]) /* \n",
            ]);
            if depth > 0 && self.random.percent(10) {
                self.push("${<<I\nin\nI\n}\n");
            }
            if depth > 0 && self.random.percent(10) {
                self.push("${");
                let is_heredoc = self.value(depth - 1, Within::Line);
                self.gap(Within::Line, is_heredoc);
                self.push("}\n");
            }
        }
        self.one_of(&["", "", "  "]);
        self.push(name);
    }
}
