//! Values from Rust's own types.

use std::borrow::Cow;
use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet};
use std::fmt;
use std::net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr, SocketAddrV4, SocketAddrV6};
use std::num::NonZero;
use std::path::PathBuf;
use std::rc::Rc;
use std::sync::Arc;
use std::time::Duration;

use super::{Repr, Value};
use crate::sort::sort_by;
use crate::{CapsuleValue, FromValue, MaybeUnknown, Number, Str, Type, duration};

impl From<bool> for Value {
    fn from(value: bool) -> Self {
        Self::bool(value)
    }
}

impl From<&str> for Value {
    fn from(value: &str) -> Self {
        Self::string(value)
    }
}

impl From<&String> for Value {
    fn from(value: &String) -> Self {
        Self::string(value.as_str())
    }
}

impl From<Cow<'_, str>> for Value {
    fn from(value: Cow<'_, str>) -> Self {
        Self::string(&*value)
    }
}

impl From<char> for Value {
    fn from(value: char) -> Self {
        Self::string(&*value.encode_utf8(&mut [0; 4]))
    }
}

impl From<String> for Value {
    fn from(value: String) -> Self {
        Self::string(value)
    }
}

impl From<Str> for Value {
    fn from(value: Str) -> Self {
        Self::string(value)
    }
}

impl From<Number> for Value {
    fn from(value: Number) -> Self {
        Self::number(value)
    }
}

impl From<CapsuleValue> for Value {
    fn from(value: CapsuleValue) -> Self {
        Self(Repr::Capsule(Arc::new(value)))
    }
}

macro_rules! from_integer {
    ($($integer:ty),*) => {$(
        impl From<$integer> for Value {
            fn from(value: $integer) -> Self {
                Self::number(Number::from(value))
            }
        }

        impl From<NonZero<$integer>> for Value {
            fn from(value: NonZero<$integer>) -> Self {
                value.get().into()
            }
        }
    )*};
}

from_integer!(i8, i16, i32, i64, i128, isize, u8, u16, u32, u64, u128, usize);

/// Makes a tuple. Convert it to a list if all elements have one type.
impl<T: Into<Self>> From<Vec<T>> for Value {
    fn from(values: Vec<T>) -> Self {
        Self::tuple(values.into_iter().map(Into::into).collect())
    }
}

/// `None` becomes a null of unknown type.
impl<T: Into<Self>> From<Option<T>> for Value {
    fn from(value: Option<T>) -> Self {
        value.map_or(Self::null(Type::Dynamic), Into::into)
    }
}

impl<T: Into<Self>> From<Box<T>> for Value {
    fn from(value: Box<T>) -> Self {
        (*value).into()
    }
}

impl<T: Clone + Into<Self>> From<Rc<T>> for Value {
    fn from(value: Rc<T>) -> Self {
        Rc::unwrap_or_clone(value).into()
    }
}

impl<T: Clone + Into<Self>> From<Arc<T>> for Value {
    fn from(value: Arc<T>) -> Self {
        Arc::unwrap_or_clone(value).into()
    }
}

/// An unknown value stays unknown.
impl<T: FromValue + Into<Self>> From<MaybeUnknown<T>> for Value {
    fn from(value: MaybeUnknown<T>) -> Self {
        match value {
            MaybeUnknown::Known(value) => value.into(),
            MaybeUnknown::Unknown => Self::unknown(T::ty()),
        }
    }
}

/// Makes a string. Characters of the path that are not Unicode become replacement characters.
impl From<PathBuf> for Value {
    fn from(value: PathBuf) -> Self {
        Self::string(&*value.to_string_lossy())
    }
}

/// Makes a string such as `"1h30m"`, in the format that [`FromValue`] parses.
impl From<Duration> for Value {
    fn from(value: Duration) -> Self {
        Self::string(duration::write(value))
    }
}

macro_rules! from_displayed {
    ($($address:ty),*) => {$(
        /// Converts the address to a string.
        impl From<$address> for Value {
            fn from(value: $address) -> Self {
                Self::string(value.to_string())
            }
        }
    )*};
}

from_displayed!(IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr, SocketAddrV4, SocketAddrV6);

/// Makes a tuple, like a `Vec`.
impl<T: Into<Self>, const N: usize> From<[T; N]> for Value {
    fn from(values: [T; N]) -> Self {
        Self::tuple(values.into_iter().map(Into::into).collect())
    }
}

