//! The items of a source as a tree, read from the parsed body, and the tokens of the values without parts. It is the
//! second opinion on edits, which the library checks by the events of the parser.

use hcldyn::body::Body;
use hcldyn::syntax::Source;
use hcldyn::{Diagnostics, Expression, parse_body};
use hcldyn_syntax::lexer::{Lexer, TokenKind};

/// The items of a body.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Items {
    pub(super) attributes: Vec<(String, Value)>,
    pub(super) blocks: Vec<Block>,
}

/// A block: its type, labels and items.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Block {
    pub(super) ty: String,
    pub(super) labels: Vec<String>,
    pub(super) items: Items,
}

/// A value.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Value {
    /// The tokens, except for whitespace, line breaks and comments.
    Tokens(Vec<(TokenKind, String)>),
    Tuple(Vec<Self>),
    Object(Vec<(Vec<(TokenKind, String)>, Self)>),
}

/// A step to an item: its index among those of its kind.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Step {
    Attribute(usize),
    Block(usize),
    Part(usize),
}

impl Items {
    /// Reads a source.
    pub(super) fn of_source(text: &str) -> Self {
        let body = parse_body(&Source::new("<model>", text), &mut Diagnostics::new());
        Self::of(&body)
    }

    fn of(body: &Body) -> Self {
        let content = body.everything();
        let attributes = content.attributes.iter();
        let blocks = content.blocks.iter().map(|block| Block {
            ty: block.ty.to_string(),
            labels: block.labels.iter().map(|label| label.value.to_string()).collect(),
            items: Self::of(&block.body),
        });
        Self {
            attributes: attributes.map(|it| (it.name.to_string(), Value::of(&it.expr))).collect(),
            blocks: blocks.collect(),
        }
    }

    /// Returns the items of the body at an address.
    pub(super) fn body(&mut self, address: &[Step]) -> &mut Self {
        address.iter().fold(self, |items, step| match step {
            Step::Block(index) => &mut items.blocks[*index].items,
            step => panic!("{step:?} leads to no body"),
        })
    }

    /// Returns the value at an address.
    pub(super) fn value(&mut self, address: &[Step]) -> &mut Value {
        let blocks = address.iter().take_while(|step| matches!(step, Step::Block(_))).count();
        let Step::Attribute(index) = address[blocks] else {
            panic!("{address:?} leads to no value")
        };
        let value = &mut self.body(&address[..blocks]).attributes[index].1;
        address[blocks + 1..].iter().fold(value, |value, step| match (value, step) {
            (Value::Tuple(elements), Step::Part(index)) => &mut elements[*index],
            (Value::Object(entries), Step::Part(index)) => &mut entries[*index].1,
            (_, step) => panic!("{step:?} leads to no value"),
        })
    }

    /// Removes the item at an address.
    pub(super) fn remove(&mut self, address: &[Step]) {
        let [parent @ .., last] = address else { panic!("the source can't be removed") };
        match last {
            Step::Attribute(index) => drop(self.body(parent).attributes.remove(*index)),
            Step::Block(index) => drop(self.body(parent).blocks.remove(*index)),
            Step::Part(index) => match self.value(parent) {
                Value::Tuple(elements) => drop(elements.remove(*index)),
                Value::Object(entries) => drop(entries.remove(*index)),
                Value::Tokens(_) => panic!("no parts"),
            },
        }
    }
}

impl Value {
    fn of(expr: &Expression) -> Self {
        match (expr.as_map(), expr.as_list()) {
            (Some(items), _) => {
                let items = items.iter().map(|(key, value)| (tokens(key.text()), Self::of(value)));
                Self::Object(items.collect())
            }
            (None, Some(elements)) => Self::Tuple(elements.iter().map(Self::of).collect()),
            (None, None) => Self::Tokens(tokens(expr.text())),
        }
    }

    /// Reads an expression.
    pub(super) fn of_text(text: &str) -> Self {
        let mut diags = Diagnostics::new();
        parse_body(&Source::new("<value>", format!("value = {text}\n")), &mut diags);
        let is_closed = !diags.has_errors();
        let text = if is_closed { text.to_owned() } else { format!("({text}\n)") };
        Items::of_source(&format!("value = {text}\n")).attributes.remove(0).1
    }

    /// Returns `true` if two values are equal, except for parentheses around one.
    pub(super) fn is_same_as(&self, other: &Self) -> bool {
        self == other || self.flat() == other.flat()
    }

    /// Returns all tokens, without parentheses around them and without commas.
    fn flat(&self) -> Vec<(TokenKind, String)> {
        let mut flat = Vec::new();
        self.add_to(&mut flat);
        while is_in_parens(&flat) {
            flat.remove(0);
            flat.pop();
        }
        flat.retain(|(kind, _)| *kind != TokenKind::Comma);
        flat
    }

    fn add_to(&self, flat: &mut Vec<(TokenKind, String)>) {
        let mut push = |kind, text: &str| flat.push((kind, text.to_owned()));
        match self {
            Self::Tokens(tokens) => flat.extend(tokens.iter().cloned()),
            Self::Tuple(elements) => {
                push(TokenKind::OpenBracket, "[");
                for element in elements {
                    element.add_to(flat);
                }
                flat.push((TokenKind::CloseBracket, "]".to_owned()));
            }
            Self::Object(entries) => {
                push(TokenKind::OpenBrace, "{");
                for (key, value) in entries {
                    flat.extend(key.iter().cloned());
                    flat.push((TokenKind::Equals, "=".to_owned()));
                    value.add_to(flat);
                }
                flat.push((TokenKind::CloseBrace, "}".to_owned()));
            }
        }
    }
}

/// Returns `true` if the first and the last token are a pair of parentheses.
fn is_in_parens(tokens: &[(TokenKind, String)]) -> bool {
    let mut depth = 0_i32;
    let closed = tokens.iter().position(|(kind, _)| {
        depth += i32::from(*kind == TokenKind::OpenParen);
        depth -= i32::from(*kind == TokenKind::CloseParen);
        depth == 0
    });
    tokens.len() > 1 && closed == Some(tokens.len() - 1)
}

/// Returns the tokens of an expression, except for whitespace, line breaks and comments.
pub(super) fn tokens(text: &str) -> Vec<(TokenKind, String)> {
    let mut at = 0;
    let tokens = Lexer::new(text).map(|token| {
        let start = std::mem::replace(&mut at, token.end as usize);
        (token.kind, text[start..at].to_owned())
    });
    tokens.filter(|(kind, _)| !kind.is_trivia() && *kind != TokenKind::Newline).collect()
}
