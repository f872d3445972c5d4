//! The outline of a spec: one walk through the specs of each body.

use std::collections::{HashMap, VecDeque};

use super::{
    AttributeEvaluation, BodyId, OutlineAttribute, OutlineBlock, OutlineBlockType, OutlineBody,
    OutlineChoice, OutlineContent, OutlineDefault, OutlineForm, OutlineLabel,
};
use crate::cty::internal::CollectVec;
use crate::cty::value_spec::{ItemDocs, ValueHint, ValueSpec};
use crate::cty::{Mark, Str};
use crate::expr::{closure_type, custom_decoder};
use crate::spec::nested::NestedId;
use crate::spec::{
    AttrSpec, BlockCollection, BlockContent, BlocksSpec, LabelSpec, NestedSpec, ObjectSpec,
    OneOfSpec, OtherForms, Rule, Spec, ValueStep, WrappedSpec, WrappedStep,
};

/// The bodies of an outline. They are gathered one after the other, since a spec may contain itself.
#[derive(Default)]
pub(super) struct Builder {
    ids: HashMap<NestedId, BodyId>,
    /// The specs of the bodies that remain to be gathered, each with the forms that its objects allow.
    waiting: VecDeque<(NestedSpec, OtherForms)>,
    /// The specs of all bodies. They keep the identities of specs valid.
    specs: Vec<NestedSpec>,
}

/// The gathering of one body.
struct Gatherer<'b> {
    builder: &'b mut Builder,
    body: OutlineBody,
    /// The conditions that functions of the program check on the whole body.
    conditions: Vec<Str>,
}

/// The options that the specs around a spec add to it.
#[derive(Clone, Default)]
struct Around {
    /// The other forms that objects allow for their items.
    forms: OtherForms,
    default: Option<OutlineDefault>,
    /// The conditions that functions of the program check.
    conditions: Vec<Str>,
    is_transformed: bool,
    /// `true` inside an object, whose documentation is that of the body.
    is_inner: bool,
}

impl Builder {
    /// Returns the bodies of a spec, its own first.
    pub(super) fn build(spec: &Spec) -> Vec<OutlineBody> {
        let mut builder = Self::default();
        builder.id_of(&NestedSpec::of(spec.clone()), OtherForms::default());
        let mut bodies = Vec::new();
        while let Some((nested, forms)) = builder.waiting.pop_front() {
            let (body, conditions) = (OutlineBody::default(), Vec::new());
            let mut gatherer = Gatherer { builder: &mut builder, body, conditions };
            gatherer.spec(nested.spec(), Around { forms, ..Around::default() });
            gatherer.body.docs.conditions = gatherer.conditions;
            bodies.push(gatherer.body);
        }
        bodies
    }

    /// Returns the identity of the body of a spec. A new body is gathered later.
    fn id_of(&mut self, nested: &NestedSpec, forms: OtherForms) -> BodyId {
        let next = BodyId(self.specs.len());
        let id = *self.ids.entry(nested.id()).or_insert(next);
        if id == next {
            self.specs.push(nested.clone());
            self.waiting.push_back((nested.clone(), forms));
        }
        id
    }
}

