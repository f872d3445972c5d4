//! The source text of the blocks that one `dynamic` block generates.

use hcldyn::body::{Block, Content};
use hcldyn::cty::Str;
use hcldyn::source::Place;
use hcldyn::syntax::native::{Layout, to_hcl_literal};
use hcldyn_syntax::lexer::is_name;

use super::bodies::Expander;
use super::scope::Scope;
use crate::diags;

/// The maximum size of all generated source text, which is kept in memory. Nested `dynamic` blocks multiply, so a
/// small file could ask for any size.
const MAX_GENERATED_BYTES: usize = 256 << 20;

impl Expander<'_> {
    /// Replaces a `dynamic` block by the blocks it generates.
    pub(super) fn generate(&mut self, dynamic: &Block, header: &Content, scope: &Scope) {
        let Some(blocks) = self.expansion.generate(dynamic, self.diags) else { return };
        if blocks.iter().any(|block| block.body.is_unknown()) {
            return self.keep(dynamic, header, scope);
        }
        let label = dynamic.labels.first().zip(dynamic.label_place(0));
        if let Some((_, place)) = label.filter(|(label, _)| !is_name(&label.value)) {
            return self.diags.push(diags::invalid_type(place));
        }
        let Some(content) = header.blocks_of_type("content").next() else { return };
        let range = |block: &Block| self.document.inside(&block.body);
        let Some((whole, inside)) = range(dynamic).zip(range(content)) else { return };
        let indentation =
            |place: Place| self.document.indentation(place.span().start as usize).len();
        let dedent = indentation(content.type_place());
        let dedent = dedent.saturating_sub(indentation(dynamic.type_place()));
        let mut texts = Vec::with_capacity(blocks.len());
        for block in &blocks {
            let body =
                self.expanded(&block.body, inside.clone(), &scope.inside(&block.body, dedent));
            texts.push(format!("{}{{{body}}}", block_header(block)));
            self.generated_bytes += texts.last().map_or(0, String::len);
            if self.generated_bytes > MAX_GENERATED_BYTES {
                let place = header.attribute("for_each").map(|for_each| for_each.expr.place());
                let problem = place.map(|place| diags::too_much_text(place, MAX_GENERATED_BYTES));
                return problem.into_iter().for_each(|it| self.diags.push(it));
            }
        }
        let start = dynamic.type_place().span().start as usize;
        let range = start..whole.end + 1;
        if texts.is_empty() {
            return self.edits.remove(range, self.document);
        }
        let has_lines = texts.iter().any(|text| text.contains('\n'));
        let empty_line = if has_lines { self.document.line_break } else { "" };
        let separator = format!("{empty_line}{}", self.line_break(start, scope));
        self.edits.replace(range, texts.join(&separator));
    }
}

/// The type and the labels of a block, with a space after each.
fn block_header(block: &Block) -> String {
    // A string always has a literal.
    let label =
        |label: &Str| to_hcl_literal(&label.clone().into(), Layout::Line).unwrap_or_default();
    let labels = block.labels.iter().map(|it| label(&it.value) + " ");
    format!("{} {}", block.ty, labels.collect::<String>())
}

#[cfg(test)]
mod tests {
    use hcldyn::source::Source;
    use hcldyn::{Diagnostics, EvalContext};

    use super::super::expand_after;
    use super::*;

    #[test]
    fn text_is_generated_up_to_the_limit() {
        let text = "dynamic \"b\" {\n  for_each = [1, 2]\n  content {}\n}\n";
        let expanded = |bytes_left| {
            let (source, mut diags) = (Source::new("t", text), Diagnostics::new());
            let before = MAX_GENERATED_BYTES - bytes_left;
            let expanded = expand_after(before, &source, EvalContext::new(), &mut diags);
            diags.into_result(expanded).map_err(|diags| diags.to_string())
        };
        let generated = "b {}".len() * 2;
        assert_eq!(expanded(generated).unwrap(), "b {}\nb {}\n");
        let problem = "t:2:14: Too much generated text; With the elements of this collection, more than \
                       268435456 bytes of text would be generated in all.";
        assert_eq!(expanded(generated - 1).unwrap_err(), problem);
    }
}
