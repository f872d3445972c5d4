//! Where the parts of a spec are written.

use crate::source::Place;
use crate::spec::SpecStep;

/// Where a spec is written, and where the specs inside it are.
pub(super) struct SpecSite {
    place: Place,
    inside: Vec<(SpecStep, Self)>,
    /// The definition that is used there, by its index.
    used: Option<usize>,
}

impl SpecSite {
    pub(super) fn new(place: Place) -> Self {
        Self { place, inside: Vec::new(), used: None }
    }

    pub(super) fn of_use(place: Place, index: usize) -> Self {
        Self { used: Some(index), ..Self::new(place) }
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
