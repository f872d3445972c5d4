//! Specs of types, which may contain themselves.

use std::cell::RefCell;
use std::sync::OnceLock;

use crate::cty::value_spec::{LazyValueSpec, ValueSpec};

thread_local! {
    /// The functions that are creating the specs of types.
    static CREATING: RefCell<Vec<fn() -> ValueSpec>> = const { RefCell::new(Vec::new()) };
}

/// Creates the spec of a type by `create`. Inside itself, the spec is lazy, so that a type may contain itself. `own`
/// is the function that returns the spec.
pub fn recursive_spec(own: fn() -> ValueSpec, create: impl FnOnce() -> ValueSpec) -> ValueSpec {
    let is_own = |other: &fn() -> ValueSpec| std::ptr::fn_addr_eq(*other, own);
    if CREATING.with_borrow(|creating| creating.iter().any(is_own)) {
        return ValueSpec::Lazy(LazyValueSpec::new(own));
    }
    CREATING.with_borrow_mut(|creating| creating.push(own));
    let spec = create();
    CREATING.with_borrow_mut(Vec::pop);
    spec
}

/// Returns the cached spec of a type, which [`recursive_spec`] creates.
pub fn cached_spec(
    cell: &OnceLock<ValueSpec>,
    own: fn() -> ValueSpec,
    create: fn() -> ValueSpec,
) -> ValueSpec {
    match cell.get() {
        Some(spec) => spec.clone(),
        None => match recursive_spec(own, create) {
            lazy @ ValueSpec::Lazy(_) => lazy,
            spec => cell.get_or_init(|| spec).clone(),
        },
    }
}
