//! The methods for the documentation of a spec.

/// The methods of specs that have `docs`.
macro_rules! docs_methods {
    ($spec:ident) => {
        impl $spec {
            /// Sets the docs of the spec, in prose, for [`Spec::docs`](crate::spec::Spec::docs).
            #[must_use]
            pub fn doc(mut self, text: impl Into<$crate::cty::Str>) -> Self {
                self.docs.text = Some(text.into());
                self
            }

            /// Sets a short title for readers of documents, in place of the name.
            ///
            /// ```
            /// use hcldyn::cty::Type;
            /// use hcldyn::spec::AttrSpec;
            ///
            /// let workers = AttrSpec::new("workers", Type::Number)
            ///     .doc("The number of threads.")
            ///     .title("Threads")
            ///     .since("1.2")
            ///     .example("4")
            ///     .condition("It must not exceed the number of cores.")
            ///     .default_text("the number of cores");
            /// assert_eq!(workers.docs(), Some("The number of threads."));
            /// ```
            #[must_use]
            pub fn title(mut self, title: impl Into<$crate::cty::Str>) -> Self {
                self.docs.title = Some(title.into());
                self
            }

            /// Sets the version of the program that introduced the item.
            #[must_use]
            pub fn since(mut self, version: impl Into<$crate::cty::Str>) -> Self {
                self.docs.since = Some(version.into());
                self
            }

            /// Adds an example, as source text of HCL: an expression for an attribute, the content of a body for a block.
            #[must_use]
            pub fn example(mut self, example: impl Into<$crate::cty::Str>) -> Self {
                self.docs.examples.push(example.into());
                self
            }

            /// Describes a condition that a function of the program checks, in full sentences.
            #[must_use]
            pub fn condition(mut self, condition: impl Into<$crate::cty::Str>) -> Self {
                self.docs.conditions.push(condition.into());
                self
            }

            /// Describes a default that the program computes after decoding.
            #[must_use]
            pub fn default_text(mut self, default: impl Into<$crate::cty::Str>) -> Self {
                self.docs.default = Some(default.into());
                self
            }

            /// Leaves the item out of documents. It is decoded as others are.
            #[must_use]
            pub fn hide(mut self) -> Self {
                self.docs.is_hidden = true;
                self
            }

            /// Declares that a change of the item has an effect only after a restart of the program. A reload reports such a
            /// change as one that [needs a restart](crate::spec::Change::needs_restart).
            #[must_use]
            pub fn restart(mut self) -> Self {
                self.docs.needs_restart = true;
                self
            }

            /// Sets all documentation at once.
            ///
            /// ```
            /// use hcldyn::cty::Type;
            /// use hcldyn::cty::value_spec::ItemDocs;
            /// use hcldyn::spec::AttrSpec;
            ///
            /// let port = AttrSpec::new("port", Type::Number).with_docs(ItemDocs::new("The port."));
            /// assert_eq!(port.docs(), Some("The port."));
            /// ```
            #[must_use]
            pub fn with_docs(mut self, docs: $crate::cty::value_spec::ItemDocs) -> Self {
                self.docs = docs;
                self
            }

            /// Returns the docs.
            pub fn docs(&self) -> Option<&str> {
                self.docs.text.as_deref()
            }
        }
    };
}

pub(super) use docs_methods;
