//! Conversion of values to Rust types (reference: `cty/gocty`).

mod collections;
mod numbers;
mod one_or_many;
mod origin;
mod strings;
mod wrappers;

use std::{fmt, iter};

pub use self::collections::SetElements;
pub use self::one_or_many::OneOrMany;
pub use self::origin::{Nowhere, ValueOrigin};
pub use self::strings::seconds;

use super::value_spec::ValueSpec;
use super::{Kind, Mark, PathError, Step, Type, Value};
use crate::collect::{CollectVec, PushAll};

/// A Rust type for values of an attribute.
///
/// It is implemented for these types:
///
/// | Rust type | value |
/// |---|---|
/// | `bool`, [`Number`](crate::Number) | a bool, a number |
/// | the integers, including `NonZero` ones | a whole number in the range of the type |
/// | `f64`, `f32` | a number, rounded to the nearest |
/// | `String`, [`Str`](crate::Str), `PathBuf`, `OsString`, and pointers to and a `Cow<'static, T>` of `str`, `Path` and `OsStr` | a string |
/// | `char` | a string of one character |
/// | `IpAddr`, `SocketAddr`, and those of one IP version | a string such as `"10.0.0.1"`, `"10.0.0.1:80"` |
/// | `Duration` | a string such as `"1h30m"` or `"7 days"`: see [its implementation](#impl-FromValue-for-Duration) |
/// | [`ByteSize`](crate::ByteSize) | a string such as `"10 MiB"`, or a number of bytes |
/// | types of `chrono`, `ipnet`, `jiff`, `regex`, `semver`, `time`, `url` and `uuid` (features of these names) | a string in their format |
/// | `SecretString`, `SecretBox<T>` (feature `secrecy`) | a string or a value of `T`, which is always sensitive |
/// | [`OneOrMany<T>`] | a value of `T`, or a list of them |
/// | `Vec<T>`, `VecDeque<T>`, pointers to `[T]`, `Cow<'static, [T]>`, `[T; N]`, tuples | a list, a list of `N` elements, a tuple |
/// | `BTreeSet<T>`, `HashSet<T>` | a set |
/// | `BTreeMap<K, T>`, `HashMap<K, T>` | a map, each key converted to a `K` |
/// | `IndexMap<K, T>` (feature `indexmap`) | a map, in the order in which its elements are written; in the order of the names if an expression computes it |
/// | `Option<T>` | a value of `T`; null and omitted values are `None` |
/// | [`MaybeUnknown<T>`] | a value of `T`, or an unknown value |
/// | `hcldyn::Spanned<T>` | a value of `T`, with its source location |
/// | `Box<T>`, `Rc<T>`, `Arc<T>`, `Mutex<T>`, `RwLock<T>` | a value of `T` |
/// | `hcldyn::Deferred<T>`, `hcldyn::Expression`, `hcldyn::ExpressionClosure` | an unevaluated expression |
/// | [`Value`] | any value |
///
/// Most of them reject null, unknown and marked values with an error at the value. Marked values are never shown.
/// For a type of your own, start from this example:
///
/// ```
/// use hcldyn::cty::{FromValue, FromValueError, Type, Value};
/// use hcldyn::{EvalContext, HclDecode};
///
/// #[derive(Debug, PartialEq)]
/// enum Level { Info, Debug }
///
/// impl FromValue for Level {
///     fn ty() -> Type {
///         Type::String
///     }
///
///     fn from_value(value: &Value) -> Result<Self, FromValueError> {
///         match String::from_value(value)?.as_str() {
///             "info" => Ok(Self::Info),
///             "debug" => Ok(Self::Debug),
///             other => Err(FromValueError::new(format!("\"info\" or \"debug\" is required, not \"{other}\""))),
///         }
///     }
/// }
///
/// #[derive(HclDecode)]
/// struct Log { level: Level }
///
/// let log: Log = hcldyn::from_str("level = \"debug\"", &EvalContext::new())?;
/// assert_eq!(log.level, Level::Debug);
///
/// let mistake = hcldyn::from_str::<Log>("level = \"loud\"", &EvalContext::new()).err().unwrap();
/// assert_eq!(
///     mistake.to_string(),
///     "<text>:1:9: error: Invalid value for \"level\": \"info\" or \"debug\" is required, not \"loud\"."
/// );
/// # Ok::<(), hcldyn::Diagnostics>(())
/// ```
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot be the type of an attribute",
    label = "no conversion from an attribute value to `{Self}`",
    note = "for a block, write `#[hcl(block)]` on the field; for your own type, derive `hcldyn::HclValue` or implement `hcldyn::cty::FromValue`"
)]
pub trait FromValue: Sized {
    /// `true` if the attribute may be left out, which gives a null value.
    const OPTIONAL: bool = false;

