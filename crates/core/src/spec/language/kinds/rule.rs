//! `rule`: a rule between the attributes of an object.

use std::collections::BTreeMap;

use crate::cty::convert::convert;
use crate::cty::internal::CollectVec;
use crate::cty::{Str, Value};
use crate::decode::Spanned;
use crate::source::Place;
use crate::spec::language::argument::Required;
use crate::spec::language::block::{Blocks, NamedContent, NestedBlock};
use crate::spec::language::diags;
use crate::spec::language::read::SpecReader;
use crate::spec::language::write::{Writer, block};
use crate::spec::{ObjectSpec, Rule};
use crate::syntax::native::NewItem;
use crate::{HclDecode, HclEncode};

/// A condition on the attributes of an object.
#[derive(Default, HclDecode, HclEncode)]
#[hcl(crate = "crate", default)]
pub(super) struct RuleContent {
    /// At most one of these attributes is set.
    at_most_one_of: Option<Spanned<Vec<Str>>>,
    /// At least one of these attributes is set.
    at_least_one_of: Option<Spanned<Vec<Str>>>,
    /// Exactly one of these attributes is set.
    exactly_one_of: Option<Spanned<Vec<Str>>>,
    /// The attributes that other ones require, by their names.
    requires: Option<Spanned<BTreeMap<Str, Vec<Str>>>>,
    #[hcl(flatten)]
    requires_if: Blocks<RequiresIf>,
    #[hcl(flatten)]
    together: Blocks<Together>,
}

/// The attributes that are required if another one has a value.
#[derive(Default, HclDecode, HclEncode)]
#[hcl(crate = "crate")]
struct RequiresIf {
    /// The value.
    value: Required<Value>,
    /// The attributes that this value requires.
    requires: Required<Spanned<Vec<Str>>>,
}

/// A group of attributes. If one is set, those that the group requires are.
#[derive(Default, HclDecode, HclEncode)]
#[hcl(crate = "crate")]
struct Together {
    /// The attributes.
    attributes: Required<Spanned<Vec<Str>>>,
    /// The attributes among them that the group requires.
    requires: Required<Spanned<Vec<Str>>>,
}

impl NamedContent for RuleContent {
    const NAME: &'static str = "rule";
}

impl NamedContent for RequiresIf {
    const NAME: &'static str = "requires_if";
    const LABEL: Option<&'static str> = Some("attribute");
}

impl NamedContent for Together {
    const NAME: &'static str = "together";
}

impl SpecReader<'_> {
    /// Returns the rules in a block, for an object with these attributes.
    pub(super) fn rule(&mut self, written: &NestedBlock, object: &ObjectSpec) -> Vec<Rule> {
        let (content, block) = written.open::<RuleContent>(self);
        let mut rules = Vec::new();
        let mut list = |name, names: Option<Spanned<Vec<Str>>>, rule: fn(Vec<Str>) -> Rule| {
            let Some(names) = names else { return };
            rules.push((name, names.place().clone(), rule(names.into_inner())));
        };
        list("at_most_one_of", content.at_most_one_of, Rule::AtMostOneOf);
        list("at_least_one_of", content.at_least_one_of, Rule::AtLeastOneOf);
        list("exactly_one_of", content.exactly_one_of, Rule::ExactlyOneOf);
        if let Some(requires) = content.requires {
            let place = requires.place().clone();
            let all = requires.into_inner().into_iter();
            rules.extend(
                all.map(|(name, needed)| ("requires", place.clone(), Rule::Requires(name, needed))),
            );
        }
        let (conditional, groups) = (content.requires_if.0, content.together.0);
        let has_blocks = !conditional.is_empty() || !groups.is_empty();
        if rules.is_empty() && !has_blocks && block.is_complete {
            self.diags.push(diags::no_rule(&block));
        }
        rules.retain(|(name, place, rule)| self.names_known(rule, object, place, name));
        let mut rules = rules.into_iter().map(|(_, _, rule)| rule).collect_vec();
        rules.extend(conditional.iter().filter_map(|each| self.requires_if(each, object)));
        rules.extend(groups.iter().filter_map(|each| self.together(each, object)));
        rules
    }

    /// Returns the rule of a group of attributes.
    fn together(&mut self, written: &NestedBlock, object: &ObjectSpec) -> Option<Rule> {
        let (content, _) = written.open::<Together>(self);
        let (names, needed) = (content.attributes.0?, content.requires.0?);
        let (place, place_of_needed) = (names.place().clone(), needed.place().clone());
        let rule = Rule::Together { names: names.into_inner(), needed: needed.into_inner() };
        let is_known = self.names_known(&rule, object, &place, "attributes");
        let Rule::Together { names, needed } = &rule else { return None };
        let other = needed.iter().find(|name| !names.contains(name));
        if let Some(other) = other {
            let known = names.iter().map(Str::as_str);
            self.diags.push(diags::unknown_in_rule(place_of_needed, other, known));
            return None;
        }
        is_known.then_some(rule)
    }

    /// Returns a rule for one value of an attribute, which is converted to the type of the attribute if possible.
    fn requires_if(&mut self, written: &NestedBlock, object: &ObjectSpec) -> Option<Rule> {
        let (name, place) = written.label.clone()?;
        let (content, _) = written.open::<RequiresIf>(self);
        let (value, needed) = (content.value.0?, content.requires.0?);
        let Some(position) = object.shape.position(&name) else {
            let known = object.shape.names().iter().map(Str::as_str);
            return self.diags.fail(diags::unknown_in_rule(place, &name, known));
        };
        let value = convert(value.clone(), &object.specs[position].value_type()).unwrap_or(value);
        let place = needed.place().clone();
        let rule = Rule::RequiresIf { name, value, needed: needed.into_inner() };
        self.names_known(&rule, object, &place, "requires").then_some(rule)
    }

    /// Returns `true` if an object has the attributes that a rule in an argument names.
    fn names_known(
        &mut self,
        rule: &Rule,
        object: &ObjectSpec,
        place: &Place,
        argument: &str,
    ) -> bool {
        let errors = self.diags.error_count();
        if rule.names().next().is_none() {
            self.diags.push(diags::empty_rule(place.clone(), argument));
        }
        for name in rule.names().filter(|name| object.shape.position(name).is_none()) {
            let known = object.shape.names().iter().map(Str::as_str);
            self.diags.push(diags::unknown_in_rule(place.clone(), name, known));
        }
        self.diags.error_count() == errors
    }
}

impl Writer {
    /// Returns a `rule` block.
    pub(super) fn rule(&mut self, rule: &Rule) -> NewItem {
        let mut content = RuleContent::default();
        let list = |names: &[Str]| Some(names.to_vec().into());
        let mut conditional = None;
        match rule {
            Rule::AtMostOneOf(names) => content.at_most_one_of = list(names),
            Rule::AtLeastOneOf(names) => content.at_least_one_of = list(names),
            Rule::ExactlyOneOf(names) => content.exactly_one_of = list(names),
            Rule::Requires(name, needed) => {
                content.requires = Some(BTreeMap::from([(name.clone(), needed.clone())]).into());
            }
            Rule::RequiresIf { name, value, needed } => {
                let value = Required(Some(self.written(value)));
                let body = RequiresIf { value, requires: Required(list(needed)) };
                conditional = Some(block("requires_if", Some(name), self.content(&body, [])));
            }
            Rule::Together { names, needed } => {
                let body = Together {
                    attributes: Required(list(names)),
                    requires: Required(list(needed)),
                };
                conditional = Some(block("together", None, self.content(&body, [])));
            }
        }
        block("rule", None, self.content(&content, conditional))
    }
}
