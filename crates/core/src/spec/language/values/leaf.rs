//! `captured`, `integer`, `text` and `use`: values without parts.

use crate::cty::internal::CollectVec;
use crate::cty::value_spec::{AttributeKind, LazyValueSpec, ValueHint, ValueSpec};
use crate::cty::{Number, Str, Type};
use crate::decode::Spanned;
use crate::expr::{closure_type, expression_type};
use crate::ext::typeexpr::type_constraint_type;
use crate::spec::language::argument::{Required, Word, Words};
use crate::spec::language::block::{NestedBlock, OpenBlock, SpecContent};
use crate::spec::language::diags;
use crate::spec::language::options::TypedValue;
use crate::spec::language::read::{Read, SpecReader};
use crate::spec::language::site::SpecSite;
use crate::spec::language::write::{Writer, block};
use crate::syntax::native::NewItem;
use crate::{HclDecode, HclEncode};

/// An expression that is not evaluated.
#[derive(Default, HclDecode, HclEncode)]
#[hcl(crate = "crate")]
pub(super) struct Captured {
    /// `"expression"`, `"closure"`, which includes the context, or `"type"`.
    r#as: Required<Word<CapturedForm>>,
    #[hcl(flatten)]
    value: TypedValue,
}

/// The form of a captured expression.
#[derive(Clone, Copy, PartialEq, Eq)]
enum CapturedForm {
    Expression,
    Closure,
    Type,
}

impl CapturedForm {
    /// Returns the type of the values.
    fn ty(self) -> Type {
        match self {
            Self::Expression => expression_type(),
            Self::Closure => closure_type(),
            Self::Type => type_constraint_type(),
        }
    }

    /// Returns the form of the values of a type.
    fn of(ty: &Type) -> Option<Self> {
        Self::WORDS.iter().map(|(_, form)| *form).find(|form| form.ty() == *ty)
    }
}

impl Words for CapturedForm {
    const WORDS: &'static [(&'static str, Self)] =
        &[("expression", Self::Expression), ("closure", Self::Closure), ("type", Self::Type)];
}

impl SpecContent<ValueSpec> for Captured {
    fn read(self, reader: &mut SpecReader<'_>, block: &OpenBlock) -> Option<Read<ValueSpec>> {
        let Word(form) = self.r#as.0?;
        let has_value = self.value.is_written();
        let Read { spec: value, site } = reader.typed_value(self.value, block);
        let spec = if has_value { ValueSpec::deferred(form.ty(), value) } else { form.ty().into() };
        Some(Read { spec, site })
    }
}

/// A whole number, as documents describe it.
#[derive(Default, HclDecode, HclEncode)]
#[hcl(crate = "crate")]
pub(super) struct Integer {
    /// The minimum.
    min: Required<Number>,
    /// The maximum.
    max: Required<Number>,
    /// `true` if it is not 0.
    #[hcl(optional)]
    nonzero: bool,
}

impl SpecContent<ValueSpec> for Integer {
    fn read(self, _: &mut SpecReader<'_>, block: &OpenBlock) -> Option<Read<ValueSpec>> {
        let (min, max) = (self.min.0?, self.max.0?);
        let hint = ValueHint::Integer { min, max, is_nonzero: self.nonzero };
        let spec = ValueSpec::from(Type::Number).with_hint(hint);
        Some(Read { spec, site: SpecSite::new(block.place.clone()) })
    }
}

/// A string, as documents describe it.
#[derive(Default, HclDecode, HclEncode)]
#[hcl(crate = "crate")]
pub(super) struct Text {
    /// The name of the format.
    format: Required<Str>,
    /// An example.
    example: Required<Str>,
}

impl SpecContent<ValueSpec> for Text {
    fn read(self, _: &mut SpecReader<'_>, block: &OpenBlock) -> Option<Read<ValueSpec>> {
        let spec = ValueSpec::text(self.format.0?, self.example.0?);
        Some(Read { spec, site: SpecSite::new(block.place.clone()) })
    }
}

/// A named value.
#[derive(Default, HclDecode, HclEncode)]
#[hcl(crate = "crate")]
pub(super) struct UseValue {
    /// The name, which a `value` block of the file defines.
    value: Required<Spanned<Str>>,
}

