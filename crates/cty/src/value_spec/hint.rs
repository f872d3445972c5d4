//! Knowledge about values beyond their type, for documents and tools.

use std::sync::Arc;

use super::ValueSpec;
use crate::{Number, Str, Type};

/// The values of a type without parts that a program accepts, as far as the type does not show them. Decoding does not use
/// it: the Rust type itself rejects other values.
///
/// ```
/// use hcldyn::cty::FromValue;
/// use hcldyn::cty::value_spec::{ValueHint, ValueSpec};
///
/// let spec = u16::value_spec();
/// let ValueSpec::Leaf(leaf) = &spec else { panic!("a number has no parts") };
/// let range = ValueHint::Integer { min: 0.into(), max: 65_535.into(), is_nonzero: false };
/// assert_eq!(leaf.hint(), Some(&range));
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
    /// An expression that the program evaluates later to a value of this spec.
    Deferred(Arc<ValueSpec>),
}

impl ValueSpec {
    /// Returns the spec of a whole number within bounds.
    ///
    /// ```
    /// use hcldyn::cty::FromValue;
    /// use hcldyn::cty::value_spec::ValueSpec;
    ///
    /// assert_eq!(ValueSpec::integer(0, 65_535), u16::value_spec());
    /// ```
    pub fn integer(min: impl Into<Number>, max: impl Into<Number>) -> Self {
        let (min, max) = (min.into(), max.into());
        Self::from(Type::Number).with_hint(ValueHint::Integer { min, max, is_nonzero: false })
    }

    /// Returns the spec of a string in a format: its name, a noun without an article, and a string in the format.
    ///
    /// ```
    /// use hcldyn::cty::value_spec::ValueSpec;
    ///
    /// let path = ValueSpec::text("path", "/etc/hosts");
    /// assert_eq!(path.ty().to_string(), "string");
    /// ```
    pub fn text(name: impl Into<Str>, example: impl Into<Str>) -> Self {
        let (name, example) = (name.into(), example.into());
        Self::from(Type::String).with_hint(ValueHint::Text { name, example })
    }

    /// Returns the spec of an expression that the program evaluates later to a value of this spec. `ty` is the type of the
    /// captured expression.
    ///
    /// ```
    /// use hcldyn::cty::Type;
    /// use hcldyn::cty::value_spec::ValueSpec;
    /// use hcldyn::ext::customdecode::expression_type;
    ///
    /// let condition = ValueSpec::deferred(expression_type(), Type::Bool.into());
    /// assert_eq!(condition.ty(), expression_type());
    /// ```
    pub fn deferred(ty: Type, value: Self) -> Self {
        Self::from(ty).with_hint(ValueHint::Deferred(value.into()))
    }

    /// Returns the spec of a value without parts with a hint. A value with parts has none.
    ///
    /// ```
    /// use hcldyn::cty::Type;
    /// use hcldyn::cty::value_spec::{ValueHint, ValueSpec};
    ///
    /// let hint = ValueHint::Text { name: "colour".into(), example: "#ff8800".into() };
    /// let colour = ValueSpec::from(Type::String).with_hint(hint);
    /// assert_eq!(colour, ValueSpec::text("colour", "#ff8800"));
    /// ```
    #[must_use]
    pub fn with_hint(self, hint: ValueHint) -> Self {
        match self {
            Self::Leaf(leaf) => Self::Leaf(leaf.with_hint(hint)),
            spec => spec,
        }
    }

    /// Returns the spec of a sensitive value, which is not shown. It is the spec of a type that holds secrets.
    ///
    /// ```
    /// use hcldyn::cty::Type;
    /// use hcldyn::cty::value_spec::ValueSpec;
    ///
    /// let pins = ValueSpec::list(ValueSpec::from(Type::Number).sensitive());
    /// assert!(pins.has_sensitive());
    /// ```
    #[must_use]
    pub fn sensitive(self) -> Self {
        match self {
            Self::Leaf(leaf) => Self::Leaf(leaf.sensitive()),
            Self::Object(object) => Self::Object(object.sensitive().into()),
            spec => spec.map_parts(|part| part.clone().sensitive()),
        }
    }

    /// Returns the spec of a whole number other than 0, from the spec of any whole number.
    #[must_use]
    pub(crate) fn nonzero(self) -> Self {
        let hint = match &self {
            Self::Leaf(leaf) => leaf.hint(),
            _ => None,
        };
        let Some(ValueHint::Integer { min, max, .. }) = hint else { return self };
        let min = if *min == Number::from(0) { Number::from(1) } else { min.clone() };
        let hint = ValueHint::Integer { min, max: max.clone(), is_nonzero: true };
        self.with_hint(hint)
    }

