//! Values with their source locations.

use std::borrow::Borrow;
use std::cmp::Ordering;
use std::fmt;
use std::hash::{Hash, Hasher};
use std::ops::{Deref, DerefMut};

use super::{BlockVariant, Fields, FromValue, FromValueError, HclBlocks, HclDecode};
use crate::cty::value_spec::ValueSpec;
use crate::cty::{Nowhere, PathError, ToValue, Type, Value, ValueOrigin};
use crate::diag::Diagnostics;
use crate::source::Place;
use crate::spec::{Decoded, Origin, Spec};

/// A value with its source location.
///
/// It can wrap the type of any attribute or label, or of any part of one, and the struct of a block. It is decoded
/// like the inner type, may be omitted like it, and dereferences to it.
///
/// ```
/// use hcldyn::{EvalContext, HclDecode, Spanned};
///
/// #[derive(HclDecode)]
/// struct Config {
///     #[hcl(default = 80.into())]
///     port: Spanned<u16>,
///     hosts: Vec<Spanned<String>>,
///     #[hcl(block)]
///     route: Option<Spanned<Route>>,
/// }
///
/// #[derive(HclDecode)]
/// struct Route {
///     #[hcl(label)]
///     path: Spanned<String>,
/// }
///
/// let text = "hosts = [\"a\", \"b\"]\nroute \"/\" {}\n";
/// let config: Config = hcldyn::from_str(text, &EvalContext::new())?;
/// assert_eq!(*config.port + 1, 81);
/// assert!(config.port.is_default());
/// assert_eq!(config.hosts[1].place().to_string(), "<text>:1:15");
///
/// let route = config.route.unwrap();
/// assert_eq!(route.path.len(), 1);
/// assert_eq!(route.place().text(), "route \"/\"");
/// assert_eq!(route.name_place().unwrap().text(), "route");
/// assert_eq!(route.label_places().next().unwrap(), *route.path.place());
/// # Ok::<(), hcldyn::Diagnostics>(())
/// ```
///
/// Elements have their own locations if the attribute is written as a list or a map. Otherwise, and in sets, they
/// have the location of the whole expression. Equality and order only compare the values. A value that was not
/// decoded has a location in a source named `<value>`, without lines.
#[doc(alias = "span")]
#[doc(alias = "location")]
#[derive(Clone)]
pub struct Spanned<T> {
    value: T,
    origin: Origin,
}

impl<T> Spanned<T> {
    /// Returns the source location: an attribute's expression, a block's header, or a label. A default has the
    /// location where the attribute would be written. One that the program creates, such as that of `#[hcl(optional)]`, has
    /// a location in the source `<value>`.
    pub fn place(&self) -> &Place {
        &self.origin.place
    }

    /// Returns the source location of the name: the name of an attribute or of an element of a map, or the type of
    /// a block. Returns `None` for items without a name, such as labels and items that are not written.
    pub fn name_place(&self) -> Option<Place> {
        self.origin.name_place()
    }

    /// Returns the source location of the whole block, from its type to its closing brace. Other items have the same
    /// location as by [`place`](Self::place).
    pub fn whole_place(&self) -> Place {
        self.origin.whole_place()
    }

    /// Returns the source locations of a block's labels. Other items have none.
    pub fn label_places(&self) -> impl ExactSizeIterator<Item = Place> + '_ {
        self.origin.label_places()
    }

    /// Returns `true` if the value is a default of the spec: the item is not written, or is null. A default that the
    /// program creates, such as that of `#[hcl(optional)]`, does not count.
    pub fn is_default(&self) -> bool {
        self.origin.is_default()
    }

    /// Returns the value without its source location.
    pub fn into_inner(self) -> T {
        self.value
    }

    /// Converts the value, and keeps its source location.
    ///
    /// ```
    /// use hcldyn::Spanned;
    ///
    /// let host: Spanned<String> = "web".into();
    /// assert_eq!(host.map(|host| host.len()).into_inner(), 3);
    /// ```
    pub fn map<U>(self, f: impl FnOnce(T) -> U) -> Spanned<U> {
        Spanned { value: f(self.value), origin: self.origin }
    }
}

