//! Types that wrap another one.

use std::borrow::Cow;
use std::rc::Rc;
use std::sync::{Arc, Mutex, RwLock};

use super::{FromValue, FromValueError, MaybeUnknown, Nowhere, ValueOrigin};
use crate::value_spec::ValueSpec;
use crate::{Type, Value};

/// Converts null to `None`. An `Option<Option<T>>` is `None` if the value is left out, and `Some(None)` if null is
/// written.
impl<T: FromValue> FromValue for Option<T> {
    const OPTIONAL: bool = true;
    // Only the origin distinguishes a written null from a value that is left out.
    const SPANNED: bool = T::SPANNED || T::OPTIONAL;
    const SENSITIVE: bool = T::SENSITIVE;
    const TAKES_ELEMENTS: bool = T::TAKES_ELEMENTS;
    const KEYWORDS: &'static [&'static str] = T::KEYWORDS;

    fn ty() -> Type {
        T::ty()
    }

    fn value_spec() -> ValueSpec {
        T::value_spec()
    }

    fn from_value(value: &Value) -> Result<Self, FromValueError> {
        Self::from_value_at(value, &Nowhere)
    }

    fn from_value_at(value: &Value, origin: &dyn ValueOrigin) -> Result<Self, FromValueError> {
        let is_written = T::OPTIONAL && origin.is_written();
        if is_none(value) && !is_written {
            return Ok(None);
        }
        T::from_value_at(value, origin).map(Some)
    }

    fn check(value: &Value) -> Result<(), FromValueError> {
        if is_none(value) { Ok(()) } else { T::check(value) }
    }
}

/// Returns `true` for a null without marks. A marked null may be secret.
fn is_none(value: &Value) -> bool {
    value.is_null() && !value.is_marked()
}

impl<T: FromValue> FromValue for MaybeUnknown<T> {
    const OPTIONAL: bool = T::OPTIONAL;
    const SPANNED: bool = T::SPANNED;
    const SENSITIVE: bool = T::SENSITIVE;
    const KEYWORDS: &'static [&'static str] = T::KEYWORDS;

    fn ty() -> Type {
        T::ty()
    }

    fn value_spec() -> ValueSpec {
        T::value_spec()
    }

    fn from_value(value: &Value) -> Result<Self, FromValueError> {
        Self::from_value_at(value, &Nowhere)
    }

    fn from_value_at(value: &Value, origin: &dyn ValueOrigin) -> Result<Self, FromValueError> {
        if is_unknown(value) {
            Ok(Self::Unknown)
        } else {
            T::from_value_at(value, origin).map(Self::Known)
        }
    }

    fn check(value: &Value) -> Result<(), FromValueError> {
        if is_unknown(value) { Ok(()) } else { T::check(value) }
    }
}

fn is_unknown(value: &Value) -> bool {
    !value.is_known() && !value.is_marked()
}

macro_rules! from_value_for_pointers {
    ($($pointer:ident),*) => {$(
        impl<T: FromValue> FromValue for $pointer<T> {
            const OPTIONAL: bool = T::OPTIONAL;
            const SPANNED: bool = T::SPANNED;
            const SENSITIVE: bool = T::SENSITIVE;
            const KEYWORDS: &'static [&'static str] = T::KEYWORDS;

            fn ty() -> Type {
                T::ty()
            }

            fn value_spec() -> ValueSpec {
                T::value_spec()
            }

            fn from_value(value: &Value) -> Result<Self, FromValueError> {
                T::from_value(value).map(Self::new)
            }

            fn from_value_at(value: &Value, origin: &dyn ValueOrigin) -> Result<Self, FromValueError> {
                T::from_value_at(value, origin).map(Self::new)
            }

            fn check(value: &Value) -> Result<(), FromValueError> {
                T::check(value)
            }
        }
    )*};
}

from_value_for_pointers!(Box, Rc, Arc, Mutex, RwLock);

