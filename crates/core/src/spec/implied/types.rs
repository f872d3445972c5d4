//! The type of the values that a spec decodes.

use std::sync::Arc;

use crate::cty::internal::{CollectVec, KeyMap};
use crate::cty::{ObjectType, Type};
use crate::spec::nested::NestedId;
use crate::spec::{
    BlockCollection, BlockContent, BlocksSpec, NestedSpec, OneOfSpec, Rest, Spec, body_type,
};

/// Caches the types of nested specs. A spec nested in itself has the type `Dynamic` there, and so has one whose type
/// is too large.
#[derive(Default)]
pub(super) struct ImpliedTypes(KeyMap<NestedId, (Type, bool)>);

impl Spec {
    /// Returns the type of the decoded values. It is a constraint: parts that depend on the source are
    /// [`Type::Dynamic`], as is a spec nested in itself or one with a type of more than 2^18 parts, and attributes of
    /// object types may be optional.
    pub fn implied_type(&self) -> Type {
        ImpliedTypes::default().of_spec(self).0
    }

    pub(in crate::spec) fn value_type(&self) -> Type {
        self.implied_type().without_optional()
    }
}

impl ImpliedTypes {
    /// Returns the implied type, and `true` if every decoded value has exactly that type.
    pub(super) fn of_spec(&mut self, spec: &Spec) -> (Type, bool) {
        match spec {
            Spec::Object(object) => {
                let (types, is_exact) = self.of_all(&object.specs);
                let ty = ObjectType::of_shape(Arc::clone(&object.shape), types);
                (Type::Object(Arc::new(ty)), is_exact)
            }
            Spec::Tuple(tuple) => {
                let (types, is_exact) = self.of_all(&tuple.specs);
                (Type::tuple(types), is_exact)
            }
            Spec::Attr(attr) => (attr.ty.clone(), !attr.ty.has_dynamic()),
            Spec::Literal(value) => (value.ty(), true),
            Spec::Default(specs) => {
                let (ty, primary) = self.of_spec(&specs.primary);
                let (default_ty, default) = self.of_spec(&specs.default);
                let same = || ty.without_optional() == default_ty.without_optional();
                let is_exact = primary && default && same();
                (ty, is_exact)
            }
            Spec::Blocks(blocks) => self.of_blocks(blocks),
            Spec::OneOf(one_of) => (self.common_type(one_of), false),
            Spec::Label(label) => (label.ty(), true),
            Spec::Rest(rest) => match rest {
                Rest::Body => (body_type(), true),
                Rest::Attributes(element) if !element.ty().has_dynamic() => {
                    (Type::map(element.ty()), true)
                }
                Rest::Attributes(_) | Rest::Data(_) => (Type::Dynamic, false),
            },
            Spec::Wrapped(wrapped) => {
                let (ty, is_exact) = self.of_spec(&wrapped.spec);
                (wrapped.step.implied_type(ty), wrapped.step.keeps_type() && is_exact)
            }
            Spec::Expr(_) => (Type::Dynamic, false),
        }
    }

    fn of_blocks(&mut self, blocks: &BlocksSpec) -> (Type, bool) {
        let only = blocks.only().map(|only| self.of_content(&only.content));
        let (element, is_exact) = only.unwrap_or((Type::Dynamic, false));
        match blocks.collection {
            BlockCollection::Single => (element, is_exact),
            BlockCollection::List => (Type::list(element), is_exact),
            BlockCollection::Set => (Type::set(element), is_exact),
            BlockCollection::Map { .. } => {
                let entry = blocks.collection.entry_type(element);
                (blocks.key.iter().fold(entry, |entry, _| Type::map(entry)), is_exact)
            }
            BlockCollection::Tuple | BlockCollection::Object { .. } => (Type::Dynamic, false),
        }
    }

    fn of_content(&mut self, content: &BlockContent) -> (Type, bool) {
        match content {
            BlockContent::Body(nested) => self.of_nested(nested),
            BlockContent::Attributes(value) => {
                let ty = value.ty();
                let is_exact = !ty.has_dynamic();
                (Type::map(ty), is_exact)
            }
        }
    }

    fn of_all(&mut self, specs: &[Spec]) -> (Vec<Type>, bool) {
        let (types, exact) = specs.iter().map(|spec| self.of_spec(spec)).unzip_vec();
        (types, exact.into_iter().all(|is_exact| is_exact))
    }

    fn of_nested(&mut self, nested: &NestedSpec) -> (Type, bool) {
        let id = nested.id();
        if let Some(known) = self.0.get(&id) {
            return known.clone();
        }
        self.0.insert(id, (Type::Dynamic, false));
        let (ty, is_exact) = self.of_spec(nested.spec());
        // Specs that use each other twice double the type at each level.
        let implied = if ty.is_within_limits() { (ty, is_exact) } else { (Type::Dynamic, false) };
        self.0.insert(id, implied.clone());
        implied
    }

    fn common_type(&mut self, one_of: &OneOfSpec) -> Type {
        let mut types = one_of.specs().map(|form| self.of_spec(form).0);
        let first = types.next().filter(|first| types.all(|ty| ty == *first));
        first.unwrap_or(Type::Dynamic)
    }
}

impl OneOfSpec {
    /// Returns the type that the values of all forms have in common, if any.
    pub(in crate::spec) fn common_type(&self) -> Type {
        ImpliedTypes::default().common_type(self)
    }
}