    /// `true` if the type keeps the source location of its value or of parts of it, like `Spanned`.
    const SPANNED: bool = false;

    /// `true` if parts of the value are sensitive. If so, the whole attribute is sensitive.
    const SENSITIVE: bool = false;

    /// `true` if a tuple with the elements of the list, or an object with those of the map, converts alike.
    #[doc(hidden)]
    const TAKES_ELEMENTS: bool = false;

    /// The only strings that the type accepts, such as the names of an enum's variants. The derives check string
    /// defaults against them when the program is compiled. Empty if the type accepts any others, or no strings.
    const KEYWORDS: &'static [&'static str] = &[];

    /// Returns the type that the attribute's value is converted to first.
    fn ty() -> Type;

    /// Returns the spec that the attribute's value is converted by first. Its type is [`FromValue::ty`]. Types that
    /// contain other ones, and objects, have a spec that reports every error with its path.
    ///
    /// ```
    /// use hcldyn::cty::{FromValue, Type};
    ///
    /// assert_eq!(Vec::<u16>::value_spec().ty(), Type::list(Type::Number));
    /// ```
    fn value_spec() -> ValueSpec {
        Self::ty().into()
    }

    /// Converts any value, first by its spec, then to the Rust type.
    ///
    /// ```
    /// use hcldyn::HclValue;
    /// use hcldyn::cty::{FromValue, Value};
    ///
    /// #[derive(Debug, HclValue)]
    /// struct Server { host: String, port: u16 }
    ///
    /// let value = Value::object([("host", "a".into()), ("port", "80".into())]);
    /// assert_eq!(Server::convert(value)?.port, 80);
    ///
    /// let value = Value::object([("host", 5.into()), ("prot", 80.into())]);
    /// let error = Server::convert(value).unwrap_err().to_string();
    /// assert!(error.contains("the attribute \"prot\" is not expected here"));
    /// # Ok::<(), hcldyn::cty::FromValueError>(())
    /// ```
    ///
    /// # Errors
    ///
    /// Fails if the value has no conversion to the type [`FromValue::ty`], or the Rust type cannot hold it.
    fn convert(value: Value) -> Result<Self, FromValueError> {
        Self::from_value(&Self::value_spec().try_convert(value)?)
    }

    /// Converts a value of the type [`FromValue::ty`]. The value may be null, unknown or marked.
    ///
    /// # Errors
    ///
    /// Fails if the Rust type cannot hold the value: a number out of range, or a null, unknown or marked value.
    fn from_value(value: &Value) -> Result<Self, FromValueError>;

    /// Converts a value like [`from_value`](FromValue::from_value), and passes the origin of the value to types
    /// that keep it, or that contain such types.
    ///
    /// # Errors
    ///
    /// Fails when `from_value` would.
    ///
    /// ```
    /// use hcldyn::cty::{FromValue, Nowhere, Value};
    ///
    /// assert_eq!(u16::from_value_at(&Value::from(80), &Nowhere)?, 80);
    /// # Ok::<(), hcldyn::cty::FromValueError>(())
    /// ```
    fn from_value_at(value: &Value, _origin: &dyn ValueOrigin) -> Result<Self, FromValueError> {
        Self::from_value(value)
    }

    /// Checks that [`FromValue::from_value`] would succeed. A type can implement it without creating the Rust
    /// value if that is cheaper. Decoding calls it while the expression and its variables are known.
    ///
    /// # Errors
    ///
    /// Fails when `from_value` would.
    ///
    /// ```
    /// use hcldyn::cty::FromValue;
    ///
    /// assert!(u16::check(&80.into()).is_ok());
    /// assert!(u16::check(&70_000.into()).is_err());
    /// ```
    fn check(value: &Value) -> Result<(), FromValueError> {
        Self::from_value(value).map(drop)
    }
}

/// The maximum number of reasons in an error, besides the first one.
const MAX_REASONS: usize = 99;

/// The reasons that a value cannot become a Rust type, each with the path to the failing part.
///
/// ```
/// use hcldyn::cty::{FromValueError, Step};
///
/// let port = FromValueError::new("a number is required").under(Step::Attr("port".into()));
/// let host = FromValueError::new("a string is required").under(Step::Attr("host".into()));
/// let both = port.and(host).prefixed("server_");
/// assert_eq!(both.parts().count(), 2);
/// assert_eq!(
///     both.to_string(),
///     r#"attribute "server_port": a number is required; attribute "server_host": a string is required"#
/// );
/// assert_eq!(FromValueError::from_parts(both.parts().cloned()), Some(both));
///
/// let numbers: Result<Vec<u16>, _> = FromValueError::collect(
///     ["1", "x"].into_iter().map(|it| it.parse().map_err(|_| FromValueError::new("a number is required"))),
/// );
/// assert!(numbers.is_err());
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FromValueError {
    /// The first reason.
    first: PathError,
    others: Vec<PathError>,
}

