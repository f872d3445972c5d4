//! The old block for each new one.

use std::collections::{HashMap, HashSet};
use std::ops::Range;

use super::blocks::NewBlock;
use crate::cty::Str;
use crate::cty::internal::{CollectVec, sort_by};

/// The old block for each new one, both by their indexes.
pub(super) struct Pairs {
    /// The old block that becomes the new one in its place.
    pub(super) changed: Vec<Option<usize>>,
    /// The old block that is equal to the new one, but in another place.
    pub(super) moved: Vec<Option<usize>>,
}

impl Pairs {
    /// Pairs the blocks of a list. Old blocks keep their order.
    pub(super) fn in_order(old: &[NewBlock<'_>], new: &[NewBlock<'_>]) -> Self {
        let mut pairs = Self::none(new.len());
        Sequences { old, new }.pair(&all(old), &all(new), &mut pairs);
        pairs
    }

    /// Pairs the blocks of a map. The order only counts among blocks with equal labels.
    pub(super) fn by_labels(old: &[NewBlock<'_>], new: &[NewBlock<'_>]) -> Self {
        let mut pairs = Self::none(new.len());
        let sequences = Sequences { old, new };
        let (old_lists, mut new_lists) = (lists(old), lists(new));
        let mut removed = Vec::new();
        for (labels, old) in old_lists {
            match new_lists.remove(labels) {
                Some(new) => sequences.pair(&old, &new, &mut pairs),
                None => removed.extend(old),
            }
        }
        sort_by(&mut removed, Ord::cmp);
        let mut added = new_lists.into_values().filter(|list| list.len() == 1).collect_vec();
        sort_by(&mut added, Ord::cmp);
        for new_block in added.into_iter().flatten() {
            // A block with new labels.
            let is_same = |index: &usize| have_equal_bodies(&old[*index], &new[new_block]);
            if let Some(position) = removed.iter().position(is_same) {
                pairs.changed[new_block] = Some(removed.remove(position));
            }
        }
        pairs
    }

    fn none(count: usize) -> Self {
        Self { changed: vec![None; count], moved: vec![None; count] }
    }
}

/// Returns the indexes of the blocks with each list of labels.
fn lists<'b>(blocks: &[NewBlock<'b>]) -> HashMap<&'b [Str], Vec<usize>> {
    let mut lists: HashMap<_, Vec<_>> = HashMap::new();
    for (index, block) in blocks.iter().enumerate() {
        lists.entry(block.labels).or_default().push(index);
    }
    lists
}

/// Returns the old element for each new one. Rules pair them, the first one before the others. Old elements keep their
/// order.
pub(super) fn aligned<T>(old: &[T], new: &[T], rules: &[Rule<T>]) -> Vec<Option<usize>> {
    let mut pairs = vec![None; new.len()];
    Sequences { old, new }.pair_by(rules, &all(old), &all(new), &mut pairs);
    pairs
}

fn all<T>(elements: &[T]) -> Vec<usize> {
    (0..elements.len()).collect_vec()
}

struct Sequences<'b, T> {
    old: &'b [T],
    new: &'b [T],
}

/// A rule that pairs an old element with a new one.
pub(super) type Rule<T> = fn(&T, &T) -> bool;

fn are_equal<'b>(old: &NewBlock<'b>, new: &NewBlock<'b>) -> bool {
    old == new
}

fn have_equal_labels<'b>(old: &NewBlock<'b>, new: &NewBlock<'b>) -> bool {
    old.ty == new.ty && old.labels == new.labels
}

fn have_equal_bodies<'b>(old: &NewBlock<'b>, new: &NewBlock<'b>) -> bool {
    old.ty == new.ty && old.body == new.body
}

