//! The semantic tokens of a source in JSON syntax.

use std::ops::Range;

use hcldyn_syntax::json::{Lexer, TokenKind};
use hcldyn_syntax::lexer::Lexer as NativeLexer;
use hcldyn_syntax::source::Span;

use super::{Role, Scan, content, is_template, unescaped};
use crate::ide::tokens::{Roles, SemanticKind, SemanticToken};
use crate::ide::workspace::File;

/// Returns the tokens of a file in source order.
pub(in crate::ide) fn tokens(file: &File) -> Vec<SemanticToken> {
    let (text, plain) = (file.text(), unescaped(file.text()));
    let (mut roles, mut tokens) = (Roles::of(file.tree()), Vec::new());
    let mut scan = Scan::new(text, &file.language);
    for token in Lexer::new(text, 0) {
        let inside = content(token);
        let kind = match token.kind {
            TokenKind::String { .. } => Some(match scan.role(&text[inside.clone()]) {
                Role::Attribute | Role::ObjectKey => SemanticKind::Property,
                Role::BlockType => SemanticKind::BlockType,
                Role::Label => SemanticKind::Label,
                Role::Value => SemanticKind::String,
            }),
            TokenKind::Word => Some(match text.as_bytes()[token.start] {
                b'a'..=b'z' => SemanticKind::Keyword,
                _ => SemanticKind::Number,
            }),
            _ => None,
        };
        scan.push(token);
        let Some(kind) = kind else { continue };
        let is_value = matches!(kind, SemanticKind::Property | SemanticKind::String);
        if is_value && is_template(&text[inside.clone()]) {
            let quoted = |range| SemanticToken { range, kind };
            tokens.push(quoted(token.start..inside.start));
            tokens.extend(template(text, &plain, inside.clone(), &mut roles));
            tokens.push(quoted(inside.end..token.end));
        } else {
            tokens.push(SemanticToken { range: token.range(), kind });
        }
    }
    tokens.retain(|token| !token.range.is_empty());
    tokens
}

/// Returns the tokens of a template in a range.
fn template<'t>(
    text: &'t str,
    plain: &'t str,
    range: Range<usize>,
    roles: &'t mut Roles,
) -> impl Iterator<Item = SemanticToken> + 't {
    let mut start = range.start as u32;
    NativeLexer::template(&plain[range.clone()]).filter_map(move |token| {
        let span = Span::new(start, range.start as u32 + token.end);
        start = span.end;
        let kind = roles.role(text, token.kind, span)?;
        Some(SemanticToken { range: span.range(), kind })
    })
}
