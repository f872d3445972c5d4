//! What types are made of while it is found out, so that a type that is made of itself is told from one that ends.

use std::any::type_name;
use std::cell::RefCell;
use std::sync::OnceLock;

use crate::cty::Type;
use crate::spec::Spec;

/// The spec of a type, made once.
#[derive(Debug)]
pub struct SpecCell(OnceLock<Spec>);

impl SpecCell {
    /// Not made yet.
    #[allow(clippy::new_without_default, reason = "it is made in statics only")]
    pub const fn new() -> Self {
        Self(OnceLock::new())
    }

    /// The spec of `T`; the first time it is asked for it is made.
    ///
    /// # Panics
    ///
    /// Panics where `T` is a block of itself, if only through other types, for then the spec has no end.
    pub fn get<T>(&self, make: fn() -> Spec) -> Spec {
        if let Some(spec) = self.0.get() {
            return spec.clone();
        }
        // Outside of the cell, which would wait for itself where the spec needs itself.
        let spec = of_blocks::<T, _>(make);
        self.0.get_or_init(|| spec).clone()
    }
}

/// The spec of `T`, or those of its variants, made each time: what is generic has no static of its own.
///
/// # Panics
///
/// Panics where `T` is a block of itself, if only through other types.
pub fn of_blocks<T, R>(make: fn() -> R) -> R {
    ended::<T, R>(make, "a type cannot be a block of itself, take it as `remain`")
}

/// The type of the values that become a `T`.
///
/// # Panics
///
/// Panics where `T` holds itself, if only in other types.
pub fn of_values<T>(make: fn() -> Type) -> Type {
    ended::<T, _>(make, "a value cannot hold itself, take the inner one as `hcldyn::Value`")
}

/// What is made for `T`, if it is made in a finite time. A function that is called again before it is done will be
/// called for ever: it has no arguments. That holds too where the compiler makes one function of those for several
/// types, which are then made of the same.
fn ended<T, R>(make: fn() -> R, problem: &str) -> R {
    thread_local! {
        /// The functions that are being called, each by the one before it, and the types they are for.
        static MAKING: RefCell<Vec<(*const (), &'static str)>> = const { RefCell::new(Vec::new()) };
    }
    /// Is called no more once it is dropped, also by a panic.
    struct Call;
    impl Drop for Call {
        fn drop(&mut self) {
            MAKING.with_borrow_mut(Vec::pop);
        }
    }
    let (function, ty) = (make as *const (), type_name::<T>());
    MAKING.with_borrow_mut(|making| {
        if let Some(first) = making.iter().position(|(other, _)| *other == function) {
            let way: Vec<_> = making[first..].iter().map(|(_, ty)| *ty).chain([ty]).collect();
            panic!("{problem}: {}", way.join(" > "));
        }
        making.push((function, ty));
    });
    let _call = Call;
    make()
}
