//! Rules between the items of a matched body, as far as the written items alone decide them.

use super::Matched;
use crate::cty::{Str, Value};
use crate::spec::Rule;
use crate::spec::plan::{PlannedField, PlannedObject};
use crate::tree::{ExprId, ExprNode, Tree};

/// The state of an item, without its value.
#[derive(Clone, Copy, PartialEq, PartialOrd)]
enum State {
    NotWritten,
    /// The item may be null.
    Written,
    Set,
}

impl Matched<'_> {
    /// Returns `true` if the written items keep the rules of an object and of those in it, whatever their values are.
    pub(super) fn keeps_rules(&self, object: &PlannedObject) -> bool {
        for rule in &object.spec.rules {
            if !self.keeps(object, rule) {
                return false;
            }
        }
        for field in &object.fields {
            if let PlannedField::Object(inner) = field
                && !self.keeps_rules(inner)
            {
                return false;
            }
        }
        true
    }

    fn keeps(&self, object: &PlannedObject, rule: &Rule) -> bool {
        let has_all = |names: &[Str]| self.counts(object, names).1 == names.len();
        match rule {
            Rule::AtMostOneOf(names) => self.counts(object, names).0 <= 1,
            Rule::AtLeastOneOf(names) => self.counts(object, names).1 >= 1,
            Rule::ExactlyOneOf(names) => self.counts(object, names) == (1, 1),
            Rule::Requires(name, needed) => {
                self.state(object, name) == State::NotWritten || has_all(needed)
            }
            Rule::RequiresIf { name, value, needed } => {
                self.has_other_value(object, name, value) || has_all(needed)
            }
            Rule::Together { names, needed } => {
                self.counts(object, names).0 == 0 || has_all(needed)
            }
        }
    }

    /// Returns how many of some items are written, and how many are set.
    fn counts(&self, object: &PlannedObject, names: &[Str]) -> (usize, usize) {
        let (mut written, mut set) = (0, 0);
        for name in names {
            let state = self.state(object, name);
            written += usize::from(state != State::NotWritten);
            set += usize::from(state == State::Set);
        }
        (written, set)
    }

    /// Returns `true` if an attribute is known to have another value than this one without being evaluated.
    fn has_other_value(&self, object: &PlannedObject, name: &Str, value: &Value) -> bool {
        let Some(PlannedField::Attribute { position, spec, default, .. }) = object.field(name)
        else {
            return false;
        };
        let is_converted = spec.decoder.is_some() || spec.value.plain_ty().is_none();
        match self.attribute(*position).map(|node| self.tree.node(node.expr)) {
            None => match default {
                Some(default) => default != value,
                None => spec.defaults.is_none() && !value.is_null(),
            },
            Some(ExprNode::Literal(literal)) => {
                !is_converted && literal.ty() == value.ty() && literal != value
            }
            Some(_) => false,
        }
    }

    fn state(&self, object: &PlannedObject, name: &Str) -> State {
        match object.field(name) {
            Some(PlannedField::Attribute { position, .. }) => match self.attribute(*position) {
                None => State::NotWritten,
                Some(node) if is_never_null(self.tree, node.expr) => State::Set,
                Some(_) => State::Written,
            },
            Some(PlannedField::Blocks { position, .. }) => {
                if self.blocks(*position).next().is_some() {
                    State::Set
                } else if self.has_generators_of(*position) {
                    State::Written
                } else {
                    State::NotWritten
                }
            }
            Some(PlannedField::Object(inner)) => {
                let states = inner.spec.shape.names().iter().map(|name| self.state(inner, name));
                states.fold(State::NotWritten, |all, state| if state > all { state } else { all })
            }
            Some(PlannedField::Label(_)) | None => State::Written,
        }
    }
}

impl PlannedObject {
    fn field(&self, name: &Str) -> Option<&PlannedField> {
        self.fields.get(self.spec.shape.position(name)?)
    }
}

/// Returns `true` if an expression can be recognized as one that is never null, without its value.
fn is_never_null(tree: &Tree, expr: ExprId) -> bool {
    match tree.node(expr) {
        ExprNode::Literal(value) => !value.is_null(),
        ExprNode::Template(_) | ExprNode::Tuple(_) | ExprNode::Object { .. } => true,
        ExprNode::Parens(inner) => is_never_null(tree, *inner),
        _ => false,
    }
}
