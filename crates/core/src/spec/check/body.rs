//! Mistakes in the specs of one body.

use std::mem;
use std::sync::Arc;

use super::{Checker, SpecStep};
use crate::cty::internal::{NameMap, NameSet};
use crate::cty::value_spec::ItemNames;
use crate::cty::{Str, Type};
use crate::ext::dynblock::DYNAMIC;
#[cfg(feature = "specfile")]
use crate::spec::BlockStep;
use crate::spec::{
    AttrSpec, BlockCollection, BlockContent, BlockCount, BlockType, BlocksSpec, DefaultSpec,
    LabelPosition, LabelSpec, ObjectSpec, OneOfSpec, OtherForms, Spec, Tag, ValueStep, WrappedSpec,
    WrappedStep,
};

/// The names that the specs of a body claim.
#[derive(Clone, Default)]
pub(super) struct Claims {
    /// Attribute names, with the types that the values are converted to.
    attributes: NameMap<Type>,
    /// Block types, with the result of decoding the blocks and the number of their labels.
    blocks: NameMap<(&'static str, usize)>,
    /// The indices of labels, in order.
    labels: Vec<usize>,
    /// The indices from which specs read all labels.
    more_labels: Vec<usize>,
    /// The specs with several forms, with the paths to them.
    choices: Vec<(Vec<SpecStep>, Arc<OneOfSpec>)>,
    /// Names that one side of a default has as an attribute, and the other side as a block type.
    either: NameSet,
    /// The attributes that have an effect on the whole block, with the name of the effect.
    effects: NameMap<&'static str>,
    is_generating: bool,
    has_remain: bool,
    in_block: bool,
}

impl Claims {
    fn add_label(&mut self, index: usize) {
        if let Err(position) = self.labels.binary_search(&index) {
            self.labels.insert(position, index);
        }
    }

    /// Adds the attributes that repeat a block, or let it inherit.
    #[cfg(feature = "specfile")]
    fn add_attributes_with_effect(&mut self, wrapped: &WrappedSpec) {
        let (WrappedStep::Block(step), Spec::Tuple(parts)) = (&wrapped.step, wrapped.inner())
        else {
            return;
        };
        let effect = match step {
            BlockStep::Repeat(_) => "repetition",
            BlockStep::Inherit(_) => "inheritance",
        };
        for name in parts.specs.iter().skip(1).flat_map(Spec::names).flat_map(ItemNames::all) {
            self.effects.get_or_insert_with(name, || effect);
        }
    }
}

impl Checker {
    /// Checks the specs of a body, then all their claims together.
    pub(super) fn body(&mut self, spec: &Spec, claims: &mut Claims) {
        self.spec(spec, claims);
        self.forms(claims);
        self.more_labels(claims);
        if let Some(gap) = (0..).zip(&claims.labels).find(|(index, label)| index != *label) {
            self.mistake(format!("the label at index {} has no name, but later ones do", gap.0));
        }
        if claims.is_generating && claims.blocks.contains(DYNAMIC.as_str()) {
            self.mistake(
                "blocks of type \"dynamic\" conflict with block types that can be generated",
            );
        }
    }

    /// Checks the forms of a body. Each shares the specs beside the choice, but nothing with the other forms.
    fn forms(&mut self, claims: &mut Claims) {
        for (path, one_of) in mem::take(&mut claims.choices) {
            let outer = mem::replace(&mut self.path, path);
            for (tag, form) in &one_of.forms {
                let mut own = claims.clone();
                self.under(SpecStep::Form(tag.clone()), |it| {
                    it.spec(form, &mut own);
                    it.forms(&mut own);
                });
                own.labels.into_iter().for_each(|label| claims.add_label(label));
            }
            self.path = outer;
        }
    }

    fn spec(&mut self, spec: &Spec, claims: &mut Claims) {
        match spec {
            Spec::Object(object) => self.object(object, claims),
            Spec::Tuple(tuple) => {
                for (index, element) in tuple.specs.iter().enumerate() {
                    self.under(SpecStep::Element(index), |it| it.spec(element, claims));
                }
            }
            Spec::Default(specs) => self.default(specs, claims),
            Spec::Wrapped(wrapped) => self.wrapped(wrapped, claims),
            Spec::OneOf(one_of) => self.one_of(one_of, claims),
            Spec::Attr(attr) => self.attr(attr, claims),
            Spec::Label(label) => self.any_label(label, claims),
            Spec::Blocks(blocks) => self.blocks(blocks, claims),
            Spec::Rest(_) => self.remain(claims),
            Spec::Literal(_) | Spec::Expr(_) => {}
        }
    }

