//! Variables and local values without references.

use super::diags;
use crate::body::Body;
use crate::diag::Diagnostics;
use crate::ext::kit;

/// Reports variables and local values of a body that nothing refers to.
pub(super) fn check(body: &Body, diags: &mut Diagnostics) {
    let definitions = kit::definitions();
    // Decoding reports errors in definitions.
    let graph = definitions.graph(body, &mut Diagnostics::new());
    for node in graph.unused(&body.remain(&definitions.schema())) {
        if let Some(name) = node.name() {
            diags.push(diags::unused(node.place(), name));
        }
    }
}
