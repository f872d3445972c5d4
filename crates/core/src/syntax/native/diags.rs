//! Syntax errors of native syntax.

use hcldyn_syntax::error::{ErrorKind, Expected, SyntaxError};
use hcldyn_syntax::lexer::TokenKind;
use hcldyn_syntax::parser::{MAX_BLOCK_NESTING, MAX_NESTING};

use crate::diag::{Code, Diagnostic, Fix, codes, did_you_mean, nearest, rename};
use crate::source::{Place, Source};
use crate::syntax::diags::DOUBLE_QUOTES;

/// The keywords of directives.
const DIRECTIVES: [&str; 5] = ["if", "else", "endif", "for", "endfor"];

/// The help for a block in an object.
const IN_OBJECT: &str = "An object has attributes, not blocks: write name = { … }.";

/// Returns the diagnostic of an error of the parser.
pub(super) fn syntax(source: &Source, error: &SyntaxError) -> Diagnostic {
    Wording { source, error }.diagnostic()
}

/// The code, the detail, the help and the fix of a diagnostic.
struct Words {
    code: Code,
    detail: String,
    help: String,
    fix: Option<Fix>,
}

fn words(code: Code, detail: impl Into<String>) -> Words {
    Words { code, detail: detail.into(), help: String::new(), fix: None }
}

impl Words {
    fn help(self, help: impl Into<String>) -> Self {
        Self { help: help.into(), ..self }
    }

    fn fix(self, fix: impl Into<Option<Fix>>) -> Self {
        Self { fix: fix.into(), ..self }
    }
}

struct Wording<'a> {
    source: &'a Source,
    error: &'a SyntaxError,
}

