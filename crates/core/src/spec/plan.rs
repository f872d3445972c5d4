//! The plan of a body whose fields are read one by one, without the content of the whole body.

use std::sync::Arc;

use super::implied::Implied;
use super::kinds::BlockType;
use super::{
    AttrSpec, BlockCollection, BlockContent, BlockCount, BlocksSpec, DefaultSpec, LabelPosition,
    LabelSpec, NestedSpec, ObjectSpec, OtherForms, Spec, Spelling,
};
use crate::cty::{Str, Value};
use crate::expr::custom_decoder;

/// A body with more attributes or block types has no plan, since each name is compared with those of the plan.
const MOST_NAMES: usize = 128;

/// The plan of a body: its items by name, and the item that each field reads. Only a body of the usual kind has one: an
/// object of attributes, labels and blocks. All others are decoded from their content, and so is a body with an item under
/// one of its other names, or in another form.
pub(super) struct Plan {
    pub(super) attributes: Vec<PlannedAttribute>,
    pub(super) blocks: Vec<PlannedBlocks>,
    /// `true` if one of its objects has rules.
    pub(super) has_rules: bool,
    pub(super) object: PlannedObject,
}

/// An attribute of a body.
pub(super) struct PlannedAttribute {
    pub(super) name: Str,
    pub(super) required: bool,
}

/// The blocks of one type in a body.
pub(super) struct PlannedBlocks {
    pub(super) ty: Str,
    /// The number of labels of each block.
    pub(super) labels: usize,
    pub(super) count: BlockCount,
    /// The number of first labels that no two blocks may have in common; 0 if they may have any.
    pub(super) keys: usize,
    /// `true` if they are decoded one after the other, whatever their labels are.
    pub(super) is_listed: bool,
    /// `true` if `dynamic` blocks may generate them.
    pub(super) dynamic: bool,
}

/// An object that is decoded from the body.
pub(crate) struct PlannedObject {
    pub(super) spec: Arc<ObjectSpec>,
    pub(super) fields: Vec<PlannedField>,
}

/// The item of the body that one field reads. A position is one in the lists of the plan.
pub(super) enum PlannedField {
    Attribute {
        position: usize,
        spec: Arc<AttrSpec>,
        /// The value in place of null.
        default: Option<Value>,
        /// `true` if the value needs no more than its evaluation and its type.
        is_direct: bool,
    },
    Blocks {
        position: usize,
        spec: Arc<BlocksSpec>,
        body: NestedSpec,
    },
    Label(Arc<LabelSpec>),
    /// Fields of the same body.
    Object(PlannedObject),
}

impl Plan {
    /// Returns the plan of a body, if it is of the usual kind.
    pub(super) fn of(spec: &Spec, implied: &Implied) -> Option<Self> {
        if !implied.is_usual() {
            return None;
        }
        let (attributes, blocks, has_rules) = (Vec::new(), Vec::new(), false);
        let mut planning = Planning { implied, attributes, blocks, has_rules };
        let PlannedField::Object(object) = planning.field(spec)? else { return None };
        let Planning { attributes, blocks, has_rules, .. } = planning;
        Some(Self { attributes, blocks, has_rules, object })
    }
}

/// A plan that is being made.
struct Planning<'a> {
    implied: &'a Implied,
    attributes: Vec<PlannedAttribute>,
    blocks: Vec<PlannedBlocks>,
    has_rules: bool,
}

impl Planning<'_> {
    fn object(&mut self, spec: &Arc<ObjectSpec>) -> Option<PlannedObject> {
        let mut fields = Vec::with_capacity(spec.specs.len());
        for field in &spec.specs {
            fields.push(self.field(field)?);
        }
        self.has_rules |= !spec.rules.is_empty();
        Some(PlannedObject { spec: Arc::clone(spec), fields })
    }

    fn field(&mut self, spec: &Spec) -> Option<PlannedField> {
        match spec {
            Spec::Object(object) => self.object(object).map(PlannedField::Object),
            Spec::Attr(attr) => self.attribute(attr),
            Spec::Default(specs) => self.attribute_or(specs),
            Spec::Blocks(blocks) => self.blocks(blocks),
            Spec::Label(label) if matches!(label.position, LabelPosition::From(_)) => None,
            Spec::Label(label) => Some(PlannedField::Label(Arc::clone(label))),
            Spec::Tuple(_) | Spec::OneOf(_) | Spec::Rest(_) | Spec::Wrapped(_) => None,
            Spec::Literal(_) | Spec::Expr(_) => None,
        }
    }

    fn attribute_or(&mut self, specs: &DefaultSpec) -> Option<PlannedField> {
        let literal = specs.default.as_literal()?;
        let mut field = self.field(&specs.primary)?;
        let PlannedField::Attribute { default, .. } = &mut field else { return None };
        *default = Some(literal.clone());
        Some(field)
    }

    fn attribute(&mut self, spec: &Arc<AttrSpec>) -> Option<PlannedField> {
        let is_known = self.attributes.iter().any(|it| it.name == spec.names.name);
        let position = self.attributes.len();
        if is_known || position == MOST_NAMES || spec.names.deprecation.is_some() {
            return None;
        }
        let (name, required) = (spec.names.name.clone(), spec.required);
        self.attributes.push(PlannedAttribute { name, required });
        let spec = Arc::clone(spec);
        let is_direct = is_direct(&spec);
        Some(PlannedField::Attribute { position, spec, default: None, is_direct })
    }

    fn blocks(&mut self, spec: &Arc<BlocksSpec>) -> Option<PlannedField> {
        let BlockType { names, content: BlockContent::Body(body) } = spec.only()? else {
            return None;
        };
        let is_known = self.blocks.iter().any(|it| it.ty == names.name);
        let position = self.blocks.len();
        let forms = self.implied.forms_in(Spelling::Strict, &names.name);
        let nests_labels = forms.contains(OtherForms::LABELS_AS_BLOCKS);
        // The items of a block that inherits are also those of others.
        let is_usual = names.deprecation.is_none() && !nests_labels && !body.is_inheriting();
        if is_known || position == MOST_NAMES || !is_usual {
            return None;
        }
        let count = spec.options.count;
        let (count, keys, is_listed) = match spec.collection {
            BlockCollection::Single => (count.of_single(), 0, false),
            BlockCollection::List | BlockCollection::Tuple | BlockCollection::Set => {
                (count, 0, true)
            }
            BlockCollection::Map { is_grouped } | BlockCollection::Object { is_grouped } => {
                (count, if is_grouped { 0 } else { spec.key.len() }, false)
            }
        };
        let schema = self.implied.schema.block(&names.name)?;
        let labels = schema.labels.len();
        let has_fixed_labels = self.implied.schema.label_forms(&names.name).is_none()
            && !self.implied.schema.has_more_labels(&names.name);
        if !has_fixed_labels {
            return None;
        }
        let (ty, dynamic) = (names.name.clone(), self.implied.generated.contains(&names.name));
        self.blocks.push(PlannedBlocks { ty, labels, count, keys, is_listed, dynamic });
        Some(PlannedField::Blocks { position, spec: Arc::clone(spec), body: body.clone() })
    }
}

/// Returns `true` if the value of an attribute needs no more than its evaluation and its type.
fn is_direct(spec: &AttrSpec) -> bool {
    let is_computed = spec.decoder.is_some() || custom_decoder(&spec.ty).is_some();
    let is_checked = !spec.rules.is_empty() || spec.sensitive || spec.locates_parts;
    !is_computed && !is_checked && !spec.captures_parts && spec.defaults.is_none()
}
