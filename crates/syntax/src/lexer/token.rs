//! The kinds of tokens.

/// A token: its kind and its end. It starts at the end of the previous token, so the tokens of a source add
/// up to the source.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
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
    /// A `/*` without its `*/`, up to the end of the source, or of the line in a template sequence.
    UnclosedComment,
    /// A line feed, including a carriage return before it.
    Newline,
    /// A name: letters, digits, `_` and `-`.
    Ident,
    /// A number, or an invalid token that starts with a digit: digits with dots and exponents in any order.
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
    /// The start of a heredoc with extra text in its first line.
    BrokenHeredoc,
    /// A heredoc without a closing line: its first line, and the lines that look like a part of it.
    UnclosedHeredoc,
    /// The line that ends a heredoc, up to the name.
    CloseHeredoc,
    /// Literal characters of a template without escapes. In a heredoc and in a bare template, at most one
    /// line.
    Text,
    /// Literal characters of a template with escapes.
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
    /// A carriage return without a line feed.
    CarriageReturn,
    /// A character without a meaning outside strings and comments.
    Unknown,

    /// The end of the source.
    End,
}

impl TokenKind {
    /// Returns `true` for whitespace and comments, but not for a line break.
    ///
    /// ```
    /// use hcldyn_syntax::lexer::TokenKind;
    ///
    /// assert!(TokenKind::LineComment.is_trivia() && !TokenKind::Ident.is_trivia());
    /// ```
    #[must_use]
    pub const fn is_trivia(self) -> bool {
        matches!(self, Self::Whitespace | Self::LineComment | Self::BlockComment)
    }
}
