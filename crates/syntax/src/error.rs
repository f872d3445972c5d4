//! Syntax errors.

use crate::lexer::TokenKind;
use crate::source::Span;

/// A syntax error, with the expected syntax and the token found.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub struct SyntaxError {
    /// The kind of error: the expected syntax, or the broken rule.
    pub kind: ErrorKind,
    /// The span of the error.
    pub span: Span,
    /// The token found.
    pub found: TokenKind,
    /// A second span of the error: an opening bracket, or the name of an attribute.
    pub related: Option<Span>,
}

/// The kind of an error.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum ErrorKind {
    /// Something else was expected.
    Expected(Expected),
    /// A bracket, a string, a sequence, a heredoc, a comment or a block has no end. The span is where it starts.
    Unclosed,
    /// A `%{ if }` or a `%{ for }` has no end. The span is that of the directive.
    UnclosedDirective,
    /// A closing bracket, or an `%{ else }`, `%{ endif }` or `%{ endfor }`, without a matching start.
    Unmatched,
    /// Blocks or expressions are nested more than [`MAX_NESTING`](crate::parser::MAX_NESTING) levels deep.
    TooDeep,
    /// A number has two dots or two exponents.
    InvalidNumber,
    /// `.0.1`: the indexes are read as one number.
    ChainedIndex,
    /// `.*` after `.*`. The related span is that of the first.
    NestedSplat,
    /// A backslash that does not start an escape sequence.
    InvalidEscape,
    /// `and`, `or`, `not`, or a single `=` between two operands.
    ForeignOperator,
    /// A template where only a plain string is allowed.
    TemplateInLabel,
    /// A label that is neither a name nor a string.
    InvalidLabel,
    /// The opening brace of a block is not on the line of its header. The related span is that of the brace.
    MisplacedBrace,
    /// A block on one line has more than an attribute in it.
    CrowdedBlock,
    /// A key in a `for` expression that produces a tuple.
    KeyInTuple,
    /// `...` in a `for` expression that produces a tuple.
    GroupInTuple,
    /// `...` after an argument that is not the last one.
    ExpansionBeforeEnd,
    /// More than the name in the first line of a heredoc.
    TextInHeredocStart,
}

/// The syntax that was expected.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Expected {
    /// An attribute or a block.
    Item,
    /// `=` or a block, after the name of an item. The related span is the name.
    EqualsOrBlock,
    /// A label or the opening brace of a block. For an unexpected equals sign, the related span is the header.
    OpenBrace,
    /// The end of the line, after an attribute or a block.
    LineBreak,
    /// An expression. The related span is the token before.
    Expression,
    /// The end of the source, after an expression.
    EndOfExpression,
    /// A name or an index after a dot.
    Step,
    /// The name of a function after `::`.
    FunctionName,
    /// `(` after the name of a function.
    OpenParen,
    /// `,` or the closing bracket of a tuple.
    TupleSeparator,
    /// `,` or the closing parenthesis of a call.
    ArgumentSeparator,
    /// `)`
    CloseParen,
    /// `]` of an index.
    CloseBracket,
    /// `]` of `[*]`.
    SplatEnd,
    /// `=` or `:` after the key of an object item.
    ObjectValue,
    /// `,`, a line break or the closing brace of an object.
    ObjectSeparator,
    /// `:` of a conditional.
    ConditionalColon,
    /// A variable of a `for`.
    ForVariable,
    /// `in` of a `for`.
    In,
    /// `:` of a `for` expression.
    ForColon,
    /// `=>` of a `for` expression that produces an object.
    Arrow,
    /// The closing bracket of a `for` expression.
    ForEnd,
    /// `}` of an interpolation.
    InterpolationEnd,
    /// `}` of a directive.
    DirectiveEnd,
    /// `if`, `else`, `endif`, `for` or `endfor`.
    DirectiveWord,
}
