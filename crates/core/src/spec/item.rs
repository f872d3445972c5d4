//! The methods of specs with names.

/// The methods of specs that have names, which `with_names` changes, and `docs`.
macro_rules! item_methods {
    ($spec:ident) => {
        impl $spec {
            /// Adds an alias, which messages do not offer.
            ///
            /// ```
            /// use hcldyn::cty::Type;
            /// use hcldyn::spec::AttrSpec;
            ///
            /// let port = AttrSpec::new("port", Type::Number).alias("listen").former_name("prt");
            /// assert_eq!(port.names().aliases, ["listen"]);
            /// let user = AttrSpec::new("user", Type::String).replaced_by("account").deprecated("Version 3 removes it.");
            /// assert!(user.names().deprecation.is_some());
            /// ```
            #[must_use]
            pub fn alias(self, name: impl Into<Str>) -> Self {
                self.with_names(|names| names.aliases.push(name.into()))
            }

            /// Adds a former name. It is still allowed, with a warning that gives the current name.
            #[must_use]
            pub fn former_name(self, name: impl Into<Str>) -> Self {
                self.with_names(|names| names.former_names.push(name.into()))
            }

            /// Deprecates the item. Each use is a warning with this advice, in full sentences.
            #[must_use]
            pub fn deprecated(self, advice: impl Into<Str>) -> Self {
                self.with_names(|names| {
                    names.deprecation.get_or_insert_default().advice = Some(advice.into())
                })
            }

            /// Deprecates the item in favor of another one. Each use is a warning that names it.
            #[must_use]
            pub fn replaced_by(self, name: impl Into<Str>) -> Self {
                self.with_names(|names| {
                    names.deprecation.get_or_insert_default().replacement = Some(name.into())
                })
            }
        }

        $crate::spec::kinds::docs_methods::docs_methods!($spec);
    };
}

pub(super) use item_methods;