    fn object(&mut self, object: &ObjectSpec, claims: &mut Claims) {
        let mut seen = NameSet::default();
        for name in object.shape.names() {
            if !seen.insert(name.clone()) {
                self.mistake(format!("the object has two attributes {:?}", &**name));
            }
        }
        for rule in &object.rules {
            for name in rule.names().filter(|name| !seen.contains(name)) {
                self.mistake(format!(
                    "a rule lists {:?}, which is not an attribute of the object",
                    &**name
                ));
            }
        }
        if object.is_distinct {
            self.rules(object);
            self.distinct(object);
        }
        for (name, spec) in object.shape.names().iter().zip(&object.specs) {
            self.under(SpecStep::Attribute(name.clone()), |it| it.spec(spec, claims));
        }
    }

    fn attr(&mut self, attr: &AttrSpec, claims: &mut Claims) {
        self.names(&attr.names);
        self.value_rules(attr);
        self.computed_default(attr);
        self.value(&attr.value);
        for name in attr.names.all() {
            self.attribute(name, &attr.ty, claims);
        }
    }

    /// Checks a name and its aliases. A repeated name would count as set twice.
    fn names(&mut self, names: &ItemNames) {
        let mut seen = NameSet::default();
        for name in names.all().filter(|name| !seen.insert((*name).clone())) {
            self.mistake(format!(
                "the name {:?} appears twice among the name and the aliases",
                &**name
            ));
        }
    }

    fn attribute(&mut self, name: &Str, ty: &Type, claims: &mut Claims) {
        if claims.blocks.contains(name) && !claims.either.contains(name) {
            self.mistake(format!("{:?} is both an attribute and a block type", &**name));
        }
        let known = claims.attributes.get_or_insert_with(name, || ty.clone());
        if known != ty {
            let message = match claims.effects.get(name) {
                Some(effect) => format!(
                    "the attribute {:?} belongs to the {effect} of the block; give the block's own attribute \
                     another name, or remove it",
                    &**name
                ),
                None => format!("the attribute {:?} has two types, {known} and {ty}", &**name),
            };
            self.mistake(message);
        }
    }

    fn default(&mut self, specs: &DefaultSpec, claims: &mut Claims) {
        let DefaultSpec { primary, default, .. } = specs;
        self.spec(primary, claims);
        let (primary_items, default_items) = (primary.index(), default.index());
        let known: NameSet = primary_items.names().cloned().collect();
        claims.either.extend(default_items.names().filter(|it| known.contains(it)).cloned());
        let (wanted, given) = (primary.value_type(), default.value_type());
        self.under(SpecStep::Default, |it| {
            it.spec(default, claims);
            if !given.has_dynamic() && !given.conforms_to(&wanted) {
                it.mistake(format!("the default must be of type {wanted}, not {given}"));
            } else if let (Spec::Attr(attr), Spec::Literal(value)) = (primary, default)
                && let Some(Err(error)) = attr.check.map(|check| check(value))
            {
                it.mistake(format!("invalid default: {error}"));
            } else if let (Spec::Attr(attr), Spec::Literal(value)) = (primary, default) {
                it.default_meets_rules(attr, value);
            }
        });
    }

    fn blocks(&mut self, blocks: &BlocksSpec, claims: &mut Claims) {
        let mut seen = NameSet::default();
        for ty in &blocks.types {
            if !seen.insert(ty.names.name.clone()) {
                let name = &*ty.names.name;
                self.mistake(format!("the block type {name:?} appears twice"));
            }
            self.names(&ty.names);
            for name in ty.names.all() {
                self.block_type(name, ty, blocks, claims);
            }
            self.content(ty);
        }
        if let BlockCount { min, max: Some(max) } = blocks.options.count
            && max < min
        {
            self.mistake(format!("the minimum of {min} blocks exceeds the maximum of {max}"));
        }
        if blocks.forms.contains(OtherForms::LABELS_AS_BLOCKS)
            && !blocks.types.is_empty()
            && blocks.types.iter().all(|ty| has_no_blocks(&ty.content))
        {
            self.mistake(
                "labels can only be the types of nested blocks, but the blocks have none inside",
            );
        }
        claims.is_generating |= blocks.options.is_dynamic;
    }

    fn content(&mut self, ty: &BlockType) {
        let BlockContent::Body(nested) = &ty.content else { return };
        if !self.seen.insert(nested.id()) {
            return;
        }
        let mut claims = Claims { in_block: true, ..Claims::default() };
        self.under(SpecStep::Block(ty.names.name.clone()), |it| {
            it.required.add(nested, &it.path);
            it.body(nested.spec(), &mut claims);
        });
    }

    fn remain(&mut self, claims: &mut Claims) {
        if claims.has_remain {
            self.mistake("the remaining items of the body are decoded twice");
        }
        claims.has_remain = true;
    }

