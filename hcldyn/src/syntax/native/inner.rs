//! Native syntax inside a text of another syntax.

use super::lone::{expression, template};
use super::lower::Lowering;
use crate::diag::Diagnostics;
use crate::source::Source;
use crate::tree::{NodeId, Tree};

/// What a text is read as.
#[derive(Clone, Copy, Debug)]
pub(in crate::syntax) enum Form {
    Template,
    Expression,
}

/// Reads a text that stands in that of a tree, and adds it to the tree. Spans are those in the text,
/// which the caller moves to where the text stands. Problems are reported at their places in it; one that
/// is an error gives `None`.
pub(in crate::syntax) fn read(
    tree: &mut Tree,
    text: &Source,
    form: Form,
    diags: &mut Diagnostics,
) -> Option<NodeId> {
    let errors = diags.error_count();
    let mut lowering = Lowering::new(text, diags);
    std::mem::swap(tree, &mut lowering.tree);
    std::mem::swap(&mut tree.source, &mut lowering.tree.source);
    let node = match form {
        Form::Template => template(&mut lowering),
        Form::Expression => expression(&mut lowering, 0..text.text().len()),
    };
    std::mem::swap(&mut tree.source, &mut lowering.tree.source);
    std::mem::swap(tree, &mut lowering.tree);
    node.filter(|_| diags.error_count() == errors)
}
