//! Quoted strings as heredocs, and the reverse.

use std::ops::Range;

use hcldyn_core::syntax::to_hcl;
use hcldyn_syntax::event::{Event, TemplateKind};

use super::nodes::Node;
use super::pieces::{Piece, pieces_of, pieces_of_source};
use super::place::Around;
use super::{Refactoring, RefactoringKind, Selected};

/// The name of new heredocs. Underscores are added to it if the heredoc has such a line.
const NAME: &str = "EOT";

/// Returns the other notation of the innermost template around a range, if its value stays the same.
pub(super) fn rewrite(selected: &Selected<'_>) -> Option<Refactoring> {
    let (file, nodes) = (selected.file, &selected.nodes);
    let is_template =
        |node: &Node| node.template.is_some() || matches!(node.event, Event::String { .. });
    let id = nodes.innermost(&selected.range, is_template)?;
    if Around::of(file, &selected.range).is_sensitive(file) {
        return None;
    }
    let (node, pieces) = (nodes.node(id), pieces_of(file.text(), nodes, id)?);
    let range = node.span.range();
    let (title, mut candidates) = match node.template {
        Some(TemplateKind::Heredoc | TemplateKind::FlushHeredoc) => {
            ("Write as a quoted string", vec![quoted(&pieces)])
        }
        _ => ("Write as a heredoc", heredocs(file.text(), range.clone(), &pieces)?),
    };
    candidates.retain(|text| pieces_of_source(text).as_ref() == Some(&pieces));
    let edit = candidates.into_iter().find_map(|text| selected.edit(range.clone(), text))?;
    Some(Refactoring::new(title, RefactoringKind::Rewrite, vec![edit]))
}

/// Returns pieces as a quoted string.
fn quoted(pieces: &[Piece]) -> String {
    let inside: String = pieces
        .iter()
        .map(|piece| match piece {
            Piece::Text(text) => {
                let literal = to_hcl(&text.as_str().into());
                literal[1..literal.len() - 1].to_owned()
            }
            Piece::Sequence { open, inside } => format!("{open}{inside}}}"),
        })
        .collect();
    format!("\"{inside}\"")
}

/// Returns pieces as heredocs, one with indentation and one without; `None` if a heredoc can't be here, or not have these
/// characters.
fn heredocs(text: &str, range: Range<usize>, pieces: &[Piece]) -> Option<Vec<String>> {
    let rest = text[range.end..].trim_start_matches([' ', '\t']);
    let is_plain = |c: char| matches!(c, '\n' | '\t') || !c.is_control();
    let literal = || pieces.iter().filter_map(Piece::text);
    let is_possible = (rest.is_empty() || rest.starts_with('\n'))
        && !text.contains('\r')
        && literal().any(|text| text.contains('\n'))
        && literal().flat_map(str::chars).all(is_plain);
    if !is_possible {
        return None;
    }
    let line = &text[text[..range.start].rfind('\n').map_or(0, |at| at + 1)..];
    let indentation = &line[..line.len() - line.trim_start_matches([' ', '\t']).len()];
    let line_break = if rest.is_empty() { "\n" } else { "" };
    let write = |open: &str, indentation: &str, inner: &str| {
        let body = lines(pieces, inner)?;
        let mut name = NAME.to_owned();
        while body.lines().any(|line| line.trim() == name) {
            name.push('_');
        }
        Some(format!("{open}{name}\n{body}{indentation}{name}{line_break}"))
    };
    let inner = format!("{indentation}  ");
    Some([write("<<-", indentation, &inner), write("<<", "", "")].into_iter().flatten().collect())
}

/// Returns the lines of a heredoc; `None` if the last one would have no line break.
fn lines(pieces: &[Piece], indentation: &str) -> Option<String> {
    let mut lines = String::new();
    for piece in pieces {
        match piece {
            Piece::Text(text) => {
                for line in text.split_inclusive('\n') {
                    // The whitespace of an empty line is never removed.
                    let is_empty = line.ends_with('\n') && line.trim().is_empty();
                    if is_at_start(&lines) && !is_empty {
                        lines.push_str(indentation);
                    }
                    lines.push_str(&line.replace("${", "$${").replace("%{", "%%{"));
                }
            }
            Piece::Sequence { open, inside } => {
                if is_at_start(&lines) {
                    lines.push_str(indentation);
                }
                lines.extend([open, &**inside, "}"]);
            }
        }
    }
    if let Some(Piece::Sequence { .. }) = pieces.last() {
        lines.pop();
        lines.push_str("~}\n");
    }
    is_at_start(&lines).then_some(lines)
}

fn is_at_start(lines: &str) -> bool {
    lines.is_empty() || lines.ends_with('\n')
}
