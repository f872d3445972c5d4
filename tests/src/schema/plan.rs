//! Plans of bodies, from which both specs and configurations are made.

use hcldyn::cty::{Number, Type};
use hcldyn::spec::{AttrSpec, BlocksSpec, LabelSpec, ObjectSpec, OneOfSpec, Spec, ValueRule};

use crate::random::Random;

/// A body.
#[derive(Clone, Debug, Default)]
pub(super) struct BodyPlan {
    pub(super) attributes: Vec<AttributePlan>,
    pub(super) blocks: Vec<BlockPlan>,
    /// The attribute that selects a form, and the forms.
    pub(super) choice: Option<Vec<(&'static str, Self)>>,
    pub(super) rule: Option<RulePlan>,
    pub(super) is_open: bool,
}

#[derive(Clone, Debug)]
pub(super) struct AttributePlan {
    pub(super) name: String,
    pub(super) former_name: Option<String>,
    pub(super) ty: Type,
    pub(super) is_required: bool,
    pub(super) is_or_block: bool,
    pub(super) rule: Option<ValueRule>,
    pub(super) has_default: bool,
}

#[derive(Clone, Debug)]
pub(super) struct BlockPlan {
    pub(super) name: String,
    pub(super) alias: Option<String>,
    pub(super) shape: Shape,
    /// The number of labels that the body reads.
    pub(super) labels: usize,
    /// The values of a label that selects a form of the body.
    pub(super) label_forms: Option<Vec<(&'static str, BodyPlan)>>,
    pub(super) min: usize,
    pub(super) max: Option<usize>,
    pub(super) is_dynamic: bool,
    pub(super) is_or_attr: bool,
    pub(super) is_merged: bool,
    pub(super) body: BodyPlan,
}

#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Shape {
    Single,
    Tuple,
    Set,
    Map { keys: usize, is_grouped: bool },
    Attributes,
}

#[derive(Clone, Copy, Debug)]
pub(super) enum RulePlan {
    AtMostOne,
    AtLeastOne,
    ExactlyOne,
    Requires,
    RequiresIf,
}

pub(super) const TAG: &str = "kind";
const NAMES: [&str; 6] = ["alpha", "beta", "gamma", "delta", "epsilon", "zeta"];
const BLOCKS: [&str; 4] = ["server", "route", "tls", "pool"];

impl BodyPlan {
    /// Returns a random plan, with bodies nested at most `depth` levels deep. All names get a prefix, so that those of
    /// forms differ.
    pub(super) fn random(random: &mut Random, depth: usize, prefix: &'static str) -> Self {
        let mut plan = Self { is_open: random.percent(8), ..Self::default() };
        for name in &NAMES[..random.below(5)] {
            plan.attributes.push(AttributePlan::random(random, &format!("{prefix}{name}")));
        }
        if depth > 0 {
            for name in &BLOCKS[..random.below(4)] {
                plan.blocks.push(BlockPlan::random(random, &format!("{prefix}{name}"), depth - 1));
            }
            if prefix.is_empty() && random.percent(15) {
                plan.choice = Some(forms(random, depth - 1));
            }
        }
        if plan.attributes.len() > 1 && random.percent(30) {
            let rules = [
                RulePlan::AtMostOne,
                RulePlan::AtLeastOne,
                RulePlan::ExactlyOne,
                RulePlan::Requires,
                RulePlan::RequiresIf,
            ];
            plan.rule = Some(*random.pick(&rules));
        }
        plan
    }

