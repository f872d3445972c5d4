//! Blocks that contain each other without an end.

use std::collections::{HashMap, HashSet};

use super::SpecStep;
use crate::spec::nested::{NestedId, NestedSpec};
use crate::spec::{BlocksView, Spec, SpecView};

/// The required blocks of each body, with the path to the body.
#[derive(Default)]
pub(super) struct RequiredBlocks(HashMap<NestedId, (Vec<SpecStep>, HashSet<NestedId>)>);

impl RequiredBlocks {
    /// Adds the body of blocks, which is at `path`.
    pub(super) fn add(&mut self, nested: &NestedSpec, path: &[SpecStep]) {
        let mut required = HashSet::new();
        collect(nested.spec(), &mut required);
        self.0.insert(nested.id(), (path.to_vec(), required));
    }

    /// Returns the paths to the bodies that contain another one of their kind in any case.
    pub(super) fn endless(&self) -> Vec<Vec<SpecStep>> {
        let paths = self.0.iter().filter(|(id, _)| self.reaches(**id));
        let mut paths: Vec<_> = paths.map(|(_, (path, _))| path.clone()).collect();
        paths.sort_by_cached_key(|path| format!("{path:?}"));
        paths
    }

    /// Returns `true` if the required blocks of a body lead to the body itself.
    fn reaches(&self, start: NestedId) -> bool {
        let (mut seen, mut next) = (HashSet::new(), vec![start]);
        while let Some(id) = next.pop() {
            let Some((_, required)) = self.0.get(&id) else { continue };
            if required.contains(&start) {
                return true;
            }
            next.extend(required.iter().filter(|id| seen.insert(**id)));
        }
        false
    }
}

/// Collects the bodies of the blocks that the body of a struct always has. Those of a form are not among them.
fn collect(spec: &Spec, required: &mut HashSet<NestedId>) {
    match spec.view() {
        SpecView::Object(object) if object.is_distinct => {
            object.specs.iter().for_each(|it| collect(it, required));
        }
        SpecView::Tuple(tuple) => tuple.specs.iter().for_each(|it| collect(it, required)),
        SpecView::Wrapped(wrapped) => collect(&wrapped.spec, required),
        SpecView::Blocks(blocks) => required.extend(always(spec, &blocks)),
        SpecView::Object(_)
        | SpecView::Default(_)
        | SpecView::OneOf(_)
        | SpecView::Attr(_)
        | SpecView::Label(_)
        | SpecView::Constant(_)
        | SpecView::Rest { .. } => {}
    }
}

/// Returns the body of blocks that a body always has.
fn always(spec: &Spec, blocks: &BlocksView<'_>) -> Option<NestedId> {
    let is_required = match spec {
        Spec::Block(block) => block.required,
        _ => blocks.counts.0 > 0,
    };
    let (_, nested) = blocks.types.first().filter(|_| blocks.item.is_some() && is_required)?;
    nested.map(NestedSpec::id)
}
