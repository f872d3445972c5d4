//! Knowledge about values beyond their type, for documents and tools.

use std::collections::HashSet;
use std::sync::Arc;

use super::ValueSpec;
use crate::{Number, Str, Type};

/// The values of a type that a program accepts, as far as the type does not show them. Decoding does not use it: the
/// Rust type itself rejects other values.
///
/// ```
/// use hcldyn::FromValue;
/// use hcldyn::cty::value_spec::{ValueHint, ValueSpec};
///
/// let spec = u16::value_spec();
/// let ValueSpec::Hinted(_, hint) = &spec else { panic!("the type has a range") };
/// assert_eq!(**hint, ValueHint::Integer { min: 0.into(), max: 65_535.into(), is_nonzero: false });
/// ```
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub enum ValueHint {
    /// A whole number within these bounds.
    Integer {
        /// The least number.
        min: Number,
        /// The greatest number.
        max: Number,
        /// `true` if 0 is rejected.
        is_nonzero: bool,
    },
    /// A string in a format.
    Text {
        /// The name of the format, a noun without an article. Those of this library are `character`, `duration`,
        /// `path`, `size`, `IP address`, `IPv4 address`, `IPv6 address`, and the last three with ` and port` added.
        name: Str,
        /// A string in the format.
        example: Str,
    },
    /// The elements of a list, a set or a map.
    Elements {
        /// The hint about each key of a map.
        key: Option<Arc<Self>>,
        /// The hint about each element.
        element: Option<Arc<Self>>,
        /// The number of elements, if it is fixed.
        count: Option<usize>,
    },
    /// An expression that the program evaluates later to a value of this spec.
    Deferred(Arc<ValueSpec>),
    /// The elements of a tuple, each with its own hint.
    Tuple(Arc<[Option<Arc<Self>>]>),
    /// A sensitive value, with the hint about it.
    Sensitive(Option<Arc<Self>>),
}

impl ValueSpec {
    /// Returns the spec of a whole number within bounds.
    pub fn integer(min: impl Into<Number>, max: impl Into<Number>) -> Self {
        let hint = ValueHint::Integer { min: min.into(), max: max.into(), is_nonzero: false };
        Self::hinted(Type::Number, Some(hint.into()))
    }

    /// Returns the spec of a string in a format: its name, a noun without an article, and a string in the format.
    pub fn text(name: impl Into<Str>, example: impl Into<Str>) -> Self {
        let hint = ValueHint::Text { name: name.into(), example: example.into() };
        Self::hinted(Type::String, Some(hint.into()))
    }

    /// Returns the spec of an expression that the program evaluates later to a value of this spec. `ty` is the type of the
    /// captured expression.
    pub fn deferred(ty: Type, value: Self) -> Self {
        Self::hinted(ty, Some(ValueHint::Deferred(value.into()).into()))
    }

    /// Returns the spec of a sensitive value, which is not shown. It is the spec of a type that holds secrets.
    ///
    /// ```
    /// use hcldyn::cty::value_spec::ValueSpec;
    /// use hcldyn::Type;
    ///
    /// let pins = ValueSpec::list(ValueSpec::Type(Type::Number).sensitive());
    /// assert!(pins.has_sensitive());
    /// ```
    #[must_use]
    pub fn sensitive(self) -> Self {
        let part = |part: &Self| part.clone().sensitive();
        match self {
            Self::Type(ty) => Self::Hinted(ty, ValueHint::Sensitive(None).into()),
            Self::Hinted(ty, hint) => Self::Hinted(ty, hint.sensitive()),
            Self::List(element) => Self::List(element.sensitive().into()),
            Self::Set(element) => Self::Set(element.sensitive().into()),
            Self::Map(element) => Self::Map(element.sensitive().into()),
            Self::Tuple(elements) => Self::Tuple(elements.iter().map(part).collect()),
            Self::Object(object) => Self::Object(object.sensitive().into()),
            Self::Variants(variants) => Self::Variants(variants.map(part).into()),
            lazy @ Self::Lazy(_) => lazy,
        }
    }

