//! The spec of the bodies of blocks.

use std::fmt;
use std::sync::{Arc, OnceLock};

#[cfg(feature = "specfile")]
use super::BlockStep;
use super::implied::{Implied, Labels};
use super::plan::Plan;
use super::{BlocksSpec, Rest, Spec};
use crate::cty::internal::{CollectVec, KeySet};

/// The spec of the bodies of blocks. A lazy one is built on first use, so it may contain itself.
/// Cloning copies a pointer.
#[derive(Clone)]
pub(crate) struct NestedSpec(Arc<Nested>);

struct Nested {
    maker: Maker,
    spec: OnceLock<Spec>,
    has_sensitive: OnceLock<bool>,
    labels: OnceLock<Labels>,
    implied: OnceLock<Implied>,
    plan: OnceLock<Option<Plan>>,
}

/// The source of a nested spec.
#[derive(Clone)]
enum Maker {
    /// A spec given by the program.
    Given,
    Function(fn() -> Spec),
    /// One of several specs that may use each other.
    Definition(Arc<Definitions>, usize),
    /// A neighbor of the spec that is not bound to its [`Definitions`] yet.
    Unbound(usize),
    /// A spec with the effect of attributes.
    #[cfg(feature = "specfile")]
    Around(NestedSpec, Box<BlockStep>),
    /// A spec without the effect of attributes that the given one has.
    #[cfg(feature = "specfile")]
    Inside(NestedSpec),
}

/// Specs that may use each other, and themselves, for the bodies of blocks. They hold no pointers to each other, so
/// dropping the last spec that uses one drops all of them.
pub(super) struct Definitions(pub(super) Vec<Spec>);

impl NestedSpec {
    pub(crate) fn of(spec: Spec) -> Self {
        Self::new(Maker::Given, OnceLock::from(spec))
    }

    pub(super) fn lazy(make: fn() -> Spec) -> Self {
        Self::new(Maker::Function(make), OnceLock::new())
    }

    /// Returns the spec at an index of definitions, not bound to them yet.
    pub(super) fn unbound(index: usize) -> Self {
        Self::new(Maker::Unbound(index), OnceLock::new())
    }

    fn new(maker: Maker, spec: OnceLock<Spec>) -> Self {
        Self(Arc::new(Nested {
            maker,
            spec,
            has_sensitive: OnceLock::new(),
            labels: OnceLock::new(),
            implied: OnceLock::new(),
            plan: OnceLock::new(),
        }))
    }

    pub(crate) fn spec(&self) -> &Spec {
        self.0.spec.get_or_init(|| match &self.0.maker {
            Maker::Function(make) => make(),
            Maker::Definition(definitions, index) => definitions.0[*index].bind(definitions),
            #[cfg(feature = "specfile")]
            Maker::Around(inner, step) => step.around(inner.spec().clone()),
            #[cfg(feature = "specfile")]
            Maker::Inside(outer) => {
                let parts = outer.spec().block_step().map_or(&[][..], |(_, parts)| parts);
                parts.first().cloned().unwrap_or(Spec::Rest(Rest::Body))
            }
            // A given spec already exists, and an unbound one is bound before it is used.
            Maker::Given | Maker::Unbound(_) => Spec::Rest(Rest::Body),
        })
    }

    /// Returns `true` if the blocks may be repeated.
    pub(super) fn is_repeated(&self) -> bool {
        #[cfg(feature = "specfile")]
        return self.spec().as_repeated().is_some();
        #[cfg(not(feature = "specfile"))]
        false
    }

    /// Returns `true` if the blocks may inherit from each other.
    pub(super) fn is_inheriting(&self) -> bool {
        #[cfg(feature = "specfile")]
        return self.spec().inheritance().is_some();
        #[cfg(not(feature = "specfile"))]
        false
    }

    fn bind(&self, definitions: &Arc<Definitions>) -> Self {
        match &self.0.maker {
            Maker::Given => Self::of(self.spec().bind(definitions)),
            Maker::Unbound(index) => {
                Self::new(Maker::Definition(Arc::clone(definitions), *index), OnceLock::new())
            }
            #[cfg(feature = "specfile")]
            Maker::Around(inner, step) => inner.bind(definitions).with(step),
            #[cfg(feature = "specfile")]
            Maker::Inside(_) => self.clone(),
            Maker::Function(_) | Maker::Definition(..) => self.clone(),
        }
    }

    /// Returns the spec of blocks with such bodies, and with the effect of other attributes.
    #[cfg(feature = "specfile")]
    pub(super) fn with(self, step: &BlockStep) -> Self {
        Self::new(Maker::Around(self, Box::new(step.clone())), OnceLock::new())
    }

