//! `rule`: a rule between the attributes of an object.

use std::collections::BTreeMap;
use std::sync::LazyLock;

use crate::cty::{Shape, Str};
use crate::spec::language::block_body::{BlockBody, NestedBlock};
use crate::spec::language::diags;
use crate::spec::language::grammar::argument;
use crate::spec::language::read::SpecReader;
use crate::spec::{ObjectSpec, Rule, Spec};

const AT_MOST_ONE_OF: &str = "at_most_one_of";
const AT_LEAST_ONE_OF: &str = "at_least_one_of";
const EXACTLY_ONE_OF: &str = "exactly_one_of";
const REQUIRES: &str = "requires";

static BODY: LazyLock<Spec> = LazyLock::new(|| {
    ObjectSpec::new([
        argument::<Vec<Str>>(AT_MOST_ONE_OF),
        argument::<Vec<Str>>(AT_LEAST_ONE_OF),
        argument::<Vec<Str>>(EXACTLY_ONE_OF),
        argument::<BTreeMap<String, Vec<Str>>>(REQUIRES),
    ])
    .at_least_one_of([AT_MOST_ONE_OF, AT_LEAST_ONE_OF, EXACTLY_ONE_OF, REQUIRES])
    .into()
});

impl SpecReader<'_> {
    /// Returns the rules in a block, for an object with these attributes.
    pub(super) fn rule(&mut self, rule: &NestedBlock, object: &Shape) -> Vec<Rule> {
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
        rules.retain(|(name, rule)| self.names_known(rule, object, &block, name));
        rules.into_iter().map(|(_, rule)| rule).collect()
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
