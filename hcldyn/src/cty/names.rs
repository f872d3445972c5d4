//! Names and where they stand.

use std::fmt;
use std::ops::Deref;
use std::sync::OnceLock;
use std::sync::atomic::{AtomicU32, Ordering};

use foldhash::HashMap;

use super::Str;

/// So many names are looked through: most differ in length, and a hash map would have to be made.
const FEW_NAMES: usize = 32;

/// Distinct names, each looked up for its position. Where they are not distinct, look-up finds one of
/// them.
#[derive(Clone, Default)]
pub(crate) struct Names {
    names: Vec<Str>,
    /// The positions of many names, made when one is first looked up.
    positions: OnceLock<HashMap<Str, u32>>,
    id: Id,
}

/// Tells names apart that guesses are about; made for the first guess.
#[derive(Default)]
struct Id(AtomicU32);

/// Where a name was found the first time, which is where it most likely is again: an expression that is
/// evaluated many times mostly sees contexts and objects that are made alike.
pub(crate) struct Guess {
    position: AtomicU32,
    /// Among which names that was: there it needs no second look, for a name keeps its position.
    names: AtomicU32,
}

impl Names {
    /// The position of a name.
    #[inline]
    pub(crate) fn position(&self, name: &str) -> Option<usize> {
        match self.names.len() <= FEW_NAMES {
            true => self.names.iter().position(|probe| probe == name),
            false => self.position_of_many(name),
        }
    }

    /// The same for a name that is looked up again and again.
    #[inline]
    pub(crate) fn position_from(&self, guess: &Guess, name: &str) -> Option<usize> {
        match guess.names.load(Ordering::Acquire) == self.id.get() {
            true => Some(guess.position()),
            false => self.position_found(guess, name),
        }
    }

    #[inline(never)]
    fn position_found(&self, guess: &Guess, name: &str) -> Option<usize> {
        let guessed = guess.position();
        if self.names.get(guessed).is_some_and(|probe| probe == name) {
            return Some(guessed);
        }
        let position = self.position(name)?;
        guess.set(position as u32, &self.id);
        Some(position)
    }

    fn position_of_many(&self, name: &str) -> Option<usize> {
        let positions =
            self.positions.get_or_init(|| self.names.iter().cloned().zip(0..).collect());
        positions.get(name).map(|position| *position as usize)
    }

    /// Adds a name that is not there yet.
    pub(crate) fn push(&mut self, name: Str) {
        if let Some(positions) = self.positions.get_mut() {
            positions.insert(name.clone(), self.names.len() as u32);
        }
        self.names.push(name);
    }
}

impl FromIterator<Str> for Names {
    fn from_iter<I: IntoIterator<Item = Str>>(names: I) -> Self {
        Self { names: names.into_iter().collect(), ..Self::default() }
    }
}

impl Deref for Names {
    type Target = [Str];

    #[inline]
    fn deref(&self) -> &[Str] {
        &self.names
    }
}

impl Id {
    /// What no guess is about.
    const NONE: u32 = 0;

    #[inline]
    fn get(&self) -> u32 {
        self.0.load(Ordering::Relaxed)
    }

    /// The id, made if there is none; `None` where all are used up.
    fn get_or_make(&self) -> Option<u32> {
        static NEXT: AtomicU32 = AtomicU32::new(Id::NONE + 1);
        if self.get() == Self::NONE {
            let relaxed = Ordering::Relaxed;
            let new = NEXT.fetch_update(relaxed, relaxed, |next| next.checked_add(1)).ok()?;
            // Where another thread has made one meanwhile, that is the one.
            let _ = self.0.compare_exchange(Self::NONE, new, relaxed, relaxed);
        }
        Some(self.get())
    }
}

/// A copy may be given other names than the original.
impl Clone for Id {
    fn clone(&self) -> Self {
        Self::default()
    }
}

impl Guess {
    const NONE: u32 = u32::MAX;

    #[inline]
    fn position(&self) -> usize {
        self.position.load(Ordering::Relaxed) as usize
    }

    /// The first position stays: where objects of several forms take turns, nothing is gained by changing
    /// it each time, and threads would be in each other's way. So the names, which follow the position,
    /// are those it was found among.
    fn set(&self, position: u32, names: &Id) {
        let (old, new) = (Self::NONE, position);
        let first = self.position.compare_exchange(old, new, Ordering::Relaxed, Ordering::Relaxed);
        if let (Ok(_), Some(names)) = (first, names.get_or_make()) {
            self.names.store(names, Ordering::Release);
        }
    }
}

impl Default for Guess {
    fn default() -> Self {
        Self { position: AtomicU32::new(Self::NONE), names: AtomicU32::new(Self::NONE) }
    }
}

/// A copy guesses anew.
impl Clone for Guess {
    fn clone(&self) -> Self {
        Self::default()
    }
}

/// What was guessed is no part of what a name is.
impl PartialEq for Guess {
    fn eq(&self, _: &Self) -> bool {
        true
    }
}

impl fmt::Debug for Guess {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Guess")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn names(count: usize) -> Names {
        (0..count).map(|i| format!("name_{i}").into()).collect()
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
    fn a_wrong_guess_does_no_harm() {
        let guess = Guess::default();
        assert_eq!(names(9).position_from(&guess, "name_8"), Some(8));
        assert_eq!(names(9).position_from(&guess, "name_8"), Some(8));
        assert_eq!(names(8).position_from(&guess, "name_8"), None);
        let backwards: Names = names(9).iter().rev().cloned().collect();
        assert_eq!(backwards.position_from(&guess, "name_8"), Some(0));
        assert_eq!(backwards.position_from(&guess, "name_7"), Some(1));
    }

    #[test]
    fn a_copy_is_guessed_about_apart() {
        let mut original = names(1);
        let mut copy = original.clone();
        original.push("a".into());
        copy.push("b".into());
        copy.push("a".into());
        let guess = Guess::default();
        assert_eq!(original.position_from(&guess, "a"), Some(1));
        assert_eq!(original.position_from(&guess, "a"), Some(1));
        assert_eq!(copy.position_from(&guess, "a"), Some(2));
        // A copy of what guesses are about already, too.
        let mut copy = original.clone();
        copy.push("b".into());
        assert_eq!(copy.position_from(&Guess::default(), "b"), Some(2));
        assert_eq!(copy.position_from(&guess, "a"), Some(1));
    }
}