impl SpecContent<ValueSpec> for UseValue {
    fn read(self, reader: &mut SpecReader<'_>, block: &OpenBlock) -> Option<Read<ValueSpec>> {
        let name = self.value.0?;
        let names = || reader.values.iter().filter_map(NestedBlock::name);
        let Some(index) = names().position(|known| *known == *name) else {
            let error = diags::unknown_value(name.place().clone(), &name, names());
            return reader.diags.fail(error);
        };
        let spec = ValueSpec::Lazy(LazyValueSpec::definition(index));
        Some(Read { spec, site: SpecSite::new(block.place.clone()) })
    }
}

/// Returns the definitions that use themselves for a whole value, so that a conversion would never end.
pub(super) fn endless(definitions: &[ValueSpec]) -> Vec<usize> {
    let uses = definitions
        .iter()
        .map(|definition| {
            let mut uses = Vec::new();
            add_uses(definition, &mut uses);
            uses
        })
        .collect_vec();
    let reaches_itself = |first: &usize| {
        let mut seen = vec![false; uses.len()];
        let mut open = uses[*first].clone();
        while let Some(next) = open.pop() {
            if next == *first {
                return true;
            }
            if !std::mem::replace(&mut seen[next], true) {
                open.extend(&uses[next]);
            }
        }
        false
    };
    (0..uses.len()).filter(reaches_itself).collect_vec()
}

/// Adds the definitions that a spec uses for a whole value, not for its parts.
fn add_uses(spec: &ValueSpec, uses: &mut Vec<usize>) {
    match spec {
        ValueSpec::Lazy(lazy) => uses.extend(lazy.definition_index()),
        ValueSpec::Variants(variants) => {
            variants.variants().iter().for_each(|variant| add_uses(&variant.spec, uses));
        }
        ValueSpec::Object(object) => {
            let flattened = object.attributes().iter();
            flattened
                .filter(|attribute| attribute.kind == AttributeKind::Flattened)
                .for_each(|attribute| add_uses(&attribute.spec, uses));
        }
        _ => {}
    }
}

impl Writer {
    /// Returns the block for a value of a type that has no source, if a captured expression has it.
    pub(super) fn captured(&mut self, ty: &Type) -> Option<NewItem> {
        let Some(form) = CapturedForm::of(ty) else {
            self.lose(format!("the type {ty}"));
            return None;
        };
        let content = Captured { r#as: Required(Some(Word(form))), ..Captured::default() };
        Some(block("captured", None, self.content(&content, [])))
    }

    /// Returns the block for a value with a hint.
    pub(super) fn hinted(&mut self, ty: &Type, hint: &ValueHint, name: &str) -> Option<NewItem> {
        Some(match hint {
            ValueHint::Integer { min, max, is_nonzero } => {
                let (min, max) = (Required(Some(min.clone())), Required(Some(max.clone())));
                let content = Integer { min, max, nonzero: *is_nonzero };
                block("integer", None, self.content(&content, []))
            }
            ValueHint::Text { name, example } => {
                let (format, example) = (name.clone(), example.clone());
                let content =
                    Text { format: Required(Some(format)), example: Required(Some(example)) };
                block("text", None, self.content(&content, []))
            }
            ValueHint::Deferred(value) => {
                let form = CapturedForm::of(ty);
                if form.is_none() {
                    self.lose(format!("the type {ty}, which is written as a closure"));
                }
                let form = form.unwrap_or(CapturedForm::Closure);
                let (ty, value) = self.value(value, name);
                let any = value.is_empty().then(|| Type::Dynamic.into());
                let content = Captured {
                    r#as: Required(Some(Word(form))),
                    value: TypedValue::of(ty.or(any)),
                };
                block("captured", None, self.content(&content, value))
            }
            other => {
                self.lose(format!("the hint {other:?}"));
                return None;
            }
        })
    }

    /// Returns the block that uses a named value.
    pub(super) fn used_value(&mut self, value: &LazyValueSpec, name: &str) -> NewItem {
        let value = self.values.name(value, name);
        let content = UseValue { value: Required(Some(value.into())) };
        block("use", None, self.content(&content, []))
    }
}