    /// Returns `true` if the spec is that of a [sensitive](Self::sensitive) value of a type.
    pub fn is_sensitive(&self) -> bool {
        self.hint().is_some_and(|hint| matches!(**hint, ValueHint::Sensitive(_)))
    }

    /// Returns the spec of a whole number other than 0, from the spec of any whole number.
    #[must_use]
    pub(crate) fn nonzero(self) -> Self {
        let Self::Hinted(ty, hint) = self else { return self };
        let ValueHint::Integer { min, max, .. } = (*hint).clone() else {
            return Self::Hinted(ty, hint);
        };
        let min = if min == Number::from(0) { Number::from(1) } else { min };
        Self::Hinted(ty, ValueHint::Integer { min, max, is_nonzero: true }.into())
    }

    /// Returns the spec of a list with a fixed number of elements. Only the spec of a type keeps the number.
    #[must_use]
    pub(crate) fn of_count(self, fixed: usize) -> Self {
        self.with_elements(None, Some(fixed))
    }

    /// Returns the spec of a map whose keys are converted by a spec. Only the spec of a type keeps it.
    #[must_use]
    pub(crate) fn with_keys(self, keys: &Self) -> Self {
        match keys {
            Self::Hinted(_, hint) => self.with_elements(Some(Arc::clone(hint)), None),
            _ => self,
        }
    }

    fn with_elements(self, key: Option<Arc<ValueHint>>, count: Option<usize>) -> Self {
        let (ty, element) = match self {
            Self::Type(ty) => (ty, None),
            Self::Hinted(ty, hint) => match &*hint {
                ValueHint::Elements { element, .. } => (ty, element.clone()),
                _ => return Self::Hinted(ty, hint),
            },
            spec => return spec,
        };
        Self::Hinted(ty, ValueHint::Elements { key, element, count }.into())
    }

    /// Returns the spec of a type with a hint, if there is one.
    pub(super) fn hinted(ty: Type, hint: Option<Arc<ValueHint>>) -> Self {
        match hint {
            Some(hint) => Self::Hinted(ty, hint),
            None => Self::Type(ty),
        }
    }
}

impl ValueHint {
    /// Returns the hint about a collection, by the hint about its elements.
    pub(super) fn elements(element: Arc<Self>) -> Self {
        Self::Elements { key: None, element: Some(element), count: None }
    }

    /// Returns the hint about the element at a position of a collection or a tuple.
    pub(super) fn of_element(&self, position: usize) -> Option<Arc<Self>> {
        match self {
            Self::Elements { element, .. } => element.clone(),
            Self::Tuple(elements) => elements.get(position)?.clone(),
            Self::Sensitive(inner) => {
                let inner = inner.as_ref().and_then(|inner| inner.of_element(position));
                Some(Self::Sensitive(inner).into())
            }
            Self::Integer { .. } | Self::Text { .. } | Self::Deferred(_) => None,
        }
    }

    /// Returns the hint about the accepted values, without the one that they are sensitive.
    pub fn of_accepted(&self) -> Option<&Self> {
        match self {
            Self::Sensitive(inner) => inner.as_deref(),
            hint => Some(hint),
        }
    }

    /// Returns `true` if a part of the value is sensitive. `seen` has the lazy specs that need not be searched again.
    pub(super) fn any_sensitive(&self, seen: &mut HashSet<usize>) -> bool {
        match self {
            Self::Sensitive(_) => true,
            Self::Elements { element, .. } => {
                element.as_ref().is_some_and(|element| element.any_sensitive(seen))
            }
            Self::Tuple(elements) => {
                elements.iter().flatten().any(|element| element.any_sensitive(seen))
            }
            Self::Deferred(value) => value.any_sensitive(seen),
            Self::Integer { .. } | Self::Text { .. } => false,
        }
    }