impl Wording<'_> {
    fn diagnostic(&self) -> Diagnostic {
        let Words { code, detail, help, fix } = self.words();
        let place = self.place();
        let diagnostic = code.error(place, detail).with_help(help).with_fix(fix);
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

    /// Returns the words for each kind of error.
    fn words(&self) -> Words {
        match self.error.kind {
            ErrorKind::Expected(expected) => {
                self.foreign(expected).unwrap_or_else(|| self.expected(expected))
            }
            ErrorKind::Unclosed => self.unclosed(),
            ErrorKind::UnclosedDirective => self.unclosed_directive(),
            ErrorKind::Unmatched => self.unmatched(),
            ErrorKind::TooDeep => too_deep(),
            ErrorKind::InvalidNumber => {
                words(codes::INVALID_NUMBER, format!("{} is not a valid number.", self.text()))
                    .help("Write an address or a version as a string, in quotes.")
            }
            ErrorKind::ChainedIndex => {
                words(codes::CHAINED_INDEX, format!("{} is read as one number.", self.text()))
                    .help("Write the indexes in brackets: [0][1].")
            }
            ErrorKind::NestedSplat => {
                words(codes::NESTED_SPLAT, "A \".*\" can't follow another one.")
                    .help("Write [*] for both, which applies to each element.")
            }
            ErrorKind::InvalidEscape => self.invalid_escape(),
            ErrorKind::ForeignOperator => self.foreign_operator(),
            ErrorKind::TemplateInLabel => words(
                codes::INVALID_LABEL_SYNTAX,
                "A label must be a name or a plain string, without ${ } and %{ }.",
            ),
            ErrorKind::InvalidLabel => {
                words(codes::INVALID_LABEL_SYNTAX, "A label must be a name or a string in quotes.")
            }
            ErrorKind::MisplacedBrace => words(
                codes::MISPLACED_BRACE,
                "The opening brace of a block must be on the line of its type and labels.",
            ),
            ErrorKind::CrowdedBlock => {
                self.foreign(Expected::LineBreak).unwrap_or_else(crowded_block)
            }
            ErrorKind::KeyInTuple => words(codes::INVALID_FOR_EXPRESSION, "A list has no keys.")
                .help("For an object, use braces: {for name in list : key => value}."),
            ErrorKind::GroupInTuple => {
                let detail = "Only an object can group values with \"...\".";
                words(codes::INVALID_FOR_EXPRESSION, detail)
                    .help("Write {for name in list : key => value...}.")
            }
            ErrorKind::ExpansionBeforeEnd => words(
                codes::INVALID_EXPANSION,
                "Only the last argument can be expanded with \"...\".",
            ),
            ErrorKind::TextInHeredocStart => words(
                codes::INVALID_HEREDOC,
                "Expected a newline directly after the name that starts the heredoc.",
            ),
        }
    }

    /// Returns the location of the error.
    fn place(&self) -> Place {
        self.source.place(self.error.span)
    }

    /// Returns the source text of the error.
    fn text(&self) -> &str {
        self.source.slice(self.error.span)
    }

    /// Returns the source text of the related span.
    fn related(&self) -> &str {
        self.error.related.map_or("", |span| self.source.slice(span))
    }

    /// Returns the source text after the error.
    fn after(&self) -> &str {
        self.source.text().get(self.error.span.end as usize..).unwrap_or_default()
    }

    /// Returns the words for a token of another language.
    fn foreign(&self, expected: Expected) -> Option<Words> {
        Some(match self.error.found {
            TokenKind::SingleQuote => words(codes::SINGLE_QUOTES, DOUBLE_QUOTES),
            TokenKind::Backtick => words(codes::UNEXPECTED_BACKTICK, DOUBLE_QUOTES)
                .help("Write a string of several lines as a heredoc: <<EOT."),
            TokenKind::CurlyQuote => {
                words(codes::CURLY_QUOTES, "Strings are written in straight double quotes: \"…\".")
                    .help("Word processors replace straight quotes with curly ones.")
            }
            TokenKind::Semicolon => words(codes::UNEXPECTED_SEMICOLON, "HCL has no semicolons.")
                .help("Write each attribute and block on a line of its own."),
            TokenKind::Ampersand | TokenKind::Pipe => {
                let text = self.text();
                words(codes::UNKNOWN_OPERATOR, "HCL has no bitwise operators.")
                    .help(format!("Did you mean \"{text}{text}\"?"))
            }
            TokenKind::Caret | TokenKind::Tilde => {
                words(codes::UNKNOWN_OPERATOR, format!("HCL has no operator \"{}\".", self.text()))
            }
            TokenKind::Dollar if self.after().starts_with('{') => words(
                codes::MISSING_QUOTES,
                "Outside a string, an expression is written without ${ }.",
            )
            .help("Remove the ${ }, or put it in quotes."),
            TokenKind::CarriageReturn => {
                words(codes::STRAY_CARRIAGE_RETURN, "A line must end with a line feed.")
                    .help("Remove this carriage return, or add a line feed after it.")
            }
            TokenKind::Number if matches!(expected, Expected::Item) => {
                words(codes::INVALID_NAME, "A name starts with a letter or an underscore.")
            }
            TokenKind::Unknown | TokenKind::Dollar => words(
                codes::UNEXPECTED_CHARACTER,
                format!("Unexpected character {:?}.", self.text()),
            ),
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
                codes::EXTRA_CHARACTERS_AFTER_EXPRESSION,
                format!("The expression is complete before {}.", self.found()),
            )
            .help("Check for a missing operator."),
            Expected::Step => {
                words(codes::INCOMPLETE_TRAVERSAL, "Expected a name or an index after the dot.")
            }
            Expected::FunctionName => {
                words(codes::MISSING_NAME, "Expected the name of a function after \"::\".")
            }
            Expected::OpenParen => {
                words(codes::MISSING_PARENTHESIS, "Expected \"(\" after the name of the function.")
            }
            Expected::TupleSeparator => self.separator("a comma or \"]\""),
            Expected::ArgumentSeparator => self.separator("a comma or \")\""),
            Expected::CloseParen => self.separator("an operator or \")\""),
            Expected::CloseBracket => self.separator("an operator or \"]\""),
            Expected::ObjectSeparator => self.separator("a comma, a newline or \"}\""),
            Expected::ForEnd => self.separator("the closing bracket of the \"for\" expression"),
            Expected::SplatEnd => {
                words(codes::INVALID_SPLAT, "Expected \"]\" directly after \"[*\".")
            }
            Expected::ObjectValue => self.object_value(),
            Expected::ConditionalColon => {
                words(codes::MISSING_COLON, "Expected \":\" (as in `condition ? a : b`).")
            }
            Expected::InterpolationEnd => words(
                codes::EXTRA_CHARACTERS_IN_INTERPOLATION,
                "Expected \"}\" after the expression.",
            )
            .help("For the literal characters \"${\", write \"$${\"."),
            Expected::DirectiveEnd => {
                words(codes::EXTRA_CHARACTERS_IN_DIRECTIVE, "Expected \"}\" to end the directive.")
            }
            Expected::DirectiveWord => self.directive_word(),
            _ => Self::expected_in_for(expected),
        }
    }

    fn directive_word(&self) -> Words {
        let literal = "For the literal characters \"%{\", write \"%%{\".";
        let suggestion = did_you_mean(self.text(), DIRECTIVES);
        let rename = |word| rename(&self.place(), self.text(), word);
        let rest = &self.source.text()[self.error.span.range().end..];
        let is_end = rest.trim_start().trim_start_matches('~').starts_with('}');
        // Only `if` and `for` have an operand.
        let fitting = DIRECTIVES.into_iter().filter(|it| matches!(*it, "if" | "for") != is_end);
        words(
            codes::INVALID_TEMPLATE_DIRECTIVE,
            "Expected if, else, endif, for or endfor after \"%{\".",
        )
        .help(format!("{suggestion} {literal}").trim_start())
        .fix(nearest(self.text(), fitting).and_then(rename))
    }

    /// Returns the words for a missing part of a `for` expression or directive.
    fn expected_in_for(expected: Expected) -> Words {
        match expected {
            Expected::ForColon => {
                words(codes::MISSING_COLON, "Expected \":\" (as in `[for name in list : value]`).")
            }
            Expected::ForVariable => words(
                codes::INVALID_FOR_EXPRESSION,
                "Expected a variable name after \"for\" (as in `for name in list`).",
            ),
            Expected::In => {
                words(codes::INVALID_FOR_EXPRESSION, "Expected \"in\" (as in `for name in list`).")
            }
            Expected::Arrow => words(
                codes::INVALID_FOR_EXPRESSION,
                "Expected \"=>\" and a value (as in `{for name in list : key => value}`).",
            ),
            _ => words(
                codes::INVALID_FOR_EXPRESSION,
                "Expected a `for` expression (as in `[for name in list : value]`).",
            ),
        }
    }

    fn object_value(&self) -> Words {
        let detail = format!("Expected \"=\" and a value after the key, not {}.", self.found());
        let words = words(codes::MISSING_OBJECT_VALUE, detail);
        let line = self.after().lines().next().unwrap_or_default();
        match self.error.found {
            TokenKind::OpenBrace => words.help(IN_OBJECT),
            TokenKind::OpenQuote | TokenKind::Ident if line.ends_with('{') => words.help(IN_OBJECT),
            _ => words,
        }
    }

    /// Returns the token found, in quotes.
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
                codes::QUOTED_NAME,
                "Attribute names and block types are written without quotes.",
            ),
            TokenKind::Equals => {
                words(codes::MISSING_NAME, "Expected the name of the attribute before \"=\".")
            }
            TokenKind::CloseBracket | TokenKind::CloseParen => words(
                codes::UNMATCHED_BRACKET,
                format!("This {:?} has no matching opening bracket.", self.text()),
            ),
            _ => words(
                codes::INVALID_ITEM,
                format!("Expected an attribute or a block, not {}.", self.found()),
            ),
        }
    }

    fn equals_or_block(&self) -> Words {
        let name = self.related();
        match self.error.found {
            TokenKind::Newline | TokenKind::End => words(
                codes::INCOMPLETE_ITEM,
                format!(
                    "Expected a value or a block after the name (as in {name} = … or {name} {{ … }})."
                ),
            ),
            TokenKind::Colon => words(
                codes::COLON_AFTER_NAME,
                "An attribute is set with an equals sign, not a colon.",
            )
            .help(format!("Write {name} = ….")),
            TokenKind::EqualTo => {
                words(codes::INVALID_EQUALS_SIGN, "An attribute is set with a single equals sign.")
            }
            TokenKind::Dot => words(
                codes::DOT_IN_NAME,
                "The name of an attribute or a block can't contain a dot.",
            ),
            TokenKind::CloseBrace | TokenKind::Comma => words(
                codes::INCOMPLETE_ITEM,
                format!("Expected a value or a block after {name:?}, not {}.", self.found()),
            ),
            _ => words(
                codes::MISSING_EQUALS_SIGN,
                format!("Expected \"=\" before the value (as in {name} = …)."),
            ),
        }
    }

    fn open_brace(&self) -> Words {
        match self.error.found {
            TokenKind::Equals => {
                let detail = "A block has no equals sign, and an attribute no labels.";
                let words = words(codes::UNEXPECTED_EQUALS_SIGN, detail);
                if self.after().trim_start().starts_with('{') {
                    let header = self.related();
                    words.help(format!("Write {header} {{ … }}, without the equals sign."))
                } else {
                    words
                }
            }
            found => {
                let words = words(codes::MISSING_BRACE, "Expected \"{\" to open the block.");
                let ends = matches!(found, TokenKind::Newline | TokenKind::End);
                // The label may be meant as a value.
                if ends && self.related().contains([' ', '"']) {
                    words.help("To set an attribute, write \"=\" after its name.")
                } else {
                    words
                }
            }
        }
    }

    fn line_break(&self) -> Words {
        match self.error.found {
            TokenKind::Comma => words(
                codes::UNEXPECTED_COMMA,
                "Attributes are separated by newlines, not by commas.",
            ),
            TokenKind::Ident if self.starts_item() => words(
                codes::MISSING_NEWLINE,
                format!("Expected a newline before {:?}.", self.text()),
            )
            .help("Start each attribute and block on a line of its own."),
            TokenKind::CloseBrace => words(
                codes::MISSING_NEWLINE,
                "Expected a newline before \"}\".",
            )
            .help("Only a block that is entirely on one line can end on the line of an attribute."),
            _ => words(
                codes::EXTRA_CHARACTERS_AFTER_VALUE,
                format!("Expected a newline after the value, not {}.", self.found()),
            )
            .help(match self.related() {
                "if" => "A conditional value is written condition ? a : b.",
                _ => "",
            }),
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
            codes::INVALID_NUMBER,
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
            return words(codes::INVALID_NUMBER, "A number must start with a digit.")
                .help("Write 0.5, not .5.");
        }
        if before == "=" && self.error.found == TokenKind::Equals {
            return words(
                codes::INVALID_EQUALS_SIGN,
                "An attribute is set with a single equals sign.",
            );
        }
        let comparison = match (before, self.error.found) {
            ("<", TokenKind::Greater) => Some(("<>", "!=")),
            ("==", TokenKind::Equals) => Some(("===", "==")),
            ("!=", TokenKind::Equals) => Some(("!==", "!=")),
            _ => None,
        };
        if let Some((text, written)) = comparison {
            return unknown_operator(text, written);
        }
        let detail = match before {
            "=" if matches!(self.error.found, TokenKind::Newline | TokenKind::End) => {
                "Expected a value on the line of its equals sign.".to_owned()
            }
            "${" | "${~" => "Expected an expression inside `${ }`.".to_owned(),
            "" => "Expected an expression.".to_owned(),
            _ => format!("Expected an expression after {before:?}, not {}.", self.found()),
        };
        words(codes::MISSING_EXPRESSION, detail)
    }

    /// Returns the words for an operator that other languages write differently.
    fn foreign_operator(&self) -> Words {
        match self.text() {
            "=" if self.is_in_list() => {
                words(codes::UNKNOWN_OPERATOR, "Only an object has names for its values.")
                    .help("Write { name = value } for an object, or \"==\" to compare values.")
            }
            "=" => words(codes::UNKNOWN_OPERATOR, "Values are compared with \"==\", not \"=\"."),
            text => {
                let written = match text {
                    "and" | "AND" => "&&",
                    "or" | "OR" => "||",
                    _ => "!",
                };
                unknown_operator(text, written)
            }
        }
    }

    /// Returns `true` if the left operand of an operator is the start of an element or an argument.
    fn is_in_list(&self) -> bool {
        let Some(left) = self.error.related else { return false };
        let before = self.source.text().get(..left.start as usize).unwrap_or_default();
        before.trim_end().ends_with(['[', '(', ','])
    }

    fn separator(&self, expected: &str) -> Words {
        words(codes::MISSING_SEPARATOR, format!("Expected {expected} before {}.", self.found()))
    }

    fn unclosed(&self) -> Words {
        let text = self.text();
        let in_block = self.error.found == TokenKind::End;
        match text {
            "\"" => words(codes::UNCLOSED_STRING, "Expected a closing quote on this line.")
                .help("Write a newline in a string as \\n, or use a heredoc: <<EOT."),
            "/*" => words(codes::UNCLOSED_COMMENT, "Expected \"*/\" to end the comment."),
            "(" => words(codes::UNCLOSED_PARENTHESIS, "Expected \")\" to close this parenthesis."),
            "[" => words(codes::UNCLOSED_BRACKET, "Expected \"]\" to close this bracket."),
            "{" if in_block => words(codes::UNCLOSED_BRACE, "Expected \"}\" to close this brace.")
                .help("A brace further down may close something else."),
            "{" => words(codes::UNCLOSED_BRACE, "Expected \"}\" to close this brace."),
            _ if text.starts_with("<<") => {
                let name = text.trim_start_matches(['<', '-', ' ', '\t']);
                let name = name.split_whitespace().next().unwrap_or_default();
                words(
                    codes::UNCLOSED_HEREDOC,
                    format!("Expected a line with {name} alone to end this string."),
                )
            }
            _ => words(codes::UNCLOSED_TEMPLATE_SEQUENCE, "Expected \"}\" to end this sequence.")
                .help(format!(
                    "For the literal characters {:?}, write {:?}.",
                    &text[..text.len().min(2)],
                    format!("{}{}", &text[..text.len().min(1)], &text[..text.len().min(2)])
                )),
        }
    }

    fn unclosed_directive(&self) -> Words {
        let inside = self.text().trim_start_matches(['%', '{', '~', ' ', '\t', '\r', '\n']);
        let word = if inside.starts_with("for") { "for" } else { "if" };
        let detail = format!("This `%{{ {word} }}` has no matching `%{{ end{word} }}`.");
        words(codes::UNCLOSED_TEMPLATE_DIRECTIVE, detail)
    }

    fn unmatched(&self) -> Words {
        let text = self.text();
        if text == "}" {
            return words(codes::UNMATCHED_BRACE, "This \"}\" has no matching \"{\".");
        }
        let opening = if text == "endfor" { "for" } else { "if" };
        let detail = format!("This `%{{ {text} }}` has no matching `%{{ {opening} }}`.");
        words(codes::INVALID_TEMPLATE_DIRECTIVE, detail)
    }

    fn invalid_escape(&self) -> Words {
        let detail = format!("{} is not an escape sequence.", self.text());
        words(codes::INVALID_ESCAPE_SEQUENCE, detail).help(
            "Use \\n, \\r, \\t, \\\", \\\\, \\uNNNN or \\UNNNNNNNN; write a backslash as \\\\.",
        )
    }
}

fn unknown_operator(text: &str, written: &str) -> Words {
    words(codes::UNKNOWN_OPERATOR, format!("HCL has no operator {text:?}."))
        .help(format!("Did you mean {written:?}?"))
}

fn too_deep() -> Words {
    let detail = format!(
        "Blocks can be nested at most {MAX_BLOCK_NESTING} levels deep, and expressions in them at most {MAX_NESTING}, \
         the blocks included."
    );
    words(codes::NESTED_TOO_DEEPLY, detail)
}

fn crowded_block() -> Words {
    let detail = "A block on one line can have only one attribute, and must end there.";
    words(codes::TOO_MANY_ITEMS_ON_ONE_LINE, detail)
        .help("Write each attribute and block, and the closing brace, on a line of its own.")
}

pub(super) fn repeated_key(second: Place, first: Place) -> Diagnostic {
    let detail = format!(
        "The key {} appears more than once in this object; the last value is used.",
        second.text()
    );
    codes::OVERWRITTEN_KEY.warning(second, detail).with_related(first, "first set here")
}
