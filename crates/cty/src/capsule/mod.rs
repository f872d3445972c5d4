//! Capsules: values of Rust types of the program inside the value model.

mod builder;

use std::any::Any;
use std::cmp::Ordering;
use std::fmt;
use std::hash::{Hash, Hasher};
use std::sync::Arc;
use std::sync::atomic::{self, AtomicU64};

pub use self::builder::CapsuleTypeBuilder;
use super::{Type, Value};

/// A type whose values hold a Rust value of the program. Each capsule type is equal only to itself, regardless of its
/// name.
///
/// ```
/// use hcldyn::cty::{CapsuleType, Value};
///
/// let socket = CapsuleType::new("socket");
/// let value = Value::capsule(&socket, 7u16);
/// assert_eq!(value.as_capsule::<u16>(), Some(&7));
/// ```
///
/// [`CapsuleType::builder`] adds operations on the values.
#[derive(Clone)]
pub struct CapsuleType(Arc<CapsuleTypeData>);

/// A value of a capsule type.
///
/// ```
/// use hcldyn::cty::{CapsuleType, Kind, Value};
///
/// let socket = CapsuleType::new("socket");
/// let value = Value::capsule(&socket, 7_u16);
/// let Kind::Capsule(capsule) = value.kind() else { unreachable!() };
/// assert_eq!(capsule.ty(), &socket);
/// assert_eq!(capsule.downcast_ref::<u16>(), Some(&7));
/// assert_eq!(capsule.downcast_ref::<u32>(), None);
/// ```
#[derive(Clone)]
pub struct CapsuleValue {
    ty: CapsuleType,
    content: Arc<dyn Any + Send + Sync>,
    /// A number that identifies the content, and orders contents by their creation.
    serial: u64,
}

struct CapsuleTypeData {
    name: String,
    /// A number that orders types of one name by their creation.
    serial: u64,
    extension: Option<Content>,
    order: Option<OrderFn>,
    debug: Option<DebugFn>,
    from: Vec<(Type, FromFn)>,
    to: Vec<(Type, ToFn)>,
}

