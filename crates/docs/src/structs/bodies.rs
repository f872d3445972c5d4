//! The structs for bodies.

use std::collections::HashSet;

use hcldyn_core::cty::Str;
use hcldyn_core::cty::value_spec::{ItemDocs, Unexpected};
use hcldyn_core::spec::outline::{BodyId, OutlineBody, OutlineChoice, OutlineLabel};
use hcldyn_core::spec::{LabelPosition, Rest, Rule, Tag};

use super::Generator;
use super::literals::{plain, string};
use super::names::{FieldNames, type_name, variant_options};
use super::print::{Field, Head, docs_options};

/// The struct of a body under construction.
pub(super) struct Body<'o> {
    pub(super) outline: &'o OutlineBody,
    pub(super) id: BodyId,
    /// The name of the struct.
    pub(super) name: String,
    pub(super) names: FieldNames,
    /// The options of the struct.
    options: Vec<String>,
}

impl<'o> Generator<'o> {
    /// Generates the struct for a body.
    pub(super) fn body(&mut self, id: BodyId) {
        let outline: &'o OutlineBody = self.outline.body(id);
        let (name, path) = self.bodies.get(&id).cloned().unwrap_or_default();
        let outer = std::mem::replace(&mut self.path, path);
        let position = self.items.len();
        let (names, options) = (FieldNames::default(), Vec::new());
        let mut body = Body { outline, id, name, names, options };
        self.rules(&mut body);
        let mut fields = Vec::new();
        self.labels(&mut body, &mut fields);
        for attribute in &outline.attributes {
            if is_block_too(outline, &attribute.names.name) {
                continue;
            }
            let field = self.under(&attribute.names.name, |it| it.attribute(&mut body, attribute));
            fields.push(field);
        }
        for block in &outline.blocks {
            let step = block.types.first().map(|ty| ty.names.name.to_string());
            let field = self.under(&step.unwrap_or_default(), |it| it.block(&mut body, block));
            fields.push(field);
        }
        for choice in &outline.choices {
            fields.push(self.choice(&mut body, choice));
        }
        fields.extend(outline.rest.as_ref().map(|rest| self.rest(&mut body, rest)));
        let docs = outline.docs.text.as_deref().unwrap_or_default().to_owned();
        self.lose_docs(&outline.docs);
        let mut options = body.options;
        options.extend(docs_options(&outline.docs));
        self.imports.insert("hcldyn::HclDecode");
        let head = Head { docs, derives: "Clone, Debug, HclDecode", options, name: &body.name };
        self.items.insert(position, head.of_struct(&fields));
        self.path = outer;
    }

    fn labels(&mut self, body: &mut Body<'_>, fields: &mut Vec<Field>) {
        let mut labels: Vec<&OutlineLabel> = body.outline.labels.iter().collect();
        labels.sort_by_key(|label| match label.position {
            LabelPosition::Key => 0,
            LabelPosition::At(index) => index + 1,
            LabelPosition::From(_) => usize::MAX,
        });
        for label in labels {
            let (name, is_own) = body.names.add(&label.name);
            let (kind, ty) = match label.position {
                LabelPosition::At(_) => ("label", "String"),
                LabelPosition::Key => ("key", "String"),
                LabelPosition::From(_) => ("labels", "Vec<String>"),
            };
            let mut options = vec![kind.to_owned()];
            if !is_own {
                options.push(format!("name = {}", string(&label.name)));
            }
            options.extend(docs_options(&label.docs));
            let docs = label.docs.text.as_deref().unwrap_or_default().to_owned();
            self.lose_docs(&label.docs);
            fields.push(Field { docs, options, name, ty: ty.to_owned() });
        }
    }

    /// Returns the field for the forms of a body, and generates the enum of them.
    fn choice(&mut self, body: &mut Body<'_>, choice: &OutlineChoice) -> Field {
        let own = self.reserve(&format!("{}_kind", body.name), "");
        let tag = match &choice.tag {
            Tag::Attribute(name) => string(name),
            Tag::Label { .. } => "label".to_owned(),
        };
        if let Tag::Label { index, name } = &choice.tag
            && (*index > 0 || *name != *"type")
        {
            self.lose(format!("the position and the name of the label {:?}", &**name));
        }
        let position = self.items.len();
        let mut names = HashSet::new();
        let variants = choice.forms.iter().map(|form| {
            let mut name = type_name(&form.tag);
            while !names.insert(name.clone()) {
                name.push('_');
            }
            let content = self.under(&format!("[{}]", form.tag), |it| {
                it.name_of(form.body, &form.tag, &body.name)
            });
            let options = variant_options(&form.tag);
            Field { docs: String::new(), options, name, ty: format!("Box<{content}>") }
        });
        let variants: Vec<_> = variants.collect();
        self.imports.insert("hcldyn::HclDecode");
        let docs = choice.docs.text.as_deref().unwrap_or_default().to_owned();
        let options = vec![format!("tag = {tag}")];
        let head = Head { docs, derives: "Clone, Debug, HclDecode", options, name: &own };
        self.items.insert(position, head.of_enum(&variants));
        let (name, _) = body.names.add("kind");
        Field { docs: String::new(), options: vec!["flatten".to_owned()], name, ty: own }
    }

