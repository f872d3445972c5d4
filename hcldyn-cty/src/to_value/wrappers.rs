//! Types that wrap another one.

use std::rc::Rc;
use std::sync::Arc;

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