    /// Returns the spec of a list with a fixed number of elements. Only the spec of a type keeps the number.
    ///
    /// ```
    /// use hcldyn::cty::value_spec::ValueSpec;
    ///
    /// let ValueSpec::List(pair) = ValueSpec::list(ValueSpec::ANY).of_count(2) else { unreachable!() };
    /// assert_eq!(pair.count(), Some(2));
    /// ```
    #[must_use]
    pub fn of_count(self, fixed: usize) -> Self {
        match self {
            Self::List(list) => Self::List(Arc::unwrap_or_clone(list).of_count(fixed).into()),
            spec => spec,
        }
    }

    /// Returns the spec of a map whose keys are converted by a spec. Only the spec of a type keeps the hint about them.
    ///
    /// ```
    /// use hcldyn::cty::value_spec::ValueSpec;
    ///
    /// let by_port = ValueSpec::map(ValueSpec::ANY).with_keys(&ValueSpec::integer(0, 65_535));
    /// let ValueSpec::Map(map) = by_port else { unreachable!() };
    /// assert!(map.keys().is_some());
    /// ```
    #[must_use]
    pub fn with_keys(self, keys: &Self) -> Self {
        match (self, keys) {
            (Self::Map(map), Self::Leaf(keys)) => {
                Self::Map(Arc::unwrap_or_clone(map).with_keys(keys.hint()).into())
            }
            (spec, _) => spec,
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

    fn hint_of(spec: &ValueSpec) -> Option<ValueHint> {
        let ValueSpec::Leaf(leaf) = spec else { panic!("{spec:?} has parts") };
        leaf.hint().cloned()
    }

    fn hint<T: FromValue>() -> Option<ValueHint> {
        assert_eq!(T::value_spec().plain_ty(), Some(&T::ty()));
        hint_of(&T::value_spec())
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
        fn check<T: FromValue>(
            keys: Option<ValueHint>,
            element: Option<ValueHint>,
            count: Option<usize>,
        ) {
            let spec = T::value_spec();
            let (ValueSpec::List(parts) | ValueSpec::Map(parts)) = &spec else {
                panic!("a collection has elements")
            };
            let found = (parts.keys().cloned(), hint_of(parts.element()), parts.count());
            assert_eq!(found, (keys, element, count));
            assert_eq!(spec.plain_ty(), Some(&T::ty()));
        }
        let byte = || Some(integer(0, 255, false));
        check::<Vec<u8>>(None, byte(), None);
        check::<[bool; 2]>(None, None, Some(2));
        check::<[u8; 2]>(None, byte(), Some(2));
        check::<BTreeMap<u8, String>>(byte(), None, None);
        check::<Option<BTreeMap<String, u8>>>(None, byte(), None);

        let ValueSpec::Tuple(pair) = <(u8, bool)>::value_spec() else { panic!("it is a tuple") };
        let hints: Vec<_> = pair.elements().iter().map(hint_of).collect();
        assert_eq!(hints, [byte(), None]);
    }

    #[test]
    fn a_type_has_the_specs_of_its_parts() {
        let ty = <(Vec<bool>, BTreeMap<String, Vec<f64>>)>::ty();
        assert_eq!(ValueSpec::from(ty), <(Vec<bool>, BTreeMap<String, Vec<f64>>)>::value_spec());
        assert_ne!(ValueSpec::from(Vec::<u8>::ty()), Vec::<u8>::value_spec());
    }

    #[test]
    fn parts_of_sensitive_values_are_sensitive() {
        let pins = Vec::<u8>::value_spec().sensitive();
        let ValueSpec::List(list) = &pins else { panic!("a list has elements") };
        let ValueSpec::Leaf(pin) = list.element() else { panic!("a number has no parts") };
        assert!(pin.is_sensitive() && pins.has_sensitive());
        assert_eq!(pin.hint(), Some(&integer(0, 255, false)));
        assert_eq!(pins.clone().sensitive(), pins);
        assert!(
            ValueSpec::tuple([bool::value_spec(), u8::value_spec().sensitive()]).has_sensitive()
        );
        assert!(!<(bool, u8)>::value_spec().has_sensitive());
        let deferred = ValueSpec::deferred(Type::Dynamic, pins);
        assert!(deferred.has_sensitive());
    }

    #[test]
    fn examples_are_in_their_formats() {
        fn check<T: FromValue>(expected: &str) {
            let Some(ValueHint::Text { name, example }) = hint::<T>() else {
                panic!("{expected} is the name of a format")
            };
            assert_eq!(name, *expected);
            assert!(T::from_value(&example.into()).is_ok(), "{expected}");
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
