//! Sorting, compiled once: an order of positions is computed for all types of elements.

use std::cmp::Ordering;

/// Sorts elements. Equal elements keep their order.
pub fn sort_by<T>(elements: &mut [T], compare: impl Fn(&T, &T) -> Ordering) {
    if elements.is_sorted_by(|a, b| compare(a, b).is_le()) {
        return;
    }
    let mut order: Vec<u32> = (0..).take(elements.len()).collect();
    sort_positions(&mut order, &|a, b| compare(&elements[a as usize], &elements[b as usize]));
    permute(elements, order);
}

/// Sorts elements by a key. Elements with equal keys keep their order.
pub fn sort_by_key<T, K: Ord>(elements: &mut [T], key: impl Fn(&T) -> K) {
    sort_by(elements, |a, b| key(a).cmp(&key(b)));
}

/// Sorts elements by a key that is computed once for each. Elements with equal keys keep their order.
pub fn sort_by_cached_key<T, K: Ord>(elements: &mut [T], key: impl FnMut(&T) -> K) {
    let keys: Vec<K> = elements.iter().map(key).collect();
    let mut order: Vec<u32> = (0..).take(elements.len()).collect();
    sort_positions(&mut order, &|a, b| keys[a as usize].cmp(&keys[b as usize]));
    permute(elements, order);
}

/// Sorts positions. Equal positions keep their order.
#[expect(clippy::disallowed_methods, reason = "all other sorts call this one")]
pub fn sort_positions(positions: &mut [u32], compare: &dyn Fn(u32, u32) -> Ordering) {
    positions.sort_by(|a, b| compare(*a, *b));
}

/// Moves elements into an order, which has the present position of each.
fn permute<T>(elements: &mut [T], mut order: Vec<u32>) {
    for start in 0..order.len() {
        let mut at = start;
        loop {
            let from = std::mem::replace(&mut order[at], at as u32) as usize;
            if from == start {
                break;
            }
            elements.swap(at, from);
            at = from;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn equal_elements_keep_their_order() {
        let mut words = ["pear", "fig", "apple", "kiwi", "date", "nut"];
        sort_by_key(&mut words, |word| word.len());
        assert_eq!(words, ["fig", "nut", "pear", "kiwi", "date", "apple"]);
    }

    #[test]
    #[expect(clippy::disallowed_methods, reason = "the sort of the standard library is the oracle")]
    fn any_permutation_is_sorted() {
        let mut state = 7_u32;
        for count in 0..60 {
            let mut numbers: Vec<u32> = Vec::new();
            for _ in 0..count {
                state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
                numbers.push(state >> 26);
            }
            let mut expected = numbers.clone();
            expected.sort_unstable();
            sort_by(&mut numbers, Ord::cmp);
            assert_eq!(numbers, expected);
        }
    }
}