    /// Returns the spec. The names in the object are those of the items.
    pub(super) fn spec(&self, labels: usize) -> Spec {
        let labels = (0..labels).map(|index| {
            (format!("label{index}"), LabelSpec::new(index, format!("label{index}")).into())
        });
        let attributes = self.attributes.iter().map(|plan| (plan.name.clone(), plan.spec()));
        let blocks = self.blocks.iter().map(|plan| (plan.name.clone(), plan.spec()));
        let choice = self.choice.iter().map(|forms| {
            let forms = forms.iter().map(|(tag, plan)| (*tag, plan.spec(0)));
            ("choice".to_owned(), OneOfSpec::by_attribute(TAG, forms).into())
        });
        let object = ObjectSpec::new(labels.chain(attributes).chain(blocks).chain(choice));
        let object = if self.is_open {
            object.unexpected(hcldyn::cty::value_spec::Unexpected::Ignore)
        } else {
            object
        };
        let mut names = self.attributes.iter().map(|plan| plan.name.clone());
        let Some(((first, second), rule)) = names.next().zip(names.next()).zip(self.rule) else {
            return object.into();
        };
        let names = [first.clone(), second.clone()];
        let object = match rule {
            RulePlan::AtMostOne => object.at_most_one_of(names),
            RulePlan::AtLeastOne => object.at_least_one_of(names),
            RulePlan::ExactlyOne => object.exactly_one_of(names),
            RulePlan::Requires => object.requires(first, [second]),
            RulePlan::RequiresIf => object.requires_if(first, "a", [second]),
        };
        object.into()
    }
}

fn forms(random: &mut Random, depth: usize) -> Vec<(&'static str, BodyPlan)> {
    let prefixes = [("tcp", "t_"), ("unix", "u_")];
    prefixes.map(|(tag, prefix)| (tag, BodyPlan::random(random, depth, prefix))).into()
}

impl AttributePlan {
    fn random(random: &mut Random, name: &str) -> Self {
        let ty = random_type(random, 2);
        let rule = random.percent(25).then(|| random_rule(random, &ty)).flatten();
        let is_required = random.percent(30);
        Self {
            name: name.to_owned(),
            former_name: random.percent(10).then(|| format!("old_{name}")),
            is_or_block: random.percent(10),
            has_default: !is_required && random.percent(20),
            is_required,
            rule,
            ty,
        }
    }

    fn spec(&self) -> Spec {
        let mut attr = AttrSpec::new(&*self.name, self.ty.clone());
        attr = self.former_name.iter().fold(attr, |attr, name| attr.former_name(&**name));
        attr = self.rule.iter().fold(attr, |attr, rule| attr.rule(rule.clone()));
        attr = if self.is_required { attr.required() } else { attr };
        attr = if self.is_or_block { attr.or_block() } else { attr };
        let default = match self.ty {
            Type::String if self.has_default => "d".into(),
            Type::Number if self.has_default => 1.into(),
            _ => return attr.into(),
        };
        Spec::from(attr).or(Spec::Literal(default))
    }
}

fn random_type(random: &mut Random, depth: usize) -> Type {
    match random.below(if depth == 0 { 3 } else { 9 }) {
        0 | 3 => Type::String,
        1 => Type::Number,
        2 => Type::Bool,
        4 => Type::list(random_type(random, depth - 1)),
        5 => Type::set(random_type(random, 0)),
        6 => Type::map(random_type(random, depth - 1)),
        7 => Type::tuple([random_type(random, 0), random_type(random, 0)]),
        _ => Type::object([("x", random_type(random, 0)), ("y", random_type(random, depth - 1))]),
    }
}

fn random_rule(random: &mut Random, ty: &Type) -> Option<ValueRule> {
    let words = || ValueRule::OneOf(vec!["a".into(), "bb".into(), "80".into()]);
    Some(match (ty, random.below(3)) {
        (Type::String, 0) => words(),
        (Type::String, 1) => ValueRule::Length { min: 1, max: Some(3) },
        (Type::String, _) => ValueRule::Pattern("^[a-z0-9]+$".into()),
        (Type::Number, 0) => ValueRule::OneOf(vec![1.into(), 2.into()]),
        (Type::Number, _) => {
            let number = |number: i64| Some(Number::from(number));
            ValueRule::Range { min: number(0), max: number(100) }
        }
        (Type::List(_), 0) => ValueRule::Unique,
        (Type::List(_) | Type::Set(_) | Type::Map(_), _) => {
            ValueRule::Length { min: 1, max: Some(2) }
        }
        _ => return None,
    })
}

impl BlockPlan {
    fn random(random: &mut Random, name: &str, depth: usize) -> Self {
        let shape = match random.below(8) {
            0 | 1 => Shape::Single,
            2 | 3 => Shape::Tuple,
            4 => Shape::Set,
            5 | 6 => Shape::Map { keys: 1 + random.below(2), is_grouped: random.percent(30) },
            _ => Shape::Attributes,
        };
        let label_forms = random.percent(12).then(|| forms(random, 0));
        let is_counted = !matches!(shape, Shape::Single | Shape::Attributes);
        Self {
            name: name.to_owned(),
            alias: random.percent(10).then(|| format!("{name}_alias")),
            shape,
            labels: if random.percent(25) { 1 + random.below(2) } else { 0 },
            label_forms,
            min: if random.percent(25) {
                1 + usize::from(is_counted && random.percent(20))
            } else {
                0
            },
            max: (is_counted && random.percent(30)).then(|| 2 + random.below(2)),
            is_dynamic: random.percent(30),
            is_or_attr: random.percent(15),
            is_merged: matches!(shape, Shape::Single) && random.percent(15),
            body: BodyPlan::random(random, depth, ""),
        }
    }

