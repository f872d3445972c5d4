//! What a spec implies: the schema of its body, and the type of its value.

mod gather;
mod types;

use std::collections::BTreeMap;
use std::sync::{Arc, OnceLock};

use self::gather::Gathered;
use super::kinds::depth_around;
use super::{OneOfSpec, Spec};
use crate::body::{BodySchema, Unexpected};
use crate::cty::{Str, Type, Value};
use crate::dynblock;

/// A spec of a whole body, with what it implies worked out once.
#[derive(Clone, Debug)]
pub(crate) struct NestedSpec {
    spec: Spec,
    /// That of a spec of a block around it.
    depth: usize,
    implied: OnceLock<Implied>,
}

/// What a spec implies of the body that it decodes.
#[derive(Clone, Debug)]
pub(super) struct Implied {
    /// What the body may hold; with `dynamic` blocks where a block type opted in.
    pub(super) schema: BodySchema,
    /// What the labels of the block around the body are called.
    pub(super) labels: Vec<Str>,
    /// The block types that `dynamic` blocks may generate.
    pub(super) generated: Vec<Str>,
    /// Whether what the schema does not name is taken as it is.
    pub(super) has_remain: bool,
    /// Whether an attribute is sensitive, in the body or in any block in it.
    pub(super) is_sensitive: bool,
    /// The implied type, a constraint where it has optional attributes.
    pub(super) ty: Type,
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
        self.visit(&mut |spec| spec.add_child_block_types(&mut types));
        types
    }

    fn add_child_block_types(&self, types: &mut BTreeMap<Str, Self>) {
        match self {
            Self::Block(block) => {
                types.insert(block.item.name.clone(), block.nested().clone());
            }
            Self::BlockList(blocks) | Self::BlockTuple(blocks) | Self::BlockSet(blocks) => {
                types.insert(blocks.item.name.clone(), blocks.nested().clone());
            }
            Self::BlockMap(blocks) | Self::BlockObject(blocks) => {
                types.insert(blocks.item.name.clone(), blocks.nested().clone());
            }
            Self::BlockAttrs(attrs) => {
                types.insert(attrs.item.name.clone(), Self::Literal(Value::null(Type::Dynamic)));
            }
            Self::BlockOf(blocks) | Self::BlocksOf(blocks) => {
                types.extend(blocks.types().map(|(ty, nested)| (ty.clone(), nested.clone())));
            }
            _ => {}
        }
    }

    /// Goes through the specs that decode the same body, outermost first.
    pub(super) fn visit<'a>(&'a self, visit: &mut impl FnMut(&'a Self)) {
        visit(self);
        match self {
            Self::Object(object) => object.specs.iter().for_each(|spec| spec.visit(visit)),
            Self::Tuple(tuple) => tuple.specs.iter().for_each(|spec| spec.visit(visit)),
            Self::Default(specs) => {
                specs.primary.visit(visit);
                specs.default.visit(visit);
            }
            Self::OneOf(one_of) => one_of.specs().for_each(|spec| spec.visit(visit)),
            Self::Wrapped(wrapped) => wrapped.spec.visit(visit),
            _ => {}
        }
    }
}

impl NestedSpec {
    /// The spec of the body of blocks.
    pub(super) fn new(mut spec: Spec) -> Self {
        let depth = depth_around([&mut spec]);
        Self { spec, depth, implied: OnceLock::new() }
    }

    /// The spec of a body that is in no block.
    pub(super) fn root(spec: Spec) -> Self {
        Self { depth: spec.depth() + 1, spec, implied: OnceLock::new() }
    }

    pub(super) fn depth(&self) -> usize {
        self.depth
    }

    pub(super) fn spec(&self) -> &Spec {
        &self.spec
    }

    pub(super) fn implied(&self) -> &Implied {
        self.implied.get_or_init(|| Implied::of(&self.spec, Vec::new()))
    }
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
    fn of(spec: &Spec, chosen: Vec<Chosen>) -> Self {
        let mut gathered = Gathered::of_chosen(chosen);
        gathered.gather(spec);
        Self::new(spec, gathered)
    }

    fn new(spec: &Spec, gathered: Gathered) -> Self {
        let Gathered { mut schema, mut generated, mut mistakes, .. } = gathered;
        schema.unexpected = gathered.unexpected.unwrap_or(Unexpected::Refuse);
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
        let ty = spec.implied_type();
        Self {
            schema,
            labels: gathered.labels,
            generated,
            has_remain: gathered.has_remain,
            is_sensitive: gathered.is_sensitive,
            value_ty: ty.without_optional(),
            ty,
            is_exact: spec.is_exact(),
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
