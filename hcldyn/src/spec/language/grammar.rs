//! What the language is made of: how the blocks of a spec file are decoded, as specs.
//!
//! The language is recursive and specs are not, so each body is decoded by a spec of its own, which takes
//! the bodies of the blocks in it as they are.

use std::sync::LazyLock;

use super::block_body::BlockBody;
use super::kinds;
use super::read::{Read, SpecReader};
use crate::cty::{FromValue, Str};
use crate::spec::{AttrSpec, BlockTypesSpec, BlocksSpec, LabelSpec, ObjectSpec, Spec};

/// A kind of spec block.
pub(super) struct SpecKind {
    /// The block type.
    pub(super) name: &'static str,
    /// What its body holds.
    pub(super) body: fn() -> ObjectSpec,
    /// Reads the spec. Returns `None` after reporting an error.
    pub(super) read: fn(&mut SpecReader<'_>, &BlockBody) -> Option<Read>,
}

/// The part of a body that its spec blocks are.
pub(super) const CHILDREN: &str = "spec";

impl SpecKind {
    /// The kind of a block type, with the spec of its body.
    pub(super) fn named(name: &str) -> Option<&'static (&'static Self, Spec)> {
        static KINDS: LazyLock<Vec<(&SpecKind, Spec)>> = LazyLock::new(|| {
            kinds::ALL.iter().copied().map(|kind| (kind, (kind.body)().into())).collect()
        });
        KINDS.iter().find(|(kind, _)| kind.name == name)
    }
}

/// An argument that may be left out.
pub(super) fn argument<T: FromValue>(name: &'static str) -> (&'static str, Spec) {
    (name, AttrSpec::new(name, T::ty()).checked(Option::<T>::check).into())
}

/// An argument that must be set, be it to null.
pub(super) fn required<T: FromValue>(name: &'static str) -> (&'static str, Spec) {
    (name, AttrSpec::new(name, T::ty()).checked(Option::<T>::check).required().into())
}

/// Spec blocks without labels.
pub(super) fn children() -> (&'static str, Spec) {
    children_of(|kind| body_of(kind.name))
}

/// Spec blocks with a label, the name of what they decode.
pub(super) fn named_children() -> (&'static str, Spec) {
    children_of(|kind| named_body_of(kind.name, "name"))
}

/// Blocks of a type that have a label and are no specs themselves.
pub(super) fn named(ty: &'static str, label: &'static str) -> Spec {
    Spec::BlockTuple(BlocksSpec::new(ty, named_body_of(ty, label)).into())
}

/// A block: its type and its body.
pub(super) fn body_of(ty: &'static str) -> Spec {
    Spec::tuple([Spec::Literal(ty.into()), Spec::Remain])
}

fn named_body_of(ty: &'static str, label: &'static str) -> Spec {
    let label = LabelSpec::new(0, Str::new(label)).into();
    Spec::tuple([Spec::Literal(ty.into()), Spec::Remain, label])
}

fn children_of(body: fn(&SpecKind) -> Spec) -> (&'static str, Spec) {
    let kinds = kinds::ALL.iter().map(|kind| (kind.name, body(kind)));
    (CHILDREN, Spec::BlocksOf(BlockTypesSpec::new(kinds).into()))
}