/// A value that may be unknown.
///
/// For a value that may also be null, use `MaybeUnknown<Option<T>>`: null is `Known(None)`. Around a list or map,
/// it is `Unknown` if the whole collection is unknown. For elements that may be unknown one by one, use
/// `Vec<MaybeUnknown<T>>`.
///
/// ```
/// use hcldyn::cty::{MaybeUnknown, Type, Value};
/// use hcldyn::{EvalContext, HclDecode};
///
/// #[derive(HclDecode)]
/// struct Server { address: MaybeUnknown<String> }
///
/// let ctx = EvalContext::new().with_variable("ip", Value::unknown(Type::String));
/// let server: Server = hcldyn::from_str("address = ip", &ctx)?;
/// assert_eq!(server.address, MaybeUnknown::Unknown);
/// # Ok::<(), hcldyn::Diagnostics>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum MaybeUnknown<T> {
    /// A known value.
    Known(T),
    /// An unknown value.
    Unknown,
}

impl<T> MaybeUnknown<T> {
    /// Returns the value if it is known.
    pub fn known(self) -> Option<T> {
        match self {
            Self::Known(value) => Some(value),
            Self::Unknown => None,
        }
    }

    /// Borrows the value.
    pub fn as_ref(&self) -> MaybeUnknown<&T> {
        match self {
            Self::Known(value) => MaybeUnknown::Known(value),
            Self::Unknown => MaybeUnknown::Unknown,
        }
    }
}

impl FromValueError {
    /// Returns an error with a reason, a clause that states the expectation and the actual value: `a whole number
    /// from 0 to 255 is required, not 300`. The full stop is added.
    pub fn new(message: impl Into<String>) -> Self {
        PathError::new(message).into()
    }

    /// Returns an error with several reasons, or `None` if there are none.
    pub fn from_parts(reasons: impl IntoIterator<Item = PathError>) -> Option<Self> {
        let mut reasons = reasons.into_iter();
        Some(Self { first: reasons.next()?, others: reasons.collect_vec() })
    }

    /// Returns all reasons.
    pub fn parts(&self) -> impl Iterator<Item = &PathError> {
        iter::once(&self.first).chain(&self.others)
    }

    /// Adds a step at the start of every path: an error of a part becomes one of the whole.
    #[must_use]
    pub fn under(self, step: Step) -> Self {
        let under = |reason: PathError| reason.under(step.clone());
        Self { first: under(self.first), others: self.others.into_iter().map(under).collect_vec() }
    }

    /// Adds a prefix to the attribute at the start of every path.
    #[must_use]
    pub fn prefixed(self, prefix: &str) -> Self {
        let prefixed = |reason: PathError| reason.prefixed(prefix);
        Self {
            first: prefixed(self.first),
            others: self.others.into_iter().map(prefixed).collect_vec(),
        }
    }

    /// Adds the reasons of another error. Only the first hundred reasons are kept.
    #[must_use]
    pub fn and(mut self, other: Self) -> Self {
        let left = MAX_REASONS.saturating_sub(self.others.len());
        self.others.push_all(iter::once(other.first).chain(other.others).take(left));
        self
    }

    /// Returns the value of a result. Adds the reasons of an error to those of `error`.
    ///
    /// ```
    /// use hcldyn::cty::FromValueError;
    ///
    /// let mut error = None;
    /// assert_eq!(FromValueError::keep(Ok(1), &mut error), Some(1));
    /// assert_eq!(FromValueError::keep(Err::<i32, _>(FromValueError::new("too large")), &mut error), None);
    /// assert!(error.is_some());
    /// ```
    pub fn keep<T>(result: Result<T, Self>, error: &mut Option<Self>) -> Option<T> {
        match result {
            Ok(value) => Some(value),
            Err(next) => {
                *error = Some(match error.take() {
                    None => next,
                    Some(first) => first.and(next),
                });
                None
            }
        }
    }

    /// Collects the values of results.
    ///
    /// # Errors
    ///
    /// Returns the reasons of all errors.
    pub fn collect<T, C: FromIterator<T>>(
        results: impl Iterator<Item = Result<T, Self>>,
    ) -> Result<C, Self> {
        let mut error = None;
        let collected = results.filter_map(|result| Self::keep(result, &mut error)).collect();
        error.map_or(Ok(collected), Err)
    }

    /// Returns the error with the message of the first reason changed.
    #[must_use]
    pub(crate) fn with_message(mut self, change: impl FnOnce(String) -> String) -> Self {
        self.first.message = change(self.first.message);
        self
    }
}