impl Gatherer<'_> {
    fn spec(&mut self, spec: &Spec, around: Around) {
        match spec {
            Spec::Object(object) => self.object(object, around),
            Spec::Tuple(tuple) => {
                let inside = self.inside(around);
                tuple.specs.iter().for_each(|spec| self.spec(spec, inside.clone()));
            }
            Spec::Default(specs) => {
                let default = OutlineDefault::of_spec(&specs.default);
                let default = default.or_else(|| around.default.clone());
                self.spec(&specs.primary, Around { default, ..around.clone() });
                self.spec(&specs.default, around);
            }
            Spec::Wrapped(wrapped) => self.wrapped(wrapped, around),
            Spec::OneOf(one_of) => self.choice(one_of, around),
            Spec::Attr(attr) => self.attribute(attr, around),
            Spec::Label(label) => self.label(label, around),
            Spec::Blocks(blocks) => self.block(blocks, around),
            Spec::Literal(_) | Spec::Expr(_) => {}
            Spec::Rest(rest) => self.body.rest = Some(rest.clone()),
        }
    }

    fn object(&mut self, object: &ObjectSpec, around: Around) {
        if !around.is_inner && self.body.docs == ItemDocs::default() {
            self.body.docs = object.docs.clone();
        }
        self.conditions.extend(object.docs.conditions.iter().cloned());
        self.body.unexpected = self.body.unexpected.max(object.unexpected);
        self.body.rules.extend(object.rules.iter().map(|rule| written(object, rule)));
        let mut inside = self.inside(around);
        inside.forms = inside.forms.and(object.forms);
        inside.is_inner = true;
        object.specs.iter().for_each(|spec| self.spec(spec, inside.clone()));
    }

    /// Returns the options for the specs inside an object or a tuple, which has no default.
    fn inside(&mut self, around: Around) -> Around {
        self.conditions.extend(around.conditions);
        Around { forms: around.forms, is_inner: around.is_inner, ..Around::default() }
    }

    fn wrapped(&mut self, wrapped: &WrappedSpec, mut around: Around) {
        match &wrapped.step {
            #[cfg(feature = "specfile")]
            WrappedStep::Block(_) => {}
            WrappedStep::Value(ValueStep::Validate(_, condition)) => {
                around.conditions.extend(condition.clone());
            }
            WrappedStep::Value(ValueStep::Refine(_)) => {}
            WrappedStep::Value(ValueStep::Call(_) | ValueStep::Evaluate { .. }) => {
                around.default = around.default.map(OutlineDefault::in_words);
                around.is_transformed = true;
            }
        }
        self.spec(&wrapped.spec, around);
    }

    fn choice(&mut self, one_of: &OneOfSpec, around: Around) {
        let inside = self.inside(around);
        let forms = one_of.forms.iter().map(|(tag, form)| {
            let body = self.builder.id_of(&NestedSpec::of(form.clone()), inside.forms);
            OutlineForm { tag: tag.clone(), body }
        });
        let (tag, docs, forms) = (one_of.tag.clone(), one_of.docs.clone(), forms.collect_vec());
        self.body.choices.push(OutlineChoice { tag, docs, forms });
    }

    fn label(&mut self, label: &LabelSpec, around: Around) {
        let mut docs = label.docs.clone();
        docs.conditions.extend(around.conditions);
        let label = OutlineLabel { name: label.name.clone(), position: label.position, docs };
        if !self.body.labels.contains(&label) {
            self.body.labels.push(label);
        }
    }

    /// Adds an attribute. Several specs of one attribute require it if one of them does.
    fn attribute(&mut self, attr: &AttrSpec, around: Around) {
        let (docs, default) = described(&attr.docs, around.conditions, around.default);
        let attribute = OutlineAttribute {
            names: attr.names.clone(),
            docs,
            value: attr.value.clone(),
            is_required: attr.required,
            is_sensitive: attr.sensitive,
            default: default
                .map(|default| default.written_as(&attr.value))
                .map(|default| if attr.sensitive { default.hidden() } else { default }),
            rules: attr.rules.clone(),
            evaluation: evaluation(attr),
            is_transformed: around.is_transformed,
            forms: attr.forms.and(around.forms),
            setting: attr.setting.as_deref().cloned().unwrap_or_default(),
        };
        let mut known = self.body.attributes.iter_mut();
        match known.find(|known| is_equal(known, &attribute)) {
            Some(known) => known.is_required |= attribute.is_required,
            None => self.body.attributes.push(attribute),
        }
    }

    fn block(&mut self, blocks: &BlocksSpec, around: Around) {
        let (docs, default) = described(&blocks.docs, around.conditions, around.default);
        let is_sensitive =
            default.is_some() && blocks.types.iter().any(|ty| ty.content.has_sensitive());
        let types = blocks.types.iter().map(|ty| {
            let content = match &ty.content {
                BlockContent::Body(nested) => self.body_of(nested),
                BlockContent::Attributes(value) => OutlineContent::Attributes(value.clone()),
            };
            OutlineBlockType { names: ty.names.clone(), content }
        });
        let types = types.collect_vec();
        let mut options = blocks.options;
        if blocks.collection == BlockCollection::Single {
            options.count = options.count.of_single();
        }
        let block = OutlineBlock {
            types,
            docs,
            key: blocks.key.clone(),
            collection: blocks.collection,
            options,
            default: if is_sensitive { default.map(OutlineDefault::hidden) } else { default },
            is_transformed: around.is_transformed,
            forms: blocks.forms.and(around.forms),
        };
        if !self.body.blocks.contains(&block) {
            self.body.blocks.push(block);
        }
    }

    fn body_of(&mut self, nested: &NestedSpec) -> OutlineContent {
        OutlineContent::Body(self.builder.id_of(nested, OtherForms::default()))
    }
}