type Content = Box<dyn Any + Send + Sync>;
type OrderFn = Box<dyn Fn(&CapsuleValue, &CapsuleValue) -> Option<Ordering> + Send + Sync>;
type DebugFn = Box<dyn Fn(&CapsuleValue, &mut fmt::Formatter<'_>) -> fmt::Result + Send + Sync>;
type FromFn = Box<dyn Fn(&Value) -> Result<Arc<dyn Any + Send + Sync>, String> + Send + Sync>;
type ToFn = Box<dyn Fn(&CapsuleValue) -> Result<Value, String> + Send + Sync>;

impl CapsuleType {
    /// Returns a new capsule type. `name` is its name in messages.
    pub fn new(name: impl Into<String>) -> Self {
        Self(Arc::new(CapsuleTypeData::new(name.into())))
    }

    /// Returns a new capsule type with extension data: a value that another layer finds by its Rust type with
    /// [`CapsuleType::extension`].
    ///
    /// ```
    /// use hcldyn::cty::CapsuleType;
    ///
    /// struct Icon(char);
    ///
    /// let socket = CapsuleType::with_extension("socket", Icon('s'));
    /// assert_eq!(socket.extension::<Icon>().unwrap().0, 's');
    /// ```
    pub fn with_extension<E: Any + Send + Sync>(name: impl Into<String>, extension: E) -> Self {
        let extension: Option<Content> = Some(Box::new(extension));
        Self(Arc::new(CapsuleTypeData { extension, ..CapsuleTypeData::new(name.into()) }))
    }

    /// Returns the name in messages.
    pub fn name(&self) -> &str {
        &self.0.name
    }

    /// Returns the extension data, if it is of type `E`.
    pub fn extension<E: Any>(&self) -> Option<&E> {
        self.0.extension.as_deref()?.downcast_ref()
    }

    /// Returns `true` if a value of another type has a conversion to this one.
    pub(crate) fn converts_from(&self, from: &Type) -> bool {
        self.0.from.iter().any(|(ty, _)| ty == from)
    }

    /// Returns `true` if a value of this type has a conversion to another one.
    pub(crate) fn converts_to(&self, to: &Type) -> bool {
        self.0.to.iter().any(|(ty, _)| ty == to)
    }

    /// Converts a known value without marks, if there is a conversion for its type.
    pub(crate) fn convert_from(&self, value: &Value) -> Option<Result<Value, String>> {
        let given = value.ty();
        let (_, convert) = self.0.from.iter().find(|(ty, _)| *ty == given)?;
        let content = convert(value);
        Some(content.map(|content| Value::from(CapsuleValue::of_content(self, content))))
    }

    /// Converts a value of this type, if there is a conversion to the other type.
    pub(crate) fn convert_to(
        &self,
        value: &CapsuleValue,
        to: &Type,
    ) -> Option<Result<Value, String>> {
        let (_, convert) = self.0.to.iter().find(|(ty, _)| ty == to)?;
        Some(convert(value))
    }
}

impl CapsuleTypeData {
    fn new(name: String) -> Self {
        let (from, to) = (Vec::new(), Vec::new());
        Self { name, serial: next_serial(), extension: None, order: None, debug: None, from, to }
    }
}

impl CapsuleValue {
    /// Returns a value of a capsule type.
    pub(crate) fn new<T: Any + Send + Sync>(ty: &CapsuleType, content: T) -> Self {
        Self::of_content(ty, Arc::new(content))
    }

    fn of_content(ty: &CapsuleType, content: Arc<dyn Any + Send + Sync>) -> Self {
        Self { ty: ty.clone(), content, serial: next_serial() }
    }

    /// Returns the type of the capsule.
    pub fn ty(&self) -> &CapsuleType {
        &self.ty
    }

    /// Returns the Rust value inside, if it is a `T`.
    pub fn downcast_ref<T: Any>(&self) -> Option<&T> {
        self.content.downcast_ref()
    }

    /// Compares by the order of the type. Without one, values are ordered by their creation. Values of different types
    /// are in the order of the types.
    pub(crate) fn total_cmp(&self, other: &Self) -> Ordering {
        if self.ty != other.ty {
            let (ty, other) = (&self.ty.0, &other.ty.0);
            return (&ty.name, ty.serial).cmp(&(&other.name, other.serial));
        }
        let order = self.ty.0.order.as_ref().and_then(|order| order(self, other));
        order.unwrap_or_else(|| self.serial.cmp(&other.serial))
    }
}

/// Returns a number that nothing else has.
fn next_serial() -> u64 {
    static NEXT: AtomicU64 = AtomicU64::new(0);
    NEXT.fetch_add(1, atomic::Ordering::Relaxed)
}

impl PartialEq for CapsuleType {
    fn eq(&self, other: &Self) -> bool {
        Arc::ptr_eq(&self.0, &other.0)
    }
}

impl Eq for CapsuleType {}

impl Hash for CapsuleType {
    fn hash<H: Hasher>(&self, state: &mut H) {
        Arc::as_ptr(&self.0).hash(state);
    }
}

/// Two capsule values are equal if the order of their type compares them as equal. Without an order, they are equal
/// if they hold the identical Rust value.
impl PartialEq for CapsuleValue {
    fn eq(&self, other: &Self) -> bool {
        self.ty == other.ty && self.total_cmp(other).is_eq()
    }
}

impl Eq for CapsuleValue {}

impl Hash for CapsuleValue {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.ty.hash(state);
        if self.ty.0.order.is_none() {
            self.serial.hash(state);
        }
    }
}

impl fmt::Debug for CapsuleType {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "CapsuleType({})", self.name())
    }
}

impl fmt::Debug for CapsuleValue {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.ty.0.debug {
            Some(debug) => debug(self, f),
            None => write!(f, "CapsuleValue({})", self.ty.name()),
        }
    }
}
