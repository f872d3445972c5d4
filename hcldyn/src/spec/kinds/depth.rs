//! How deep specs may stand inside each other.

use super::WrappedStep;
use crate::spec::Spec;

/// As many levels as a spec file may have.
pub(in crate::spec) const MAX_DEPTH: usize = 128;

impl Spec {
    /// How many specs with others in them can stand inside each other, each label of the key of a
    /// [`BlockMapSpec`](super::BlockMapSpec) counted as one. Everything that goes through a spec may thus call itself
    /// for the specs in it.
    ///
    /// What would stand deeper is replaced by a spec that reports this mistake of the program where it should decode
    /// something, and [`Spec::check`] finds it. Where bodies nest deeper, or without end, take them as [`Spec::Remain`]
    /// at some level and decode them by a spec of their own.
    pub const MAX_DEPTH: usize = MAX_DEPTH;

    /// How many specs with others in them stand inside each other: 0 for an attribute, 1 for an object of
    /// attributes.
    pub fn depth(&self) -> usize {
        match self {
            Self::Object(object) => object.depth,
            Self::Tuple(tuple) => tuple.depth,
            Self::Default(default) => default.depth,
            Self::OneOf(one_of) => one_of.depth,
            Self::Wrapped(wrapped) => wrapped.depth,
            Self::Block(block) => block.nested.depth(),
            Self::BlockList(blocks) | Self::BlockTuple(blocks) | Self::BlockSet(blocks) => {
                blocks.nested.depth()
            }
            Self::BlockMap(blocks) | Self::BlockObject(blocks) => blocks.depth(),
            Self::BlockOf(blocks) | Self::BlocksOf(blocks) => blocks.depth(),
            Self::Attr(_)
            | Self::BlockAttrs(_)
            | Self::Expr(_)
            | Self::Label(_)
            | Self::Literal(_)
            | Self::Remain => 0,
        }
    }

    /// What stands for a spec that would be too deep. It takes whatever is in the body, and reports one problem.
    pub(in crate::spec) fn too_deep() -> Self {
        Self::Remain.then(WrappedStep::TooDeep)
    }
}

/// The depth of a spec with these in it. Those that are as deep as a spec may be are replaced.
pub(in crate::spec) fn depth_around<'a>(specs: impl IntoIterator<Item = &'a mut Spec>) -> usize {
    let within = |spec: &mut Spec| {
        if spec.depth() >= MAX_DEPTH {
            *spec = Spec::too_deep();
        }
        spec.depth()
    };
    specs.into_iter().map(within).max().unwrap_or(0) + 1
}
