//! The grammar of the language: the specs that decode the blocks of a spec file.
//!
//! The language is recursive, so each body has a spec of its own, which captures the bodies of the blocks in it.

use std::sync::LazyLock;

use super::block_body::BlockBody;
use super::kinds;
use super::read::{Read, SpecReader};
use crate::cty::internal::CollectVec;
use crate::cty::{FromValue, Str};
use crate::spec::{AttrSpec, BlocksSpec, LabelSpec, ObjectSpec, Rest, Spec};

/// A kind of spec block.
pub(super) struct SpecKind {
    /// The block type.
    pub(super) name: &'static str,
    /// Returns the spec of its body.
    pub(super) body: fn() -> ObjectSpec,
    /// Reads the spec. Returns `None` after reporting an error.
    pub(super) read: fn(&mut SpecReader<'_>, &BlockBody) -> Option<Read>,
}

/// The part of a body that holds its spec blocks.
pub(super) const CHILDREN: &str = "spec";

impl SpecKind {
    /// Returns the kind of a block type, with the spec of its body.
    pub(super) fn named(name: &str) -> Option<&'static (&'static Self, Spec)> {
        static KINDS: LazyLock<Vec<(&SpecKind, Spec)>> = LazyLock::new(|| {
            kinds::ALL.iter().copied().map(|kind| (kind, (kind.body)().into())).collect_vec()
        });
        KINDS.iter().find(|(kind, _)| kind.name == name)
    }
}

/// Returns the spec of an optional argument.
pub(super) fn argument<T: FromValue>(name: &'static str) -> (&'static str, Spec) {
    (name, AttrSpec::new(name, T::ty()).checked(Option::<T>::check).into())
}

/// Returns the spec of a required argument, which may be null.
pub(super) fn required<T: FromValue>(name: &'static str) -> (&'static str, Spec) {
    (name, AttrSpec::new(name, T::ty()).checked(Option::<T>::check).required().into())
}

/// Returns the spec of spec blocks without labels.
pub(super) fn children() -> (&'static str, Spec) {
    children_of(|kind| body_of(kind.name))
}

/// Returns the spec of spec blocks with a label, which names the item to decode.
pub(super) fn named_children() -> (&'static str, Spec) {
    children_of(|kind| named_body_of(kind.name, "name"))
}

/// Returns the spec of blocks with a label that are not spec blocks.
pub(super) fn named(ty: &'static str, label: &'static str) -> Spec {
    BlocksSpec::new(ty, named_body_of(ty, label)).tuple().into()
}

/// Returns the spec of a block, which gives its type and its body.
pub(super) fn body_of(ty: &'static str) -> Spec {
    Spec::tuple([Spec::Literal(ty.into()), Rest::Body.into()])
}

fn named_body_of(ty: &'static str, label: &'static str) -> Spec {
    let label = LabelSpec::new(0, Str::new(label)).into();
    Spec::tuple([Spec::Literal(ty.into()), Rest::Body.into(), label])
}

fn children_of(body: fn(&SpecKind) -> Spec) -> (&'static str, Spec) {
    let kinds = kinds::ALL.iter().map(|kind| (kind.name, body(kind)));
    (CHILDREN, BlocksSpec::of_types(kinds).tuple().into())
}
