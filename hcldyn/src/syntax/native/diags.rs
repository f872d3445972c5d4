//! Syntax errors of native syntax.

use hcldyn_syntax::error::{ErrorKind, Expected, SyntaxError};
use hcldyn_syntax::lexer::TokenKind;
use hcldyn_syntax::parser::{MAX_BLOCK_NESTING, MAX_NESTING};

use crate::diag::{Diagnostic, did_you_mean};
use crate::source::{Place, Source};
use crate::syntax::diags::DOUBLE_QUOTES;

/// The first words of directives.
const DIRECTIVES: [&str; 5] = ["if", "else", "endif", "for", "endfor"];

/// Returns the diagnostic of an error of the parser.
pub(super) fn syntax(source: &Source, error: &SyntaxError) -> Diagnostic {
    Wording { source, error }.diagnostic()
}

/// A summary and a detail.
type Words = (&'static str, String);

fn words(summary: &'static str, detail: impl Into<String>) -> Words {
    (summary, detail.into())
}

struct Wording<'a> {
    source: &'a Source,
    error: &'a SyntaxError,
}

impl Wording<'_> {
    fn diagnostic(&self) -> Diagnostic {
        let (summary, detail) = match self.error.kind {
            ErrorKind::Expected(expected) => {
                self.foreign(expected).unwrap_or_else(|| self.expected(expected))
            }
            ErrorKind::Unclosed => self.unclosed(),
            kind @ ErrorKind::CrowdedBlock => {
                self.foreign(Expected::LineBreak).unwrap_or_else(|| self.other(kind))
            }
            kind => self.other(kind),
        };
        let diagnostic = Diagnostic::error(self.source.place(self.error.span), summary, detail);
        let related = match self.error.kind {
            ErrorKind::NestedSplat => "inside this splat",
            ErrorKind::MisplacedBrace => "the brace",
            _ => return diagnostic,
        };
        match self.error.related {
            Some(span) => diagnostic.with_related(self.source.place(span), related),
            None => diagnostic,
        }
    }

    /// The source text of the error.
    fn text(&self) -> &str {
        self.source.slice(self.error.span)
    }

    /// The source text of the related span.
    fn related(&self) -> &str {
        self.error.related.map_or("", |span| self.source.slice(span))
    }

    /// The text after the error.
    fn after(&self) -> &str {
        self.source.text().get(self.error.span.end as usize..).unwrap_or_default()
    }

    /// The words for a token of other languages.
    fn foreign(&self, expected: Expected) -> Option<Words> {
        Some(match self.error.found {
            TokenKind::SingleQuote => words("Single quotes", DOUBLE_QUOTES),
            TokenKind::Backtick => words(
                "Unexpected backtick",
                "Strings are written in double quotes, and strings of several lines as a heredoc: <<EOT.",
            ),
            TokenKind::CurlyQuote => words(
                "Curly quotes",
                "Strings are written in straight double quotes: \"…\". Word processors replace them with these.",
            ),
            TokenKind::Semicolon => words(
                "Unexpected semicolon",
                "HCL has no semicolons. Write each attribute and block on a line of its own.",
            ),
            TokenKind::Ampersand | TokenKind::Pipe => {
                let text = self.text();
                words(
                    "Unknown operator",
                    format!("HCL has no bitwise operators. Did you mean \"{text}{text}\"?"),
                )
            }
            TokenKind::Caret | TokenKind::Tilde => {
                words("Unknown operator", format!("HCL has no operator \"{}\".", self.text()))
            }
            TokenKind::Dollar if self.after().starts_with('{') => words(
                "Missing quotes",
                "Outside of strings, write the expression without ${ }, or put it in quotes.",
            ),
            TokenKind::CarriageReturn => words(
                "Stray carriage return",
                "A line ends with a line feed. Remove this carriage return, or add a line feed after it.",
            ),
            TokenKind::Number if matches!(expected, Expected::Item) => {
                words("Invalid name", "A name starts with a letter or an underscore.")
            }
            TokenKind::Unknown | TokenKind::Dollar => {
                words("Unexpected character", format!("Unexpected character {:?}.", self.text()))
            }
            _ => return None,
        })
    }

    fn expected(&self, expected: Expected) -> Words {
        match expected {
            Expected::Item => self.item(),
            Expected::EqualsOrBlock => self.equals_or_block(),
            Expected::OpenBrace => self.open_brace(),
            Expected::LineBreak | Expected::EndOfExpression if self.is_letter_in_number() => {
                self.letters_in_number()
            }
            Expected::LineBreak => self.line_break(),
            Expected::Expression => self.expression(),
            Expected::EndOfExpression => words(
                "Extra characters after expression",
                format!(
                    "The expression is complete before {}. An operator may be missing.",
                    self.found()
                ),
            ),
            Expected::Step => {
                words("Incomplete traversal", "Expected a name or an index after the dot.")
            }
            Expected::FunctionName => {
                words("Missing name", "Expected the name of a function after \"::\".")
            }
            Expected::OpenParen => {
                words("Missing parenthesis", "Expected \"(\" after the name of the function.")
            }
            Expected::TupleSeparator => self.separator("a comma or \"]\""),
            Expected::ArgumentSeparator => self.separator("a comma or \")\""),
            Expected::CloseParen => self.separator("an operator or \")\""),
            Expected::CloseBracket => self.separator("an operator or \"]\""),
            Expected::ObjectSeparator => self.separator("a comma, a newline or \"}\""),
            Expected::ForEnd => self.separator("the closing bracket of the \"for\" expression"),
            Expected::SplatEnd => words("Invalid splat", "Expected \"]\" directly after \"[*\"."),
            Expected::ObjectValue => words(
                "Missing object value",
                format!("Expected \"=\" and a value after the key, not {}.", self.found()),
            ),
            Expected::ConditionalColon => {
                words("Missing colon", "Expected \":\" (as in `condition ? a : b`).")
            }
            Expected::InterpolationEnd => words(
                "Extra characters in interpolation",
                "Expected \"}\" after the expression. To write the characters \"${\" themselves, write \"$${\".",
            ),
            Expected::DirectiveEnd => {
                words("Extra characters in directive", "Expected \"}\" to end the directive.")
            }
            Expected::DirectiveWord => words(
                "Invalid template directive",
                format!(
                    "Expected if, else, endif, for or endfor after \"%{{\". {} To write the characters \"%{{\" themselves, write \"%%{{\".",
                    did_you_mean(self.text(), DIRECTIVES)
                ),
            ),
            Expected::Root => words("Invalid traversal", "Expected the name of a variable."),
            _ => Self::expected_in_for(expected),
        }
    }

    /// The words for a missing part of a `for` expression or directive.
    fn expected_in_for(expected: Expected) -> Words {
        match expected {
            Expected::ForColon => {
                words("Missing colon", "Expected \":\" (as in `[for name in list : value]`).")
            }
            Expected::ForVariable => words(
                "Invalid for expression",
                "Expected a variable name after \"for\" (as in `for name in list`).",
            ),
            Expected::In => {
                words("Invalid for expression", "Expected \"in\" (as in `for name in list`).")
            }
            Expected::Arrow => words(
                "Invalid for expression",
                "Expected \"=>\" and a value (as in `{for name in list : key => value}`).",
            ),
            _ => words(
                "Invalid for expression",
                "Expected a `for` expression (as in `[for name in list : value]`).",
            ),
        }
    }

    /// The token found, in quotes.
    fn found(&self) -> String {
        match self.error.found {
            TokenKind::End => "the end of the input".to_owned(),
            TokenKind::Newline => "the end of the line".to_owned(),
            TokenKind::OpenQuote => "a string".to_owned(),
            TokenKind::OpenHeredoc => "a heredoc".to_owned(),
            _ => format!("{:?}", self.text()),
        }
    }

    fn item(&self) -> Words {
        match self.error.found {
            TokenKind::OpenQuote => words(
                "Quoted name",
                "Names of attributes and types of blocks are written without quotes.",
            ),
            TokenKind::Equals => {
                words("Missing name", "Expected the name of the attribute before \"=\".")
            }
            TokenKind::CloseBracket | TokenKind::CloseParen => {
                words("Unmatched bracket", format!("This {:?} closes nothing.", self.text()))
            }
            _ => words(
                "Invalid item",
                format!("Expected an attribute or a block, not {}.", self.found()),
            ),
        }
    }

    fn equals_or_block(&self) -> Words {
        let name = self.related();
        match self.error.found {
            TokenKind::Newline | TokenKind::End => words(
                "Incomplete item",
                format!(
                    "Expected a value or a block after the name: {name} = … or {name} {{ … }}."
                ),
            ),
            TokenKind::Colon => words(
                "Colon after a name",
                format!("Attributes are set with an equals sign: {name} = …."),
            ),
            TokenKind::EqualTo => {
                words("Invalid equals sign", "Attributes are set with a single equals sign.")
            }
            TokenKind::Dot => {
                words("Dot in a name", "Names of attributes and blocks have no dots.")
            }
            TokenKind::CloseBrace | TokenKind::Comma => words(
                "Incomplete item",
                format!("Expected a value or a block after {name:?}, not {}.", self.found()),
            ),
            _ => words(
                "Missing equals sign",
                format!("Expected \"=\" before the value: {name} = …."),
            ),
        }
    }

    fn open_brace(&self) -> Words {
        match self.error.found {
            TokenKind::Equals => words(
                "Unexpected equals sign",
                "An attribute is one name and its value, without labels. A block has no equals sign.",
            ),
            _ => words("Missing brace", "Expected \"{\" to open the block."),
        }
    }

    fn line_break(&self) -> Words {
        match self.error.found {
            TokenKind::Comma => {
                words("Unexpected comma", "Attributes are separated by newlines, not by commas.")
            }
            TokenKind::Ident if self.starts_item() => words(
                "Missing newline",
                format!(
                    "Expected a newline before {:?}: each attribute and block starts on a line of its own.",
                    self.text()
                ),
            ),
            TokenKind::CloseBrace => words(
                "Missing newline",
                "Expected a newline before \"}\". Only a block that is on one line as a whole ends on the line of its attribute.",
            ),
            _ => words(
                "Extra characters after value",
                format!("Expected a newline after the value, not {}.", self.found()),
            ),
        }
    }

    fn starts_item(&self) -> bool {
        let after = self.after().trim_start_matches([' ', '\t']);
        after.starts_with(['{', '"']) || (after.starts_with('=') && !after.starts_with("=="))
    }

    fn is_letter_in_number(&self) -> bool {
        let before = self.source.text().get(..self.error.span.start as usize).unwrap_or_default();
        self.error.found == TokenKind::Ident && before.ends_with(|c: char| c.is_ascii_digit())
    }

    fn letters_in_number(&self) -> Words {
        words(
            "Invalid number",
            format!(
                "Numbers are decimal, such as 1000 or 1.5e3, and {:?} is not a part of one. Write other values as a string, in quotes.",
                self.text()
            ),
        )
    }

    fn expression(&self) -> Words {
        let before = self.related();
        if self.error.found == TokenKind::Dot
            && self.after().starts_with(|c: char| c.is_ascii_digit())
        {
            return words("Invalid number", "A number starts with a digit: 0.5, not .5.");
        }
        if before == "=" && self.error.found == TokenKind::Equals {
            return words("Invalid equals sign", "Attributes are set with a single equals sign.");
        }
        let detail = match before {
            "=" if matches!(self.error.found, TokenKind::Newline | TokenKind::End) => {
                "Expected a value on the line of its equals sign.".to_owned()
            }
            "${" | "${~" => "Expected an expression inside ${ }.".to_owned(),
            "" => "Expected an expression.".to_owned(),
            _ => format!("Expected an expression after {before:?}, not {}.", self.found()),
        };
        words("Missing expression", detail)
    }

    fn separator(&self, expected: &str) -> Words {
        words("Missing separator", format!("Expected {expected} before {}.", self.found()))
    }

    fn unclosed(&self) -> Words {
        let text = self.text();
        let in_block = self.error.found == TokenKind::End;
        match text {
            "\"" => words(
                "Unclosed string",
                "Expected a closing quote on this line. Write a newline in a string as \\n, or use a heredoc: <<EOT.",
            ),
            "/*" => words("Unclosed comment", "Expected \"*/\" to end the comment."),
            "(" => words("Unclosed parenthesis", "Expected \")\" to close this parenthesis."),
            "[" => words("Unclosed bracket", "Expected \"]\" to close this bracket."),
            "{" if in_block => words(
                "Unclosed brace",
                "Expected \"}\" to close this brace. A brace further down may close something else.",
            ),
            "{" => words("Unclosed brace", "Expected \"}\" to close this brace."),
            _ if text.starts_with("<<") => {
                let name = text.trim_start_matches(['<', '-', ' ', '\t']);
                let name = name.split_whitespace().next().unwrap_or_default();
                words(
                    "Unclosed heredoc",
                    format!("Expected a line with {name} alone to end this string."),
                )
            }
            _ => words(
                "Unclosed template sequence",
                format!(
                    "Expected \"}}\" to end this sequence. To write the characters {:?} themselves, write {:?}.",
                    &text[..text.len().min(2)],
                    format!("{}{}", &text[..text.len().min(1)], &text[..text.len().min(2)])
                ),
            ),
        }
    }

    fn other(&self, kind: ErrorKind) -> Words {
        match kind {
            ErrorKind::UnclosedDirective => {
                let word = if self.text().contains("for") && !self.text().contains("if ") {
                    "for"
                } else {
                    "if"
                };
                words(
                    "Unclosed template directive",
                    format!("This %{{ {word} }} has no matching %{{ end{word} }}."),
                )
            }
            ErrorKind::Unmatched if self.text() == "}" => {
                words("Unmatched brace", "This \"}\" closes nothing.")
            }
            ErrorKind::Unmatched => {
                let opening = if self.text() == "endfor" { "for" } else { "if" };
                words(
                    "Invalid template directive",
                    format!("This %{{ {} }} has no matching %{{ {opening} }}.", self.text()),
                )
            }
            ErrorKind::TooDeep => words(
                "Nested too deeply",
                format!(
                    "Blocks can be nested at most {MAX_BLOCK_NESTING} levels deep, and expressions in them at most \
                     {MAX_NESTING}, the blocks included."
                ),
            ),
            ErrorKind::InvalidNumber => words(
                "Invalid number",
                format!(
                    "{} is not a number. Write an address or a version as a string, in quotes.",
                    self.text()
                ),
            ),
            ErrorKind::ChainedIndex => words(
                "Invalid index",
                format!("{} reads as one number. Write indexes in brackets: [0][1].", self.text()),
            ),
            ErrorKind::NestedSplat => words(
                "Nested splat",
                "A \".*\" can't follow another one. Use [*] for both, which goes into each element.",
            ),
            ErrorKind::InvalidEscape => words(
                "Invalid escape sequence",
                format!(
                    "{} is not an escape sequence. Use \\n, \\r, \\t, \\\", \\\\, \\uNNNN or \\UNNNNNNNN; write a backslash as \\\\.",
                    self.text()
                ),
            ),
            kind => Self::in_place(kind),
        }
    }

    /// The words for an error that quotes no source text.
    fn in_place(kind: ErrorKind) -> Words {
        match kind {
            ErrorKind::TemplateInLabel => words(
                "Invalid label",
                "A label is a name or a plain string, without ${ } and %{ }.",
            ),
            ErrorKind::InvalidLabel => {
                words("Invalid label", "A label is a name or a string in quotes.")
            }
            ErrorKind::MisplacedBrace => words(
                "Misplaced brace",
                "The opening brace of a block belongs on the line of its type and labels.",
            ),
            ErrorKind::CrowdedBlock => words(
                "Too much on one line",
                "A block on one line can have one attribute only. Write the braces and each attribute and block on a line of their own.",
            ),
            ErrorKind::KeyInTuple => words(
                "Invalid for expression",
                "A list has no keys. Use braces to make an object: {for name in list : key => value}.",
            ),
            ErrorKind::GroupInTuple => words(
                "Invalid for expression",
                "Values can be grouped with \"...\" in an object only: {for name in list : key => value...}.",
            ),
            ErrorKind::ExpansionBeforeEnd => {
                words("Invalid expansion", "Only the last argument can be expanded with \"...\".")
            }
            ErrorKind::TextInHeredocStart => words(
                "Invalid heredoc",
                "Expected a newline directly after the name that starts the heredoc.",
            ),
            _ => words("Invalid syntax", "Invalid syntax."),
        }
    }
}

pub(super) fn repeated_key(second: Place, first: Place) -> Diagnostic {
    let detail = format!(
        "The key {} occurs more than once in this object. The last value counts.",
        second.text()
    );
    Diagnostic::warning(second, "Repeated key", detail).with_related(first, "also set here")
}
