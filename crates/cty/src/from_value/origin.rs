//! The origins of converted values.

use std::any::Any;

/// The origin of a value. A Rust type that keeps it, like `hcldyn::Spanned`, gets it by `downcast_ref`. A type with
/// parts passes the origin of each part on.
///
/// This crate has no sources. `hcldyn::spec::Origin` is the origin of decoded values.
pub trait ValueOrigin: Any {
    /// Returns the origin of an element, or of the whole value if nothing more is known.
    fn of_element(&self, position: usize) -> &dyn ValueOrigin;

    /// Returns the origin of the key of the value.
    fn of_key(&self) -> Box<dyn ValueOrigin>;

    /// Returns the position of the value in its source, by which an `IndexMap` sorts its elements.
    fn offset(&self) -> Option<u32> {
        None
    }

    /// Returns `true` if the value is known to be written. A null value is then an explicit `null`, which
    /// `Option<Option<T>>` distinguishes from a value that is left out.
    fn is_written(&self) -> bool {
        false
    }
}

/// The origin of a value that was not decoded.
#[derive(Clone, Copy, Debug)]
pub struct Nowhere;

impl ValueOrigin for Nowhere {
    fn of_element(&self, _: usize) -> &dyn ValueOrigin {
        self
    }

    fn of_key(&self) -> Box<dyn ValueOrigin> {
        Box::new(*self)
    }
}
