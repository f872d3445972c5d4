//! Types read from expressions.

use std::sync::Arc;

use super::defaults::AttributeDefault;
use super::{Defaults, TypeConstraint, diags};
use crate::cty::convert::convert;
use crate::cty::internal::{CollectVec, NameMap};
use crate::cty::{ObjectType, Type, Value};
use crate::diag::{Diagnostic, Diagnostics};
use crate::expr::{EvalContext, Expression, StaticCall};
use crate::source::{Place, Span};

/// The accepted part of the language.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Grammar {
    /// Exact types only.
    Exact,
    /// Also `any` and `optional(T)`.
    Constraint,
    /// Also `optional(T, default)`.
    WithDefaults,
}

/// Reads a constraint from an expression. Reports invalid types and returns `any` in their place.
pub(super) fn read(expr: &Expression, grammar: Grammar, diags: &mut Diagnostics) -> TypeConstraint {
    let expr = &expr.interpolated().unwrap_or_else(|| expr.clone());
    TypeReader { grammar, diags }.constraint(expr)
}

struct TypeReader<'d> {
    grammar: Grammar,
    diags: &'d mut Diagnostics,
}

/// An attribute of an object type.
struct Attribute {
    constraint: TypeConstraint,
    is_optional: bool,
    default: Option<Value>,
}