/// Returns the documentation of an item with the conditions around it, and its default.
fn described(
    docs: &ItemDocs,
    conditions: Vec<Str>,
    default: Option<OutlineDefault>,
) -> (ItemDocs, Option<OutlineDefault>) {
    let mut docs = docs.clone();
    docs.conditions.extend(conditions);
    let computed = docs.computed_value().map(OutlineDefault::Value);
    docs.computed_default = None;
    let text = docs.default.clone().map(OutlineDefault::Text);
    (docs, default.or(computed).or(text))
}

/// Returns `true` if two attributes only differ in that one is required.
fn is_equal(known: &OutlineAttribute, other: &OutlineAttribute) -> bool {
    let is_required = known.is_required;
    known.names == other.names && *known == OutlineAttribute { is_required, ..other.clone() }
}

fn evaluation(attr: &AttrSpec) -> AttributeEvaluation {
    let is_later = matches!(
        &attr.value,
        ValueSpec::Leaf(leaf) if matches!(leaf.hint(), Some(ValueHint::Deferred(_)))
    );
    match custom_decoder(&attr.ty) {
        _ if attr.decoder.is_some() => AttributeEvaluation::Custom,
        None => AttributeEvaluation::Value,
        Some(_) if is_later || attr.ty == closure_type() => AttributeEvaluation::Deferred,
        Some(decoder) if decoder.takes_syntax() => AttributeEvaluation::Expression,
        Some(_) => AttributeEvaluation::Custom,
    }
}

/// Returns a rule with the names that users write. The value of a sensitive attribute is marked.
fn written(object: &ObjectSpec, rule: &Rule) -> Rule {
    let spec =
        |name: &Str| object.shape.position(name).and_then(|position| object.specs.get(position));
    let written = rule.renamed(|name| {
        spec(name).and_then(Spec::names).map_or_else(|| name.clone(), |names| names.name.clone())
    });
    match (rule, written) {
        (Rule::Together { names, needed }, _) => Rule::Together {
            names: names.iter().flat_map(|name| items(object, name, false)).collect_vec(),
            needed: needed.iter().flat_map(|name| items(object, name, true)).collect_vec(),
        },
        (Rule::RequiresIf { name: key, .. }, Rule::RequiresIf { name, value, needed })
            if spec(key).is_some_and(Spec::has_sensitive) =>
        {
            Rule::RequiresIf { name, value: value.mark(Mark::sensitive()), needed }
        }
        (_, written) => written,
    }
}

/// Returns the names that users write for an attribute of an object: its own, or those of a flattened object. If it must be
/// set, these are the ones that the flattened object needs.
fn items(object: &ObjectSpec, name: &Str, is_needed: bool) -> Vec<Str> {
    let spec = object.shape.position(name).and_then(|position| object.specs.get(position));
    let Some(Spec::Object(inner)) = spec else {
        let names = spec.and_then(Spec::names);
        return vec![names.map_or_else(|| name.clone(), |names| names.name.clone())];
    };
    let group = inner.rules.iter().find_map(|rule| match rule {
        Rule::Together { needed, .. } => Some(needed.as_slice()),
        _ => None,
    });
    let inside = if is_needed { group.unwrap_or_default() } else { inner.shape.names() };
    inside.iter().flat_map(|name| items(inner, name, is_needed)).collect_vec()
}
