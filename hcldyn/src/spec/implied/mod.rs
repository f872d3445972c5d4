//! What a spec implies: the schema of its body, and the type of its value.

mod gather;
mod types;

use std::collections::BTreeMap;
use std::sync::{Arc, OnceLock};

use self::gather::Gathered;
use self::types::ImpliedTypes;
use super::{OneOfSpec, Spec};
use crate::body::{BodySchema, Unexpected};
use crate::cty::{Str, Type, Value};
use crate::dynblock;

/// What a spec implies of the body that it decodes.
#[derive(Clone, Debug)]
pub(super) struct Implied {
    /// What the body may hold; with `dynamic` blocks where a block type opted in.
    pub(super) schema: BodySchema,
    /// What the labels of the block around the body are called.
    pub(super) labels: Vec<Str>,
    /// The block types that `dynamic` blocks may generate.
    pub(super) generated: Vec<Str>,
    /// The names that are an attribute or a block type, as it is written.
    pub(super) either: Vec<Str>,
    /// Whether what the schema does not name is taken as it is.
    pub(super) has_remain: bool,
    /// The implied type as the type of a value.
    pub(super) value_ty: Type,
    /// Whether every decoded value is of that very type, so that elements need not be unified.
    pub(super) is_exact: bool,
    pub(super) mistakes: Vec<Mistake>,
    /// What the body must be asked first, where it has one of several forms.
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
    /// What is implied once a form is chosen, for each form.
    implied: Vec<OnceLock<Implied>>,
}

/// The form that was chosen, of a spec that has several.
#[derive(Clone, Debug)]
struct Chosen {
    one_of: Arc<OneOfSpec>,
    form: usize,
}

/// What is wrong with a spec: a mistake of the program, not of the text that is decoded.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Mistake {
    /// Two specs of one block type differ in how many labels the blocks have.
    LabelsDiffer { ty: Str },
    /// Blocks of a type `dynamic` cannot be asked for where block types opt in to being generated.
    DynamicTaken,
    /// No block has so many labels.
    LabelBeyond { name: Str, index: usize },
}

impl Spec {
    /// The schema of the bodies that the spec decodes. An attribute or block type that several specs
    /// name is in it once; it is required if one of them requires it. Where a block type opted in to
    /// being generated, blocks of type `dynamic` are part of it. Of a body that has one of several
    /// forms it names what any of them may hold.
    pub fn implied_schema(&self) -> BodySchema {
        let mut gathered = Gathered::of_all_forms();
        gathered.gather(self);
        Implied::new(self, gathered).schema
    }

    /// The block types that the spec names, each with the spec of its blocks' bodies; of several specs
    /// of one type, the last counts (reference: `hcldec.ChildBlockTypes`). A block of free attributes
    /// has no spec of its body: it stands here as a null literal.
    pub fn child_block_types(&self) -> BTreeMap<Str, Self> {
        let mut types = BTreeMap::new();
        self.visit(&mut |spec| {
            for (ty, nested) in spec.block_types() {
                let free = || Self::Literal(Value::null(Type::Dynamic));
                types.insert(ty.clone(), nested.map_or_else(free, |nested| nested.spec().clone()));
            }
        });
        types
    }
}

/// Returns the names of the labels of blocks whose bodies a spec decodes.
pub(super) fn labels_of(spec: &Spec) -> Vec<Str> {
    let mut gathered = Gathered::of_labels();
    gathered.gather(spec);
    gathered.labels
}

impl Choice {
    /// What is implied where the body has this form.
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
        let Gathered { mut schema, mut generated, mut mistakes, .. } = gathered;
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
        let choice = gathered.choice.map(|one_of| Choice {
            implied: vec![OnceLock::new(); one_of.forms.len()],
            root: spec.clone(),
            one_of,
        });
        let (ty, is_exact) = ImpliedTypes::default().of_spec(spec);
        Self {
            schema,
            labels: gathered.labels,
            generated,
            either,
            has_remain: gathered.has_remain,
            value_ty: ty.without_optional(),
            is_exact,
            mistakes,
            choice,
            chosen: gathered.chosen,
        }
    }

    /// The form that a body has, if that is decided.
    pub(super) fn form<'a>(&self, one_of: &'a Arc<OneOfSpec>) -> Option<&'a Spec> {
        let chosen = self.chosen.iter().find(|chosen| Arc::ptr_eq(&chosen.one_of, one_of))?;
        one_of.forms.get(chosen.form).map(|(_, spec)| spec)
    }
}
