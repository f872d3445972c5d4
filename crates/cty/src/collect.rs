//! Vectors of the items of iterators, compiled to little code.
//!
//! `collect` and `extend` of the standard library compile to three times as much code, in exchange for one allocation.
//! These methods are for code that is not executed often.

/// Collects items by a plain loop.
#[expect(clippy::while_let_on_iterator, reason = "a `for` loop compiles to more code")]
pub trait CollectVec: Iterator + Sized {
    /// Collects the items.
    fn collect_vec(mut self) -> Vec<Self::Item> {
        let mut items = Vec::new();
        while let Some(item) = self.next() {
            items.push(item);
        }
        items
    }

    /// Collects the items up to the first error, and returns that.
    fn try_collect_vec<T, E>(mut self) -> Result<Vec<T>, E>
    where
        Self: Iterator<Item = Result<T, E>>,
    {
        let mut items = Vec::new();
        while let Some(item) = self.next() {
            items.push(item?);
        }
        Ok(items)
    }

    /// Collects the items, if none is missing.
    fn collect_all<T>(mut self) -> Option<Vec<T>>
    where
        Self: Iterator<Item = Option<T>>,
    {
        let mut items = Vec::new();
        while let Some(item) = self.next() {
            items.push(item?);
        }
        Some(items)
    }

    /// Collects pairs in two vectors.
    fn unzip_vec<A, B>(mut self) -> (Vec<A>, Vec<B>)
    where
        Self: Iterator<Item = (A, B)>,
    {
        let (mut first, mut second) = (Vec::new(), Vec::new());
        while let Some((a, b)) = self.next() {
            first.push(a);
            second.push(b);
        }
        (first, second)
    }
}

impl<I: Iterator> CollectVec for I {}

/// Finds positions by one binary search for all types of elements.
pub trait Bisect<T> {
    /// Returns the number of leading elements for which a condition holds, after which it holds for no element.
    fn count_leading(&self, holds: impl Fn(&T) -> bool) -> usize;
}

impl<T> Bisect<T> for [T] {
    fn count_leading(&self, holds: impl Fn(&T) -> bool) -> usize {
        bisect(self.len(), &|position| holds(&self[position]))
    }
}

fn bisect(len: usize, holds: &dyn Fn(usize) -> bool) -> usize {
    let (mut start, mut end) = (0, len);
    while start < end {
        let middle = start + (end - start) / 2;
        if holds(middle) {
            start = middle + 1;
        } else {
            end = middle;
        }
    }
    start
}

/// Adds items by a plain loop.
pub trait PushAll<T> {
    /// Adds the items.
    fn push_all(&mut self, items: impl IntoIterator<Item = T>);
}

impl<T> PushAll<T> for Vec<T> {
    fn push_all(&mut self, items: impl IntoIterator<Item = T>) {
        for item in items {
            self.push(item);
        }
    }
}
