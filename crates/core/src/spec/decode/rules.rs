//! Rules between the attributes of an object.

use super::Decoder;
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
        origins: &[Origin],
        body: &Place,
    ) {
        let attributes = Attributes { object, values, origins };
        for rule in &object.rules {
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
    /// Reports the attributes that are not set although another one has the value that requires them.
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

impl<'a> Attributes<'a> {
    fn part(&self, name: &Str) -> Option<(&'a Value, &'a Origin)> {
        let position = self.object.shape.position(name)?;
        Some((self.values.get(position)?, self.origins.get(position)?))
    }

    fn state(&self, name: &Str) -> State<'a> {
        let Some((value, origin)) = self.part(name) else { return State::Unclear };
        match origin.presence {
            Presence::Failed => State::Unclear,
            Presence::Absent => State::NotSet,
            Presence::Present if value.is_null() || origin.is_default() => State::NotSet,
            Presence::Present if !value.is_known() && !value.is_not_null() => State::Unclear,
            Presence::Present => State::Set(origin),
        }
    }

    /// Returns the name under which an attribute of the object is written.
    fn written(&self, name: &'a Str) -> &'a str {
        let spec = self.object.shape.position(name).and_then(|it| self.object.specs.get(it));
        spec.and_then(Spec::names).map_or(name, |names| &names.name)
    }
}
