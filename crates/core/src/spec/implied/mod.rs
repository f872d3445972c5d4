//! The schema of the body and the type of the value that a spec implies.

mod gather;
mod types;

use std::sync::{Arc, OnceLock};

use self::gather::Gathered;
use self::types::ImpliedTypes;
use super::{NestedSpec, OneOfSpec, OtherForms, Spec, Spelling};
use crate::body::BodySchema;
use crate::cty::internal::{CollectVec, NameMap};
use crate::cty::value_spec::Unexpected;
use crate::cty::{Str, Type};
use crate::ext::dynblock;

/// The body and the value that a spec implies.
#[derive(Clone, Debug)]
pub(super) struct Implied {
    /// The schema of the body. It includes `dynamic` blocks if a block type opts in.
    pub(super) schema: BodySchema,
    /// The block types that `dynamic` blocks may generate.
    pub(super) generated: Vec<Str>,
    /// The specs of the bodies of blocks, in the order of the block types.
    bodies: NameMap<NestedSpec>,
    /// The other forms of attributes and block types that the spec allows.
    other_forms: NameMap<OtherForms>,
    /// The schema for a configuration written for hcl-rs, computed when first used.
    hcl_rs_schema: OnceLock<BodySchema>,
    /// The names that are an attribute or a block type, depending on how they are written.
    pub(super) either: Vec<Str>,
    /// `true` if items beside the schema are kept.
    pub(super) has_remain: bool,
    /// The implied type as the type of a value.
    pub(super) value_ty: Type,
    /// `true` if every decoded value has exactly this type, so that elements need no unification.
    pub(super) is_exact: bool,
    pub(super) mistakes: Vec<Mistake>,
    /// The choice that the body decides first, if it has several forms.
    pub(super) choice: Option<Choice>,
    /// The forms that are already chosen.
    chosen: Vec<Chosen>,
}

/// A choice between several forms of a body.
#[derive(Clone, Debug)]
pub(super) struct Choice {
    pub(super) one_of: Arc<OneOfSpec>,
    /// The spec of the whole body.
    root: Spec,
    /// The implied schema and type of each form, computed when first chosen.
    implied: Vec<OnceLock<Implied>>,
}

/// The chosen form of a spec with several.
#[derive(Clone, Debug)]
struct Chosen {
    one_of: Arc<OneOfSpec>,
    form: usize,
}

/// An error in a spec: in the program, not in the configuration.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Mistake {
    /// Two specs of one block type differ in the number of labels.
    LabelsDiffer { ty: Str },
    /// Blocks of type `dynamic` are requested although block types opt in to being generated.
    DynamicTaken,
    /// The index of a label is beyond the labels of the block.
    LabelBeyond { name: Str, index: usize },
}

impl Spec {
    /// Returns the schema of the bodies that the spec decodes. An attribute or block type that several specs name
    /// occurs once, and is required if one of them requires it. If a block type opts in to being generated, blocks
    /// of type `dynamic` are part of it. For a body of several forms, it names the items of all forms.
    pub fn implied_schema(&self) -> BodySchema {
        let mut gathered = Gathered::of_all_forms();
        gathered.gather(self);
        Implied::new(self, gathered).schema
    }
}

/// The names of the labels that a spec reads from the block around its body.
#[derive(Clone, Debug, Default)]
pub(super) struct Labels {
    /// The label that is the block's key.
    pub(super) key: Option<Str>,
    /// The labels after the key.
    pub(super) names: Vec<Str>,
    /// Any number of further labels.
    pub(super) more: Option<Str>,
}

impl Labels {
    /// Returns the labels that a spec reads.
    pub(super) fn of(spec: &Spec) -> Self {
        let mut gathered = Gathered::of_labels();
        gathered.gather(spec);
        gathered.labels
    }

    /// Returns all names.
    pub(super) fn all(&self) -> impl Iterator<Item = &Str> {
        self.key.iter().chain(&self.names).chain(&self.more)
    }

    /// Returns the names of a block's labels, whose first ones are a key with these names.
    pub(super) fn after_key(&self, key: &[Str]) -> Vec<Str> {
        let own = self.key.as_ref().filter(|_| key.is_empty());
        key.iter().chain(own).chain(&self.names).cloned().collect_vec()
    }
}

impl Choice {
    /// Returns the implied schema and type of a body of this form.
    pub(super) fn implied(&self, chosen: &Implied, form: usize) -> Option<&Implied> {
        let implied = self.implied.get(form)?;
        Some(implied.get_or_init(|| {
            let mut all = chosen.chosen.clone();
            all.push(Chosen { one_of: Arc::clone(&self.one_of), form });
            Implied::of(&self.root, all)
        }))
    }
}

impl Implied {
    pub(super) fn of_body(spec: &Spec) -> Self {
        Self::of(spec, Vec::new())
    }

    fn of(spec: &Spec, chosen: Vec<Chosen>) -> Self {
        let mut gathered = Gathered::of_chosen(chosen);
        gathered.gather(spec);
        Self::new(spec, gathered)
    }

