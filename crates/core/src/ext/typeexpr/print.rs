//! The printing of type constraints.

use std::fmt;

use super::defaults::{AttributeDefault, DefaultParts};
use super::{Defaults, TypeConstraint};
use crate::cty::internal::CollectVec;
use crate::cty::{ObjectType, Type};
use crate::syntax::native::{Layout, to_hcl_literal, type_to_hcl};

/// Shows the constraint as a type expression, with its defaults.
impl fmt::Display for TypeConstraint {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&text(&self.ty, self.defaults.as_ref()))
    }
}

fn text(ty: &Type, defaults: Option<&Defaults>) -> String {
    let Some(Defaults(parts)) = defaults else { return type_to_hcl(ty) };
    match (ty, parts) {
        (Type::List(element), DefaultParts::Elements(inner)) => {
            format!("list({})", text(element, Some(inner)))
        }
        (Type::Set(element), DefaultParts::Elements(inner)) => {
            format!("set({})", text(element, Some(inner)))
        }
        (Type::Map(element), DefaultParts::Elements(inner)) => {
            format!("map({})", text(element, Some(inner)))
        }
        (Type::Tuple(elements), DefaultParts::Positions(inner)) => {
            let elements = elements.iter().zip(inner);
            let elements =
                elements.map(|(element, inner)| text(element, inner.as_ref())).collect_vec();
            format!("tuple([{}])", elements.join(", "))
        }
        (Type::Object(object), DefaultParts::Attributes(attributes)) => {
            let attributes = object
                .iter()
                .enumerate()
                .map(|(position, (name, ty))| {
                    let ty = attribute(object, position, ty, attributes.get(name));
                    format!("{name} = {ty}")
                })
                .collect_vec();
            format!("object({{ {} }})", attributes.join(", "))
        }
        _ => type_to_hcl(ty),
    }
}

fn attribute(
    object: &ObjectType,
    position: usize,
    ty: &Type,
    default: Option<&AttributeDefault>,
) -> String {
    let ty = text(ty, default.and_then(|default| default.inside.as_ref()));
    let default = default.and_then(|default| default.default.as_ref());
    // A default comes from a type expression, so it has a source form.
    match default.and_then(|default| to_hcl_literal(default, Layout::Line)) {
        Some(default) => format!("optional({ty}, {default})"),
        None if object.is_optional(position) => format!("optional({ty})"),
        None => ty,
    }
}

#[cfg(test)]
mod tests {
    use crate::diag::Diagnostics;
    use crate::ext::typeexpr::type_constraint_with_defaults;
    use crate::source::Source;
    use crate::syntax::native::parse_expression;

    #[test]
    fn printed_constraints_can_be_read() {
        for written in [
            "object({ a = optional(number, 80), b = string })",
            "list(map(object({ a = optional(list(string), [\"x\"]), b = optional(bool) })))",
            "tuple([string, set(object({ a = optional(object({ b = optional(string, \"$${x}\") }), { b = \"y\" }) }))])",
            "object({ a = object({ b = optional(number, 1) }), c = optional(object({ d = optional(any, 2) })) })",
        ] {
            let mut diags = Diagnostics::new();
            let expr = parse_expression(&Source::new("t", written), &mut diags).unwrap();
            let constraint = type_constraint_with_defaults(&expr, &mut diags);
            assert!(diags.is_empty(), "{diags}");
            assert_eq!(constraint.to_string(), written);
        }
    }
}
