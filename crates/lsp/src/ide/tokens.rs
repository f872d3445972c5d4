//! Semantic tokens: the roles of names, strings and other tokens.

use std::ops::Range;

use hcldyn_syntax::event::Event;
use hcldyn_syntax::lexer::{Lexer, TokenKind};
use hcldyn_syntax::source::Span;

use super::tree::Tree;
use super::{Snapshot, json};

/// The words of `for` and of directives, which are not parts of their own.
const KEYWORDS: [&str; 6] = ["for", "in", "if", "else", "endif", "endfor"];

/// A token with its role. It can have several lines.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct SemanticToken {
    /// The range.
    pub range: Range<usize>,
    /// The role.
    pub kind: SemanticKind,
}

/// The role of a token.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum SemanticKind {
    /// The type of a block.
    BlockType,
    /// A label of a block.
    Label,
    /// The name of an attribute, of a step into a value, or of a key of an object.
    Property,
    /// A variable.
    Variable,
    /// A variable of a `for`.
    Parameter,
    /// A function.
    Function,
    /// `for`, `in`, `if`, `else`, `endif`, `endfor`, `true`, `false` or `null`.
    Keyword,
    /// A part of a string.
    String,
    /// A number.
    Number,
    /// An operator.
    Operator,
    /// A comment.
    Comment,
}

impl SemanticKind {
    /// All roles, in the order of their declaration.
    pub const ALL: [Self; 11] = [
        Self::BlockType,
        Self::Label,
        Self::Property,
        Self::Variable,
        Self::Parameter,
        Self::Function,
        Self::Keyword,
        Self::String,
        Self::Number,
        Self::Operator,
        Self::Comment,
    ];
}

impl Snapshot {
    /// Returns the tokens in a range of a file, in source order.
    pub fn semantic_tokens(&self, file: &str, range: Range<usize>) -> Vec<SemanticToken> {
        let Some(file) = self.file(file) else { return Vec::new() };
        if file.is_json() {
            let mut tokens = json::tokens(file);
            tokens.retain(|it| it.range.start < range.end && it.range.end > range.start);
            return tokens;
        }
        let mut roles = Roles::of(file.tree());
        let (mut tokens, mut start) = (Vec::new(), 0);
        for token in Lexer::new(file.text()) {
            let span = Span::new(start, token.end);
            start = token.end;
            if span.range().start >= range.end {
                break;
            }
            if span.range().end > range.start {
                let kind = roles.role(file.text(), token.kind, span);
                tokens.extend(kind.map(|kind| SemanticToken { range: span.range(), kind }));
            }
        }
        tokens
    }
}

/// The roles of names, which tokens don't show. It is asked for tokens in source order.
pub(super) struct Roles {
    /// In the order of their starts. Of several roles, the last one counts.
    names: Vec<(Span, SemanticKind)>,
    /// The number of names that start before the last token, or with it.
    passed_names: usize,
    /// The spans of quoted labels, in source order.
    labels: Vec<Span>,
    /// The number of labels that end before the last token.
    passed_labels: usize,
}

impl Roles {
    pub(super) fn of(tree: &Tree) -> Self {
        let mut roles =
            Self { names: Vec::new(), passed_names: 0, labels: Vec::new(), passed_labels: 0 };
        let mut parameters: Vec<Span> = Vec::new();
        for (event, span) in &tree.parts {
            let (name, kind) = match event {
                Event::Attribute { name } | Event::Attr { name } => (*name, SemanticKind::Property),
                Event::Key => (*span, SemanticKind::Property),
                Event::BlockStart { ty } => (*ty, SemanticKind::BlockType),
                Event::Label { quoted: true } => {
                    roles.labels.push(*span);
                    continue;
                }
                Event::Label { quoted: false } => (*span, SemanticKind::Label),
                Event::Variable => (*span, SemanticKind::Variable),
                Event::Null | Event::True | Event::False => (*span, SemanticKind::Keyword),
                Event::Call { name, .. } => (*name, SemanticKind::Function),
                Event::For { key_var, value_var, .. } => {
                    parameters.extend(key_var.iter().chain([value_var]));
                    continue;
                }
                Event::ForDirective { key, value, .. } => {
                    parameters.extend(key.iter().chain([value]));
                    continue;
                }
                _ => continue,
            };
            roles.names.push((name, kind));
        }
        let parameters = parameters.into_iter().map(|it| (it, SemanticKind::Parameter));
        roles.names.extend(parameters);
        roles.names.sort_by_key(|(span, _)| span.start);
        roles
    }

    /// Returns the role of a name, or of a part of the name of a function, such as `net::ip`.
    fn name(&mut self, span: Span) -> Option<SemanticKind> {
        while self.names.get(self.passed_names).is_some_and(|(it, _)| it.start <= span.start) {
            self.passed_names += 1;
        }
        let (name, kind) = self.names.get(self.passed_names.checked_sub(1)?)?;
        let is_part = *kind == SemanticKind::Function && span.end <= name.end;
        (name.start == span.start || is_part).then_some(*kind)
    }

    /// Returns `true` for a part of a quoted label.
    fn is_in_label(&mut self, span: Span) -> bool {
        while self.labels.get(self.passed_labels).is_some_and(|it| it.end <= span.start) {
            self.passed_labels += 1;
        }
        self.labels.get(self.passed_labels).is_some_and(|it| it.start <= span.start)
    }

    pub(super) fn role(&mut self, text: &str, kind: TokenKind, span: Span) -> Option<SemanticKind> {
        Some(match kind {
            TokenKind::LineComment | TokenKind::BlockComment | TokenKind::UnclosedComment => {
                SemanticKind::Comment
            }
            TokenKind::Ident => match self.name(span) {
                Some(kind) => kind,
                None if KEYWORDS.contains(&&text[span.range()]) => SemanticKind::Keyword,
                None => return None,
            },
            TokenKind::Number => SemanticKind::Number,
            TokenKind::OpenQuote
            | TokenKind::CloseQuote
            | TokenKind::OpenHeredoc
            | TokenKind::CloseHeredoc
            | TokenKind::Text
            | TokenKind::EscapedText => {
                if self.is_in_label(span) {
                    SemanticKind::Label
                } else {
                    SemanticKind::String
                }
            }
            TokenKind::Plus
            | TokenKind::Minus
            | TokenKind::Star
            | TokenKind::Slash
            | TokenKind::Percent
            | TokenKind::EqualTo
            | TokenKind::NotEqualTo
            | TokenKind::Less
            | TokenKind::LessOrEqual
            | TokenKind::Greater
            | TokenKind::GreaterOrEqual
            | TokenKind::And
            | TokenKind::Or
            | TokenKind::Not
            | TokenKind::Question
            | TokenKind::Ellipsis
            | TokenKind::Arrow => SemanticKind::Operator,
            _ => return None,
        })
    }
}
