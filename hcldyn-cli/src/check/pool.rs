//! Work on all cores, with results in order.

use std::collections::BTreeMap;
use std::ops::ControlFlow;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc;
use std::thread;

/// How many results for each core may wait to be taken.
const WAITING: usize = 64;

/// Does the work for each item, and hands on the results in the order of the items, until `take` breaks.
pub(super) fn in_order<T: Sync, R: Send, B>(
    items: &[T],
    work: impl Fn(&T) -> R + Sync,
    mut take: impl FnMut(R) -> ControlFlow<B>,
) -> ControlFlow<B> {
    let cores = thread::available_parallelism().map_or(1, usize::from).min(items.len());
    let (sender, receiver) = mpsc::sync_channel(cores * WAITING);
    let next = AtomicUsize::new(0);
    let work_on = |sender: mpsc::SyncSender<(usize, R)>| {
        loop {
            let index = next.fetch_add(1, Ordering::Relaxed);
            let Some(item) = items.get(index) else { break };
            // The results are no longer wanted when there is no receiver.
            if sender.send((index, work(item))).is_err() {
                break;
            }
        }
    };
    thread::scope(|scope| {
        for _ in 0..cores {
            let sender = sender.clone();
            scope.spawn(|| work_on(sender));
        }
        drop(sender);
        let (mut early, mut due) = (BTreeMap::new(), 0);
        for (index, result) in receiver {
            early.insert(index, result);
            while let Some(result) = early.remove(&due) {
                take(result)?;
                due += 1;
            }
        }
        ControlFlow::Continue(())
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn results_come_in_the_order_of_the_items() {
        let items: Vec<u64> = (0..500).collect();
        let mut taken = Vec::new();
        let end = in_order(
            &items,
            |item| {
                // The first of each ten takes longest.
                thread::sleep(std::time::Duration::from_micros(100 * (9 - item % 10)));
                *item
            },
            |item| {
                taken.push(item);
                ControlFlow::<()>::Continue(())
            },
        );
        assert_eq!((end, taken), (ControlFlow::Continue(()), items));
    }

    #[test]
    fn the_work_ends_when_no_more_is_taken() {
        let items: Vec<u32> = (0..1_000_000).collect();
        let done = AtomicUsize::new(0);
        let end = in_order(
            &items,
            |item| {
                done.fetch_add(1, Ordering::Relaxed);
                *item
            },
            |item| if item == 3 { ControlFlow::Break("enough") } else { ControlFlow::Continue(()) },
        );
        assert_eq!(end, ControlFlow::Break("enough"));
        assert!(done.into_inner() < items.len());
    }

    #[test]
    fn no_items_are_no_work() {
        let end = in_order(&[] as &[u8], |_| (), |()| ControlFlow::Break(()));
        assert_eq!(end, ControlFlow::Continue(()));
    }
}
