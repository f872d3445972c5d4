//! Rules between the fields of a struct that no body meets.

use super::Checker;
use crate::cty::internal::CollectVec;
use crate::cty::{Str, Type, Value};
use crate::spec::{BlockCollection, BlocksSpec, ObjectSpec, Rule, Spec};

impl Checker {
    /// Checks the rules of an object, each alone and beside the others.
    pub(super) fn rules(&mut self, object: &ObjectSpec) {
        let exclusive = object.rules.iter().filter_map(exclusive).collect_vec();
        for names in &exclusive {
            if let Some(name) = names.iter().find(|name| is_required(object, name)) {
                let others = names.iter().find(|other| other != &name);
                let other = others.map_or("", |other| other);
                self.mistake(format!(
                    "{:?} is always set, so {other:?}, which must not be set beside it, never is",
                    &**name
                ));
            }
        }
        for rule in &object.rules {
            match rule {
                Rule::Requires(name, needed) => self.required_together(name, needed, &exclusive),
                Rule::RequiresIf { name, value, needed } => {
                    self.required_together(name, needed, &exclusive);
                    self.compared(object, name, value);
                }
                Rule::Together { names, needed } => self.group(object, names, needed, &exclusive),
                Rule::AtMostOneOf(_) | Rule::AtLeastOneOf(_) | Rule::ExactlyOneOf(_) => {}
            }
        }
    }

    /// Checks that attributes that must be set together may be.
    fn required_together(&mut self, name: &Str, needed: &[Str], exclusive: &[&[Str]]) {
        for other in needed {
            let is_broken = exclusive
                .iter()
                .any(|names| names.contains(other) && name != other && names.contains(name));
            if is_broken {
                self.mistake(format!(
                    "{:?} requires {:?}, but a rule forbids both together",
                    &**name, &**other
                ));
            }
        }
    }

    /// Checks that a group may be left out, and that its needed attributes may be set together.
    fn group(&mut self, object: &ObjectSpec, names: &[Str], needed: &[Str], exclusive: &[&[Str]]) {
        let is_set = |name: &&Str| {
            is_required(object, name) || matches!(spec_of(object, name), Some(Spec::Label(_)))
        };
        if let Some(name) = names.iter().find(is_set) {
            let message = format!(
                "{:?} is always set, so its group can never be left out; make it optional",
                &**name
            );
            self.mistake(message);
        }
        for (index, name) in needed.iter().enumerate() {
            self.required_together(name, &needed[index + 1..], exclusive);
        }
    }

    /// Checks that an attribute can have the value that a rule compares it with.
    fn compared(&mut self, object: &ObjectSpec, name: &Str, value: &Value) {
        let Some(ty) = spec_of(object, name).and_then(attribute_type) else { return };
        if *ty != Type::Dynamic && value.ty() != *ty {
            self.mistake(format!(
                "a rule compares {:?}, which is of type {ty}, with a value of type {}",
                &**name,
                value.ty()
            ));
        }
    }
}

/// Returns the names if a rule allows only one of them.
fn exclusive(rule: &Rule) -> Option<&[Str]> {
    match rule {
        Rule::AtMostOneOf(names) | Rule::ExactlyOneOf(names) if names.len() > 1 => Some(names),
        _ => None,
    }
}

fn spec_of<'s>(object: &'s ObjectSpec, name: &Str) -> Option<&'s Spec> {
    let index = object.shape.names().iter().position(|known| known == name)?;
    object.specs.get(index)
}

/// Returns `true` if a body without the attribute or the block is an error.
fn is_required(object: &ObjectSpec, name: &Str) -> bool {
    spec_of(object, name).is_some_and(|spec| {
        let is_single = |blocks: &&BlocksSpec| blocks.collection == BlockCollection::Single;
        spec.as_attr().is_some_and(|attr| attr.required)
            || spec.as_blocks().filter(is_single).is_some_and(BlocksSpec::is_required)
    })
}

/// Returns the type of an attribute, which may have a default.
fn attribute_type(spec: &Spec) -> Option<&Type> {
    match spec {
        Spec::Attr(attr) => Some(&attr.ty),
        Spec::Default(specs) => attribute_type(&specs.primary),
        Spec::Object(_) | Spec::Tuple(_) | Spec::OneOf(_) | Spec::Blocks(_) => None,
        Spec::Label(_) | Spec::Literal(_) | Spec::Expr(_) => None,
        Spec::Rest(_) | Spec::Wrapped(_) => None,
    }
}