    fn new(spec: &Spec, gathered: Gathered) -> Self {
        let either = gathered.either();
        let Gathered { mut schema, mut generated, bodies, other_forms, mut mistakes, .. } =
            gathered;
        schema.unexpected = gathered.unexpected.unwrap_or(Unexpected::Deny);
        if !generated.is_empty() {
            match schema.block(&dynblock::DYNAMIC) {
                None => schema.blocks.push(dynblock::block_schema()),
                Some(_) => {
                    generated.clear();
                    mistakes.push(Mistake::DynamicTaken);
                }
            }
        }
        if !other_forms.is_empty() {
            let forms = |name: &Str| other_forms.get(name).copied().unwrap_or(OtherForms::NONE);
            allow_forms(&mut schema, &bodies, forms);
        }
        let choice = gathered.choice.map(|one_of| Choice {
            implied: vec![OnceLock::new(); one_of.forms.len()],
            root: spec.clone(),
            one_of,
        });
        let (ty, is_exact) = ImpliedTypes::default().of_spec(spec);
        Self {
            schema,
            generated,
            bodies,
            other_forms,
            hcl_rs_schema: OnceLock::new(),
            either,
            has_remain: gathered.has_remain,
            value_ty: ty.without_optional(),
            is_exact,
            mistakes,
            choice,
            chosen: gathered.chosen,
        }
    }

    /// Returns `true` for a body of one form, whose items are all named and are not ambiguous.
    pub(super) fn is_usual(&self) -> bool {
        let has_one_form = self.choice.is_none() && self.chosen.is_empty();
        let is_definite = self.either.is_empty() && !self.has_remain;
        has_one_form && is_definite && self.mistakes.is_empty()
    }

    /// Returns the spec of the bodies of blocks of a type, unless they hold attributes of any name.
    pub(super) fn body_of(&self, ty: &Str) -> Option<&NestedSpec> {
        self.bodies.get(ty)
    }

    /// Returns the schema of the body in a spelling.
    pub(super) fn schema_in(&self, spelling: Spelling) -> &BodySchema {
        match spelling {
            Spelling::Strict => &self.schema,
            Spelling::HclRs => self.hcl_rs_schema.get_or_init(|| {
                let mut schema = self.schema.clone();
                allow_forms(&mut schema, &self.bodies, |_| OtherForms::ALL);
                schema
            }),
        }
    }

    /// Returns the other forms of an attribute or a block type in a spelling.
    pub(super) fn forms_in(&self, spelling: Spelling, name: &Str) -> OtherForms {
        match spelling {
            Spelling::Strict => self.other_forms.get(name).copied().unwrap_or(OtherForms::NONE),
            Spelling::HclRs => OtherForms::ALL,
        }
    }

    /// Returns `true` if an attribute or a block type has other forms in a spelling.
    pub(super) fn has_other_forms(&self, spelling: Spelling) -> bool {
        spelling != Spelling::Strict || !self.other_forms.is_empty()
    }

    /// Returns `true` if the types of blocks in blocks of a type may be written as labels, if that is an allowed form.
    pub(super) fn may_nest_labels(&self, ty: &Str) -> bool {
        nests_labels(&self.bodies, ty)
    }

    /// Returns the form of a body, if it is chosen.
    pub(super) fn form<'a>(&self, one_of: &'a Arc<OneOfSpec>) -> Option<&'a Spec> {
        let chosen = self.chosen.iter().find(|chosen| Arc::ptr_eq(&chosen.one_of, one_of))?;
        one_of.forms.get(chosen.form).map(|(_, spec)| spec)
    }
}

/// Adds the other forms of its items to a schema.
fn allow_forms(
    schema: &mut BodySchema,
    bodies: &NameMap<NestedSpec>,
    forms: impl Fn(&Str) -> OtherForms,
) {
    let types = schema.blocks.iter().map(|known| &known.ty).filter(|ty| **ty != *dynblock::DYNAMIC);
    let names = schema.attributes.iter().map(|known| &known.name);
    let or_attr = types.clone().filter(|ty| forms(ty).contains(OtherForms::OR_ATTR));
    let or_block = names.filter(|name| forms(name).contains(OtherForms::OR_BLOCK));
    schema.any_form.extend(or_attr.chain(or_block).cloned());
    let nesting = types.filter(|ty| forms(ty).contains(OtherForms::LABELS_AS_BLOCKS));
    let nested_labels = nesting.clone().cloned().collect_vec();
    let more_labels = nesting.filter(|ty| nests_labels(bodies, ty)).cloned().collect_vec();
    schema.nested_labels.extend(nested_labels);
    schema.more_labels.extend(more_labels);
}

/// Returns `true` if blocks of a type have a spec that does not read all their labels.
fn nests_labels(bodies: &NameMap<NestedSpec>, ty: &Str) -> bool {
    bodies.get(ty).is_some_and(|nested| nested.labels().more.is_none())
}
