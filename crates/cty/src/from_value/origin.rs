//! The origins of converted values.

use std::any::Any;

/// The origin of a value. A Rust type that keeps it, like `hcldyn::Spanned`, gets it by `downcast_ref`. A type with
/// parts passes the origin of each part on.
///
/// This crate has no sources. `hcldyn::spec::Origin` is the origin of decoded values.
///
/// ```
/// use hcldyn::cty::{FromValue, FromValueError, Nowhere, Type, Value, ValueOrigin};
///
/// /// A number, with the information whether it is written in a source.
/// struct Written(u16, bool);
///
/// impl FromValue for Written {
///     const SPANNED: bool = true;
///
///     fn ty() -> Type {
///         u16::ty()
///     }
///
///     fn from_value(value: &Value) -> Result<Self, FromValueError> {
///         Self::from_value_at(value, &Nowhere)
///     }
///
///     fn from_value_at(value: &Value, origin: &dyn ValueOrigin) -> Result<Self, FromValueError> {
///         Ok(Self(u16::from_value(value)?, origin.is_written()))
///     }
/// }
///
/// let Written(port, is_written) = Written::convert(80.into())?;
/// assert_eq!((port, is_written), (80, false));
///
/// // The origin of a part that is unknown is that of the whole.
/// assert_eq!(Nowhere.of_element(0).of_key().offset(), None);
/// # Ok::<(), FromValueError>(())
/// ```
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
