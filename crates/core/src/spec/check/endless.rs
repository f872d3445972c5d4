//! Blocks that contain each other without an end.

use super::SpecStep;
use crate::cty::internal::{CollectVec, KeyMap, KeySet, sort_by_cached_key};
use crate::spec::Spec;
use crate::spec::nested::{NestedId, NestedSpec};

/// The required blocks of each body, with the path to the body.
#[derive(Default)]
pub(super) struct RequiredBlocks(KeyMap<NestedId, (Vec<SpecStep>, KeySet<NestedId>)>);

impl RequiredBlocks {
    /// Adds the body of blocks, which is at `path`.
    pub(super) fn add(&mut self, nested: &NestedSpec, path: &[SpecStep]) {
        let mut required = KeySet::default();
        collect(nested.spec(), &mut required);
        self.0.insert(nested.id(), (path.to_vec(), required));
    }

    /// Returns the paths to the bodies that contain another one of their kind in any case.
    pub(super) fn endless(&self) -> Vec<Vec<SpecStep>> {
        let paths = self.0.iter().filter(|(id, _)| self.reaches(**id));
        let mut paths = paths.map(|(_, (path, _))| path.clone()).collect_vec();
        sort_by_cached_key(&mut paths, |path| format!("{path:?}"));
        paths
    }

    /// Returns `true` if the required blocks of a body lead to the body itself.
    fn reaches(&self, start: NestedId) -> bool {
        let (mut seen, mut next) = (KeySet::default(), vec![start]);
        while let Some(id) = next.pop() {
            let Some((_, required)) = self.0.get(&id) else { continue };
            if required.contains(&start) {
                return true;
            }
            for id in required.iter() {
                if seen.insert(*id) {
                    next.push(*id);
                }
            }
        }
        false
    }
}

/// Collects the bodies of the blocks that the body of a struct always has. Those of a form are not among them.
fn collect(spec: &Spec, required: &mut KeySet<NestedId>) {
    match spec {
        Spec::Object(object) if object.is_distinct => {
            object.specs.iter().for_each(|it| collect(it, required));
        }
        Spec::Tuple(tuple) => tuple.specs.iter().for_each(|it| collect(it, required)),
        Spec::Wrapped(wrapped) => collect(&wrapped.spec, required),
        Spec::Blocks(blocks) if blocks.is_required() && !blocks.is_choice() => {
            required.extend(blocks.nested().map(NestedSpec::id));
        }
        Spec::Object(_) | Spec::Blocks(_) | Spec::Default(_) | Spec::OneOf(_) => {}
        Spec::Attr(_) | Spec::Label(_) => {}
        Spec::Literal(_) | Spec::Expr(_) | Spec::Rest(_) => {}
    }
}
