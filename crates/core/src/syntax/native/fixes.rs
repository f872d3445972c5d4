//! Fixes of syntax errors.

use hcldyn_syntax::repair::{Repair, RepairKind};

use crate::diag::Fix;
use crate::source::Source;

/// Returns the fix that makes a repair.
pub(super) fn of_repair(source: &Source, repair: &Repair) -> Fix {
    let title = title(repair.kind);
    let fix = if repair.is_certain { Fix::safe(title) } else { Fix::uncertain(title) };
    let edits = repair.edits.iter();
    edits.fold(fix, |fix, edit| fix.replace(source.place(edit.span), &*edit.text))
}

const fn title(kind: RepairKind) -> &'static str {
    match kind {
        RepairKind::BracketIndex => "Write the indexes in brackets",
        RepairKind::CloseBracket => "Insert the missing closing bracket",
        RepairKind::Comma => "Insert a comma",
        RepairKind::Digit => "Insert a zero before the point",
        RepairKind::DoubleOperator => "Write the operator twice",
        RepairKind::DoubleQuotes => "Write straight double quotes",
        RepairKind::EqualsSign => "Insert an equals sign",
        RepairKind::EscapeBackslash => "Write the backslash twice",
        RepairKind::HeredocEnd => "Insert the line that ends the heredoc",
        RepairKind::HclOperator => "Write the operator of HCL",
        RepairKind::LineBreak => "Start a new line",
        RepairKind::MoveBrace => "Write the opening brace on the line of the block",
        RepairKind::OpenBracket => "Insert the missing opening bracket",
        RepairKind::Quote => "Insert the missing quote",
        RepairKind::QuoteValue => "Write the value as a string, in quotes",
        RepairKind::ReplaceWithEquals => "Write a single equals sign",
        RepairKind::UnquoteName => "Write the name without quotes",
        RepairKind::UnwrapExpression => "Remove the ${ }",
        _ => "Delete the unexpected characters",
    }
}
