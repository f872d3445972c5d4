//! Events of the parser, in postfix order.
//!
//! The parts of an expression come before the expression, as in reverse Polish notation: `1 + x` is
//! [`Number`](Event::Number), [`Variable`](Event::Variable), [`Binary`](Event::Binary). Therefore a receiver
//! only needs a stack: an event pops the parts of an expression and pushes the expression. Every expression
//! is complete: an [`Error`](Event::Error) replaces a missing part.

use crate::error::SyntaxError;
use crate::source::Span;

/// A consumer of events. [`parse_expression`](crate::parser::parse_expression) has an example.
pub trait Receiver {
    /// Receives an event and its span.
    fn event(&mut self, event: Event, span: Span);

    /// Receives an error. The parser continues after it.
    fn error(&mut self, error: SyntaxError);
}

/// A parsed part of a source.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Event {
    /// An attribute; pops its value.
    Attribute {
        /// The name.
        name: Span,
    },
    /// A label of the block that starts next. Its span includes the quotes.
    Label {
        /// `true` if the label is in quotes.
        quoted: bool,
    },
    /// The header of a block, after its labels. The span is that of the opening brace.
    BlockStart {
        /// The type of the block.
        ty: Span,
    },
    /// The end of the innermost block. The span is that of the closing brace, empty if there is none.
    BlockEnd,
    /// Source text in the innermost body that is not an item.
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
    /// A bare name as the key of an object item, which is a literal.
    Key,
    /// A string without interpolations and directives. The span includes the quotes.
    String {
        /// `true` if there are escape sequences in it.
        escaped: bool,
    },

    /// The start of a template. The span is that of the opening quote, or of the first line of a heredoc.
    TemplateStart(TemplateKind),
    /// Literal characters of a template; in a heredoc or a bare template, at most one line.
    Text {
        /// `true` if there are escape sequences in it.
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

    /// `( … )`; pops the expression inside.
    Parens,
    /// An operator with one operand, which it pops.
    Unary {
        /// The operator.
        op: UnaryOp,
        /// The span of the operator.
        operator: Span,
    },
    /// An operator with two operands, which it pops.
    Binary {
        /// The operator.
        op: BinaryOp,
        /// The span of the operator.
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
    /// `.*` or `[*]` after the topmost expression. The following steps are steps into each element. The span
    /// is that of the marker.
    SplatStart,
    /// The end of the steps of the innermost splat.
    SplatEnd,
    /// `[a, b]`; pops its elements.
    Tuple {
        /// The number of elements.
        elements: u32,
    },
    /// `{ a = b }`; pops a key and a value for each item.
    Object {
        /// The number of items.
        items: u32,
    },
    /// `[for … ]` or `{for … }`; pops the collection, the key, the value and the condition.
    For {
        /// The variable for the keys.
        key_var: Option<Span>,
        /// The variable for the values.
        value_var: Span,
        /// `true` if there is a key.
        has_key: bool,
        /// `true` if there is a condition.
        has_condition: bool,
        /// `true` if `...` groups the values by key.
        group: bool,
    },
    /// `f(a, b...)`; pops its arguments.
    Call {
        /// The name, with its namespaces.
        name: Span,
        /// The number of arguments.
        args: u32,
        /// `true` if `...` follows the last argument.
        expand_final: bool,
    },
    /// An expression that could not be parsed; pops the expressions parsed inside it.
    Error {
        /// The number of expressions inside it.
        parts: u32,
    },
}

/// The notation of a template.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum TemplateKind {
    /// `"…"`
    Quoted,
    /// `<<NAME`
    Heredoc,
    /// `<<-NAME`: the common indentation of all lines is dropped.
    FlushHeredoc,
    /// A whole source, without quotes.
    Bare,
}

/// The sides on which an interpolation or a directive trims the literal characters next to it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Strip {
    /// `${~`
    pub before: bool,
    /// `~}`
    pub after: bool,
}

/// An operator with one operand.
///
/// ```
/// use hcldyn_syntax::event::UnaryOp;
///
/// assert_eq!((UnaryOp::Not.symbol(), UnaryOp::Negate.symbol()), ("!", "-"));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum UnaryOp {
    /// `-`
    Negate,
    /// `!`
    Not,
}

/// An operator with two operands.
///
/// ```
/// use hcldyn_syntax::event::{BinaryOp, UnaryOp};
///
/// assert_eq!((BinaryOp::GreaterOrEqual.symbol(), UnaryOp::Not.symbol()), (">=", "!"));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
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

impl Event {
    /// Returns the number of expressions that the event pops outside of templates.
    ///
    /// ```
    /// use hcldyn_syntax::event::Event;
    ///
    /// assert_eq!((Event::Conditional.operands(), Event::Tuple { elements: 2 }.operands()), (3, 2));
    /// ```
    #[must_use]
    pub const fn operands(self) -> usize {
        match self {
            Self::Parens
            | Self::Interpolation(_)
            | Self::If(_)
            | Self::ForDirective { .. }
            | Self::Unary { .. }
            | Self::Attr { .. }
            | Self::LegacyIndex { .. }
            | Self::SplatStart
            | Self::SplatEnd => 1,
            Self::Binary { .. } | Self::Index => 2,
            Self::Conditional => 3,
            Self::Tuple { elements } => elements as usize,
            Self::Object { items } => 2 * items as usize,
            Self::For { has_key, has_condition, .. } => {
                2 + has_key as usize + has_condition as usize
            }
            Self::Call { args, .. } => args as usize,
            Self::Error { parts } => parts as usize,
            _ => 0,
        }
    }
}

impl UnaryOp {
    /// Returns the operator as it is written.
    #[must_use]
    pub const fn symbol(self) -> &'static str {
        match self {
            Self::Negate => "-",
            Self::Not => "!",
        }
    }
}

impl BinaryOp {
    /// Returns the operator as it is written.
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
