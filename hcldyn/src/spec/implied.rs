//! What a spec implies: the schema of its body, and the type of its value.

use std::collections::BTreeMap;
use std::sync::{Arc, OnceLock};

use super::{Spec, body_type};
use crate::body::{AttributeSchema, BlockSchema, BodySchema};
use crate::cty::{ObjectType, Str, Type};
use crate::dynblock;

/// A spec of a whole body, with what it implies worked out once.
#[derive(Clone, Debug)]
pub(crate) struct Nested {
    spec: Spec,
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
    /// The implied type, a constraint where it has optional attributes.
    pub(super) ty: Type,
    /// The implied type as the type of a value.
    pub(super) value_ty: Type,
    /// Whether every decoded value is of that very type, so that elements need not be unified.
    pub(super) is_exact: bool,
    pub(super) mistakes: Vec<Mistake>,
}

/// What is wrong with a spec: a mistake of the program, not of the text that is decoded.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Mistake {
    /// Two specs of one block type differ in how many labels the blocks have.
    LabelsDiffer { ty: Str },
    /// Blocks of a type `dynamic` cannot be asked for where block types opt in to being generated.
    DynamicTaken,
}

impl Spec {
    /// The type of the values that decoding gives. It is a constraint: parts that depend on what is
    /// written are [`Type::Dynamic`], and attributes of attribute types may be optional.
    pub fn implied_type(&self) -> Type {
        match self {
            Self::Object(object) => {
                let types = object.specs.iter().map(Self::implied_type);
                Type::Object(Arc::new(ObjectType::of_shape(Arc::clone(&object.shape), types)))
            }
            Self::Tuple(elements) => Type::tuple(elements.iter().map(Self::implied_type)),
            Self::Attr(attr) => attr.ty.clone(),
            Self::Literal(value) => value.ty(),
            Self::Default(specs) => specs.0.implied_type(),
            Self::Block(block) => block.nested.implied().ty.clone(),
            Self::BlockList(blocks) => Type::list(blocks.nested.implied().ty.clone()),
            Self::BlockTuple(_) => Type::Dynamic,
            Self::BlockSet(blocks) => Type::set(blocks.nested.implied().ty.clone()),
            Self::BlockMap(blocks) => {
                let element = blocks.nested.implied().ty.clone();
                blocks.labels.iter().fold(element, |element, _| Type::map(element))
            }
            Self::BlockAttrs(attrs) => Type::map(attrs.element.clone()),
            Self::Label(_) => Type::String,
            Self::Remain => body_type(),
        }
    }

    /// The schema of the bodies that the spec decodes. An attribute or block type that several specs
    /// name is in it once; it is required if one of them requires it. Where a block type opted in to
    /// being generated, blocks of type `dynamic` are part of it.
    pub fn implied_schema(&self) -> BodySchema {
        Implied::of(self).schema
    }

    /// Whether every decoded value is exactly of the implied type.
    fn is_exact(&self) -> bool {
        match self {
            Self::Object(object) => object.specs.iter().all(Self::is_exact),
            Self::Tuple(elements) => elements.iter().all(Self::is_exact),
            Self::Attr(attr) => !attr.ty.has_dynamic(),
            Self::Default(specs) => {
                let (primary, default) = (&specs.0, &specs.1);
                let same = || primary.value_type() == default.value_type();
                primary.is_exact() && default.is_exact() && same()
            }
            Self::Block(block) => block.nested.implied().is_exact,
            Self::BlockList(blocks) | Self::BlockSet(blocks) => blocks.nested.implied().is_exact,
            Self::BlockMap(blocks) => blocks.nested.implied().is_exact,
            Self::BlockTuple(_) => false,
            Self::BlockAttrs(attrs) => !attrs.element.has_dynamic(),
            Self::Literal(_) | Self::Label(_) | Self::Remain => true,
        }
    }

    pub(super) fn value_type(&self) -> Type {
        self.implied_type().without_optional()
    }
}

impl Nested {
    pub(super) fn new(spec: Spec) -> Self {
        Self { spec, implied: OnceLock::new() }
    }

