//! The spec of a value in one of several forms.

use super::{ItemDocs, ItemNames, ValueSpec};
use crate::collect::CollectVec;
use crate::{Kind, Str, Type, Value};

/// The spec of a value in one of several forms, such as the variants of an enum.
///
/// ```
/// use hcldyn::cty::value_spec::{ItemDocs, ValueSpec, ValueVariant, VariantSelector, VariantsSpec};
/// use hcldyn::cty::Type;
///
/// let keyword = |name: &str| ValueVariant::new(name, Type::String);
/// let selector = VariantSelector::Keyword { ignore_case: true };
/// let level = VariantsSpec::new(selector, [keyword("info"), keyword("debug")])
///     .with_docs(ItemDocs::new("The level of a log."));
/// assert_eq!(level.offered().collect::<Vec<_>>(), ["info", "debug"]);
/// assert_eq!(level.named("debug").map(|(position, _)| position), Some(1));
///
/// let level = ValueSpec::Variants(level.into());
/// assert_eq!(level.try_convert("DEBUG".into())?, "debug".into());
/// assert!(level.try_convert("loud".into()).is_err());
/// # Ok::<(), hcldyn::cty::FromValueError>(())
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct VariantsSpec {
    selector: VariantSelector,
    variants: Box<[ValueVariant]>,
    docs: ItemDocs,
}

/// The selector of a variant.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum VariantSelector {
    /// The value is the name of the variant. The converted value is its current name.
    Keyword {
        /// `true` if the case of letters does not matter.
        ignore_case: bool,
    },
    /// An attribute of the object is the name of the variant; the others belong to the variant. The converted value
    /// is a tuple of the variant's position and its object.
    Attribute(Str),
    /// The value is the name of the variant, or has the form of its content; the first variant of a form takes it, and
    /// the variant for [other](ValueVariant::other) values takes those of no form. The converted value is a tuple of the
    /// variant's position and its value.
    Form,
}

/// A variant.
///
/// ```
/// use hcldyn::cty::Type;
/// use hcldyn::cty::value_spec::{Form, ValueVariant};
///
/// let url = ValueVariant::new("url", Type::String);
/// assert_eq!((url.form(), url.form().describe()), (Form::String, "a string"));
/// ```
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct ValueVariant {
    /// The names, with the deprecation.
    pub names: ItemNames,
    /// The documentation.
    pub docs: ItemDocs,
    /// `true` if the variant takes all values that select no other variant.
    pub other: bool,
    /// `true` for a variant without content, whose value is its name.
    pub keyword: bool,
    /// The spec of the content; a string for a variant without content.
    pub spec: ValueSpec,
}

/// The form of a value.
///
/// ```
/// use hcldyn::cty::value_spec::Form;
///
/// assert_eq!(Form::Sequence.describe(), "a list");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Form {
    /// A bool.
    Bool,
    /// A number.
    Number,
    /// A string.
    String,
    /// A list, a set or a tuple.
    Sequence,
    /// A map or an object.
    Mapping,
    /// Any value.
    Any,
}

impl VariantsSpec {
    /// Creates the spec of these variants.
    pub fn new(
        selector: VariantSelector,
        variants: impl IntoIterator<Item = ValueVariant>,
    ) -> Self {
        Self {
            selector,
            variants: variants.into_iter().collect_vec().into(),
            docs: ItemDocs::default(),
        }
    }

    /// Sets the documentation.
    #[must_use]
    pub fn with_docs(mut self, docs: ItemDocs) -> Self {
        self.docs = docs;
        self
    }

    /// Returns the documentation.
    pub fn docs(&self) -> &ItemDocs {
        &self.docs
    }

    /// Returns the spec with the specs of its variants replaced.
    pub(super) fn map(&self, spec: impl Fn(&ValueSpec) -> ValueSpec) -> Self {
        let variant = |it: &ValueVariant| ValueVariant { spec: spec(&it.spec), ..it.clone() };
        Self { variants: self.variants.iter().map(variant).collect_vec().into(), ..self.clone() }
    }

    /// Returns the selector.
    pub fn selector(&self) -> &VariantSelector {
        &self.selector
    }

    /// Returns the variants in their order.
    pub fn variants(&self) -> &[ValueVariant] {
        &self.variants
    }