/// Converts from a list, which the field then owns.
impl<T: FromValue + Clone> FromValue for Cow<'static, [T]> {
    const SPANNED: bool = T::SPANNED;
    const SENSITIVE: bool = T::SENSITIVE;

    fn ty() -> Type {
        Vec::<T>::ty()
    }

    fn value_spec() -> ValueSpec {
        Vec::<T>::value_spec()
    }

    fn from_value(value: &Value) -> Result<Self, FromValueError> {
        Vec::from_value(value).map(Self::Owned)
    }

    fn from_value_at(value: &Value, origin: &dyn ValueOrigin) -> Result<Self, FromValueError> {
        Vec::from_value_at(value, origin).map(Self::Owned)
    }

    fn check(value: &Value) -> Result<(), FromValueError> {
        Vec::<T>::check(value)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Mark;

    fn message<T: FromValue>(value: Value) -> String {
        T::from_value(&value).err().unwrap().to_string()
    }

    #[test]
    fn pointers_convert_like_their_targets() {
        assert_eq!(Rc::<u8>::from_value(&1.into()), Ok(Rc::new(1)));
        assert_eq!(Arc::<String>::from_value(&"a".into()), Ok(Arc::new("a".to_owned())));
        assert_eq!(message::<Box<u8>>(256.into()), message::<u8>(256.into()));
        const { assert!(Arc::<Option<u8>>::OPTIONAL && !Arc::<u8>::OPTIONAL) };
        assert_eq!(Rc::<Option<u8>>::from_value(&Value::null(Type::Number)), Ok(Rc::new(None)));
    }

    #[test]
    fn shared_and_borrowed_types_convert_both_ways() {
        use std::ffi::OsStr;
        use std::path::Path;

        use crate::ToValue;

        let list = || Value::list(Type::Number, vec![1.into(), 2.into()]);
        let tuple = Value::tuple(vec![1.into(), 2.into()]);
        let cow = Cow::<'static, [u8]>::from_value(&list()).unwrap();
        assert_eq!((&*cow, cow.to_value()), (&[1, 2][..], Ok(tuple)));
        assert_eq!(message::<Cow<'static, [u8]>>(1.into()), message::<Vec<u8>>(1.into()));
        let path = Cow::<'static, Path>::from_value(&"/a".into()).unwrap();
        assert_eq!((&*path, path.to_value()), (Path::new("/a"), Ok("/a".into())));
        let name = Box::<OsStr>::from_value(&"a".into()).unwrap();
        assert_eq!((&*name, name.to_value()), (OsStr::new("a"), Ok("a".into())));
        let mutex = Mutex::<u8>::from_value(&7.into()).unwrap();
        assert_eq!((mutex.to_value(), *mutex.lock().unwrap()), (Ok(7.into()), 7));
        let lock = RwLock::<Option<u8>>::from_value(&Value::null(Type::Number)).unwrap();
        assert_eq!(lock.to_attribute(), Ok(None));
    }

    #[test]
    fn null_and_unknown_are_distinguished() {
        type Both = MaybeUnknown<Option<u8>>;
        assert_eq!(Both::from_value(&Value::null(Type::Number)), Ok(MaybeUnknown::Known(None)));
        assert_eq!(Both::from_value(&Value::unknown(Type::Number)), Ok(MaybeUnknown::Unknown));
        assert_eq!(Both::from_value(&1.into()), Ok(MaybeUnknown::Known(Some(1))));
        assert!(message::<Both>(256.into()).starts_with("a whole number from 0 to 255"));
        const { assert!(Both::OPTIONAL && !MaybeUnknown::<u8>::OPTIONAL) };
        let null = message::<MaybeUnknown<u8>>(Value::null(Type::Number));
        assert_eq!(null, "a number is required, not null");

        type Inside = Option<MaybeUnknown<u8>>;
        assert_eq!(Inside::from_value(&Value::null(Type::Number)), Ok(None));
        let unknown = Inside::from_value(&Value::unknown(Type::Number));
        assert_eq!(unknown, Ok(Some(MaybeUnknown::Unknown)));
    }

    #[test]
    fn elements_may_be_unknown_one_by_one() {
        let list = Value::list(Type::Number, vec![1.into(), Value::unknown(Type::Number)]);
        let expected = vec![MaybeUnknown::Known(1), MaybeUnknown::Unknown];
        assert_eq!(Vec::<MaybeUnknown<u8>>::from_value(&list.clone()), Ok(expected));
        let whole = message::<MaybeUnknown<Vec<u8>>>(list);
        assert!(
            whole.starts_with("element 1: a number is required, but the value is not known yet"),
            "{whole}"
        );
        let unknown = Value::unknown(Type::list(Type::Number));
        assert!(Vec::<MaybeUnknown<u8>>::from_value(&unknown.clone()).is_err());
        assert_eq!(MaybeUnknown::<Vec<u8>>::from_value(&unknown), Ok(MaybeUnknown::Unknown));
    }

    #[test]
    fn marks_are_not_lost() {
        let secret = |value: Value| value.mark(Mark::sensitive());
        assert!(Option::<u8>::from_value(&secret(Value::null(Type::Number))).is_err());
        assert!(MaybeUnknown::<u8>::from_value(&secret(Value::unknown(Type::Number))).is_err());
        assert!(!message::<Arc<u8>>(secret(77.into())).contains("77"));
    }
}
