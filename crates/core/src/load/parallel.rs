//! Work on several threads.

use crate::cty::internal::{CollectVec, sort_by_key};
use std::panic::resume_unwind;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;

/// Processes items on several threads, and returns the results in the order of the items. A panic continues in the
/// calling thread.
pub(super) fn map<T: Sync, R: Send>(
    threads: usize,
    items: &[T],
    work: impl Fn(&T) -> R + Sync,
) -> Vec<R> {
    let next = AtomicUsize::new(0);
    let take_part = || {
        let mut done = Vec::new();
        loop {
            let index = next.fetch_add(1, Ordering::Relaxed);
            match items.get(index) {
                Some(item) => done.push((index, work(item))),
                None => return done,
            }
        }
    };
    let mut done = thread::scope(|scope| {
        // If no further thread can be started, the existing ones do all the work.
        let start = |_| thread::Builder::new().spawn_scoped(scope, take_part).ok();
        let others = (1..threads.min(items.len())).map_while(start).collect_vec();
        let mut done = take_part();
        for other in others {
            done.extend(other.join().unwrap_or_else(|panic| resume_unwind(panic)));
        }
        done
    });
    sort_by_key(&mut done, |(index, _)| *index);
    done.into_iter().map(|(_, result)| result).collect_vec()
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;
    use std::panic::{AssertUnwindSafe, catch_unwind};
    use std::sync::{Barrier, Mutex};

    use super::*;

    #[test]
    fn results_are_in_the_order_of_the_items() {
        let items: Vec<usize> = (0..1_000).collect();
        for threads in [1, 2, 7] {
            assert_eq!(map(threads, &items, |item| *item), items);
        }
        assert!(map(2, &[] as &[u8], |_| ()).is_empty());
    }

    #[test]
    fn the_requested_threads_take_part() {
        // Each item waits for another thread.
        let (barrier, seen) = (Barrier::new(3), Mutex::new(HashSet::new()));
        map(3, &[(); 3], |()| {
            seen.lock().unwrap().insert(thread::current().id());
            barrier.wait();
        });
        let seen = seen.into_inner().unwrap();
        assert_eq!((seen.len(), seen.contains(&thread::current().id())), (3, true));
    }

    #[test]
    fn a_panic_reaches_the_caller() {
        let work = |item: &usize| assert!(*item != 7, "{item}");
        let items: Vec<usize> = (0..100).collect();
        let panic = catch_unwind(AssertUnwindSafe(|| map(2, &items, work))).unwrap_err();
        assert_eq!(panic.downcast_ref::<String>().map(String::as_str), Some("7"));
    }
}