/// Makes a tuple, like a `Vec`.
impl<T: Clone + Into<Self>> From<&[T]> for Value {
    fn from(values: &[T]) -> Self {
        Self::tuple(values.iter().cloned().map(Into::into).collect())
    }
}

/// Makes a tuple in the set's order. Convert it to a set.
impl<T: Into<Self>> From<BTreeSet<T>> for Value {
    fn from(values: BTreeSet<T>) -> Self {
        Self::tuple(values.into_iter().map(Into::into).collect())
    }
}

/// Makes a tuple in the order of [`Value::total_cmp`]. Convert it to a set.
impl<T: Into<Self>, S> From<HashSet<T, S>> for Value {
    fn from(values: HashSet<T, S>) -> Self {
        let mut values: Vec<Self> = values.into_iter().map(Into::into).collect();
        sort_by(&mut values, Self::total_cmp);
        Self::tuple(values)
    }
}

/// Makes an object. Convert it to a map if all elements have one type.
impl<N: Into<Str>, T: Into<Self>> From<BTreeMap<N, T>> for Value {
    fn from(attributes: BTreeMap<N, T>) -> Self {
        Self::object(attributes.into_iter().map(|(name, value)| (name, value.into())))
    }
}

/// Makes an object. Convert it to a map if all elements have one type.
impl<N: Into<Str>, T: Into<Self>, S> From<HashMap<N, T, S>> for Value {
    fn from(attributes: HashMap<N, T, S>) -> Self {
        Self::object(attributes.into_iter().map(|(name, value)| (name, value.into())))
    }
}

macro_rules! from_tuple {
    ($($($part:ident $position:tt)*;)*) => {$(
        impl<$($part: Into<Self>),*> From<($($part,)*)> for Value {
            fn from(parts: ($($part,)*)) -> Self {
                Self::tuple(vec![$(parts.$position.into()),*])
            }
        }
    )*};
}

from_tuple! {
    A 0;
    A 0 B 1;
    A 0 B 1 C 2;
    A 0 B 1 C 2 D 3;
    A 0 B 1 C 2 D 3 E 4;
    A 0 B 1 C 2 D 3 E 4 F 5;
}

/// The error for NaN, which is not a number of HCL.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct NotANumber;

impl TryFrom<f64> for Value {
    type Error = NotANumber;

    fn try_from(value: f64) -> Result<Self, NotANumber> {
        Number::from_f64(value).map(Self::number).ok_or(NotANumber)
    }
}

impl TryFrom<f32> for Value {
    type Error = NotANumber;

    fn try_from(value: f32) -> Result<Self, NotANumber> {
        f64::from(value).try_into()
    }
}

impl std::error::Error for NotANumber {}

impl fmt::Display for NotANumber {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("NaN is not a number in HCL")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn types_of_the_standard_library() {
        let ports = Value::tuple(vec![80.into(), 443.into()]);
        assert_eq!(Value::from([80, 443]), ports);
        assert_eq!(Value::from(&[80, 443][..]), ports);
        assert_eq!(Value::from(BTreeSet::from([443, 80])), ports);
        assert_eq!(Value::from(HashSet::from([443, 80])), ports);
        assert_eq!(Value::from((80, Box::new(443))), ports);
        let object = Value::object([("a", Value::from('x'))]);
        assert_eq!(Value::from(HashMap::from([("a", 'x')])), object);
        assert_eq!(Value::from(BTreeMap::from([("a".to_owned(), "x")])), object);
        assert_eq!(Value::from(u128::MAX).as_number().unwrap().to_string(), u128::MAX.to_string());
        assert_eq!(Value::from(Arc::new(NonZero::<u8>::MIN)), Value::from(Rc::new(1)));
        assert_eq!(Value::from(PathBuf::from("a/b")), Value::from("a/b"));
        assert_eq!(Value::from(Ipv6Addr::LOCALHOST), Value::from("::1"));
        assert_eq!(Value::from(Duration::from_secs(90)), Value::from("1m30s"));
        assert_eq!(Value::from(MaybeUnknown::Known(1)), Value::from(1));
        assert_eq!(Value::from(MaybeUnknown::<u8>::Unknown), Value::unknown(Type::Number));
        assert_eq!(Value::try_from(0.5), Ok(Value::number("0.5".parse().unwrap())));
        assert_eq!(Value::try_from(f64::NAN), Err(NotANumber));
    }
}