impl<'b> Sequences<'_, NewBlock<'b>> {
    /// Pairs two sequences of blocks.
    fn pair(&self, old: &[usize], new: &[usize], pairs: &mut Pairs) {
        let rules = [
            are_equal as Rule<NewBlock<'b>>,
            have_equal_labels as Rule<NewBlock<'b>>,
            have_equal_bodies as Rule<NewBlock<'b>>,
        ];
        self.pair_by(&rules, old, new, &mut pairs.changed);
        let kept: HashSet<_> = new.iter().filter_map(|new| pairs.changed[*new]).collect();
        let mut removed = old.iter().filter(|old| !kept.contains(old)).collect_vec();
        for new in new.iter().filter(|new| pairs.changed[**new].is_none()) {
            let is_same = |old: &&usize| self.old[**old] == self.new[*new];
            if let Some(position) = removed.iter().position(is_same) {
                pairs.moved[*new] = Some(*removed.remove(position));
            }
        }
    }
}

impl<T> Sequences<'_, T> {
    /// Pairs elements by a rule, and those between the pairs by the next one.
    fn pair_by(
        &self,
        rules: &[Rule<T>],
        old: &[usize],
        new: &[usize],
        pairs: &mut [Option<usize>],
    ) {
        let Some((rule, rules)) = rules.split_first() else { return };
        let is_pair = |(old, new): (&usize, &usize)| rule(&self.old[*old], &self.new[*new]);
        let start = old.iter().zip(new).take_while(|pair| is_pair(*pair)).count();
        let rest = || old[start..].iter().rev().zip(new[start..].iter().rev());
        let end = rest().take_while(|pair| is_pair(*pair)).count();
        let middle = (start..old.len() - end, start..new.len() - end);
        let mut found = (0..start).map(|index| (index, index)).collect_vec();
        found.extend(self.longest(*rule, old, new, middle));
        found.extend((0..end).rev().map(|it| (old.len() - 1 - it, new.len() - 1 - it)));
        let mut at = (0, 0);
        for (old_end, new_end) in found.into_iter().chain([(old.len(), new.len())]) {
            self.pair_by(rules, &old[at.0..old_end], &new[at.1..new_end], pairs);
            if let (Some(old), Some(new)) = (old.get(old_end), new.get(new_end)) {
                pairs[*new] = Some(*old);
            }
            at = (old_end + 1, new_end + 1);
        }
    }

    /// Returns the longest list of pairs by a rule in which both the old and the new elements are in order.
    fn longest(
        &self,
        rule: Rule<T>,
        old: &[usize],
        new: &[usize],
        (old_range, new_range): (Range<usize>, Range<usize>),
    ) -> Vec<(usize, usize)> {
        let mut free: Vec<usize> = old_range.collect_vec();
        let mut pairs = Vec::new();
        for index in new_range {
            let is_pair = |it: &usize| rule(&self.old[old[*it]], &self.new[new[index]]);
            if let Some(position) = free.iter().position(is_pair) {
                pairs.push((free.remove(position), index));
            }
        }
        longest_increasing(&pairs)
    }
}

/// Returns the longest list of pairs whose first numbers increase.
fn longest_increasing(pairs: &[(usize, usize)]) -> Vec<(usize, usize)> {
    // For each length, the pair that ends the list of this length with the smallest number.
    let mut ends: Vec<usize> = Vec::new();
    let mut before: Vec<Option<usize>> = Vec::with_capacity(pairs.len());
    for (index, (number, _)) in pairs.iter().enumerate() {
        let length = ends.partition_point(|end| pairs[*end].0 < *number);
        before.push(length.checked_sub(1).map(|shorter| ends[shorter]));
        match ends.get_mut(length) {
            Some(end) => *end = index,
            None => ends.push(index),
        }
    }
    let mut longest =
        std::iter::successors(ends.last().copied(), |index| before[*index]).collect_vec();
    longest.reverse();
    longest.into_iter().map(|index| pairs[index]).collect_vec()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_longest_increasing_list_is_found() {
        let longest = |numbers: &[usize]| -> Vec<usize> {
            let pairs: Vec<_> = numbers.iter().map(|number| (*number, 0)).collect();
            longest_increasing(&pairs).into_iter().map(|(number, _)| number).collect()
        };
        assert_eq!(longest(&[]), Vec::<usize>::new());
        assert_eq!(longest(&[2, 1, 0]), [0]);
        assert_eq!(longest(&[0, 3, 1, 2, 4]), [0, 1, 2, 4]);
        assert_eq!(longest(&[4, 0, 1, 3, 2]), [0, 1, 2]);
    }
}
