//! Rules between the attributes of an object.

use super::Decoder;
use crate::cty::internal::CollectVec;
use crate::cty::{Str, Value};
use crate::source::Place;
use crate::spec::{ObjectSpec, Origin, Presence, Rule, Spec, diags};

/// The attributes of a decoded object.
struct Attributes<'a> {
    object: &'a ObjectSpec,
    values: &'a [Value],
    origins: &'a [Origin],
}

/// The state of an attribute.
enum State<'a> {
    Set(&'a Origin),
    NotSet,
    /// The attribute is invalid, or may be null.
    Unclear,
}

impl Decoder<'_> {
    /// Reports the rules that the attributes break.
    pub(super) fn check_rules(
        &mut self,
        object: &ObjectSpec,
        values: &[Value],
        origins: &mut [Origin],
        body: &Place,
    ) {
        for rule in &object.rules {
            let attributes = Attributes { object, values, origins: &*origins };
            match rule {
                Rule::AtMostOneOf(names) => self.check_at_most_one(names, &attributes),
                Rule::AtLeastOneOf(names) => self.check_at_least_one(names, &attributes, body),
                Rule::ExactlyOneOf(names) => {
                    self.check_at_most_one(names, &attributes);
                    self.check_at_least_one(names, &attributes, body);
                }
                Rule::Requires(name, needed) => self.check_needed(name, needed, &attributes),
                Rule::RequiresIf { name, value, needed } => {
                    self.check_needed_if((name, value), needed, &attributes);
                }
                Rule::Together { .. } if object.is_in_group => {}
                Rule::Together { names, needed } => {
                    for position in self.check_together(names, needed, &attributes) {
                        origins[position].presence = Presence::Failed;
                    }
                }
            }
        }
    }

    /// Reports each attribute after the first one that is set.
    fn check_at_most_one(&mut self, names: &[Str], attributes: &Attributes<'_>) {
        let mut set = names.iter().filter_map(|name| match attributes.state(name) {
            State::Set(origin) => Some((attributes.written(name), origin)),
            _ => None,
        });
        let Some((first, first_origin)) = set.next() else { return };
        for (second, origin) in set {
            let (place, related) = (origin.name_or_place(), first_origin.name_or_place());
            self.diags.push(diags::conflict(place, second, first, related));
        }
    }

    fn check_at_least_one(&mut self, names: &[Str], attributes: &Attributes<'_>, body: &Place) {
        if names.iter().all(|name| matches!(attributes.state(name), State::NotSet)) {
            let written: Vec<_> = names.iter().map(|name| attributes.written(name)).collect();
            self.diags.push(diags::none_set(body.clone(), &written));
        }
    }

    fn check_needed(&mut self, name: &Str, needed: &[Str], attributes: &Attributes<'_>) {
        let State::Set(origin) = attributes.state(name) else { return };
        for other in needed {
            if let State::NotSet = attributes.state(other) {
                let (name, other) = (attributes.written(name), attributes.written(other));
                self.diags.push(diags::needs_other(origin.name_or_place(), name, other));
            }
        }
    }
}

impl Decoder<'_> {
    /// Reports each missing attribute that the value of another attribute requires.
    fn check_needed_if(
        &mut self,
        (name, wanted): (&Str, &Value),
        needed: &[Str],
        attributes: &Attributes<'_>,
    ) {
        let Some((value, origin)) = attributes.part(name) else { return };
        // Marks do not count: a sensitive value requires others, too.
        if origin.presence == Presence::Failed || value.clone().unmark_deep().0 != *wanted {
            return;
        }
        let shown = Some(wanted).filter(|_| !value.contains_marked());
        for other in needed {
            if let State::NotSet = attributes.state(other) {
                let (name, other) = (attributes.written(name), attributes.written(other));
                self.diags.push(diags::needs_other_if(origin.name_or_place(), name, shown, other));
            }
        }
    }
}

impl Decoder<'_> {
    /// Reports the needed attributes of a group that are not set although another one is, in one error. Returns their
    /// positions.
    fn check_together(
        &mut self,
        names: &[Str],
        needed: &[Str],
        attributes: &Attributes<'_>,
    ) -> Vec<usize> {
        let set = names.iter().find_map(|name| match attributes.state(name) {
            State::Set(origin) => Some((attributes.set_name(name), origin.name_or_place())),
            State::NotSet | State::Unclear => None,
        });
        let Some((name, place)) = set else { return Vec::new() };
        let missing = needed.iter().map(|name| (name, attributes.missing_names(name)));
        let missing = missing.filter(|(_, names)| !names.is_empty()).collect_vec();
        let written = missing.iter().flat_map(|(_, names)| names.iter().copied()).collect_vec();
        if !written.is_empty() {
            self.diags.push(diags::incomplete_group(place, name, &written));
        }
        let shape = &attributes.object.shape;
        missing.into_iter().filter_map(|(name, _)| shape.position(name)).collect_vec()
    }
}

impl<'a> Attributes<'a> {
    fn part(&self, name: &Str) -> Option<(&'a Value, &'a Origin)> {
        let position = self.object.shape.position(name)?;
        Some((self.values.get(position)?, self.origins.get(position)?))
    }

    fn state(&self, name: &Str) -> State<'a> {
        let Some((value, origin)) = self.part(name) else { return State::Unclear };
        if let Some((inner, names)) = self.inner(name) {
            let mut states = names.iter().map(|name| inner.state(name));
            let is_decided = |state: &State<'_>| !matches!(state, State::NotSet);
            return states.find(is_decided).unwrap_or(State::NotSet);
        }
        match origin.presence {
            Presence::Failed => State::Unclear,
            Presence::Absent => State::NotSet,
            Presence::Present if value.is_null() || origin.is_default() => State::NotSet,
            Presence::Present if !value.is_known() && !value.is_not_null() => State::Unclear,
            Presence::Present => State::Set(origin),
        }
    }

    /// Returns the attributes of a flattened object among the attributes, with their names.
    fn inner(&self, name: &Str) -> Option<(Self, &'a [Str])> {
        let Spec::Object(object) = self.object.specs.get(self.object.shape.position(name)?)? else {
            return None;
        };
        let (value, origin) = self.part(name)?;
        let values = value.unmarked().as_object()?.values();
        Some((Self { object, values, origins: &origin.parts }, object.shape.names()))
    }

    /// Returns the name under which an attribute is set: its own name, or the first name in a flattened object.
    fn set_name(&self, name: &'a Str) -> &'a str {
        match self.inner(name) {
            None => self.written(name),
            Some((inner, names)) => {
                let set = names.iter().find(|name| matches!(inner.state(name), State::Set(_)));
                set.map_or(name, |name| inner.set_name(name))
            }
        }
    }

    /// Returns the missing names of a required attribute: its own, or those of a flattened object.
    fn missing_names(&self, name: &'a Str) -> Vec<&'a str> {
        let Some((inner, _)) = self.inner(name) else {
            let is_missing = matches!(self.state(name), State::NotSet);
            return if is_missing { vec![self.written(name)] } else { Vec::new() };
        };
        let needed = inner.object.rules.iter().flat_map(|rule| match rule {
            Rule::Together { needed, .. } => needed.as_slice(),
            _ => &[],
        });
        needed.flat_map(|name| inner.missing_names(name)).collect_vec()
    }

    /// Returns the name under which an attribute of the object is written.
    fn written(&self, name: &'a Str) -> &'a str {
        let spec = self.object.shape.position(name).and_then(|it| self.object.specs.get(it));
        spec.and_then(Spec::names).map_or(name, |names| &names.name)
    }
}
