//! The methods for the docs of a spec.

/// The methods of specs that have docs, in the field of this path.
macro_rules! docs_methods {
    ($spec:ident, $($field:ident).+) => {
        impl $spec {
            /// Sets the docs of the spec, in prose, for [`Spec::docs`](crate::spec::Spec::docs).
            #[must_use]
            pub fn doc(mut self, text: impl Into<$crate::cty::Str>) -> Self {
                self.$($field).+ = Some(text.into());
                self
            }

            /// Returns the docs.
            pub fn docs(&self) -> Option<&str> {
                self.$($field).+.as_deref()
            }
        }
    };
}

pub(super) use docs_methods;
