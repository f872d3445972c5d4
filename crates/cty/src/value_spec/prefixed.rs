//! The specs of objects whose attributes are part of another object, with a prefix of their names.

use super::{AttributeKind, ItemNames, ObjectAttribute, ObjectValueSpec, ValueSpec};
use crate::Str;
use crate::collect::CollectVec;

impl ItemNames {
    /// Returns the names with a prefix, also that of the replacement of a deprecated item.
    #[must_use]
    pub fn prefixed(&self, prefix: &str) -> Self {
        let joined = |name: &Str| Str::from(format!("{prefix}{name}"));
        let mut deprecation = self.deprecation.clone();
        if let Some(name) = deprecation.as_mut().and_then(|it| it.replacement.as_mut()) {
            *name = joined(name);
        }
        Self {
            name: joined(&self.name),
            aliases: self.aliases.iter().map(joined).collect_vec(),
            former_names: self.former_names.iter().map(joined).collect_vec(),
            deprecation,
        }
    }
}

impl ValueSpec {
    /// Returns the spec of an object with a prefix of the names of its attributes, also of those that are flattened into it.
    /// Other specs stay as they are.
    ///
    /// ```
    /// use hcldyn::cty::value_spec::{ObjectAttribute, ObjectValueSpec, ValueSpec};
    /// use hcldyn::cty::{Type, Value};
    ///
    /// let host = ObjectAttribute::new("host", Type::String);
    /// let server = ValueSpec::Object(ObjectValueSpec::new([host]).into()).prefixed("db_");
    /// assert!(server.try_convert(Value::object([("db_host", "a".into())])).is_ok());
    /// assert!(server.try_convert(Value::object([("host", "a".into())])).is_err());
    /// ```
    #[must_use]
    pub fn prefixed(&self, prefix: &str) -> Self {
        match self {
            Self::Object(object) => Self::Object(object.prefixed(prefix).into()),
            Self::Lazy(lazy) => lazy.spec().prefixed(prefix),
            spec => spec.clone(),
        }
    }
}

impl ObjectValueSpec {
    fn prefixed(&self, prefix: &str) -> Self {
        let prefixed = |attribute: &ObjectAttribute| match attribute.kind {
            AttributeKind::Single => {
                ObjectAttribute { names: attribute.names.prefixed(prefix), ..attribute.clone() }
            }
            AttributeKind::Flattened => {
                ObjectAttribute { spec: attribute.spec.prefixed(prefix), ..attribute.clone() }
            }
            AttributeKind::Remaining => attribute.clone(),
        };
        let spec = Self::new(self.attributes().iter().map(prefixed));
        spec.with_unexpected(self.unexpected()).with_docs(self.docs().clone())
    }
}
