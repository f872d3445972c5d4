//! Elements that overrides add to the list of an attribute.

use super::Decoder;
use crate::body::Attribute;
use crate::cty::internal::CollectVec;
use crate::cty::{Kind, Value};
use crate::spec::diags;

impl Decoder<'_> {
    /// Evaluates an attribute with the elements that are added to its list. A list that is not set, or null, is empty.
    pub(super) fn with_additions(&mut self, attribute: &Attribute) -> Value {
        let value = attribute.expr.value(self.site.ctx, self.diags);
        if !attribute.has_additions() {
            return value;
        }
        if attribute.is_addition {
            return self.joined(vec![value], attribute);
        }
        let (list, marks) = value.unmark();
        let elements = match list.kind() {
            Kind::List(_) | Kind::Set(_) | Kind::Tuple(_) => {
                list.entries().map(|entry| entry.value().into_owned()).collect_vec()
            }
            _ if list.is_null() => Vec::new(),
            _ => {
                if list.is_known() {
                    let place = attribute.expr.place();
                    self.diags.push(diags::nothing_to_add_to(place, &attribute.name));
                }
                return Value::dynamic().with_marks(&marks);
            }
        };
        self.joined(elements, attribute).with_marks(&marks)
    }

    /// Returns a tuple of elements and of those that are added to them.
    fn joined(&mut self, mut elements: Vec<Value>, attribute: &Attribute) -> Value {
        for expr in &attribute.additions {
            elements.push(expr.value(self.site.ctx, self.diags));
        }
        Value::tuple(elements)
    }
}