impl<T: FromValue> FromValue for Spanned<T> {
    const OPTIONAL: bool = T::OPTIONAL;
    const SPANNED: bool = true;
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
        let value = T::from_value_at(value, origin)?;
        Ok(Self { value, origin: Origin::of_value(origin).without_parts() })
    }

    fn check(value: &Value) -> Result<(), FromValueError> {
        T::check(value)
    }
}

impl<T: HclDecode> HclDecode for Spanned<T> {
    const TAKES_INSTANCES: bool = T::TAKES_INSTANCES;

    fn spec() -> Spec {
        T::spec()
    }

    fn from_decoded(decoded: Decoded, diags: &mut Diagnostics) -> Option<Self> {
        let origin = decoded.origin.without_parts();
        T::from_decoded(decoded, diags).map(|value| Self { value, origin })
    }

    fn from_fields(fields: Fields<'_>, diags: &mut Diagnostics) -> Option<Self> {
        let origin = fields.origin();
        T::from_fields(fields, diags).map(|value| Self { value, origin })
    }
}

impl<T: HclBlocks> HclBlocks for Spanned<T> {
    fn block_types() -> Vec<BlockVariant> {
        T::block_types()
    }
}

/// Wraps a value without a source location, such as a default.
impl<T> From<T> for Spanned<T> {
    fn from(value: T) -> Self {
        Self { value, origin: Origin::nowhere().clone() }
    }
}

impl From<&str> for Spanned<String> {
    fn from(value: &str) -> Self {
        value.to_owned().into()
    }
}

impl<T: Default> Default for Spanned<T> {
    fn default() -> Self {
        T::default().into()
    }
}

/// Returns the value without its source location.
impl<T: Into<Self>> From<Spanned<T>> for Value {
    fn from(spanned: Spanned<T>) -> Self {
        spanned.value.into()
    }
}

impl<T: ToValue> ToValue for Spanned<T> {
    fn to_value(&self) -> Result<Value, PathError> {
        self.value.to_value()
    }

    fn to_attribute(&self) -> Result<Option<Value>, PathError> {
        self.value.to_attribute()
    }
}

impl<T> Deref for Spanned<T> {
    type Target = T;

    fn deref(&self) -> &T {
        &self.value
    }
}

impl<T> DerefMut for Spanned<T> {
    fn deref_mut(&mut self) -> &mut T {
        &mut self.value
    }
}

impl<T> AsRef<T> for Spanned<T> {
    fn as_ref(&self) -> &T {
        &self.value
    }
}

impl<T> Borrow<T> for Spanned<T> {
    fn borrow(&self) -> &T {
        &self.value
    }
}

/// Allows lookups by string in maps whose keys are spanned.
impl Borrow<str> for Spanned<String> {
    fn borrow(&self) -> &str {
        &self.value
    }
}

impl<T: PartialEq> PartialEq for Spanned<T> {
    fn eq(&self, other: &Self) -> bool {
        self.value == other.value
    }
}

impl<T: Eq> Eq for Spanned<T> {}

impl<T: PartialOrd> PartialOrd for Spanned<T> {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        self.value.partial_cmp(&other.value)
    }
}

impl<T: Ord> Ord for Spanned<T> {
    fn cmp(&self, other: &Self) -> Ordering {
        self.value.cmp(&other.value)
    }
}

impl<T: Hash> Hash for Spanned<T> {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.value.hash(state);
    }
}

/// Prints the value and its source location: `80 at a.hcl:1:8`.
impl<T: fmt::Debug> fmt::Debug for Spanned<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.value.fmt(f)?;
        write!(f, " at {}", self.place())
    }
}

impl<T: fmt::Display> fmt::Display for Spanned<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.value.fmt(f)
    }
}
