//! The names of specs and values that a file defines.

use foldhash::{HashMap, HashSet};
use hcldyn_syntax::lexer::is_name;

use crate::cty::Str;
use crate::cty::value_spec::LazyValueSpec;
use crate::spec::nested::NestedId;
use crate::spec::{BlocksSpec, NestedSpec, Spec};

/// The specs of bodies that are used several times, with their names.
#[derive(Default)]
pub(super) struct SpecNames {
    /// The number of uses of each spec, with the spec, which keeps its identity.
    uses: HashMap<NestedId, (usize, NestedSpec)>,
    names: HashMap<NestedId, Str>,
    taken: HashSet<Str>,
    /// The named specs, in the order of their names' first use.
    named: Vec<(Str, NestedSpec)>,
}

impl SpecNames {
    /// Returns the names for a spec.
    pub(super) fn of(spec: &Spec) -> Self {
        let mut names = Self::default();
        names.count(spec);
        names
    }

    fn count(&mut self, spec: &Spec) {
        for nested in spec.index().blocks.into_iter().flat_map(BlocksSpec::nested) {
            let (_, nested) = nested.without_steps();
            let (count, first) = self.uses.entry(nested.id()).or_insert_with(|| (0, nested));
            *count += 1;
            if *count == 1 {
                let first = first.clone();
                self.count(first.spec());
            }
        }
    }

    /// Returns the name of a spec, if it is used several times. `wanted` is the name that it gets if that is free.
    pub(super) fn name(&mut self, nested: &NestedSpec, wanted: &str) -> Option<Str> {
        let id = nested.id();
        let (count, first) = self.uses.get(&id)?;
        if *count < 2 {
            return None;
        }
        let name = self.names.entry(id).or_insert_with(|| {
            let name = free_name(wanted, &mut self.taken);
            self.named.push((name.clone(), first.clone()));
            name
        });
        Some(name.clone())
    }

    /// Returns the named spec at a position.
    pub(super) fn named(&self, position: usize) -> Option<&(Str, NestedSpec)> {
        self.named.get(position)
    }
}

/// The values that may contain themselves, with their names.
#[derive(Default)]
pub(super) struct ValueNames {
    names: HashMap<usize, Str>,
    taken: HashSet<Str>,
    named: Vec<(Str, LazyValueSpec)>,
}

impl ValueNames {
    /// Returns the name of a value. `wanted` is the name that it gets if that is free.
    pub(super) fn name(&mut self, value: &LazyValueSpec, wanted: &str) -> Str {
        let name = self.names.entry(value.id()).or_insert_with(|| {
            let name = free_name(wanted, &mut self.taken);
            self.named.push((name.clone(), value.clone()));
            name
        });
        name.clone()
    }

    /// Returns the named value at a position.
    pub(super) fn named(&self, position: usize) -> Option<&(Str, LazyValueSpec)> {
        self.named.get(position)
    }
}

/// Returns a name that is not taken yet.
fn free_name(wanted: &str, taken: &mut HashSet<Str>) -> Str {
    let base = if is_name(wanted) { wanted } else { "item" };
    let numbered = (2..).map(|number| Str::from(format!("{base}_{number}")));
    let name = std::iter::once(Str::from(base)).chain(numbered).find(|name| !taken.contains(name));
    let name = name.unwrap_or_default();
    taken.insert(name.clone());
    name
}
