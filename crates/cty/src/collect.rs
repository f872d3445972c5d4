//! Vectors of the items of iterators, compiled to little code.

/// Collects items by a plain loop.
pub trait CollectVec: Iterator + Sized {
    /// Collects the items. `collect` into a vector compiles to three times as much code in exchange for one allocation, so
    /// this is for code that is not executed often.
    fn collect_vec(self) -> Vec<Self::Item> {
        let mut items = Vec::new();
        for item in self {
            items.push(item);
        }
        items
    }
}

impl<I: Iterator> CollectVec for I {}