    fn sensitive(self: Arc<Self>) -> Arc<Self> {
        match *self {
            Self::Sensitive(_) => self,
            _ => Self::Sensitive(Some(self)).into(),
        }
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;
    use std::net::IpAddr;
    use std::num::NonZero;
    use std::time::Duration;

    use super::*;
    use crate::FromValue;

    fn hint<T: FromValue>() -> Option<ValueHint> {
        let ValueSpec::Hinted(ty, hint) = T::value_spec() else { return None };
        assert_eq!(ty, T::ty());
        Some((*hint).clone())
    }

    fn integer(min: i64, max: i64, is_nonzero: bool) -> ValueHint {
        ValueHint::Integer { min: min.into(), max: max.into(), is_nonzero }
    }

    #[test]
    fn hints_of_numbers() {
        assert_eq!(hint::<i8>(), Some(integer(-128, 127, false)));
        assert_eq!(hint::<NonZero<u8>>(), Some(integer(1, 255, true)));
        assert_eq!(hint::<NonZero<i8>>(), Some(integer(-128, 127, true)));
        assert_eq!((hint::<f64>(), hint::<bool>(), hint::<String>()), (None, None, None));
    }

    #[test]
    fn hints_of_parts() {
        let byte = || Some(Arc::new(integer(0, 255, false)));
        let elements = |key, element, count| Some(ValueHint::Elements { key, element, count });
        assert_eq!(hint::<Vec<u8>>(), elements(None, byte(), None));
        assert_eq!(hint::<[bool; 2]>(), elements(None, None, Some(2)));
        assert_eq!(hint::<[u8; 2]>(), elements(None, byte(), Some(2)));
        assert_eq!(hint::<BTreeMap<u8, String>>(), elements(byte(), None, None));
        assert_eq!(hint::<Option<BTreeMap<String, u8>>>(), elements(None, byte(), None));
        assert_eq!(hint::<(u8, bool)>(), Some(ValueHint::Tuple([byte(), None].into())));
        assert_eq!(hint::<(bool, String)>(), None);

        let Some(ValueSpec::Tuple(parts)) = <(Vec<u8>, bool)>::value_spec().parts() else {
            panic!("a tuple has parts")
        };
        assert!(matches!(&parts[0], ValueSpec::Hinted(Type::List(_), _)));
        assert!(matches!(&parts[1], ValueSpec::Type(Type::Bool)));
    }

    #[test]
    fn parts_of_sensitive_values_are_sensitive() {
        let pins = Vec::<u8>::value_spec().sensitive();
        let Some(ValueSpec::List(pin)) = pins.parts() else { panic!("a list has parts") };
        assert!(pins.is_sensitive() && pin.is_sensitive());
        let ValueSpec::Hinted(_, hint) = &*pin else { panic!("a byte has a range") };
        assert_eq!(hint.of_accepted(), Some(&integer(0, 255, false)));
        assert_eq!(pins.clone().sensitive(), pins);
        let pair = ValueSpec::tuple([bool::value_spec(), u8::value_spec().sensitive()]);
        assert!(pair.has_sensitive() && !pair.is_sensitive());
        assert!(!<(bool, u8)>::value_spec().has_sensitive());
    }

    #[test]
    fn examples_are_in_their_formats() {
        fn check<T: FromValue>(expected: &str) {
            let Some(ValueHint::Text { name, example }) = hint::<T>() else {
                panic!("{expected} is the name of a format")
            };
            assert_eq!(name, *expected);
            assert!(T::from_value(example.into()).is_ok(), "{expected}");
        }
        check::<char>("character");
        check::<Duration>("duration");
        check::<crate::ByteSize>("size");
        check::<std::path::PathBuf>("path");
        check::<Arc<std::path::Path>>("path");
        check::<IpAddr>("IP address");
        check::<std::net::Ipv4Addr>("IPv4 address");
        check::<std::net::Ipv6Addr>("IPv6 address");
        check::<std::net::SocketAddr>("IP address and port");
        check::<std::net::SocketAddrV4>("IPv4 address and port");
        check::<std::net::SocketAddrV6>("IPv6 address and port");
    }
}
