//! Configurations of a plan, valid or with one mistake.

use hcldyn::cty::Type;
use hcldyn::spec::ValueRule;
use serde_json::{Map, Value as Json, json};

use super::plan::{AttributePlan, BlockPlan, BodyPlan, RulePlan, Shape, TAG};
use crate::random::Random;

/// A mistake in a configuration.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Mistake {
    UnknownName,
    MissingAttribute,
    MissingBlock,
    WrongType,
    TooManyBlocks,
    MissingLabel,
    NoBlock,
    UnknownForm,
    WrongValue,
    BrokenRule,
    SetTwice,
}

impl Mistake {
    pub(super) const ALL: [(Self, &'static str); 11] = [
        (Self::UnknownName, "unknown name"),
        (Self::MissingAttribute, "missing attribute"),
        (Self::MissingBlock, "missing block"),
        (Self::WrongType, "wrong type of a literal"),
        (Self::TooManyBlocks, "too many blocks"),
        (Self::MissingLabel, "missing label"),
        (Self::NoBlock, "no block"),
        (Self::UnknownForm, "unknown form"),
        (Self::WrongValue, "wrong value of a literal"),
        (Self::BrokenRule, "broken rule"),
        (Self::SetTwice, "set twice"),
    ];
}

/// A configuration that is being written.
pub(super) struct ConfigurationWriter<'r> {
    pub(super) random: &'r mut Random,
    /// The mistake that is not made yet.
    pub(super) mistake: Option<Mistake>,
}

