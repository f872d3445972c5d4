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
}

/// Where a name was found the first time, which is where it most likely is again: an expression that is
/// evaluated many times mostly sees contexts and objects that are made alike.
pub(crate) struct Guess(AtomicU32);

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
        let guessed = guess.0.load(Ordering::Relaxed) as usize;
        match self.names.get(guessed) {
            Some(probe) if probe == name => Some(guessed),
            _ => self.position_found(guess, name),
        }
    }

    #[inline(never)]
    fn position_found(&self, guess: &Guess, name: &str) -> Option<usize> {
        let position = self.position(name)?;
        guess.set(position as u32);
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
        Self { names: names.into_iter().collect(), positions: OnceLock::new() }
    }
}

impl Deref for Names {
    type Target = [Str];

    #[inline]
    fn deref(&self) -> &[Str] {
        &self.names
    }
}

impl Guess {
    const NONE: u32 = u32::MAX;

    /// The first position stays: where objects of several forms take turns, nothing is gained by changing
    /// it each time, and threads would be in each other's way.
    fn set(&self, position: u32) {
        let (old, new) = (Self::NONE, position);
        let _ = self.0.compare_exchange(old, new, Ordering::Relaxed, Ordering::Relaxed);
    }
}

impl Default for Guess {
    fn default() -> Self {
        Self(AtomicU32::new(Self::NONE))
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
}
