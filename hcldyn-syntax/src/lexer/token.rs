//! The kinds of tokens.

/// A token: its kind, and the offset where it ends. It starts where the token before it ends, so the tokens of a
/// text, put together, are that text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Token {
    /// The kind of token.
    pub kind: TokenKind,
    /// The byte offset of its end in the source.
    pub end: u32,
}

/// The kind of a token.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[repr(u8)]
pub enum TokenKind {
    /// Spaces and tabs.
    Whitespace,
    /// `# …` or `// …`, without its line break.
    LineComment,
    /// `/* … */`
    BlockComment,
    /// A `/*` without its `*/`, up to the end of the source.
    UnclosedComment,
    /// A line feed, with the carriage return before it.
    Newline,
    /// A name: letters, digits, `_` and `-`.
    Ident,
    /// A number, or what starts like one: digits with dots and exponents in any order.
    Number,

    /// `{`
    OpenBrace,
    /// `}`
    CloseBrace,
    /// `[`
    OpenBracket,
    /// `]`
    CloseBracket,
    /// `(`
    OpenParen,
    /// `)`
    CloseParen,

    /// `=`
    Equals,
    /// `=>`
    Arrow,
    /// `:`
    Colon,
    /// `::`
    DoubleColon,
    /// `,`
    Comma,
    /// `.`
    Dot,
    /// `...`
    Ellipsis,
    /// `?`
    Question,

    /// `+`
    Plus,
    /// `-`
    Minus,
    /// `*`
    Star,
    /// `/`
    Slash,
    /// `%`
    Percent,
    /// `==`
    EqualTo,
    /// `!=`
    NotEqualTo,
    /// `<`
    Less,
    /// `<=`
    LessOrEqual,
    /// `>`
    Greater,
    /// `>=`
    GreaterOrEqual,
    /// `&&`
    And,
    /// `||`
    Or,
    /// `!`
    Not,

    /// The quote that opens a string.
    OpenQuote,
    /// The quote that closes a string.
    CloseQuote,
    /// `<<NAME` or `<<-NAME` with its line break.
    OpenHeredoc,
    /// The start of a heredoc whose line goes on after the name.
    BrokenHeredoc,
    /// A heredoc that no line ends: its first line, and the lines that look like a part of it.
    UnclosedHeredoc,
    /// The line that ends a heredoc, up to the name.
    CloseHeredoc,
    /// Literal characters of a template that stand for themselves. In a heredoc and in a bare template, a line
    /// at most.
    Text,
    /// Literal characters of a template with escape sequences among them.
    EscapedText,
    /// `${` or `${~`
    Interpolation,
    /// `%{` or `%{~`
    Directive,
    /// `}` or `~}` after an interpolation or a directive.
    SequenceEnd,

    /// `'`
    SingleQuote,
    /// `` ` ``
    Backtick,
    /// `“` or `”`
    CurlyQuote,
    /// `;`
    Semicolon,
    /// `&`
    Ampersand,
    /// `|`
    Pipe,
    /// `^`
    Caret,
    /// `~`
    Tilde,
    /// `$`
    Dollar,
    /// A carriage return that no line feed follows.
    CarriageReturn,
    /// A character that has no use outside of strings and comments.
    Unknown,

    /// The end of the source.
    End,
}

impl TokenKind {
    /// Whether the token means nothing: whitespace and comments. A line break is not among them.
    #[must_use]
    pub const fn is_trivia(self) -> bool {
        matches!(self, Self::Whitespace | Self::LineComment | Self::BlockComment)
    }
}
