//! `literal`, `expr`, `remain`, `remain_attrs`, `open_body` and `any`: constants, and the rest of the body.

use crate::cty::value_spec::ValueSpec;
use crate::cty::{Type, Value, convert};
use crate::decode::Spanned;
use crate::expr::Expression;
use crate::ext::typeexpr::TypeConstraint;
use crate::spec::language::argument::Required;
use crate::spec::language::block::{Blocks, OpenBlock, SpecContent};
use crate::spec::language::diags;
use crate::spec::language::read::{Read, SpecReader};
use crate::spec::language::values::{ValueBlocks, type_constraint_of};
use crate::spec::language::write::{Writer, reread};
use crate::spec::{DataForm, Rest, Spec};
use crate::syntax::native::{NewItem, captured_text, value_text};
use crate::{HclDecode, HclEncode};

/// A value.
#[derive(Default, HclDecode, HclEncode)]
#[hcl(crate = "crate")]
pub(super) struct Literal {
    /// The value, evaluated when the spec is read.
    value: Required<Spanned<Value>>,
    /// The type that it is converted to.
    r#type: Option<TypeConstraint>,
}

impl SpecContent<Spec> for Literal {
    fn read(self, reader: &mut SpecReader<'_>, block: &OpenBlock) -> Option<Read> {
        let value = self.value.0.unwrap_or_else(|| Value::null(Type::Dynamic).into());
        let converted = match self.r#type {
            Some(ty) => ty.convert(Value::clone(&value)),
            None => Ok(Value::clone(&value)),
        };
        match converted {
            Ok(value) => Some(Read::new(Spec::Literal(value), block.place.clone())),
            Err(error) => reader.diags.fail(diags::wrong_literal(value.place().clone(), &error)),
        }
    }
}

/// The value of an expression in the context of the configuration.
#[derive(Default, HclDecode, HclEncode)]
#[hcl(crate = "crate")]
pub(super) struct Expr {
    /// The expression.
    value: Required<Expression>,
}

impl SpecContent<Spec> for Expr {
    fn read(self, _: &mut SpecReader<'_>, block: &OpenBlock) -> Option<Read> {
        Some(Read::new(Spec::Expr(self.value.0?), block.place.clone()))
    }
}

/// The items of the body that no other spec names.
#[derive(Default, HclDecode, HclEncode)]
#[hcl(crate = "crate")]
pub(super) struct Remaining {}

impl SpecContent<Spec> for Remaining {
    fn read(self, _: &mut SpecReader<'_>, block: &OpenBlock) -> Option<Read> {
        let rest = match block.kind {
            "open_body" => Rest::Data(DataForm::Tuples),
            "any" => Rest::Data(DataForm::Merged),
            _ => Rest::Body,
        };
        Some(Read::new(rest, block.place.clone()))
    }
}

/// A map of all attributes of the body that no other spec names.
#[derive(Default, HclDecode, HclEncode)]
#[hcl(crate = "crate", default)]
pub(super) struct RemainingAttributes {
    /// The type that each value is converted to. By default, any type. A block can replace it.
    element_type: Option<Spanned<TypeConstraint>>,
    #[hcl(flatten)]
    value: Blocks<ValueBlocks>,
}

impl SpecContent<Spec> for RemainingAttributes {
    fn read(self, reader: &mut SpecReader<'_>, block: &OpenBlock) -> Option<Read> {
        let Read { spec, site } =
            reader.value("element_type", self.element_type, &self.value, block);
        let rest = Rest::Attributes(spec.bind(&reader.value_specs));
        Some(Read { spec: rest.into(), site: site.at(block.place.clone()) })
    }
}

impl Writer {
    pub(in crate::spec::language) fn literal(&mut self, value: &Value) -> Vec<NewItem> {
        let written = self.written(value);
        let read = value_text(&written).ok().and_then(|text| reread(&text));
        let as_type = |read: &Value| convert::convert(read.clone(), &value.ty());
        let mut r#type = None;
        match &read {
            Some(read) if read == value => {}
            Some(read) if as_type(read).is_ok_and(|it| it == *value) => {
                r#type = type_constraint_of(&value.ty());
                if r#type.is_none() {
                    self.lose("the type of a literal");
                }
            }
            // It was reported, or is null.
            _ if written.is_null() && !value.is_null() => {}
            _ => self.lose("the type of a literal"),
        }
        self.content(&Literal { value: Required(Some(written.into())), r#type }, [])
    }

    pub(in crate::spec::language) fn expr(&mut self, expr: &Expression) -> Vec<NewItem> {
        let value = captured_text(expr).is_ok().then(|| expr.clone());
        if value.is_none() {
            self.lose("an expression without a source form");
        }
        self.content(&Expr { value: Required(value) }, [])
    }

    pub(in crate::spec::language) fn remaining_attributes(
        &mut self,
        element: &ValueSpec,
    ) -> Vec<NewItem> {
        let (element_type, value) = self.free_value(element, "attribute");
        let element_type = element_type.map(Spanned::from);
        let content = RemainingAttributes { element_type, ..RemainingAttributes::default() };
        self.content(&content, value)
    }
}