    /// Returns the effects of attributes of the blocks, outermost first, and the spec of a body without these attributes.
    #[cfg(feature = "specfile")]
    pub(super) fn without_steps(&self) -> (Vec<BlockStep>, Self) {
        let (mut steps, mut inner) = (Vec::new(), self.clone());
        loop {
            inner = match (&inner.0.maker, inner.spec().block_step()) {
                (_, None) => return (steps, inner),
                (Maker::Around(spec, step), _) => {
                    steps.push((**step).clone());
                    spec.clone()
                }
                (_, Some((step, _))) => {
                    steps.push(step.clone());
                    Self::new(Maker::Inside(inner.clone()), OnceLock::new())
                }
            };
        }
    }

    /// Returns an identity that is the same for all instances of one lazy spec.
    pub(super) fn id(&self) -> NestedId {
        let address = match &self.0.maker {
            Maker::Function(make) => *make as usize,
            Maker::Definition(definitions, index) => (&raw const definitions.0[*index]).addr(),
            Maker::Given | Maker::Unbound(_) => Arc::as_ptr(&self.0).addr(),
            #[cfg(feature = "specfile")]
            Maker::Around(inner, step) => {
                let NestedId(address, around) = inner.id();
                return NestedId(address, around.rotate_left(1) ^ step.fingerprint());
            }
            #[cfg(feature = "specfile")]
            Maker::Inside(outer) => {
                let NestedId(address, inside) = outer.id();
                return NestedId(address, inside.wrapping_add(1));
            }
        };
        NestedId(address, 0)
    }

    /// Returns `true` if an attribute is sensitive, in the body or in any block in it.
    pub(super) fn has_sensitive(&self) -> bool {
        *self.0.has_sensitive.get_or_init(|| self.spec().has_sensitive())
    }

    /// Returns the names of the blocks' labels.
    pub(super) fn labels(&self) -> &Labels {
        self.0.labels.get_or_init(|| Labels::of(self.spec()))
    }

    /// Returns the number of labels that are the key of a block, found under a key of `key_len` labels. A block that reads
    /// its key has one.
    pub(super) fn key_len(&self, key_len: usize) -> usize {
        if self.labels().key.is_some() { key_len.max(1) } else { key_len }
    }

    pub(super) fn implied(&self) -> &Implied {
        self.0.implied.get_or_init(|| Implied::of_body(self.spec()))
    }

    /// Returns the plan of the body, if it is of the usual kind.
    pub(super) fn plan(&self) -> Option<&Plan> {
        self.0.plan.get_or_init(|| Plan::of(self.spec(), self.implied())).as_ref()
    }
}

impl Spec {
    /// Returns the spec with its uses of definitions bound to them.
    pub(super) fn bind(&self, definitions: &Arc<Definitions>) -> Self {
        self.map(&|spec| spec.bind(definitions), &|nested| nested.bind(definitions))
    }
}

/// The identity of the spec of the bodies of blocks.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct NestedId(usize, u64);

/// Returns the identities of the bodies of blocks, one for each block type. Blocks that hold attributes of any name have
/// none.
pub fn body_spec_ids(blocks: &BlocksSpec) -> Vec<Option<NestedId>> {
    blocks.types.iter().map(|ty| ty.content.nested().map(NestedSpec::id)).collect_vec()
}

/// The specs of bodies that a walk has visited.
pub(super) type SeenSpecs = KeySet<NestedId>;

/// Shows a lazy spec as `lazy`, because it may contain itself.
impl fmt::Debug for NestedSpec {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.0.maker {
            Maker::Given => self.spec().fmt(f),
            Maker::Function(_) | Maker::Definition(..) | Maker::Unbound(_) => f.write_str("lazy"),
            #[cfg(feature = "specfile")]
            Maker::Around(..) | Maker::Inside(_) => f.write_str("lazy"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cty::value_spec::ItemNames;
    use crate::spec::BlockContent;

    #[test]
    fn definitions_that_use_themselves_are_dropped() {
        let body = BlockContent::Body(NestedSpec::unbound(0));
        let spec = Spec::from(BlocksSpec::of(ItemNames::new("b"), body));
        let definitions = Arc::new(Definitions(vec![spec.clone()]));
        let weak = Arc::downgrade(&definitions);
        let root = spec.bind(&definitions);
        drop(definitions);
        let body_of = |spec: &Spec| spec.as_blocks().unwrap().nested().next().unwrap().clone();
        let outer = body_of(&root);
        let inner = body_of(outer.spec());
        assert_eq!(inner.id(), outer.id());
        drop((outer, inner));
        assert!(weak.upgrade().is_some());
        drop(root);
        assert!(weak.upgrade().is_none());
    }
}
