//! Events of the parser, in postfix order.
//!
//! The parts of an expression come before the expression, as in reverse Polish notation: `1 + x` is
//! [`Number`](Event::Number), [`Variable`](Event::Variable), [`Binary`](Event::Binary). So a receiver needs no more
//! than a stack: an event pops the expressions that it is made of, and pushes one. Every expression is complete, errors
//! or not: for a part that is missing there is an [`Error`](Event::Error).

use crate::error::SyntaxError;
use crate::source::Span;

/// Takes what the parser pushes.
pub trait Receiver {
    /// Takes an event and the span of all that it is about.
    fn event(&mut self, event: Event, span: Span);

    /// Takes an error. The parser goes on after it.
    fn error(&mut self, error: SyntaxError);
}

/// A part of a source that was parsed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Event {
    /// An attribute; pops its value.
    Attribute {
        /// The name.
        name: Span,
    },
    /// A label of the block that starts next. Its span includes the quotes.
    Label {
        /// Whether it is in quotes.
        quoted: bool,
    },
    /// The header of a block, after its labels. The span is that of the opening brace.
    BlockStart {
        /// The type of the block.
        ty: Span,
    },
    /// The end of the innermost block. The span is that of the closing brace, empty if there is none.
    BlockEnd,
    /// Something in the innermost body that is not an item.
    Unreadable,

    /// `null`
    Null,
    /// `true`
    True,
    /// `false`
    False,
    /// A number.
    Number,
    /// The name of a variable.
    Variable,
    /// A name that is the key of an object item, and stands for itself.
    Key,
    /// A string without interpolations and directives. The span includes the quotes.
    String {
        /// Whether there are escape sequences in it.
        escaped: bool,
    },

    /// The start of a template. The span is that of the opening quote, or of the first line of a heredoc.
    TemplateStart(TemplateKind),
    /// Literal characters of a template; in a heredoc, of one line.
    Text {
        /// Whether there are escape sequences in it.
        escaped: bool,
    },
    /// `${ … }`; pops its expression.
    Interpolation(Strip),
    /// `%{ if … }`; pops its condition.
    If(Strip),
    /// `%{ else }`
    Else(Strip),
    /// `%{ endif }`
    EndIf(Strip),
    /// `%{ for … }`; pops its collection.
    ForDirective {
        /// The variable for the keys.
        key: Option<Span>,
        /// The variable for the values.
        value: Span,
        /// The sides on which it trims.
        strip: Strip,
    },
    /// `%{ endfor }`
    EndFor(Strip),
    /// The end of the innermost template; pushes the template. The span covers the whole template.
    TemplateEnd,

    /// `( … )`; pops what is inside.
    Parens,
    /// An operator with one operand, which it pops.
    Unary {
        /// The operator.
        op: UnaryOp,
        /// The operator.
        operator: Span,
    },
    /// An operator with two operands, which it pops.
    Binary {
        /// The operator.
        op: BinaryOp,
        /// The operator.
        operator: Span,
    },
    /// `a ? b : c`; pops all three.
    Conditional,
    /// `.name`, a step into the topmost expression. The span is that of the step.
    Attr {
        /// The name.
        name: Span,
    },
    /// `.0`, a step into the topmost expression. The span is that of the step.
    LegacyIndex {
        /// The number.
        number: Span,
    },
    /// `[key]`, a step into an expression; pops the key. The span is that of the brackets.
    Index,
    /// `.*` or `[*]` after the topmost expression. The steps that follow are those into each element. The span is
    /// that of the marker.
    SplatStart,
    /// The end of the steps of the innermost splat.
    SplatEnd,
    /// `[a, b]`; pops its elements.
    Tuple {
        /// How many elements there are.
        elements: u32,
    },
    /// `{ a = b }`; pops a key and a value for each item.
    Object {
        /// How many items there are.
        items: u32,
    },
    /// `[for … ]` or `{for … }`; pops the collection, the key, the value and the condition.
    For {
        /// The variable for the keys.
        key_var: Option<Span>,
        /// The variable for the values.
        value_var: Span,
        /// Whether there is a key.
        has_key: bool,
        /// Whether there is a condition.
        has_condition: bool,
        /// Whether `...` groups the values by key.
        group: bool,
    },
    /// `f(a, b...)`; pops its arguments.
    Call {
        /// The name, with its namespaces.
        name: Span,
        /// How many arguments there are.
        args: u32,
        /// Whether `...` follows the last argument.
        expand_final: bool,
    },
    /// An expression that could not be parsed; pops what was parsed inside it.
    Error {
        /// How many expressions are inside it.
        parts: u32,
    },
}

/// How a template is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TemplateKind {
    /// `"…"`
    Quoted,
    /// `<<NAME`
    Heredoc,
    /// `<<-NAME`: the indentation that all lines have is not a part of it.
    FlushHeredoc,
    /// A whole source, without quotes.
    Bare,
}

/// The sides on which an interpolation or a directive trims the literal characters next to it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Strip {
    /// `${~`
    pub before: bool,
    /// `~}`
    pub after: bool,
}

/// An operator with one operand.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum UnaryOp {
    /// `-`
    Negate,
    /// `!`
    Not,
}

/// An operator with two operands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BinaryOp {
    /// `||`
    Or,
    /// `&&`
    And,
    /// `==`
    Equal,
    /// `!=`
    NotEqual,
    /// `>`
    Greater,
    /// `>=`
    GreaterOrEqual,
    /// `<`
    Less,
    /// `<=`
    LessOrEqual,
    /// `+`
    Add,
    /// `-`
    Subtract,
    /// `*`
    Multiply,
    /// `/`
    Divide,
    /// `%`
    Modulo,
}

impl UnaryOp {
    /// The operator as it is written.
    #[must_use]
    pub const fn symbol(self) -> &'static str {
        match self {
            Self::Negate => "-",
            Self::Not => "!",
        }
    }
}

impl BinaryOp {
    /// The operator as it is written.
    #[must_use]
    pub const fn symbol(self) -> &'static str {
        match self {
            Self::Or => "||",
            Self::And => "&&",
            Self::Equal => "==",
            Self::NotEqual => "!=",
            Self::Greater => ">",
            Self::GreaterOrEqual => ">=",
            Self::Less => "<",
            Self::LessOrEqual => "<=",
            Self::Add => "+",
            Self::Subtract => "-",
            Self::Multiply => "*",
            Self::Divide => "/",
            Self::Modulo => "%",
        }
    }
}
