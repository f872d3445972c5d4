//! Types that wrap another one.

use std::borrow::Cow;
use std::rc::Rc;
use std::sync::{Arc, Mutex, PoisonError, RwLock};

use super::ToValue;
use crate::{FromValue, MaybeUnknown, PathError, Type, Value};

/// `None` is null, and an attribute is left out. `Some(None)` is null, and written.
impl<T: ToValue> ToValue for Option<T> {
    fn to_value(&self) -> Result<Value, PathError> {
        self.as_ref().map_or_else(|| Ok(Value::null(Type::Dynamic)), T::to_value)
    }

    fn to_attribute(&self) -> Result<Option<Value>, PathError> {
        self.as_ref().map(T::to_value).transpose()
    }
}

impl<T: FromValue + ToValue> ToValue for MaybeUnknown<T> {
    fn to_value(&self) -> Result<Value, PathError> {
        match self {
            Self::Known(value) => value.to_value(),
            Self::Unknown => Ok(Value::unknown(T::ty())),
        }
    }

    fn to_attribute(&self) -> Result<Option<Value>, PathError> {
        match self {
            Self::Known(value) => value.to_attribute(),
            Self::Unknown => self.to_value().map(Some),
        }
    }
}

macro_rules! to_value_of_pointers {
    ($($pointer:ty),*) => {$(
        impl<T: ToValue + ?Sized> ToValue for $pointer {
            fn to_value(&self) -> Result<Value, PathError> {
                (**self).to_value()
            }

            fn to_attribute(&self) -> Result<Option<Value>, PathError> {
                (**self).to_attribute()
            }
        }
    )*};
}

to_value_of_pointers!(&T, Box<T>, Rc<T>, Arc<T>);

impl<T: ToValue + Clone> ToValue for Cow<'_, [T]> {
    fn to_value(&self) -> Result<Value, PathError> {
        (**self).to_value()
    }
}

/// Waits for the lock. A value that a panic may have left half changed is written as it is.
impl<T: ToValue + ?Sized> ToValue for Mutex<T> {
    fn to_value(&self) -> Result<Value, PathError> {
        self.lock().unwrap_or_else(PoisonError::into_inner).to_value()
    }

    fn to_attribute(&self) -> Result<Option<Value>, PathError> {
        self.lock().unwrap_or_else(PoisonError::into_inner).to_attribute()
    }
}

/// Waits for the lock. A value that a panic may have left half changed is written as it is.
impl<T: ToValue + ?Sized> ToValue for RwLock<T> {
    fn to_value(&self) -> Result<Value, PathError> {
        self.read().unwrap_or_else(PoisonError::into_inner).to_value()
    }

    fn to_attribute(&self) -> Result<Option<Value>, PathError> {
        self.read().unwrap_or_else(PoisonError::into_inner).to_attribute()
    }
}
