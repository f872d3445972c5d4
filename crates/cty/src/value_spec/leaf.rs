//! The spec of a value without parts.

use std::sync::Arc;

use super::ValueHint;
use crate::Type;
use crate::key_map::KeySet;

/// The spec of a value without parts: its type, and a hint about accepted values. It is converted as any value of the
/// type.
///
/// ```
/// use hcldyn::cty::value_spec::ValueSpec;
/// use hcldyn::cty::Type;
///
/// let ValueSpec::Leaf(leaf) = ValueSpec::text("path", "/etc").sensitive() else { unreachable!() };
/// assert_eq!(leaf.ty(), &Type::String);
/// assert!(leaf.is_sensitive() && leaf.hint().is_some());
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct LeafValueSpec {
    ty: Type,
    hint: Option<Arc<ValueHint>>,
    is_sensitive: bool,
}

impl LeafValueSpec {
    /// The spec of any value.
    pub(super) const ANY: Self = Self { ty: Type::Dynamic, hint: None, is_sensitive: false };

    /// Creates the spec of any value of a type. The type has no parts.
    pub(super) fn new(ty: Type) -> Self {
        Self { ty, hint: None, is_sensitive: false }
    }

    pub(super) fn with_hint(self, hint: ValueHint) -> Self {
        Self { hint: Some(hint.into()), ..self }
    }

    pub(super) fn sensitive(self) -> Self {
        Self { is_sensitive: true, ..self }
    }

    /// Returns the type: a primitive type, a capsule type, or any type.
    pub fn ty(&self) -> &Type {
        &self.ty
    }

    /// Returns the hint about accepted values.
    pub fn hint(&self) -> Option<&ValueHint> {
        self.hint.as_deref()
    }

    /// Returns `true` if the value is sensitive.
    pub fn is_sensitive(&self) -> bool {
        self.is_sensitive
    }

    /// Returns `true` if the value is sensitive, or the value of a deferred expression.
    pub(super) fn any_sensitive(&self, seen: &mut KeySet<usize>) -> bool {
        let is_deferred_sensitive = |seen| match self.hint() {
            Some(ValueHint::Deferred(value)) => value.any_sensitive(seen),
            _ => false,
        };
        self.is_sensitive || is_deferred_sensitive(seen)
    }
}
