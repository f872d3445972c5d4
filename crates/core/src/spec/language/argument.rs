//! Arguments with types of their own.

use crate::body::Layering;
use crate::cty::internal::CollectVec;
use crate::cty::value_spec::{Unexpected, ValueSpec, ValueVariant, VariantSelector, VariantsSpec};
use crate::cty::{
    FromValue, FromValueError, Function, Kind, PathError, Str, ToValue, Type, Value, ValueOrigin,
};
use crate::diag::{did_you_mean, list_choices};
use crate::ext;

/// An argument that must be written, but may be null. It has no value if it is invalid, which was reported.
pub(super) struct Required<T>(pub(super) Option<T>);

impl<T> Default for Required<T> {
    fn default() -> Self {
        Self(None)
    }
}

impl<T: FromValue> FromValue for Required<T> {
    const SPANNED: bool = T::SPANNED;

    fn ty() -> Type {
        T::ty()
    }

    fn value_spec() -> ValueSpec {
        T::value_spec()
    }

    fn from_value(value: &Value) -> Result<Self, FromValueError> {
        Option::from_value(value).map(Self)
    }

    fn from_value_at(value: &Value, origin: &dyn ValueOrigin) -> Result<Self, FromValueError> {
        Option::from_value_at(value, origin).map(Self)
    }
}

impl<T: ToValue> ToValue for Required<T> {
    fn to_value(&self) -> Result<Value, PathError> {
        self.0.to_value()
    }

    fn to_attribute(&self) -> Result<Option<Value>, PathError> {
        self.0.to_attribute()
    }
}

/// A deprecation: a bool, or the reason.
pub(super) enum Deprecated {
    No,
    Yes { advice: Option<Str> },
}

impl ToValue for Deprecated {
    fn to_value(&self) -> Result<Value, PathError> {
        Ok(match self {
            Self::No => false.into(),
            Self::Yes { advice: None } => true.into(),
            Self::Yes { advice: Some(advice) } => advice.clone().into(),
        })
    }
}

impl FromValue for Deprecated {
    fn ty() -> Type {
        Type::Dynamic
    }

    fn from_value(value: &Value) -> Result<Self, FromValueError> {
        match value.kind() {
            Kind::Bool(false) => Ok(Self::No),
            Kind::Bool(true) => Ok(Self::Yes { advice: None }),
            Kind::String(advice) => Ok(Self::Yes { advice: Some(advice.clone()) }),
            _ => Err(FromValueError::new(format!(
                "a bool or a string with advice is required, not {}",
                value.describe()
            ))),
        }
    }
}

/// An argument that is one of several words.
#[derive(Clone, Copy)]
pub(super) struct Word<T>(pub(super) T);

/// The meanings of words.
pub(super) trait Words: Copy + PartialEq + 'static {
    /// The words with their meanings.
    const WORDS: &'static [(&'static str, Self)];

    /// Returns all words.
    fn words() -> Vec<&'static str> {
        Self::WORDS.iter().map(|(word, _)| *word).collect_vec()
    }

    /// Returns the meaning of a word.
    fn of(word: &str) -> Option<Self> {
        Self::WORDS.iter().find(|(known, _)| *known == word).map(|(_, meaning)| *meaning)
    }

    /// Returns the word for a meaning.
    fn word(self) -> Option<&'static str> {
        Self::WORDS.iter().find(|(_, meaning)| *meaning == self).map(|(word, _)| *word)
    }
}

impl Words for Unexpected {
    const WORDS: &'static [(&'static str, Self)] =
        &[("deny", Self::Deny), ("warn", Self::Warn), ("ignore", Self::Ignore)];
}

impl Words for Layering {
    const WORDS: &'static [(&'static str, Self)] =
        &[("merge", Self::Merge), ("append", Self::Append), ("replace", Self::Replace)];
}

impl<T: Words> FromValue for Word<T> {
    fn ty() -> Type {
        Type::String
    }

    fn value_spec() -> ValueSpec {
        let words = T::words().into_iter().map(|word| {
            let mut word = ValueVariant::new(word, Type::String);
            word.keyword = true;
            word
        });
        let selector = VariantSelector::Keyword { ignore_case: false };
        ValueSpec::Variants(VariantsSpec::new(selector, words.collect_vec()).into())
    }

    fn from_value(value: &Value) -> Result<Self, FromValueError> {
        let word = Str::from_value(value)?;
        T::of(&word).map(Self).ok_or_else(|| {
            let (known, hint) = (list_choices(T::words()), did_you_mean(&word, T::words()));
            let message = format!("{known} is required, not {:?}. {hint}", &*word);
            FromValueError::new(message.trim_end())
        })
    }
}

impl<T: Words> ToValue for Word<T> {
    fn to_value(&self) -> Result<Value, PathError> {
        Ok(self.0.word().unwrap_or_default().into())
    }
}

/// Functions of the library with their names.
#[derive(Default)]
pub(super) struct LibraryFunctions(pub(super) Vec<(Str, Function)>);

impl FromValue for LibraryFunctions {
    fn ty() -> Type {
        Type::Dynamic
    }

    fn from_value(value: &Value) -> Result<Self, FromValueError> {
        let all = || library().map(|(name, function)| (Str::new(name), function));
        if value.as_str() == Some("all") {
            return Ok(Self(all().collect_vec()));
        }
        let wrong = |_| {
            let value = value.describe();
            FromValueError::new(format!(
                "\"all\" or a list of function names is required, not {value}"
            ))
        };
        let names = Vec::<Str>::from_value(value).map_err(wrong)?;
        let find = |name: &Str| {
            all().find(|(known, _)| known == name).ok_or_else(|| {
                let hint = did_you_mean(name, library().map(|(known, _)| known).collect_vec());
                let message = format!("the function {:?} does not exist. {hint}", &**name);
                FromValueError::new(message.trim_end())
            })
        };
        names.iter().map(find).collect::<Result<_, _>>().map(Self)
    }
}

/// The rules of the `variable`, `locals` and `output` blocks of a source.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Dialect {
    /// The rules of Terraform, as the documentation of the module `kit` describes them.
    #[default]
    Terraform,
    /// The rules of Packer: a default may call the functions of the context. `variables { name = "default" }` declares
    /// variables by their defaults, and `local "name" { expression = "value" }` a local value, which may be `sensitive`.
    Packer,
}

impl Words for Dialect {
    const WORDS: &'static [(&'static str, Self)] =
        &[("terraform", Self::Terraform), ("packer", Self::Packer)];
}

/// The rules of the variables that sources have of their own, if they have any: a bool, or the name of the rules.
#[derive(Default)]
pub(super) struct OwnVariables(pub(super) Option<Dialect>);

impl FromValue for OwnVariables {
    fn ty() -> Type {
        Type::Dynamic
    }

    fn from_value(value: &Value) -> Result<Self, FromValueError> {
        if let Kind::Bool(is_set) = value.kind() {
            return Ok(Self(is_set.then(Dialect::default)));
        }
        let word = value.as_str().unwrap_or_default();
        Dialect::of(word).map(|dialect| Self(Some(dialect))).ok_or_else(|| {
            let (known, hint) =
                (list_choices(Dialect::words()), did_you_mean(word, Dialect::words()));
            let message = format!("a bool, {known} is required, not {}. {hint}", value.describe());
            FromValueError::new(message.trim_end())
        })
    }
}

fn library() -> impl Iterator<Item = (&'static str, Function)> {
    let all = ext::all();
    #[cfg(feature = "functions-core")]
    let all = crate::functions::all().chain(all);
    all
}