impl From<PathError> for FromValueError {
    fn from(reason: PathError) -> Self {
        Self { first: reason, others: Vec::new() }
    }
}

impl std::error::Error for FromValueError {}

/// Writes all reasons, each after its path.
impl fmt::Display for FromValueError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.first.fmt(f)?;
        self.others.iter().try_for_each(|other| write!(f, "; {other}"))
    }
}

impl FromValue for bool {
    fn ty() -> Type {
        Type::Bool
    }

    fn from_value(value: &Value) -> Result<Self, FromValueError> {
        value.as_bool().ok_or_else(|| unsuitable(value, "true or false"))
    }
}

impl FromValue for Value {
    fn ty() -> Type {
        Type::Dynamic
    }

    fn from_value(value: &Value) -> Result<Self, FromValueError> {
        Ok(value.clone())
    }
}

/// Returns the error for a value that is not of the needed form: `a number`.
pub fn unsuitable(value: &Value, needed: &str) -> FromValueError {
    FromValueError::new(match value.kind() {
        Kind::Null(_) => format!("{needed} is required, not null"),
        Kind::Unknown(..) => {
            format!("{needed} is required, but the value is not known yet")
        }
        Kind::Marked(_, marks) if marks.contains(&Mark::sensitive()) => {
            format!("{needed} is required, but the value is sensitive, which is not allowed here")
        }
        Kind::Marked(..) => {
            format!("{needed} is required, but the value is marked, which is not allowed here")
        }
        _ => format!("{needed} is required, not {}", value.describe()),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn integers_are_checked() {
        assert_eq!(u8::from_value(&Value::from(255)), Ok(255));
        let error = u8::from_value(&Value::from(256)).unwrap_err();
        let expected = "a whole number from 0 to 255 is required, not 256";
        assert_eq!(error.to_string(), expected);
    }

    #[test]
    fn errors_name_the_element() {
        let list = Value::list(Type::Number, vec![1.into(), Value::null(Type::Number)]);
        let error = Vec::<i32>::from_value(&list).unwrap_err();
        let expected = "element 1: a number is required, not null";
        assert_eq!(error.to_string(), expected);
    }

    #[test]
    fn a_check_finds_what_a_conversion_would() {
        let list = |elements: Vec<Value>| Value::list(Type::Number, elements);
        let check = |value: Value| Vec::<u8>::check(&value).map_err(|error| error.to_string());
        assert_eq!(check(list(vec![255.into()])), Ok(()));
        assert_eq!(check(5.into()), Err("a list is required, not 5".to_owned()));
        let expected = "element 1: a whole number from 0 to 255 is required, not 300; \
                        element 2: a whole number from 0 to 255 is required, not -1";
        let found = check(list(vec![1.into(), 300.into(), (-1).into()]));
        assert_eq!(found, Err(expected.to_owned()));
    }

    #[test]
    fn unknown_is_never_null() {
        let unknown = || Value::unknown(Type::String);
        assert!(Option::<String>::from_value(&unknown()).is_err());
        assert_eq!(MaybeUnknown::<String>::from_value(&unknown()), Ok(MaybeUnknown::Unknown));
    }

    #[test]
    fn a_mark_is_rejected_unless_the_type_keeps_it() {
        let secret = Value::from("x").mark(Mark::sensitive());
        assert!(String::from_value(&secret.clone()).is_err());
        assert_eq!(Value::from_value(&secret.clone()), Ok(secret));
    }

    #[test]
    fn types_of_the_standard_library() {
        use std::collections::{BTreeSet, HashSet};
        let list = || Value::list(Type::Number, vec![1.into(), 2.into()]);
        assert_eq!(<[u8; 2]>::from_value(&list()), Ok([1, 2]));
        let error = <[u8; 3]>::from_value(&list()).unwrap_err();
        assert_eq!(error.to_string(), "exactly 3 elements are required, not 2");
        let set = || Value::set(Type::Number, vec![2.into(), 1.into()]);
        assert_eq!(BTreeSet::<u8>::from_value(&set()), Ok(BTreeSet::from([1, 2])));
        assert_eq!(HashSet::<u8>::from_value(&set()), Ok(HashSet::from([1, 2])));
        let pair = Value::tuple(vec!["a".into(), 1.into()]);
        assert_eq!(<(char, Box<u8>)>::from_value(&pair), Ok(('a', Box::new(1))));
        assert!(char::from_value(&"ab".into()).is_err());
        let (least, most) = (i128::MIN, u128::MAX);
        assert_eq!(i128::from_value(&Value::from(least)), Ok(least));
        assert_eq!(u128::from_value(&Value::from(most)), Ok(most));
        assert!(i128::from_value(&Value::from(most)).is_err());
        assert!(u128::from_value(&Value::from(-1)).is_err());
    }
}