    fn block_type(&mut self, name: &Str, ty: &BlockType, blocks: &BlocksSpec, claims: &mut Claims) {
        if claims.attributes.contains(name) && !claims.either.contains(name) {
            self.mistake(format!("{:?} is both an attribute and a block type", &**name));
        }
        let (result, labels) = (result(blocks), ty.content.labels_after(&blocks.key).len());
        let (known, known_labels) = *claims.blocks.get_or_insert_with(name, || (result, labels));
        let name = &**name;
        if known_labels != labels {
            self.mistake(format!(
                "the block type {name:?} has different numbers of labels, {known_labels} and {labels}"
            ));
        }
        if known != result {
            self.mistake(format!("blocks of type {name:?} are both {known} and {result}"));
        }
    }

    fn any_label(&mut self, label: &LabelSpec, claims: &mut Claims) {
        match label.position {
            LabelPosition::At(index) => self.label(index, &label.name, claims),
            LabelPosition::Key if claims.in_block => {}
            LabelPosition::From(index) if claims.in_block => {
                claims.more_labels.push(index);
                if self.path.iter().any(|step| matches!(step, SpecStep::Form(_))) {
                    // Blocks of the other forms would have any number of labels, too.
                    self.mistake("one form of several cannot have any number of labels");
                }
            }
            LabelPosition::Key | LabelPosition::From(_) => self.label(0, &label.name, claims),
        }
    }

    /// Checks that the remaining labels are those after the last one with a spec, and are read once.
    fn more_labels(&mut self, claims: &Claims) {
        let [first, more @ ..] = claims.more_labels.as_slice() else { return };
        if !more.is_empty() {
            self.mistake("the remaining labels are decoded twice");
        } else if claims.labels.last().is_some_and(|last| last >= first) {
            self.mistake("the remaining labels must be decoded after all other labels");
        }
    }

    fn label(&mut self, index: usize, name: &Str, claims: &mut Claims) {
        if !claims.in_block {
            self.mistake(format!(
                "the label {:?} belongs to a body that is not in a block",
                &**name
            ));
        } else if index >= LabelSpec::MAX_LABELS {
            self.mistake(format!(
                "the index {index} of the label {:?} exceeds the labels of every block",
                &**name
            ));
        } else {
            claims.add_label(index);
        }
    }

    /// Checks the tag. The forms are checked later, once the specs beside the choice are known.
    fn one_of(&mut self, one_of: &Arc<OneOfSpec>, claims: &mut Claims) {
        match &one_of.tag {
            Tag::Label { index, name } => self.label(*index, name, claims),
            Tag::Attribute(name) if claims.attributes.contains(name) => {}
            Tag::Attribute(name) => self.attribute(name, &Type::String, claims),
        }
        if one_of.forms.is_empty() {
            self.mistake("the choice has no variants");
        }
        let mut seen = NameSet::default();
        for (tag, _) in one_of.forms.iter().filter(|(tag, _)| !seen.insert(tag.clone())) {
            self.mistake(format!("the variant {:?} appears twice", &**tag));
        }
        claims.choices.push((self.path.clone(), Arc::clone(one_of)));
    }

    fn wrapped(&mut self, wrapped: &WrappedSpec, claims: &mut Claims) {
        #[cfg(feature = "specfile")]
        claims.add_attributes_with_effect(wrapped);
        self.spec(&wrapped.spec, claims);
        if let WrappedStep::Value(ValueStep::Call(function)) = &wrapped.step {
            let required = function.params().iter().filter(|param| !param.is_optional()).count();
            if required > 1 || function.param(0).is_none() {
                self.mistake("the function that transforms the value must take one argument");
            }
        }
    }
}

/// Describes the result of decoding blocks, with an article.
fn result(blocks: &BlocksSpec) -> &'static str {
    let is_free = blocks.has_free_attributes();
    match blocks.collection {
        BlockCollection::Single if blocks.is_choice() => "one of several types",
        BlockCollection::Tuple if blocks.is_choice() => "among several types",
        BlockCollection::Single if is_free => "a block of attributes",
        BlockCollection::Single => "a block",
        BlockCollection::List => "a list",
        BlockCollection::Tuple => "a tuple",
        BlockCollection::Set => "a set",
        BlockCollection::Map { .. } => "a map",
        BlockCollection::Object { .. } => "an object",
    }
}

/// Returns `true` for the content of a struct without blocks.
fn has_no_blocks(content: &BlockContent) -> bool {
    let BlockContent::Body(nested) = content else { return false };
    let Spec::Object(object) = nested.spec() else { return false };
    let index = nested.spec().index();
    object.is_distinct && index.blocks.is_empty() && index.rest.is_empty()
}
