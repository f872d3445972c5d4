//! What a spec implies: the schema of its body, and the type of its value.

use std::sync::OnceLock;

use super::Spec;
use crate::body::BodySchema;
use crate::cty::Type;

/// A spec of a whole body, with what it implies worked out once.
#[derive(Clone, Debug)]
pub(crate) struct Nested {
    spec: Spec,
    schema: OnceLock<BodySchema>,
    ty: OnceLock<Type>,
}

impl Nested {
    pub(crate) fn new(spec: Spec) -> Self {
        Self { spec, schema: OnceLock::new(), ty: OnceLock::new() }
    }
}
