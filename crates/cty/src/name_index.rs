//! Names and their positions.

use std::fmt;
use std::ops::Deref;
use std::sync::OnceLock;
use std::sync::atomic::{AtomicU32, Ordering};

use super::Str;
use super::key_map::KeyMap;

/// Up to this many names are searched linearly. Most differ in length, and a hash map would have to be built.
const FEW_NAMES: usize = 32;

/// Distinct names with their positions. If names are not distinct, a lookup finds one of them.
#[derive(Clone, Debug, Default)]
pub struct NameIndex {
    names: Vec<Str>,
    /// The positions by name, built for the first lookup among many names.
    positions: OnceLock<KeyMap<Str, u32>>,
    id: Id,
}

/// The id of an index for its inline caches. It is assigned when the first cache is filled.
#[derive(Debug, Default)]
struct Id(AtomicU32);

/// The position at which a name was first found. An expression that is evaluated many times mostly sees contexts
/// and objects of one form, so the name is likely to be there again.
pub struct InlineCache {
    position: AtomicU32,
    /// The id of the index with that position. In this index, the name keeps its position and needs no check.
    names: AtomicU32,
}

impl NameIndex {
    /// Returns the index of distinct names.
    pub fn of(names: Vec<Str>) -> Self {
        Self { names, ..Self::default() }
    }

    /// Returns the position of a name.
    #[inline]
    pub fn position(&self, name: &str) -> Option<usize> {
        if self.names.len() <= FEW_NAMES {
            self.names.iter().position(|probe| probe == name)
        } else {
            self.position_of_many(name)
        }
    }

    /// Returns the position of a name, using and filling an inline cache.
    #[inline]
    pub fn position_from(&self, cache: &InlineCache, name: &Str) -> Option<usize> {
        if cache.names.load(Ordering::Acquire) == self.id.get() {
            Some(cache.position())
        } else {
            self.position_found(cache, name)
        }
    }

    #[inline(never)]
    fn position_found(&self, cache: &InlineCache, name: &Str) -> Option<usize> {
        let cached = cache.position();
        if self.names.get(cached).is_some_and(|probe| probe == name) {
            return Some(cached);
        }
        let position = self.position(name)?;
        cache.set(position as u32, &self.id);
        Some(position)
    }

    fn position_of_many(&self, name: &str) -> Option<usize> {
        let positions =
            self.positions.get_or_init(|| self.names.iter().cloned().zip(0..).collect());
        positions.get(name).map(|position| *position as usize)
    }

    /// Adds a new name.
    pub fn push(&mut self, name: Str) {
        if let Some(positions) = self.positions.get_mut() {
            positions.insert(name.clone(), self.names.len() as u32);
        }
        self.names.push(name);
    }
}

impl Deref for NameIndex {
    type Target = [Str];

    #[inline]
    fn deref(&self) -> &[Str] {
        &self.names
    }
}

impl Id {
    /// The id of an index without caches.
    const NONE: u32 = 0;

    #[inline]
    fn get(&self) -> u32 {
        self.0.load(Ordering::Relaxed)
    }

    /// Returns the id, and assigns it first if needed. Returns `None` if all ids are used up.
    fn get_or_make(&self) -> Option<u32> {
        static NEXT: AtomicU32 = AtomicU32::new(Id::NONE + 1);
        if self.get() == Self::NONE {
            let relaxed = Ordering::Relaxed;
            let new = NEXT.fetch_update(relaxed, relaxed, |next| next.checked_add(1)).ok()?;
            // If another thread has assigned one meanwhile, that one is used.
            let _ = self.0.compare_exchange(Self::NONE, new, relaxed, relaxed);
        }
        Some(self.get())
    }
}

/// Gives the copy its own id, since other names may be added to it.
impl Clone for Id {
    fn clone(&self) -> Self {
        Self::default()
    }
}

impl InlineCache {
    const NONE: u32 = u32::MAX;

    #[inline]
    fn position(&self) -> usize {
        self.position.load(Ordering::Relaxed) as usize
    }

    /// Stores a position and the id of its index, unless there already is one. If objects of several forms
    /// take turns, replacing it each time gains nothing and makes threads contend.
    fn set(&self, position: u32, names: &Id) {
        let (old, new) = (Self::NONE, position);
        let first = self.position.compare_exchange(old, new, Ordering::Relaxed, Ordering::Relaxed);
        if let (Ok(_), Some(names)) = (first, names.get_or_make()) {
            self.names.store(names, Ordering::Release);
        }
    }
}

impl Default for InlineCache {
    fn default() -> Self {
        Self { position: AtomicU32::new(Self::NONE), names: AtomicU32::new(Self::NONE) }
    }
}

/// Makes the copy empty.
impl Clone for InlineCache {
    fn clone(&self) -> Self {
        Self::default()
    }
}

/// All caches are equal, so they do not affect the comparison of expressions.
impl PartialEq for InlineCache {
    fn eq(&self, _: &Self) -> bool {
        true
    }
}

impl fmt::Debug for InlineCache {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("InlineCache")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn names(count: usize) -> NameIndex {
        NameIndex::of((0..count).map(|i| format!("name_{i}").into()).collect())
    }

    #[test]
    fn few_and_many_names_are_found() {
        for count in [1, FEW_NAMES, FEW_NAMES + 1, 100] {
            let mut names = names(count);
            assert_eq!(names.position("name_0"), Some(0));
            names.push("added".into());
            assert_eq!(names.position("added"), Some(count));
            assert_eq!(names.position("name_100"), None);
        }
    }

    #[test]
    fn a_wrong_cached_position_is_not_used() {
        let cache = InlineCache::default();
        assert_eq!(names(9).position_from(&cache, &"name_8".into()), Some(8));
        assert_eq!(names(9).position_from(&cache, &"name_8".into()), Some(8));
        assert_eq!(names(8).position_from(&cache, &"name_8".into()), None);
        let backwards: NameIndex = NameIndex::of(names(9).iter().rev().cloned().collect());
        assert_eq!(backwards.position_from(&cache, &"name_8".into()), Some(0));
        assert_eq!(backwards.position_from(&cache, &"name_7".into()), Some(1));
    }

    #[test]
    fn a_copy_has_its_own_positions() {
        let mut original = names(1);
        let mut copy = original.clone();
        original.push("a".into());
        copy.push("b".into());
        copy.push("a".into());
        let cache = InlineCache::default();
        assert_eq!(original.position_from(&cache, &"a".into()), Some(1));
        assert_eq!(original.position_from(&cache, &"a".into()), Some(1));
        assert_eq!(copy.position_from(&cache, &"a".into()), Some(2));
        // A copy of an index with caches also has its own positions.
        let mut copy = original.clone();
        copy.push("b".into());
        assert_eq!(copy.position_from(&InlineCache::default(), &"b".into()), Some(2));
        assert_eq!(copy.position_from(&cache, &"a".into()), Some(1));
    }
}
