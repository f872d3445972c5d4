//! What is said alike of several kinds of specs of blocks.

/// The methods of specs that have the fields of these names; `counts` are `min_items` and `max_items`.
macro_rules! block_methods {
    ($spec:ident: $($field:ident),+) => {
        impl $spec {
            $($crate::spec::kinds::block_methods::block_method!($field);)+
        }
    };
}

macro_rules! block_method {
    (nested) => {
        /// The spec of the blocks' bodies.
        pub fn nested(&self) -> &$crate::spec::Spec {
            self.nested.spec()
        }
    };
    (dynamic) => {
        /// `dynamic` blocks may generate such blocks.
        #[must_use]
        pub fn dynamic(mut self) -> Self {
            self.dynamic = true;
            self
        }
    };
    (required) => {
        /// The block must be there.
        #[must_use]
        pub fn required(mut self) -> Self {
            self.required = true;
            self
        }

        /// Whether the block must be there.
        pub fn is_required(&self) -> bool {
            self.required
        }
    };
    (counts) => {
        /// There must be at least so many.
        #[must_use]
        pub fn min_items(mut self, count: usize) -> Self {
            self.min_items = count;
            self
        }

        /// There must be at most so many.
        #[must_use]
        pub fn max_items(mut self, count: usize) -> Self {
            self.max_items = Some(count);
            self
        }

        /// How many there must be at least, and how many there may be at most.
        pub fn item_counts(&self) -> (usize, Option<usize>) {
            (self.min_items, self.max_items)
        }
    };
}

pub(super) use {block_method, block_methods};
