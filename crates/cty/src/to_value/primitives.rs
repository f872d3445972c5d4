//! Numbers, strings, and types that are written as strings.

use std::borrow::Cow;
use std::ffi::{OsStr, OsString};
use std::net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr, SocketAddrV4, SocketAddrV6};
use std::num::NonZero;
use std::path::{Path, PathBuf};
use std::time::Duration;

use super::ToValue;
use crate::{Number, PathError, Str, Value};

macro_rules! to_value_by_from {
    ($($ty:ty),*) => {$(
        impl ToValue for $ty {
            fn to_value(&self) -> Result<Value, PathError> {
                Ok(self.clone().into())
            }
        }
    )*};
}

to_value_by_from!(bool, char, i8, i16, i32, i64, i128, isize, u8, u16, u32, u64, u128, usize);
to_value_by_from!(IpAddr, Ipv4Addr, Ipv6Addr, SocketAddrV4);
to_value_by_from!(Value, Number, String, Str, Duration);

macro_rules! to_value_of_non_zero {
    ($($integer:ty),*) => {$(
        impl ToValue for NonZero<$integer> {
            fn to_value(&self) -> Result<Value, PathError> {
                Ok((*self).into())
            }
        }
    )*};
}

to_value_of_non_zero!(i8, i16, i32, i64, i128, isize, u8, u16, u32, u64, u128, usize);

macro_rules! to_value_of_floats {
    ($($float:ty),*) => {$(
        /// The value is the shortest decimal that converts back to the number. NaN is an error.
        impl ToValue for $float {
            fn to_value(&self) -> Result<Value, PathError> {
                if self.is_nan() {
                    return Err(PathError::new("NaN is not a number in HCL"));
                }
                if self.is_infinite() {
                    let sign = if self.is_sign_negative() { Number::NEG_INFINITY } else { Number::INFINITY };
                    return Ok(sign.into());
                }
                let number = Number::parse(&self.to_string());
                number.map(Value::from).map_err(|error| PathError::new(error.to_string()))
            }
        }
    )*};
}

to_value_of_floats!(f32, f64);

/// An address with flow information is an error, because it is not part of the notation.
impl ToValue for SocketAddrV6 {
    fn to_value(&self) -> Result<Value, PathError> {
        match self.flowinfo() {
            0 => Ok((*self).into()),
            _ => Err(PathError::new("the flow information of an address can't be written")),
        }
    }
}

/// An address with flow information is an error, because it is not part of the notation.
impl ToValue for SocketAddr {
    fn to_value(&self) -> Result<Value, PathError> {
        match self {
            Self::V4(address) => address.to_value(),
            Self::V6(address) => address.to_value(),
        }
    }
}

impl ToValue for str {
    fn to_value(&self) -> Result<Value, PathError> {
        Ok(self.into())
    }
}

impl ToValue for Cow<'_, str> {
    fn to_value(&self) -> Result<Value, PathError> {
        Ok((&**self).into())
    }
}

impl ToValue for Cow<'_, OsStr> {
    fn to_value(&self) -> Result<Value, PathError> {
        (**self).to_value()
    }
}

impl ToValue for Cow<'_, Path> {
    fn to_value(&self) -> Result<Value, PathError> {
        (**self).to_value()
    }
}

/// A string that is not UTF-8 is an error.
impl ToValue for OsStr {
    fn to_value(&self) -> Result<Value, PathError> {
        self.to_str().map(Value::from).ok_or_else(|| PathError::new("a string must be UTF-8"))
    }
}

impl ToValue for OsString {
    fn to_value(&self) -> Result<Value, PathError> {
        self.as_os_str().to_value()
    }
}

/// A path that is not UTF-8 is an error.
impl ToValue for Path {
    fn to_value(&self) -> Result<Value, PathError> {
        self.as_os_str().to_value()
    }
}

impl ToValue for PathBuf {
    fn to_value(&self) -> Result<Value, PathError> {
        self.as_os_str().to_value()
    }
}