impl ConfigurationWriter<'_> {
    /// Returns `true` if this is where the mistake is made.
    fn makes(&mut self, mistake: Mistake) -> bool {
        let makes = self.mistake == Some(mistake) && self.random.percent(50);
        if makes {
            self.mistake = None;
        }
        makes
    }

    /// Returns the whole configuration.
    pub(super) fn configuration(&mut self, plan: &BodyPlan) -> Json {
        let body = self.body(plan);
        if self.random.percent(5) { self.in_parts(body) } else { Json::Object(body) }
    }

    fn body(&mut self, plan: &BodyPlan) -> Map<String, Json> {
        let mut body = Map::new();
        self.items(plan, &mut body);
        if self.random.percent(5) {
            body.insert("//".into(), json!("A comment."));
        }
        if !plan.is_open && self.makes(Mistake::UnknownName) {
            body.insert("unexpected".into(), json!(1));
        }
        body
    }

    fn items(&mut self, plan: &BodyPlan, body: &mut Map<String, Json>) {
        let broken = plan.rule.is_some() && self.makes(Mistake::BrokenRule);
        for (index, attribute) in plan.attributes.iter().enumerate() {
            let is_set = match (plan.rule, index) {
                (Some(rule), 0 | 1) => is_set(rule, index, broken) || attribute.is_required,
                _ => attribute.is_required || self.random.percent(60),
            };
            if !is_set || (attribute.is_required && self.makes(Mistake::MissingAttribute)) {
                continue;
            }
            let value = match (plan.rule, index, &attribute.ty) {
                (Some(RulePlan::RequiresIf), 0, Type::String) if broken => json!("a"),
                _ => self.attribute(attribute),
            };
            if let Some(former) = &attribute.former_name {
                if self.makes(Mistake::SetTwice) {
                    body.insert(former.clone(), value.clone());
                } else if self.random.percent(30) {
                    body.insert(former.clone(), value);
                    continue;
                }
            }
            body.insert(attribute.name.clone(), value);
        }
        for block in &plan.blocks {
            self.blocks(block, body);
        }
        if let Some(forms) = &plan.choice {
            let (tag, form) = &forms[self.random.below(forms.len())];
            let tag = if self.makes(Mistake::UnknownForm) { "other" } else { tag };
            let tag = if self.random.percent(10) { format!("${{\"{tag}\"}}") } else { tag.into() };
            body.insert(TAG.into(), tag.into());
            self.items(form, body);
        }
    }

    fn attribute(&mut self, plan: &AttributePlan) -> Json {
        if self.makes(Mistake::WrongType) {
            return self.wrong(&plan.ty);
        }
        if let Some(rule) = &plan.rule {
            if self.makes(Mistake::WrongValue) {
                return broken_value(rule);
            }
            return self.valid_value(rule, &plan.ty);
        }
        match self.random.below(20) {
            0 if !plan.is_required => Json::Null,
            1 => self.template(&plan.ty),
            _ => self.value(&plan.ty),
        }
    }

    fn value(&mut self, ty: &Type) -> Json {
        if self.makes(Mistake::WrongType) {
            return self.wrong(ty);
        }
        match ty {
            Type::String => {
                let texts =
                    [json!("a"), json!("text"), json!(5), json!(true), json!("é${1}"), json!("")];
                self.random.pick(&texts).clone()
            }
            Type::Number => {
                let numbers = [json!(0), json!(-1.5), json!("80"), json!("1e3"), json!("${1 + 1}")];
                self.random.pick(&numbers).clone()
            }
            Type::Bool => self.random.pick(&[json!(true), json!("false"), json!("1")]).clone(),
            Type::List(element) | Type::Set(element) => {
                let count = self.random.below(3);
                Json::Array((0..count).map(|_| self.value(element)).collect())
            }
            Type::Map(element) => {
                let names = ["k", "l", "${\"m\"}"].into_iter().take(self.random.below(4));
                names.map(|name| (name.to_owned(), self.value(element))).collect()
            }
            Type::Tuple(elements) => elements.iter().map(|element| self.value(element)).collect(),
            Type::Object(object) => {
                let all = object.iter().map(|(name, ty)| (name.to_string(), self.value(ty)));
                let mut all: Map<_, _> = all.collect();
                if self.random.percent(10) {
                    all.insert("ignored".into(), json!(1));
                }
                if self.random.percent(10)
                    && let Some(value) = all.remove("x")
                {
                    all.insert("${\"x\"}".into(), value);
                }
                Json::Object(all)
            }
            _ => json!(1),
        }
    }

    fn template(&mut self, ty: &Type) -> Json {
        match ty {
            Type::Number => json!("${80 + 1}"),
            Type::String => json!("${upper(\"a\")}b"),
            Type::Bool => json!("${1 == 2}"),
            Type::List(_) | Type::Set(_) => json!("${[]}"),
            Type::Map(_) => json!("${{}}"),
            _ => self.value(ty),
        }
    }

    /// Returns a literal of a wrong type.
    fn wrong(&mut self, ty: &Type) -> Json {
        let wrong = match ty {
            Type::String => vec![json!([]), json!({})],
            Type::Number => vec![json!(true), json!("many"), json!([1])],
            Type::Bool => vec![json!(1), json!("yes"), json!({})],
            Type::List(_) | Type::Set(_) | Type::Tuple(_) => vec![json!("a"), json!(1)],
            _ => vec![json!("a"), json!(["a"]), json!(false)],
        };
        self.random.pick(&wrong).clone()
    }

    fn valid_value(&mut self, rule: &ValueRule, ty: &Type) -> Json {
        match (rule, ty) {
            (ValueRule::OneOf(_), Type::String) => {
                self.random.pick(&[json!("a"), json!("bb"), json!("80"), json!(80)]).clone()
            }
            (ValueRule::OneOf(_), _) => self.random.pick(&[json!(1), json!("2")]).clone(),
            (ValueRule::Range { .. }, _) => {
                self.random.pick(&[json!(0), json!(100), json!("50"), json!("${7 * 2}")]).clone()
            }
            (ValueRule::Length { .. } | ValueRule::Pattern(_), Type::String) => self
                .random
                .pick(&[json!("a"), json!("b12"), json!("${\"abc\"}"), json!(12)])
                .clone(),
            (ValueRule::Length { .. }, Type::Map(element)) => json!({ "k": self.value(element) }),
            (_, Type::List(element) | Type::Set(element)) => json!([self.value(element)]),
            _ => self.value(ty),
        }
    }

    fn blocks(&mut self, plan: &BlockPlan, body: &mut Map<String, Json>) {
        let least = plan.min.max(usize::from(self.random.percent(50)));
        let mut count = match plan.shape {
            Shape::Single | Shape::Attributes => least.min(1),
            _ => (least + self.random.below(2)).min(plan.max.unwrap_or(3)),
        };
        if plan.min > 0 && self.makes(Mistake::MissingBlock) {
            return;
        }
        let max = match plan.shape {
            Shape::Single if plan.is_merged => None,
            Shape::Single | Shape::Attributes => Some(1),
            _ => plan.max,
        };
        if let Some(max) = max.filter(|_| self.mistake == Some(Mistake::TooManyBlocks))
            && self.makes(Mistake::TooManyBlocks)
        {
            count = max + 1;
        }
        if count == 0 {
            return;
        }
        let name = match &plan.alias {
            Some(alias) if self.random.percent(30) => alias,
            _ => &plan.name,
        };
        if self.makes(Mistake::NoBlock) {
            body.insert(
                name.clone(),
                self.random.pick(&[json!(1), json!("a"), json!(true)]).clone(),
            );
            return;
        }
        if plan.is_dynamic && count == 1 && plan.label_forms.is_none() && self.random.percent(30) {
            let generator = self.dynamic(plan);
            let generators = body.entry("dynamic").or_insert_with(|| json!({}));
            generators[name.as_str()] = generator;
            return;
        }
        let written = self.labelled(plan, count);
        body.insert(name.clone(), written);
    }

    fn dynamic(&mut self, plan: &BlockPlan) -> Json {
        let content = self.content(plan, &plan.body);
        let mut dynamic = json!({ "for_each": ["one"], "content": content });
        if plan.free_labels() > 0 {
            let labels = (0..plan.free_labels()).map(|_| json!("${it.value}"));
            dynamic["labels"] = labels.collect();
            dynamic["iterator"] = json!("it");
        }
        if self.makes(Mistake::UnknownName) {
            dynamic["unexpected"] = json!(1);
        }
        dynamic
    }

    /// Returns blocks, inside an object for each label.
    fn labelled(&mut self, plan: &BlockPlan, count: usize) -> Json {
        let all: Vec<_> = (0..count).map(|index| self.one_block(plan, index)).collect();
        let is_labelled = plan.free_labels() > 0 || plan.label_forms.is_some();
        if is_labelled && self.makes(Mistake::MissingLabel) {
            return self.random.pick(&[json!({}), json!([]), json!({ "a": 1 })]).clone();
        }
        let labels: Vec<_> = all.iter().map(|(labels, _)| labels.first().cloned()).collect();
        let is_unique = labels.iter().all(|label| {
            label.is_some() && labels.iter().filter(|other| *other == label).count() == 1
        });
        let mut written: Vec<_> = all
            .into_iter()
            .map(|(labels, body)| {
                labels.into_iter().rev().fold(body, |body, label| json!({ label: body }))
            })
            .collect();
        if is_unique && self.random.percent(70) {
            let objects = written.into_iter().filter_map(|object| match object {
                Json::Object(object) => Some(object),
                _ => None,
            });
            return Json::Object(objects.flatten().collect());
        }
        if count == 1 && self.random.percent(70) {
            return written.remove(0);
        }
        Json::Array(written)
    }

    /// Returns the labels and the body of a block.
    fn one_block(&mut self, plan: &BlockPlan, index: usize) -> (Vec<String>, Json) {
        let mut labels: Vec<_> =
            (0..plan.free_labels()).map(|label| format!("l{}", label + index)).collect();
        let Some(forms) = &plan.label_forms else {
            return (labels, self.content(plan, &plan.body));
        };
        if plan.shape == Shape::Attributes {
            return (labels, self.content(plan, &plan.body));
        }
        let (tag, form) = &forms[self.random.below(forms.len())];
        labels.push(if self.makes(Mistake::UnknownForm) { "other" } else { *tag }.to_owned());
        let mut body = self.body(&plan.body);
        self.items(form, &mut body);
        (labels, Json::Object(body))
    }

    fn content(&mut self, plan: &BlockPlan, body: &BodyPlan) -> Json {
        if plan.shape == Shape::Attributes {
            let value = self.value(&Type::Number);
            return json!({ "any": value });
        }
        Json::Object(self.body(body))
    }

    /// Returns a body as an array of objects.
    fn in_parts(&mut self, body: Map<String, Json>) -> Json {
        let mut parts = vec![Map::new(), Map::new()];
        for (name, value) in body {
            parts[self.random.below(2)].insert(name, value);
        }
        parts.into_iter().map(Json::Object).collect()
    }
}

/// Returns `true` if an attribute of a rule is set.
fn is_set(rule: RulePlan, index: usize, is_broken: bool) -> bool {
    match rule {
        RulePlan::AtMostOne => is_broken || index == 0,
        RulePlan::AtLeastOne => !is_broken,
        RulePlan::ExactlyOne => !is_broken && index == 1,
        RulePlan::Requires | RulePlan::RequiresIf => !is_broken || index == 0,
    }
}

fn broken_value(rule: &ValueRule) -> Json {
    match rule {
        ValueRule::OneOf(values) if values[0].as_number().is_some() => json!(7),
        ValueRule::Range { .. } => json!(101),
        ValueRule::Length { .. } | ValueRule::Unique => json!(["a", "a", "a"]),
        _ => json!("A-B-C"),
    }
}
