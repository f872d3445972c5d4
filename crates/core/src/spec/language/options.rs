//! The options that several kinds of blocks share.

use super::argument::Deprecated;
use super::block::Blocks;
use super::values::ValueBlocks;
use crate::cty::Str;
use crate::cty::value_spec::{Deprecation, ItemDocs, ItemNames};
use crate::decode::Spanned;
use crate::ext::repetition::Repetition;
use crate::ext::typeexpr::TypeConstraint;
use crate::spec::{BlockStep, NestedSpec, OtherForms};
use crate::syntax::native::value_text;
use crate::{HclDecode, HclEncode};

// The arguments for documentation. (A doc comment would be part of reference pages, here and below.)
#[derive(Default, HclDecode, HclEncode)]
#[hcl(crate = "crate", default)]
pub(super) struct Docs {
    /// A short title for readers, in place of the name.
    title: Option<Str>,
    /// A description, in prose.
    docs: Option<Str>,
    /// The version of the program that introduced the item.
    since: Option<Str>,
    /// A description of a default that the program computes.
    default_text: Option<Str>,
    /// Examples: expressions for an attribute, the content of a body for a block.
    examples: Vec<Str>,
    /// Conditions that the program checks, in full sentences.
    conditions: Vec<Str>,
    /// `true` if documents leave the item out.
    hidden: bool,
    /// `true` if a change of the item has an effect only after a restart of the program.
    restart: bool,
}

impl Docs {
    pub(super) fn read(self) -> ItemDocs {
        let mut docs = ItemDocs::default();
        docs.title = self.title;
        docs.text = self.docs;
        docs.since = self.since;
        docs.default = self.default_text;
        docs.examples = self.examples;
        docs.conditions = self.conditions;
        docs.is_hidden = self.hidden;
        docs.needs_restart = self.restart;
        docs
    }

    pub(super) fn of(docs: &ItemDocs) -> Self {
        let computed = || {
            let value = docs.computed_value()?;
            Some(value_text(&value).unwrap_or_else(|_| value.describe()).into())
        };
        Self {
            title: docs.title.clone(),
            docs: docs.text.clone(),
            since: docs.since.clone(),
            default_text: docs.default.clone().or_else(computed),
            examples: docs.examples.clone(),
            conditions: docs.conditions.clone(),
            hidden: docs.is_hidden,
            restart: docs.needs_restart,
        }
    }
}

// The other names and the deprecation of an attribute or a block type.
#[derive(Default, HclDecode, HclEncode)]
#[hcl(crate = "crate", default)]
pub(super) struct Names {
    /// Other names, which are never suggested.
    aliases: Vec<Str>,
    /// Names that cause a warning with the current name.
    former_names: Vec<Str>,
    /// `true`, or a string with advice; each use causes a warning.
    deprecated: Option<Deprecated>,
    /// The name of a replacement; each use causes a warning with that name.
    replaced_by: Option<Str>,
}

impl Names {
    pub(super) fn read(self, name: Str) -> ItemNames {
        let mut names = ItemNames::new(name);
        (names.aliases, names.former_names) = (self.aliases, self.former_names);
        let replacement = self.replaced_by;
        names.deprecation = match self.deprecated {
            Some(Deprecated::Yes { advice }) => Some(Deprecation::new(replacement, advice)),
            _ if replacement.is_some() => Some(Deprecation::new(replacement, None)),
            _ => None,
        };
        names
    }

    pub(super) fn of(names: &ItemNames) -> Self {
        let deprecated = names.deprecation.as_ref().and_then(|it| match &it.replacement {
            Some(_) if it.advice.is_none() => None,
            _ => Some(Deprecated::Yes { advice: it.advice.clone() }),
        });
        Self {
            aliases: names.aliases.clone(),
            former_names: names.former_names.clone(),
            deprecated,
            replaced_by: names.deprecation.as_ref().and_then(|it| it.replacement.clone()),
        }
    }
}

// The attributes of blocks with an effect on the blocks.
#[derive(Default, HclDecode, HclEncode)]
#[hcl(crate = "crate", default)]
pub(super) struct Effects {
    /// The name of an attribute that repeats a block for each element of a collection.
    for_each: Option<Str>,
    /// The name of an attribute that repeats a block a number of times.
    count: Option<Str>,
    /// The name of an attribute that repeats a block for each combination of the values of some variables.
    matrix: Option<Str>,
    /// The name of the attribute that names the combinations of a matrix. By default, `name`.
    matrix_name: Option<Str>,
    /// `true` if the values of the first variable of a matrix change fastest. By default, those of the last one do.
    first_fastest: Option<bool>,
    /// The name of an attribute that lists the blocks of the type from which a block inherits.
    inherits: Option<Str>,
}

impl Effects {
    /// Returns the spec of the bodies of blocks with the attributes that are named.
    pub(super) fn read(&self, nested: NestedSpec) -> NestedSpec {
        let mut repetition = Repetition::new();
        if let Some(attribute) = &self.for_each {
            repetition = repetition.for_each(attribute.clone());
        }
        if let Some(attribute) = &self.count {
            repetition = repetition.count(attribute.clone());
        }
        if let Some(attribute) = &self.matrix {
            let name = self.matrix_name.clone().unwrap_or_else(|| Str::from(MATRIX_NAME));
            repetition = repetition.matrix(attribute.clone(), name);
            if self.first_fastest == Some(true) {
                repetition = repetition.first_fastest();
            }
        }
        let inherit = self.inherits.clone().map(BlockStep::Inherit);
        let repeat =
            (repetition != Repetition::new()).then(|| BlockStep::Repeat(repetition.into()));
        inherit.iter().chain(&repeat).fold(nested, NestedSpec::with)
    }

    pub(super) fn of(steps: &[BlockStep]) -> Self {
        let mut effects = Self::default();
        for step in steps {
            match step {
                BlockStep::Inherit(attribute) => effects.inherits = Some(attribute.clone()),
                BlockStep::Repeat(repetition) => {
                    let matrix = repetition.matrix_attributes();
                    effects.for_each = repetition.for_each_attribute().cloned();
                    effects.count = repetition.count_attribute().cloned();
                    effects.matrix = matrix.map(|(matrix, _)| matrix.clone());
                    let name = matrix.map(|(_, name)| name.clone());
                    effects.matrix_name = name.filter(|name| *name != *MATRIX_NAME);
                    effects.first_fastest = repetition.is_first_fastest.then_some(true);
                }
            }
        }
        effects
    }
}

/// The default name of the attribute that names the combinations of a matrix.
const MATRIX_NAME: &str = "name";

// The value of an attribute, or of a part of one.
#[derive(Default, HclDecode, HclEncode)]
#[hcl(crate = "crate", default)]
pub(super) struct TypedValue {
    /// The type that the value is converted to. By default, any type. A block can replace it.
    pub(super) r#type: Option<Spanned<TypeConstraint>>,
    #[hcl(flatten)]
    pub(super) block: Blocks<ValueBlocks>,
}

/// Returns the forms whose arguments are set.
pub(super) fn forms(arguments: &[(bool, OtherForms)]) -> OtherForms {
    let set = arguments.iter().filter(|(is_set, _)| *is_set);
    set.fold(OtherForms::NONE, |all, (_, form)| all.and(*form))
}
