//! Regular expressions that all validators read alike.

/// A string with a template, whose value is only known when it is evaluated. Escapes such as `$${` match, too.
pub(super) const TEMPLATE: &str = r"[$%]\{";

/// A template, or a string that converts to a number.
pub(super) const NUMBER: &str =
    r"[$%]\{|^[-+]?(?:[0-9]+\.?[0-9]*|\.[0-9]+)(?:[eEpP][-+]?[0-9]+)?$|^[-+]?[iI]nf$";

/// A template, or a string that converts to a bool.
pub(super) const BOOL: &str = r"[$%]\{|^(?:true|false|1|0)$";

/// A template, or a duration in the format of Go.
pub(super) const DURATION: &str =
    "[$%]\\{|^[-+]?(?:0|(?:(?:[0-9]+\\.?[0-9]*|\\.[0-9]+)(?:ns|us|\u{b5}s|\u{3bc}s|ms|s|m|h))+)$";

/// A template, or a size in bytes.
pub(super) const SIZE: &str =
    "[$%]\\{|^[0-9]+(?:\\.[0-9]+)? *(?:[bB]|[kKmMgGtTpPeE](?:[bB]|[iI][bB]?))?$";

/// Returns a pattern for templates and for durations, also in words.
pub(super) fn duration_in_words() -> String {
    let words = "n|u|\u{b5}|\u{3bc}|m|";
    let units = format!(
        "(?:{words})s|(?:nano|micro|milli|)seconds?|secs?|m|mins?|minutes?|h|hrs?|hours?|d|days?|w|weeks?"
    );
    let term = format!("(?:[0-9]+(?:\\.[0-9]*)?|\\.[0-9]+) *(?:{units})");
    format!("{TEMPLATE}|^[-+]?(?:0|{term}(?: *{term})*)$")
}

/// A string without a template, in which each character is one byte. Its length is the same for all readers.
pub(super) const PLAIN: &str = "^[ -#&-~]*$";

/// Returns a pattern for templates and for names in any case.
pub(super) fn in_any_case<'n>(names: impl Iterator<Item = &'n str>) -> Option<String> {
    let letters = |name: &'n str| {
        let letter = |c: char| match c {
            // The sign for kelvins is an upper case K.
            'k' | 'K' => Some("[kK\u{212a}]".to_owned()),
            'a'..='z' | 'A'..='Z' => {
                Some(format!("[{}{}]", c.to_ascii_lowercase(), c.to_ascii_uppercase()))
            }
            '0'..='9' | '_' | '-' => Some(c.into()),
            _ => None,
        };
        name.chars().map(letter).collect::<Option<String>>()
    };
    let names = names.map(letters).collect::<Option<Vec<_>>>()?;
    Some(format!("{TEMPLATE}|^(?:{})$", names.join("|")))
}

#[cfg(feature = "functions-regex")]
pub(super) use self::translation::translated;

#[cfg(feature = "functions-regex")]
mod translation {
    use std::iter::Peekable;
    use std::str::Chars;

    use super::TEMPLATE;

    /// Returns a pattern for templates and for the matches of a regular expression in the syntax of RE2. Returns `None` if
    /// ECMA-262 or Python could read the expression in another way.
    pub(in crate::json_schema) fn translated(re2: &str) -> Option<String> {
        let mut translator = Translator { rest: re2.chars().peekable(), text: String::new() };
        translator.translate()?;
        Some(format!("{TEMPLATE}|(?:{})", translator.text))
    }

