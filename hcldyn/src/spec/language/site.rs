//! Where the parts of a spec are written.

use crate::source::Place;
use crate::spec::SpecStep;

/// Where a spec is written, and where the specs inside it are.
pub(super) struct SpecSite {
    place: Place,
    inside: Vec<(SpecStep, Self)>,
}

impl SpecSite {
    pub(super) fn new(place: Place) -> Self {
        Self { place, inside: Vec::new() }
    }

    /// Adds a spec that is inside this one.
    pub(super) fn add(&mut self, step: SpecStep, site: Self) {
        self.inside.push((step, site));
    }

    #[must_use]
    pub(super) fn with(mut self, step: SpecStep, site: Self) -> Self {
        self.add(step, site);
        self
    }

    /// Where the spec at a path is written: as far along the path as that is known.
    pub(super) fn find(&self, path: &[SpecStep]) -> &Place {
        let Some((first, rest)) = path.split_first() else { return &self.place };
        match self.inside.iter().find(|(step, _)| step == first) {
            Some((_, site)) => site.find(rest),
            None => &self.place,
        }
    }
}
