//! Where a converted value comes from.

use std::any::Any;

/// Where a value comes from. A Rust type that keeps it, as `hcldyn::Spanned` does, takes it as what it is
/// (`downcast_ref`), and one that holds others hands each its part.
///
/// This crate knows of no texts: `hcldyn::spec::Origin` is the one that decoding has.
pub trait ValueOrigin: Any {
    /// Where an element of the value comes from or, if no more is known, where the whole does.
    fn of_element(&self, position: usize) -> &dyn ValueOrigin;

    /// Where the key comes from that the value stands under.
    fn of_key(&self) -> Box<dyn ValueOrigin>;
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