    fn spec(&self) -> Spec {
        let nested = match &self.label_forms {
            Some(forms) => {
                let forms = forms.iter().map(|(tag, plan)| (*tag, plan.spec(0)));
                let choice = OneOfSpec::by_label(0, "form", forms).into();
                Spec::object([("form", choice), ("body", self.body.spec(0))])
            }
            None => self.body.spec(self.own_labels()),
        };
        let name = &*self.name;
        macro_rules! options {
            ($spec:expr) => {{
                let spec = self.alias.iter().fold($spec, |spec, alias| spec.alias(&**alias));
                let spec = if self.is_dynamic { spec.dynamic() } else { spec };
                if self.is_or_attr { spec.or_attr() } else { spec }
            }};
        }
        let blocks = |nested| {
            let blocks = options!(BlocksSpec::new(name, nested)).min_items(self.min);
            self.max.into_iter().fold(blocks, BlocksSpec::max_items)
        };
        match self.shape {
            Shape::Single => {
                let block = options!(BlocksSpec::new(name, nested));
                let block = if self.min > 0 { block.required() } else { block };
                if self.is_merged { block.merge().into() } else { block.into() }
            }
            Shape::Tuple => blocks(nested).tuple().into(),
            Shape::Set => blocks(nested).set().into(),
            Shape::Map { keys, is_grouped } => {
                let map =
                    options!(BlocksSpec::new(name, nested).object("key0")).min_items(self.min);
                let map = (1..keys).fold(map, |map, index| map.then_by(format!("key{index}")));
                let map = if is_grouped { map.grouped() } else { map };
                Spec::from(self.max.into_iter().fold(map, BlocksSpec::max_items))
            }
            Shape::Attributes => {
                let attrs = options!(BlocksSpec::attributes(name, Type::Number));
                if self.min > 0 { attrs.required().into() } else { attrs.into() }
            }
        }
    }

    /// Returns the number of labels that the body reads.
    pub(super) fn own_labels(&self) -> usize {
        match self.shape {
            Shape::Attributes => 0,
            _ if self.label_forms.is_some() => 0,
            _ => self.labels,
        }
    }

    /// Returns the number of labels before a label that selects a form.
    pub(super) fn free_labels(&self) -> usize {
        match self.shape {
            Shape::Map { keys, .. } => keys + self.own_labels(),
            _ => self.own_labels(),
        }
    }
}
