//! The values of a flag that can be given several times.

use std::ops::Range;
use std::sync::Arc;

use super::whole;
use crate::cty::internal::{CollectVec, KeyMap};
use crate::cty::{Str, Type, Value};
use crate::diag::Diagnostics;
use crate::expr::Expression;
use crate::source::{Place, Source};
use crate::syntax::native::parse_expression_into;
use crate::tree::{ExprId, ExprNode, ObjectItem, Run, Tree};

/// The values of a flag as one source, one value on each line.
pub(crate) struct FlagText {
    source: Source,
    /// The range of each value.
    values: Vec<Range<usize>>,
}

impl FlagText {
    /// Creates the text of values, which `source` contains with a newline after each.
    pub(crate) fn new(source: Source, values: &[&str]) -> Self {
        let mut start = 0;
        let range = |value: &&str| {
            let range = start..start + value.len();
            start = range.end + 1;
            range
        };
        Self { source, values: values.iter().map(range).collect_vec() }
    }

    /// Returns the location of all values.
    pub(crate) fn place(&self) -> Place {
        whole(&self.source)
    }

    /// Returns the first value that is not written as `KEY=VALUE`.
    pub(crate) fn without_equals_sign(&self) -> Option<Place> {
        let places = self.values.iter().map(|range| self.source.place(range.clone().into()));
        places.into_iter().find(|place| !place.text().contains('='))
    }

    /// Returns a tuple whose elements are the values, each read by its type.
    pub(crate) fn elements<'t>(
        &self,
        ty: &dyn Fn(usize) -> &'t Type,
        diags: &mut Diagnostics,
    ) -> Expression {
        let mut tree = Tree::new(self.source.clone());
        let values = self.values.iter().cloned().enumerate();
        let elements = values.map(|(index, range)| self.value(&mut tree, range, ty(index), diags));
        let elements = elements.collect_vec();
        let elements = tree.add_list(elements);
        let node = tree.add_node(ExprNode::Tuple(elements), self.place().span());
        Expression::new(Arc::new(tree), node)
    }

    /// Returns an object whose entries are the values, written as `KEY=VALUE`. The last one of a key counts.
    pub(crate) fn entries(&self, ty: &Type, diags: &mut Diagnostics) -> Expression {
        let mut tree = Tree::new(self.source.clone());
        let mut items: KeyMap<Str, ObjectItem> = KeyMap::default();
        for range in &self.values {
            let text = &self.source.text()[range.clone()];
            let equals = range.start + text.find('=').unwrap_or(text.len());
            let key = Str::new(&self.source.text()[range.start..equals]);
            let literal = ExprNode::Literal(Value::from(key.clone()));
            let key_node = tree.add_node(literal, (range.start..equals).into());
            let value = (equals + 1).min(range.end)..range.end;
            let value = self.value(&mut tree, value, ty, diags);
            items.insert(key, ObjectItem { key: key_node, value });
        }
        let items = items.values().copied().collect_vec();
        let items = tree.add_items(items);
        let node = tree.add_object(items, self.place().span());
        Expression::new(Arc::new(tree), node)
    }

    /// Adds a value to a tree: a literal for a primitive type, an expression for other types. A value of any type is an
    /// expression if it is one without variables and calls, and a string otherwise.
    fn value(
        &self,
        tree: &mut Tree,
        range: Range<usize>,
        ty: &Type,
        diags: &mut Diagnostics,
    ) -> ExprId {
        let place = self.source.place(range.into());
        let is_literal = ty.is_primitive() || *ty == Type::Dynamic && !is_constant(&place);
        if is_literal {
            return tree.add_node(ExprNode::Literal(Value::from(place.text())), place.span());
        }
        let parsed = parse_expression_into(tree, &place, diags);
        parsed.unwrap_or_else(|| tree.add_node(ExprNode::Error(Run::EMPTY), place.span()))
    }
}

/// Returns `true` for an expression without variables that is not a call.
fn is_constant(place: &Place) -> bool {
    let parsed = crate::syntax::native::parse_expression_at(place, &mut Diagnostics::of_attempt());
    parsed.is_some_and(|expr| expr.variables().is_empty() && expr.as_call().is_none())
}
