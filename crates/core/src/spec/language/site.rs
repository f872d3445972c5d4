//! The source locations of specs.

use crate::source::Place;
use crate::spec::SpecStep;

/// The source location of a spec, with those of the specs inside it.
pub(super) struct SpecSite {
    place: Place,
    inside: Vec<(SpecStep, Self)>,
    /// The index of the definition that is used there.
    used: Option<usize>,
}

impl SpecSite {
    pub(super) fn new(place: Place) -> Self {
        Self { place, inside: Vec::new(), used: None }
    }

    pub(super) fn of_use(place: Place, index: usize) -> Self {
        Self { used: Some(index), ..Self::new(place) }
    }

    /// Returns the site of a spec at another location, with the specs inside this one.
    #[must_use]
    pub(super) fn at(self, place: Place) -> Self {
        Self { place, ..self }
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

    /// Returns the location of the spec at a path, or of the innermost one that is known.
    pub(super) fn find<'a>(&'a self, path: &[SpecStep], definitions: &'a [Self]) -> &'a Place {
        if let Some(definition) = self.used.and_then(|index| definitions.get(index)) {
            return definition.find(path, definitions);
        }
        let Some((first, rest)) = path.split_first() else { return &self.place };
        match self.inside.iter().find(|(step, _)| step == first) {
            Some((_, site)) => site.find(rest, definitions),
            None => &self.place,
        }
    }
}