    struct Translator<'p> {
        rest: Peekable<Chars<'p>>,
        text: String,
    }

    /// The part before a quantifier.
    #[derive(Clone, Copy, PartialEq)]
    enum Last {
        /// A part that can be repeated.
        Atom,
        Quantifier,
        Other,
    }

    impl Translator<'_> {
        fn translate(&mut self) -> Option<()> {
            let (mut last, mut depth) = (Last::Other, 0_usize);
            while let Some(c) = self.rest.next() {
                last = match c {
                    '^' | '$' | '|' => self.push(c, Last::Other),
                    '.' => self.push_all(r"[^\n]"),
                    '(' => {
                        depth += 1;
                        self.group()?
                    }
                    ')' => {
                        depth = depth.checked_sub(1)?;
                        self.push(c, Last::Atom)
                    }
                    '*' | '+' | '?' if last == Last::Atom => self.push(c, Last::Quantifier),
                    // The shortest match: the same strings have one.
                    '?' if last == Last::Quantifier => Last::Other,
                    '*' | '+' | '?' => return None,
                    '{' => self.counted(last)?,
                    '[' => self.class()?,
                    '\\' => self.escape()?,
                    ']' | '}' => self.push_all(&format!("\\{c}")),
                    c => self.push(c, Last::Atom),
                };
            }
            (depth == 0).then_some(())
        }

        fn push(&mut self, c: char, last: Last) -> Last {
            self.text.push(c);
            last
        }

        fn push_all(&mut self, atom: &str) -> Last {
            self.text.push_str(atom);
            Last::Atom
        }

        /// Reads the start of a group without flags.
        fn group(&mut self) -> Option<Last> {
            self.text.push_str("(?:");
            if self.rest.next_if_eq(&'?').is_some() {
                self.rest.next_if_eq(&':')?;
            }
            Some(Last::Other)
        }

        /// Reads a number of repetitions.
        fn counted(&mut self, last: Last) -> Option<Last> {
            let mut text = String::from("{");
            loop {
                match self.rest.next()? {
                    c @ ('0'..='9' | ',') => text.push(c),
                    '}' => break,
                    _ => return None,
                }
            }
            let numbers = text[1..].split(',').map(|number| number.parse().ok());
            let numbers: Vec<Option<u32>> = numbers.collect();
            let is_valid = match numbers[..] {
                [Some(_)] => true,
                [Some(min), Some(max)] => min <= max,
                [Some(_), None] => text.ends_with(','),
                _ => false,
            };
            text.push('}');
            (is_valid && last == Last::Atom).then(|| {
                self.text.push_str(&text);
                Last::Quantifier
            })
        }

        fn escape(&mut self) -> Option<Last> {
            Some(match self.rest.next()? {
                'A' => self.push('^', Last::Other),
                'z' => self.push('$', Last::Other),
                'D' => self.push_all("[^0-9]"),
                'W' => self.push_all("[^0-9A-Za-z_]"),
                'S' => self.push_all(r"[^\t\n\f\r ]"),
                c => match class_escape(c) {
                    Some(set) => self.push_all(&format!("[{set}]")),
                    None => {
                        let character = character_escape(c)?;
                        self.push_all(&character)
                    }
                },
            })
        }

        /// Reads a set of characters.
        fn class(&mut self) -> Option<Last> {
            let mut text = String::from("[");
            if self.rest.next_if_eq(&'^').is_some() {
                text.push('^');
            }
            let mut is_first = true;
            loop {
                let c = self.rest.next()?;
                match c {
                    ']' if !is_first => break,
                    '[' if self.rest.peek() == Some(&':') => return None,
                    '\\' if self.rest.peek().copied().and_then(class_escape).is_some() => {
                        text.push_str(self.rest.next().and_then(class_escape)?);
                        // A range can't begin with it.
                        if self.rest.peek() == Some(&'-') {
                            return None;
                        }
                    }
                    c => {
                        let start = self.class_character(c)?;
                        text.push_str(&start.1);
                        self.range_end(start.0, &mut text)?;
                    }
                }
                is_first = false;
            }
            text.push(']');
            Some(self.push_all(&text))
        }

        /// Returns a character of a set, and its text.
        fn class_character(&mut self, c: char) -> Option<(char, String)> {
            if c != '\\' {
                let needs_escape = ['[', ']', '^', '-'].contains(&c);
                return Some((c, if needs_escape { format!("\\{c}") } else { c.into() }));
            }
            let escaped = self.rest.next()?;
            let text = character_escape(escaped)?;
            let is_punctuation = escaped.is_ascii_punctuation();
            // The value of other escapes is not needed, as they can't be in a range.
            Some((if is_punctuation { escaped } else { '\0' }, text))
        }

        /// Reads the end of a range, if there is one.
        fn range_end(&mut self, start: char, text: &mut String) -> Option<()> {
            let mut ahead = self.rest.clone();
            if ahead.next() != Some('-') || ahead.next().is_none_or(|end| end == ']') {
                return Some(());
            }
            self.rest.next();
            let c = self.rest.next()?;
            let (end, end_text) = self.class_character(c)?;
            text.push('-');
            text.push_str(&end_text);
            (start != '\0' && start <= end).then_some(())
        }
    }

    /// Returns the characters of an escape for several, as they are written in a set.
    fn class_escape(c: char) -> Option<&'static str> {
        match c {
            'd' => Some("0-9"),
            'w' => Some("0-9A-Za-z_"),
            's' => Some(r"\t\n\f\r "),
            _ => None,
        }
    }

    /// Returns the text of an escape for one character.
    fn character_escape(c: char) -> Option<String> {
        match c {
            'n' | 't' | 'r' | 'f' | 'v' => Some(format!("\\{c}")),
            c if r"^$\.*+?()[]{}|/".contains(c) => Some(format!("\\{c}")),
            '-' => Some(r"\x2d".to_owned()),
            c if c.is_ascii_punctuation() => Some(c.into()),
            _ => None,
        }
    }

    #[cfg(test)]
    mod tests {
        use super::translated;

        /// Returns the pattern without the alternative for templates.
        fn own(re2: &str) -> Option<String> {
            let text = translated(re2)?;
            text.strip_prefix(r"[$%]\{|(?:")?.strip_suffix(')').map(str::to_owned)
        }

        #[test]
        fn portable_expressions_are_translated() {
            for (re2, expected) in [
                (r"^[a-z][a-z0-9_-]*$", r"^[a-z][a-z0-9_\-]*$"),
                (r"\A\d{3}-\d{2,4}\z", r"^[0-9]{3}-[0-9]{2,4}$"),
                (r"a.b", r"a[^\n]b"),
                (r"(ab|c)+?d", r"(?:ab|c)+d"),
                (r"(?:x)\.y\/z", r"(?:x)\.y\/z"),
                (r"[^\s\]]", r"[^\t\n\f\r \]]"),
                (r"[]a]", r"[\]a]"),
                (r"]}", r"\]\}"),
                (r"\w\W\S", r"[0-9A-Za-z_][^0-9A-Za-z_][^\t\n\f\r ]"),
            ] {
                assert_eq!(own(re2).as_deref(), Some(expected), "{re2}");
            }
        }

        #[test]
        fn other_expressions_are_left_out() {
            for re2 in [
                "(?i)a",
                r"\bword\b",
                r"\pL",
                "[[:alpha:]]",
                "(?P<x>a)",
                "a**",
                "*a",
                "(a",
                "a)",
                "a{2,1}",
                "[b-a]",
                r"\Qa\E",
                "[a",
                r"\x41",
                r"[\D]",
            ] {
                assert_eq!(own(re2), None, "{re2}");
            }
        }
    }
}