    pub(super) fn spec(&self) -> &Spec {
        &self.spec
    }

    pub(super) fn implied(&self) -> &Implied {
        self.implied.get_or_init(|| Implied::of(&self.spec))
    }
}

impl Implied {
    fn of(spec: &Spec) -> Self {
        let mut gathered = Gathered::default();
        gathered.gather(spec);
        let Gathered { mut schema, labels, mut generated, has_remain, mut mistakes, .. } = gathered;
        if !generated.is_empty() {
            match schema.block(&dynblock::DYNAMIC) {
                None => schema.blocks.push(dynblock::block_schema()),
                Some(_) => {
                    generated.clear();
                    mistakes.push(Mistake::DynamicTaken);
                }
            }
        }
        let (ty, is_exact) = (spec.implied_type(), spec.is_exact());
        let value_ty = ty.without_optional();
        Self { schema, labels, generated, has_remain, ty, value_ty, is_exact, mistakes }
    }
}

/// What the specs of one body name, put together.
#[derive(Default)]
struct Gathered {
    schema: BodySchema,
    /// Where in the schema a name already is.
    attributes: BTreeMap<Str, usize>,
    blocks: BTreeMap<Str, usize>,
    labels: Vec<Str>,
    generated: Vec<Str>,
    has_remain: bool,
    mistakes: Vec<Mistake>,
}

impl Gathered {
    fn gather(&mut self, spec: &Spec) {
        match spec {
            Spec::Object(object) => object.specs.iter().for_each(|spec| self.gather(spec)),
            Spec::Tuple(elements) => elements.iter().for_each(|spec| self.gather(spec)),
            Spec::Attr(attr) => self.attribute(&attr.name, attr.required),
            Spec::Default(specs) => {
                self.gather(&specs.0);
                self.gather(&specs.1);
            }
            Spec::Block(block) => self.block(&block.ty, &[], Some(&block.nested), block.dynamic),
            Spec::BlockList(blocks) | Spec::BlockTuple(blocks) | Spec::BlockSet(blocks) => {
                self.block(&blocks.ty, &[], Some(&blocks.nested), blocks.dynamic);
            }
            Spec::BlockMap(blocks) => {
                self.block(&blocks.ty, &blocks.labels, Some(&blocks.nested), blocks.dynamic);
            }
            Spec::BlockAttrs(attrs) => self.block(&attrs.ty, &[], None, attrs.dynamic),
            Spec::Label(label) => self.label(label.index, &label.name),
            Spec::Remain => self.has_remain = true,
            Spec::Literal(_) => {}
        }
    }

    fn attribute(&mut self, name: &Str, required: bool) {
        let known = &mut self.schema.attributes;
        match self.attributes.get(name) {
            Some(position) => known[*position].required |= required,
            None => {
                self.attributes.insert(name.clone(), known.len());
                known.push(AttributeSchema { name: name.clone(), required });
            }
        }
    }

    /// Blocks of a type have the labels of the key, then those that the spec of their body asks for.
    fn block(&mut self, ty: &Str, key: &[Str], nested: Option<&Nested>, dynamic: bool) {
        let inner = nested.map(|nested| nested.implied().labels.as_slice()).unwrap_or_default();
        let labels: Vec<Str> = key.iter().chain(inner).cloned().collect();
        if dynamic && !self.generated.contains(ty) {
            self.generated.push(ty.clone());
        }
        match self.blocks.get(ty) {
            Some(position) if self.schema.blocks[*position].labels.len() == labels.len() => {}
            Some(_) => self.mistakes.push(Mistake::LabelsDiffer { ty: ty.clone() }),
            None => {
                self.blocks.insert(ty.clone(), self.schema.blocks.len());
                self.schema.blocks.push(BlockSchema { ty: ty.clone(), labels });
            }
        }
    }

    /// Labels that no spec names are there all the same when one after them is named.
    fn label(&mut self, index: usize, name: &Str) {
        while self.labels.len() <= index {
            self.labels.push(Str::from(format!("label {}", self.labels.len() + 1)));
        }
        self.labels[index] = name.clone();
    }
}
