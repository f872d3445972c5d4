//! The printing of types in native syntax.

use super::{Layout, Printer};
use crate::cty::internal::CollectVec;
use crate::cty::{ObjectType, Str, Type};

/// Returns the type as HCL for display, in the language of [type expressions](crate::ext::typeexpr), with long
/// types on several lines. Attribute names that are not identifiers are in quotes, and a capsule type is its name
/// in parentheses; neither is a valid type expression.
///
/// ```
/// use hcldyn::cty::Type;
/// use hcldyn::syntax::type_to_hcl;
///
/// let ty = Type::object([("ports", Type::list(Type::Number)), ("host", Type::String)]);
/// assert_eq!(type_to_hcl(&ty), "object({ host = string, ports = list(number) })");
/// ```
pub fn type_to_hcl(ty: &Type) -> String {
    let mut printer = Printer::new(Layout::Lines);
    printer.ty(ty);
    printer.text
}

/// The type of an attribute.
#[derive(Clone, Copy)]
struct AttributeType<'t> {
    ty: &'t Type,
    is_optional: bool,
}

impl Printer {
    fn ty(&mut self, ty: &Type) {
        match ty {
            Type::Dynamic => self.text.push_str("any"),
            Type::Bool => self.text.push_str("bool"),
            Type::Number => self.text.push_str("number"),
            Type::String => self.text.push_str("string"),
            Type::List(element) => self.constructor("list", |p| p.ty(element)),
            Type::Set(element) => self.constructor("set", |p| p.ty(element)),
            Type::Map(element) => self.constructor("map", |p| p.ty(element)),
            Type::Tuple(elements) => self.constructor("tuple", |p| p.element_types(elements)),
            Type::Object(object) => self.constructor("object", |p| p.attribute_types(object)),
            Type::Capsule(capsule) => self.in_parens(capsule.name()),
            other => self.in_parens(&other.friendly_name()),
        }
    }

    fn constructor(&mut self, name: &str, arguments: impl FnOnce(&mut Self)) {
        if self.is_full() {
            return;
        }
        self.text.push_str(name);
        self.text.push('(');
        arguments(self);
        self.text.push(')');
    }

    fn element_types(&mut self, elements: &[Type]) {
        let on_one_line = |p: &mut Self| p.sequence_on_one_line(elements, Self::ty);
        if self.layout == Layout::Line || self.fits_on_one_line(on_one_line) {
            self.sequence_on_one_line(elements, Self::ty);
        } else {
            self.sequence_on_lines(elements, Self::ty);
        }
    }

    fn attribute_types(&mut self, object: &ObjectType) {
        let attributes: Vec<(&Str, AttributeType<'_>)> = object
            .shape()
            .in_name_order()
            .map(|position| {
                let is_optional = object.is_optional(position);
                let ty = AttributeType { ty: &object.types()[position], is_optional };
                (&object.shape().names()[position], ty)
            })
            .collect_vec();
        let on_one_line =
            |p: &mut Self| p.attributes_on_one_line(&attributes, Self::attribute_type);
        if self.layout == Layout::Line || self.fits_on_one_line(on_one_line) {
            self.attributes_on_one_line(&attributes, Self::attribute_type);
        } else {
            self.attributes_on_lines(&attributes, Self::attribute_type);
        }
    }

    fn attribute_type(&mut self, attribute: AttributeType<'_>) {
        if attribute.is_optional {
            self.constructor("optional", |p| p.ty(attribute.ty));
        } else {
            self.ty(attribute.ty);
        }
    }
}

#[cfg(test)]
mod tests {
    use insta::assert_snapshot;

    use super::*;
    use crate::cty::CapsuleType;
    use crate::diag::Diagnostics;
    use crate::ext::typeexpr::type_constraint;
    use crate::source::Source;
    use crate::syntax::native::parse_expression;

    fn read(text: &str) -> Type {
        let mut diags = Diagnostics::new();
        let ty = type_constraint(
            &parse_expression(&Source::new("t", text), &mut diags).unwrap(),
            &mut diags,
        );
        assert!(diags.is_empty(), "{diags}");
        ty
    }

    #[test]
    fn printed_types_can_be_parsed() {
        let texts = [
            "any",
            "list(set(map(bool)))",
            "tuple([])",
            "object({})",
            "tuple([string, object({ a = number, b = optional(list(any)) })])",
        ];
        for text in texts {
            assert_eq!(type_to_hcl(&read(text)), text);
        }
    }

    #[test]
    fn a_long_type_has_several_lines() {
        let rule = "object({ port = number, protocol = optional(string), tags = map(string) })";
        let ty = read(&format!("object({{ name = string, rules = tuple([{rule}, {rule}]) }})"));
        let text = type_to_hcl(&ty);
        assert_eq!(read(&text), ty);
        assert_snapshot!(text, @r"
        object({
          name  = string
          rules = tuple([
            object({ port = number, protocol = optional(string), tags = map(string) }),
            object({ port = number, protocol = optional(string), tags = map(string) }),
          ])
        })
        ");
    }

    #[test]
    fn names_that_are_not_identifiers_are_quoted() {
        let names = ["a b", "\u{1b}[2J", "for", "x"].map(|name| (name, Type::Bool));
        let expected = r#"object({ "\u001b[2J" = bool, "a b" = bool, "for" = bool, x = bool })"#;
        assert_eq!(type_to_hcl(&Type::object(names)), expected);
    }

    #[test]
    fn a_capsule_type_is_printed_as_its_name() {
        let socket = Type::Capsule(CapsuleType::new("socket"));
        assert_eq!(type_to_hcl(&Type::list(socket)), "list((socket))");
    }
}
