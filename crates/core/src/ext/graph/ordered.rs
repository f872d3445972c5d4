//! Lists of blocks that come first, such as `depends_on`.

use super::diags;
use crate::body::Block;
use crate::diag::Diagnostics;

/// Reports elements of a list of blocks that are not references. The graph resolves the references.
pub(crate) fn check_order(block: &Block, attribute: &str, diags: &mut Diagnostics) {
    let Some(order) = block.body.attribute(attribute) else { return };
    let Some(listed) = order.expr.as_list() else {
        return diags.push(diags::not_an_order(order.expr.place(), attribute));
    };
    for element in listed.iter().filter(|it| it.as_traversal().is_none()) {
        diags.push(diags::not_a_reference(element.place(), attribute));
    }
}
