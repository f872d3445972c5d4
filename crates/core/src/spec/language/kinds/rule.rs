//! `rule`: a rule between the attributes of an object.

use std::collections::BTreeMap;
use std::sync::LazyLock;

use crate::cty::convert::convert;
use crate::cty::internal::CollectVec;
use crate::cty::{Shape, Str, Value};
use crate::spec::language::block_body::{BlockBody, NestedBlock};
use crate::spec::language::diags;
use crate::spec::language::grammar::{argument, named, required};
use crate::spec::language::read::SpecReader;
use crate::spec::{ObjectSpec, Rule, Spec};

pub(in crate::spec::language) const AT_MOST_ONE_OF: &str = "at_most_one_of";
pub(in crate::spec::language) const AT_LEAST_ONE_OF: &str = "at_least_one_of";
pub(in crate::spec::language) const EXACTLY_ONE_OF: &str = "exactly_one_of";
pub(in crate::spec::language) const REQUIRES: &str = "requires";

/// The type of the blocks with a value that requires attributes, and their argument for it.
pub(in crate::spec::language) const REQUIRES_IF: &str = "requires_if";
pub(in crate::spec::language) const VALUE: &str = "value";

static BODY: LazyLock<Spec> = LazyLock::new(|| {
    ObjectSpec::new([
        argument::<Vec<Str>>(AT_MOST_ONE_OF),
        argument::<Vec<Str>>(AT_LEAST_ONE_OF),
        argument::<Vec<Str>>(EXACTLY_ONE_OF),
        argument::<BTreeMap<String, Vec<Str>>>(REQUIRES),
        (REQUIRES_IF, named(REQUIRES_IF, "attribute")),
    ])
    .into()
});

static REQUIRES_IF_BODY: LazyLock<Spec> = LazyLock::new(|| {
    ObjectSpec::new([required::<Value>(VALUE), required::<Vec<Str>>(REQUIRES)]).into()
});

impl SpecReader<'_> {
    /// Returns the rules in a block, for an object with these attributes.
    pub(super) fn rule(&mut self, rule: &NestedBlock, object: &ObjectSpec) -> Vec<Rule> {
        let block = BlockBody::open(&rule.body, &BODY, "A rule", rule.place.clone(), self);
        let mut rules = Vec::new();
        let mut list = |name, rule: fn(Vec<Str>) -> Rule| {
            rules.extend(block.get(name, self).map(|names| (name, rule(names))));
        };
        list(AT_MOST_ONE_OF, Rule::AtMostOneOf);
        list(AT_LEAST_ONE_OF, Rule::AtLeastOneOf);
        list(EXACTLY_ONE_OF, Rule::ExactlyOneOf);
        let requires = block.get::<BTreeMap<String, Vec<Str>>>(REQUIRES, self).unwrap_or_default();
        rules.extend(
            requires
                .into_iter()
                .map(|(name, needed)| (REQUIRES, Rule::Requires(name.into(), needed))),
        );
        if rules.is_empty() && block.blocks(REQUIRES_IF).is_empty() && block.is_complete {
            self.diags.push(diags::no_rule(&block));
        }
        rules.retain(|(name, rule)| self.names_known(rule, &object.shape, &block, name));
        let conditional = block.blocks(REQUIRES_IF);
        let conditional = conditional.iter().filter_map(|each| self.requires_if(each, object));
        rules.extend(conditional.map(|rule| (REQUIRES_IF, rule)).collect_vec());
        rules.into_iter().map(|(_, rule)| rule).collect_vec()
    }

    /// Returns a rule for one value of an attribute, which is converted to the type of the attribute if possible.
    fn requires_if(&mut self, written: &NestedBlock, object: &ObjectSpec) -> Option<Rule> {
        let (name, place) = written.label.clone()?;
        let block = written.open(&REQUIRES_IF_BODY, self);
        let value = block.get::<Value>(VALUE, self)?;
        let needed = block.get::<Vec<Str>>(REQUIRES, self)?;
        let Some(position) = object.shape.position(&name) else {
            let known = object.shape.names().iter().map(Str::as_str);
            return self.diags.fail(diags::unknown_in_rule(place, &name, known));
        };
        let value = convert(value.clone(), &object.specs[position].value_type()).unwrap_or(value);
        let rule = Rule::RequiresIf { name, value, needed };
        self.names_known(&rule, &object.shape, &block, REQUIRES).then_some(rule)
    }

    /// Returns `true` if an object has the attributes that a rule names.
    fn names_known(
        &mut self,
        rule: &Rule,
        object: &Shape,
        block: &BlockBody,
        argument: &str,
    ) -> bool {
        let errors = self.diags.error_count();
        if rule.names().next().is_none() {
            self.diags.push(diags::empty_rule(block.place_of(argument), argument));
        }
        for name in rule.names().filter(|name| object.position(name).is_none()) {
            let known = object.names().iter().map(Str::as_str);
            self.diags.push(diags::unknown_in_rule(block.place_of(argument), name, known));
        }
        self.diags.error_count() == errors
    }
}
