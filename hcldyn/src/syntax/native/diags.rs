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

/// The texts of a diagnostic.
struct Words {
    summary: &'static str,
    detail: String,
    help: String,
}

fn words(summary: &'static str, detail: impl Into<String>) -> Words {
    Words { summary, detail: detail.into(), help: String::new() }
}

impl Words {
    fn help(self, help: impl Into<String>) -> Self {
        Self { help: help.into(), ..self }
    }
}

struct Wording<'a> {
    source: &'a Source,
    error: &'a SyntaxError,
}

impl Wording<'_> {
    fn diagnostic(&self) -> Diagnostic {
        let Words { summary, detail, help } = match self.error.kind {
            ErrorKind::Expected(expected) => {
                self.foreign(expected).unwrap_or_else(|| self.expected(expected))
            }
            ErrorKind::Unclosed => self.unclosed(),
            kind @ ErrorKind::CrowdedBlock => {
                self.foreign(Expected::LineBreak).unwrap_or_else(|| self.other(kind))
            }
            kind => self.other(kind),
        };
        let place = self.source.place(self.error.span);
        let diagnostic = Diagnostic::error(place, summary, detail).with_help(help);
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
            TokenKind::Backtick => words("Unexpected backtick", DOUBLE_QUOTES)
                .help("Write a string of several lines as a heredoc: <<EOT."),
            TokenKind::CurlyQuote => {
                words("Curly quotes", "Strings are written in straight double quotes: \"…\".")
                    .help("Word processors replace straight quotes with curly ones.")
            }
            TokenKind::Semicolon => words("Unexpected semicolon", "HCL has no semicolons.")
                .help("Write each attribute and block on a line of its own."),
            TokenKind::Ampersand | TokenKind::Pipe => {
                let text = self.text();
                words("Unknown operator", "HCL has no bitwise operators.")
                    .help(format!("Did you mean \"{text}{text}\"?"))
            }
            TokenKind::Caret | TokenKind::Tilde => {
                words("Unknown operator", format!("HCL has no operator \"{}\".", self.text()))
            }
            TokenKind::Dollar if self.after().starts_with('{') => words(
                "Missing quotes",
                "Outside of a string, an expression is written without ${ }.",
            )
            .help("Remove the ${ }, or put it in quotes."),
            TokenKind::CarriageReturn => {
                words("Stray carriage return", "A line must end with a line feed.")
                    .help("Remove this carriage return, or add a line feed after it.")
            }
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
                format!("The expression is complete before {}.", self.found()),
            )
            .help("Check for a missing operator."),
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
            Expected::InterpolationEnd => {
                words("Extra characters in interpolation", "Expected \"}\" after the expression.")
                    .help("For the literal characters \"${\", write \"$${\".")
            }
            Expected::DirectiveEnd => {
                words("Extra characters in directive", "Expected \"}\" to end the directive.")
            }
            Expected::DirectiveWord => {
                let suggestion = did_you_mean(self.text(), DIRECTIVES);
                let literal = "For the literal characters \"%{\", write \"%%{\".";
                words(
                    "Invalid template directive",
                    "Expected if, else, endif, for or endfor after \"%{\".",
                )
                .help(format!("{suggestion} {literal}").trim_start())
            }
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
            TokenKind::OpenQuote => {
                words("Quoted name", "Attribute names and block types are written without quotes.")
            }
            TokenKind::Equals => {
                words("Missing name", "Expected the name of the attribute before \"=\".")
            }
            TokenKind::CloseBracket | TokenKind::CloseParen => words(
                "Unmatched bracket",
                format!("This {:?} has no matching opening bracket.", self.text()),
            ),
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
                    "Expected a value or a block after the name (as in {name} = … or {name} {{ … }})."
                ),
            ),
            TokenKind::Colon => {
                words("Colon after name", "An attribute is set with an equals sign, not a colon.")
                    .help(format!("Write {name} = …."))
            }
            TokenKind::EqualTo => {
                words("Invalid equals sign", "An attribute is set with a single equals sign.")
            }
            TokenKind::Dot => {
                words("Dot in name", "The name of an attribute or a block can't contain a dot.")
            }
            TokenKind::CloseBrace | TokenKind::Comma => words(
                "Incomplete item",
                format!("Expected a value or a block after {name:?}, not {}.", self.found()),
            ),
            _ => words(
                "Missing equals sign",
                format!("Expected \"=\" before the value (as in {name} = …)."),
            ),
        }
    }

    fn open_brace(&self) -> Words {
        match self.error.found {
            TokenKind::Equals => words(
                "Unexpected equals sign",
                "A block has no equals sign, and an attribute no labels.",
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
                format!("Expected a newline before {:?}.", self.text()),
            )
            .help("Start each attribute and block on a line of its own."),
            TokenKind::CloseBrace => words("Missing newline", "Expected a newline before \"}\".")
                .help("Only a block that is entirely on one line can end on the line of an attribute."),
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
                "A number can't contain {:?}; numbers are decimal, such as 1000 or 1.5e3.",
                self.text()
            ),
        )
        .help("Write any other value as a string, in quotes.")
    }

    fn expression(&self) -> Words {
        let before = self.related();
        if self.error.found == TokenKind::Dot
            && self.after().starts_with(|c: char| c.is_ascii_digit())
        {
            return words("Invalid number", "A number must start with a digit.")
                .help("Write 0.5, not .5.");
        }
        if before == "=" && self.error.found == TokenKind::Equals {
            return words("Invalid equals sign", "An attribute is set with a single equals sign.");
        }
        let detail = match before {
            "=" if matches!(self.error.found, TokenKind::Newline | TokenKind::End) => {
                "Expected a value on the line of its equals sign.".to_owned()
            }
            "${" | "${~" => "Expected an expression inside `${ }`.".to_owned(),
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
            "\"" => words("Unclosed string", "Expected a closing quote on this line.")
                .help("Write a newline in a string as \\n, or use a heredoc: <<EOT."),
            "/*" => words("Unclosed comment", "Expected \"*/\" to end the comment."),
            "(" => words("Unclosed parenthesis", "Expected \")\" to close this parenthesis."),
            "[" => words("Unclosed bracket", "Expected \"]\" to close this bracket."),
            "{" if in_block => words("Unclosed brace", "Expected \"}\" to close this brace.")
                .help("A brace further down may close something else."),
            "{" => words("Unclosed brace", "Expected \"}\" to close this brace."),
            _ if text.starts_with("<<") => {
                let name = text.trim_start_matches(['<', '-', ' ', '\t']);
                let name = name.split_whitespace().next().unwrap_or_default();
                words(
                    "Unclosed heredoc",
                    format!("Expected a line with {name} alone to end this string."),
                )
            }
            _ => words("Unclosed template sequence", "Expected \"}\" to end this sequence.").help(
                format!(
                    "For the literal characters {:?}, write {:?}.",
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
                    format!("This `%{{ {word} }}` has no matching `%{{ end{word} }}`."),
                )
            }
            ErrorKind::Unmatched if self.text() == "}" => {
                words("Unmatched brace", "This \"}\" has no matching \"{\".")
            }
            ErrorKind::Unmatched => {
                let opening = if self.text() == "endfor" { "for" } else { "if" };
                words(
                    "Invalid template directive",
                    format!("This `%{{ {} }}` has no matching `%{{ {opening} }}`.", self.text()),
                )
            }
            ErrorKind::TooDeep => words(
                "Nested too deeply",
                format!(
                    "Blocks can be nested at most {MAX_BLOCK_NESTING} levels deep, and expressions in them at most \
                     {MAX_NESTING}, the blocks included."
                ),
            ),
            ErrorKind::InvalidNumber => {
                words("Invalid number", format!("{} is not a valid number.", self.text()))
                    .help("Write an address or a version as a string, in quotes.")
            }
            ErrorKind::ChainedIndex => {
                words("Invalid index", format!("{} is read as one number.", self.text()))
                    .help("Write the indexes in brackets: [0][1].")
            }
            ErrorKind::NestedSplat => words("Nested splat", "A \".*\" can't follow another one.")
                .help("Write [*] for both, which applies to each element."),
            ErrorKind::InvalidEscape => words(
                "Invalid escape sequence",
                format!("{} is not an escape sequence.", self.text()),
            )
            .help(
                "Use \\n, \\r, \\t, \\\", \\\\, \\uNNNN or \\UNNNNNNNN; write a backslash as \\\\.",
            ),
            kind => Self::in_place(kind),
        }
    }

    /// The words for an error that quotes no source text.
    fn in_place(kind: ErrorKind) -> Words {
        match kind {
            ErrorKind::TemplateInLabel => words(
                "Invalid label",
                "A label must be a name or a plain string, without ${ } and %{ }.",
            ),
            ErrorKind::InvalidLabel => {
                words("Invalid label", "A label must be a name or a string in quotes.")
            }
            ErrorKind::MisplacedBrace => words(
                "Misplaced brace",
                "The opening brace of a block must be on the line of its type and labels.",
            ),
            ErrorKind::CrowdedBlock => words(
                "Too many items on one line",
                "A block on one line can have only one attribute.",
            )
            .help("Write each attribute and block, and the closing brace, on a line of its own."),
            ErrorKind::KeyInTuple => words("Invalid for expression", "A list has no keys.")
                .help("For an object, use braces: {for name in list : key => value}."),
            ErrorKind::GroupInTuple => {
                words("Invalid for expression", "Only an object can group values with \"...\".")
                    .help("Write {for name in list : key => value...}.")
            }
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
        "The key {} appears more than once in this object; the last value is used.",
        second.text()
    );
    Diagnostic::warning(second, "Duplicate key", detail).with_related(first, "first set here")
}
