//! The order of functions that call each other.

use crate::cty::internal::CollectVec;

/// The order in which functions can be defined, by their indexes.
#[derive(Debug, Default, PartialEq, Eq)]
pub(super) struct CallOrder {
    /// All functions. Each comes after those that it calls, except for the functions of a cycle.
    pub(super) order: Vec<usize>,
    /// Functions that call each other in a cycle. No function is in two of them.
    pub(super) cycles: Vec<Vec<usize>>,
}

impl CallOrder {
    /// Orders functions by the functions that each of them calls, which are given without duplicates.
    pub(super) fn new(calls: &[Vec<usize>]) -> Self {
        let mut callers = vec![Vec::new(); calls.len()];
        for (caller, callees) in calls.iter().enumerate() {
            for callee in callees {
                callers[*callee].push(caller);
            }
        }
        let left = calls.iter().map(Vec::len).collect_vec();
        let order = (0..calls.len()).filter(|index| left[*index] == 0).collect_vec();
        let mut sorter = Sorter { calls, callers, left, order, next: 0 };
        let (mut walk, mut start, mut cycles) = (CallWalk::new(calls.len()), 0, Vec::new());
        loop {
            sorter.add_callers();
            walk.leave_ordered(&sorter);
            while sorter.left.get(start) == Some(&0) {
                start += 1;
            }
            if start == calls.len() {
                return Self { order: sorter.order, cycles };
            }
            let cycle = walk.cycle(start, &sorter);
            for index in &cycle {
                sorter.add(*index);
            }
            cycles.push(cycle);
        }
    }
}

/// Functions. Some are ordered already.
struct Sorter<'c> {
    calls: &'c [Vec<usize>],
    callers: Vec<Vec<usize>>,
    /// The number of called functions without a place in the order; 0 for each function that has one.
    left: Vec<usize>,
    order: Vec<usize>,
    /// The number of functions in the order whose callers were looked at.
    next: usize,
}

impl Sorter<'_> {
    /// Adds all functions that only call functions in the order.
    fn add_callers(&mut self) {
        while let Some(&callee) = self.order.get(self.next) {
            self.next += 1;
            for &caller in &self.callers[callee] {
                match self.left[caller] {
                    // A function of a cycle is already in the order.
                    0 => {}
                    1 => {
                        self.left[caller] = 0;
                        self.order.push(caller);
                    }
                    left => self.left[caller] = left - 1,
                }
            }
        }
    }

    fn add(&mut self, index: usize) {
        self.left[index] = 0;
        self.order.push(index);
    }
}

/// A path from function to function by their calls. It is kept from one cycle to the next, so that each function is
/// entered once.
struct CallWalk {
    path: Vec<usize>,
    /// The position of each function in the path, if it is there.
    positions: Vec<Option<usize>>,
    /// For each function, the position of the first call that may lead to a function without a place in the order.
    next_calls: Vec<usize>,
}

impl CallWalk {
    fn new(count: usize) -> Self {
        Self { path: Vec::new(), positions: vec![None; count], next_calls: vec![0; count] }
    }

    /// Goes back to the last function without a place in the order.
    fn leave_ordered(&mut self, sorter: &Sorter<'_>) {
        while let Some(last) = self.path.pop_if(|last| sorter.left[*last] == 0) {
            self.positions[last] = None;
        }
    }

    /// Continues the path, or starts one, until it returns to a function. Returns the functions of this cycle. `start` has
    /// no place in the order.
    fn cycle(&mut self, start: usize, sorter: &Sorter<'_>) -> Vec<usize> {
        let mut current = match self.path.last() {
            Some(&last) => self.callee(last, sorter),
            None => start,
        };
        loop {
            if let Some(position) = self.positions[current] {
                return self.path[position..].to_vec();
            }
            self.positions[current] = Some(self.path.len());
            self.path.push(current);
            current = self.callee(current, sorter);
        }
    }

    /// Returns the first called function without a place in the order.
    fn callee(&mut self, caller: usize, sorter: &Sorter<'_>) -> usize {
        let (calls, next) = (&sorter.calls[caller], &mut self.next_calls[caller]);
        while sorter.left[calls[*next]] == 0 {
            *next += 1;
        }
        calls[*next]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn order(calls: &[&[usize]]) -> (Vec<usize>, Vec<Vec<usize>>) {
        let calls: Vec<_> = calls.iter().map(|calls| calls.to_vec()).collect();
        let CallOrder { order, cycles } = CallOrder::new(&calls);
        (order, cycles)
    }

    #[test]
    fn called_functions_come_first() {
        assert_eq!(order(&[]), (vec![], vec![]));
        assert_eq!(order(&[&[1, 2], &[2], &[]]), (vec![2, 1, 0], vec![]));
    }

    #[test]
    fn each_cycle_is_found_once() {
        assert_eq!(order(&[&[0]]), (vec![0], vec![vec![0]]));
        assert_eq!(order(&[&[1], &[2], &[1], &[0]]), (vec![1, 2, 0, 3], vec![vec![1, 2]]));
        // The last two functions are in a cycle of their own.
        assert_eq!(
            order(&[&[1, 2], &[1], &[3], &[2]]),
            (vec![1, 2, 3, 0], vec![vec![1], vec![2, 3]])
        );
        // Two cycles share a function: without it, the other function is no longer recursive.
        assert_eq!(order(&[&[1, 2], &[0], &[0]]), (vec![0, 1, 2], vec![vec![0, 1]]));
    }
}