impl TypeReader<'_> {
    fn constraint(&mut self, expr: &Expression) -> TypeConstraint {
        if let Some(word) = expr.as_keyword() {
            return self.word(&word, expr.place());
        }
        match expr.as_call() {
            Some(call) => self.call(expr, &call),
            None => self.fail(diags::not_a_type(expr.place())),
        }
    }

    fn word(&mut self, word: &str, place: Place) -> TypeConstraint {
        match word {
            "bool" => Type::Bool.into(),
            "number" => Type::Number.into(),
            "string" => Type::String.into(),
            "any" if self.grammar == Grammar::Exact => self.fail(diags::any_is_not_exact(place)),
            "any" => Type::Dynamic.into(),
            "list" | "set" | "map" | "tuple" | "object" => {
                self.fail(diags::lacks_argument(place, word))
            }
            "optional" => self.fail(diags::misplaced_optional(place)),
            _ => self.fail(diags::unknown_type(place, word)),
        }
    }

    fn call(&mut self, expr: &Expression, call: &StaticCall) -> TypeConstraint {
        let name = call.name.as_str();
        match name {
            "bool" | "number" | "string" | "any" => {
                self.fail(diags::takes_no_arguments(arguments_place(expr, call), name))
            }
            "list" | "set" | "map" | "tuple" | "object" => {
                let [argument] = call.arguments.as_slice() else {
                    return self.fail(wrong_argument_count(expr, call));
                };
                match name {
                    "list" => self.collection(Type::list, argument),
                    "set" => self.collection(Type::set, argument),
                    "map" => self.collection(Type::map, argument),
                    "tuple" => self.tuple(argument),
                    _ => self.object(argument),
                }
            }
            "optional" => self.fail(diags::misplaced_optional(call.name_place.clone())),
            _ => self.fail(diags::unknown_type(call.name_place.clone(), name)),
        }
    }

    fn collection(&mut self, of: fn(Type) -> Type, element: &Expression) -> TypeConstraint {
        let TypeConstraint { ty, defaults } = self.constraint(element);
        TypeConstraint { ty: of(ty), defaults: defaults.map(Defaults::of_elements) }
    }

    fn tuple(&mut self, argument: &Expression) -> TypeConstraint {
        let Some(elements) = argument.as_list() else {
            return self.fail(diags::not_a_list_of_types(argument.place()));
        };
        let elements = elements.iter().map(|element| self.constraint(element));
        let (types, defaults) = elements.map(|element| (element.ty, element.defaults)).unzip_vec();
        TypeConstraint { ty: Type::tuple(types), defaults: Defaults::of_positions(defaults) }
    }

    fn object(&mut self, argument: &Expression) -> TypeConstraint {
        let Some(items) = argument.as_map() else {
            return self.fail(diags::not_an_object_of_types(argument.place()));
        };
        let mut names: NameMap<Place> = NameMap::default();
        let (mut types, mut defaults) = (Vec::new(), NameMap::default());
        for (key, value) in items {
            let Some(name) = key.as_keyword() else {
                self.diags.push(diags::not_an_attribute_name(key.place()));
                continue;
            };
            if let Some(first) = names.get(&name) {
                let first = first.clone();
                self.diags.push(diags::repeated_attribute(key.place(), &name, first));
                continue;
            }
            names.insert(name.clone(), key.place());
            let Some(Attribute { constraint, is_optional, default }) = self.attribute(&value)
            else {
                continue;
            };
            types.push((name.clone(), constraint.ty, is_optional));
            if default.is_some() || constraint.defaults.is_some() {
                defaults.insert(name, AttributeDefault { default, inside: constraint.defaults });
            }
        }
        let ty = Type::Object(Arc::new(ObjectType::new(types)));
        TypeConstraint { ty, defaults: Defaults::of_attributes(defaults) }
    }

    /// Reads `T`, `optional(T)` or `optional(T, default)`. Returns `None` if the type is missing.
    fn attribute(&mut self, expr: &Expression) -> Option<Attribute> {
        let call = expr.as_call().filter(|call| call.name == *"optional");
        let Some(call) = call else {
            let constraint = self.constraint(expr);
            return Some(Attribute { constraint, is_optional: false, default: None });
        };
        let Some((written, more)) = call.arguments.split_first() else {
            let place = arguments_place(expr, &call);
            return self.diags.fail(diags::optional_lacks_type(place));
        };
        let constraint = self.constraint(written);
        let (is_optional, default) = match more {
            _ if self.grammar == Grammar::Exact => {
                self.diags.push(diags::optional_is_not_exact(call.name_place));
                (false, None)
            }
            [] => (true, None),
            [default] if self.grammar == Grammar::WithDefaults => {
                (true, self.default(default, &constraint))
            }
            [extra, ..] if self.grammar == Grammar::Constraint => {
                self.diags.push(diags::no_defaults_here(extra.place()));
                (false, None)
            }
            [_, extra @ ..] => {
                let place = extra[0].place();
                self.diags.push(diags::extra_optional_argument(place));
                (false, None)
            }
        };
        Some(Attribute { constraint, is_optional, default })
    }

    /// Returns the value of a default, with the defaults of its own attributes applied.
    fn default(&mut self, expr: &Expression, constraint: &TypeConstraint) -> Option<Value> {
        let value = self.diags.unless_errors(|diags| expr.value(&EvalContext::new(), diags))?;
        match convert(value, &constraint.ty) {
            Ok(value) => Some(match &constraint.defaults {
                Some(defaults) => defaults.apply(value),
                None => value,
            }),
            Err(error) => {
                self.diags.fail(diags::wrong_default(expr.place(), &constraint.ty, &error))
            }
        }
    }

    fn fail(&mut self, problem: Diagnostic) -> TypeConstraint {
        self.diags.push(problem);
        Type::Dynamic.into()
    }
}

/// Returns the error for a type with the wrong number of arguments, such as `list()` or `list(a, b)`.
fn wrong_argument_count(expr: &Expression, call: &StaticCall) -> Diagnostic {
    let place = match call.arguments.as_slice() {
        [_, second, .., last] => second.place().source().place(second.span().to(last.span())),
        [_, second] => second.place(),
        _ => arguments_place(expr, call),
    };
    diags::lacks_argument(place, &call.name)
}

/// Returns the source location of the parentheses of a call and their content.
fn arguments_place(expr: &Expression, call: &StaticCall) -> Place {
    let parentheses = Span::new(call.name_place.span().end, expr.span().end);
    call.name_place.source().place(parentheses)
}
