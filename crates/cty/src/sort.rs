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
pub fn sort_positions(positions: &mut [u32], compare: &dyn Fn(u32, u32) -> Ordering) {
    let mut buffer = vec![0; positions.len()];
    merge_sort(positions, &mut buffer, compare);
}

/// Sorts positions by merging sorted halves. `buffer` has at least as many elements.
fn merge_sort(positions: &mut [u32], buffer: &mut [u32], compare: &dyn Fn(u32, u32) -> Ordering) {
    let middle = positions.len() / 2;
    if middle == 0 {
        return;
    }
    merge_sort(&mut positions[..middle], buffer, compare);
    merge_sort(&mut positions[middle..], buffer, compare);
    if compare(positions[middle - 1], positions[middle]).is_le() {
        return;
    }
    buffer[..middle].copy_from_slice(&positions[..middle]);
    let (mut first, mut second, mut next) = (0, middle, 0);
    // The rest of the second half is already in its place.
    while first < middle {
        if second == positions.len() || compare(buffer[first], positions[second]).is_le() {
            positions[next] = buffer[first];
            first += 1;
        } else {
            positions[next] = positions[second];
            second += 1;
        }
        next += 1;
    }
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