    fn rest(&mut self, body: &mut Body<'_>, rest: &Rest) -> Field {
        let (name, _) = body.names.add("remain");
        let ty = match rest {
            Rest::Attributes(value) => {
                let element = self.value_type(value, "remain", &body.name);
                format!("{}<String, {element}>", self.import("std::collections::BTreeMap"))
            }
            Rest::Body => self.import("hcldyn::body::Body"),
            _ => {
                self.lose("the remaining items as data, which are a body");
                self.import("hcldyn::body::Body")
            }
        };
        Field { docs: String::new(), options: vec!["remain".to_owned()], name, ty }
    }

    /// Adds the options of the struct for the rules of a body.
    fn rules(&mut self, body: &mut Body<'o>) {
        match body.outline.unexpected {
            Unexpected::Deny => {}
            Unexpected::Warn => body.options.push("unknown = \"warn\"".to_owned()),
            Unexpected::Ignore => body.options.push("unknown = \"ignore\"".to_owned()),
        }
        for rule in &body.outline.rules {
            let option = match rule {
                _ if !rule.names().all(|name| can_be_left_out(body.outline, name)) => None,
                Rule::AtLeastOneOf(names) => Some(format!("at_least_one_of({})", list(names))),
                Rule::ExactlyOneOf(names) => Some(format!("exactly_one_of({})", list(names))),
                Rule::RequiresIf { name, value, needed } if !value.is_marked() => {
                    let condition = plain(value).map(|value| format!("{} = {value}", string(name)));
                    condition.map(|it| format!("requires_if({it}, {})", list(needed)))
                }
                Rule::AtMostOneOf(names) if names.len() == 2 => continue,
                Rule::Requires(..) if is_only_rule_of(body.outline, rule) => continue,
                _ => None,
            };
            match option {
                Some(option) => body.options.push(option),
                None => self.lose(format!("a rule between {}", list(rule.names()))),
            }
        }
    }

    /// Records the parts of documentation that the derive can't express.
    pub(super) fn lose_docs(&mut self, docs: &ItemDocs) {
        if !docs.conditions.is_empty() {
            self.lose("a condition that a function checks");
        }
        if docs.default.is_some() {
            self.lose("the description of the default");
        }
    }
}

impl Body<'_> {
    /// Returns the options of a field for the rules between two items.
    pub(super) fn rule_options(&self, name: &Str) -> Vec<String> {
        let rules = self
            .outline
            .rules
            .iter()
            .filter(|rule| rule.names().all(|name| can_be_left_out(self.outline, name)));
        let options = rules.filter_map(|rule| match rule {
            Rule::AtMostOneOf(names) => match &names[..] {
                [first, second] if first == name => {
                    Some(format!("conflicts_with = {}", string(second)))
                }
                _ => None,
            },
            Rule::Requires(first, needed)
                if first == name && is_only_rule_of(self.outline, rule) =>
            {
                Some(format!("requires = [{}]", list(needed)))
            }
            _ => None,
        });
        options.collect()
    }
}

/// Returns `true` for the name of an attribute and a block type. The field of the blocks takes both.
pub(super) fn is_block_too(body: &OutlineBody, name: &Str) -> bool {
    let types = body.blocks.iter().filter(|block| block.types.len() == 1);
    let is_attribute = body.attributes.iter().any(|it| it.names.name == *name);
    is_attribute && types.flat_map(|block| &block.types).any(|ty| ty.names.name == *name)
}

/// Returns `true` if no other rule gives the requirements of the same item.
fn is_only_rule_of(body: &OutlineBody, rule: &Rule) -> bool {
    let Rule::Requires(name, _) = rule else { return false };
    let same =
        body.rules.iter().filter(|it| matches!(it, Rule::Requires(other, _) if other == name));
    same.count() == 1
}

/// Returns `true` for an item that one field decodes, and that may be left out.
fn can_be_left_out(body: &OutlineBody, name: &Str) -> bool {
    let attributes = body.attributes.iter().filter(|it| it.names.name == *name);
    let blocks = body.blocks.iter().filter(|it| it.types.iter().any(|ty| ty.names.name == *name));
    let of_attributes = attributes.map(|it| !it.is_required);
    let of_blocks = blocks.map(|it| it.types.len() == 1 && !it.is_required());
    let mut all = of_attributes.chain(of_blocks);
    all.next() == Some(true) && all.next().is_none()
}

fn list<'n>(names: impl IntoIterator<Item = &'n Str>) -> String {
    let all: Vec<_> = names.into_iter().map(|name| string(name)).collect();
    all.join(", ")
}
