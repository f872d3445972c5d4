//! Capsules: values of the host's own Rust types inside the value model.

use std::any::Any;
use std::fmt;
use std::sync::Arc;

/// A type whose values hold a Rust value of the host. Two capsule types are equal only when they are
/// the same one, whatever their names.
///
/// ```
/// use hcldyn::cty::{CapsuleType, Value};
///
/// let socket = CapsuleType::new("socket");
/// let value = Value::capsule(&socket, 7u16);
/// assert_eq!(value.as_capsule::<u16>(), Some(&7));
/// ```
#[derive(Clone)]
pub struct CapsuleType(Arc<CapsuleTypeData>);

struct CapsuleTypeData {
    name: String,
    extension: Option<Box<dyn Any + Send + Sync>>,
}

/// A value of a capsule type.
#[derive(Clone)]
pub struct CapsuleValue {
    ty: CapsuleType,
    content: Arc<dyn Any + Send + Sync>,
}

impl CapsuleType {
    /// A new capsule type. `name` is what messages call it.
    pub fn new(name: impl Into<String>) -> Self {
        Self(Arc::new(CapsuleTypeData { name: name.into(), extension: None }))
    }

    /// A new capsule type that carries extension data: a value that another layer finds by its Rust
    /// type with [`CapsuleType::extension`].
    pub fn with_extension<E: Any + Send + Sync>(name: impl Into<String>, extension: E) -> Self {
        let extension: Box<dyn Any + Send + Sync> = Box::new(extension);
        Self(Arc::new(CapsuleTypeData { name: name.into(), extension: Some(extension) }))
    }

    /// What messages call it.
    pub fn name(&self) -> &str {
        &self.0.name
    }

    /// The extension data, if it is of type `E`.
    pub fn extension<E: Any>(&self) -> Option<&E> {
        self.0.extension.as_deref()?.downcast_ref()
    }
}

impl CapsuleValue {
    /// A value of a capsule type.
    pub(crate) fn new<T: Any + Send + Sync>(ty: &CapsuleType, content: T) -> Self {
        Self { ty: ty.clone(), content: Arc::new(content) }
    }

    /// The capsule's type.
    pub fn ty(&self) -> &CapsuleType {
        &self.ty
    }

    /// The Rust value inside, if it is a `T`.
    pub fn downcast_ref<T: Any>(&self) -> Option<&T> {
        self.content.downcast_ref()
    }
}

impl PartialEq for CapsuleType {
    fn eq(&self, other: &Self) -> bool {
        Arc::ptr_eq(&self.0, &other.0)
    }
}

impl Eq for CapsuleType {}

/// Two capsule values are equal when they hold the very same Rust value.
impl PartialEq for CapsuleValue {
    fn eq(&self, other: &Self) -> bool {
        self.ty == other.ty && Arc::ptr_eq(&self.content, &other.content)
    }
}

impl Eq for CapsuleValue {}

impl fmt::Debug for CapsuleType {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "CapsuleType({})", self.name())
    }
}

impl fmt::Debug for CapsuleValue {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "CapsuleValue({})", self.ty.name())
    }
}
