//! The methods that several specs of blocks share.

/// Generates the methods of specs with fields of these names; `counts` are `min_items` and `max_items`.
macro_rules! block_methods {
    ($spec:ident: $($field:ident),+) => {
        impl $spec {
            $($crate::spec::kinds::block_methods::block_method!($field);)+
        }
    };
}

macro_rules! block_method {
    (nested) => {
        /// Returns the spec of the blocks' bodies.
        pub fn nested(&self) -> &$crate::spec::Spec {
            self.nested.spec()
        }
    };
    (dynamic) => {
        /// Lets `dynamic` blocks generate such blocks.
        #[must_use]
        pub fn dynamic(mut self) -> Self {
            self.dynamic = true;
            self
        }
    };
    (layering) => {
        /// Sets the combination of the blocks of several layers of a configuration. The default depends on the spec and
        /// the labels, see [`Layering`](crate::body::Layering).
        #[must_use]
        pub fn layering(mut self, layering: $crate::body::Layering) -> Self {
            self.layering = Some(layering);
            self
        }
    };
    (required) => {
        /// Makes the block required.
        #[must_use]
        pub fn required(mut self) -> Self {
            self.required = true;
            self
        }

        /// Returns `true` if the block is required.
        pub fn is_required(&self) -> bool {
            self.required
        }
    };
    (counts) => {
        /// Requires at least `count` blocks.
        #[must_use]
        pub fn min_items(mut self, count: usize) -> Self {
            self.min_items = count;
            self
        }

        /// Allows at most `count` blocks.
        #[must_use]
        pub fn max_items(mut self, count: usize) -> Self {
            self.max_items = Some(count);
            self
        }

        /// Returns the minimum and the maximum number of blocks.
        pub fn item_counts(&self) -> (usize, Option<usize>) {
            (self.min_items, self.max_items)
        }
    };
}

pub(super) use {block_method, block_methods};