    pub(super) fn ty(&self) -> Type {
        match self.selector {
            VariantSelector::Keyword { .. } => Type::String,
            VariantSelector::Attribute(_) | VariantSelector::Form => Type::Dynamic,
        }
    }

    /// Returns the variant with a name, and its position. If there is none, returns the variant for other names.
    pub fn named(&self, name: &str) -> Option<(usize, &ValueVariant)> {
        let is_equal = |known: &Str| self.is_equal(known, name);
        self.first(&|variant| !variant.other && variant.names.all().any(is_equal))
            .or_else(|| self.first(&|variant| variant.other))
    }

    /// Returns the first variant for which a condition holds, and its position.
    fn first(&self, holds: &dyn Fn(&ValueVariant) -> bool) -> Option<(usize, &ValueVariant)> {
        self.variants.iter().enumerate().find(|(_, variant)| holds(variant))
    }

    /// Returns `true` if a name in a value is a known one.
    pub(super) fn is_equal(&self, known: &str, name: &str) -> bool {
        let ignore_case = matches!(self.selector, VariantSelector::Keyword { ignore_case: true });
        known == name || ignore_case && known.to_lowercase() == name.to_lowercase()
    }

    /// Returns the names to offer.
    pub fn offered(&self) -> impl Iterator<Item = &Str> {
        let is_offered =
            |variant: &&ValueVariant| variant.names.deprecation.is_none() && !variant.other;
        self.variants.iter().filter(is_offered).map(|variant| &variant.names.name)
    }

    /// Returns the variant whose name is the value, or the first variant with its form, and its position.
    pub(super) fn formed(&self, value: &Value) -> Option<(usize, &ValueVariant)> {
        let form = Form::of_value(value)?;
        let with_form = |form| self.first(&|variant| !variant.keyword && variant.form() == form);
        let named = value.as_str().and_then(|name| self.named(name));
        let named = named.filter(|(_, variant)| variant.keyword);
        let other = || self.first(&|variant| variant.other && !variant.keyword);
        named.or_else(|| with_form(form)).or_else(|| with_form(Form::Any)).or_else(other)
    }

    /// Returns the names of variants without content, to be offered.
    pub(super) fn keywords(&self) -> impl Iterator<Item = &Str> {
        let is_offered =
            |variant: &&ValueVariant| variant.keyword && variant.names.deprecation.is_none();
        self.variants.iter().filter(is_offered).map(|variant| &variant.names.name)
    }

    /// Returns the forms of variants with content, in their order.
    pub(super) fn forms(&self) -> impl Iterator<Item = Form> {
        self.variants.iter().filter(|variant| !variant.keyword).map(ValueVariant::form)
    }
}

impl ValueVariant {
    /// Creates a variant.
    pub fn new(name: impl Into<Str>, spec: impl Into<ValueSpec>) -> Self {
        Self {
            names: ItemNames::new(name),
            docs: ItemDocs::default(),
            other: false,
            keyword: false,
            spec: spec.into(),
        }
    }

    /// Returns the form of the variant's values.
    pub fn form(&self) -> Form {
        Form::of_type(&self.spec.ty())
    }
}

impl Form {
    pub(super) fn of_type(ty: &Type) -> Self {
        match ty {
            Type::Bool => Self::Bool,
            Type::Number => Self::Number,
            Type::String => Self::String,
            Type::List(_) | Type::Set(_) | Type::Tuple(_) => Self::Sequence,
            Type::Map(_) | Type::Object(_) => Self::Mapping,
            Type::Dynamic | Type::Capsule(_) => Self::Any,
        }
    }

    /// Returns the form of a known value, or `None` for a null, unknown or marked value.
    fn of_value(value: &Value) -> Option<Self> {
        match value.kind() {
            Kind::Null(_) | Kind::Unknown(..) | Kind::Marked(..) => None,
            _ => Some(Self::of_type(&value.ty())),
        }
    }

    /// Returns the form in words, with an article.
    pub fn describe(self) -> &'static str {
        match self {
            Self::Bool => "a bool",
            Self::Number => "a number",
            Self::String => "a string",
            Self::Sequence => "a list",
            Self::Mapping => "an object",
            Self::Any => "any value",
        }
    }
}
