//! The options of the derives, each defined once.
//!
//! A new option is a line in `symbols!` with its positions in `Symbol::positions`, and an arm of the `match` in the file of
//! `attr` for each position.

use std::fmt;

use syn::Path;

/// One of the derives.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Derive {
    Decode,
    Encode,
    Value,
}

/// The position of an attribute.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Position {
    /// On a struct or an enum.
    Type,
    Variant,
    Field,
}

macro_rules! symbols {
    ($($symbol:ident = $name:literal,)*) => {
        /// An option in `#[hcl(…)]`.
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub(crate) enum Symbol {
            $($symbol,)*
        }

        impl Symbol {
            const ALL: &[Self] = &[$(Self::$symbol),*];

            /// Returns the name of the option.
            pub(crate) const fn name(self) -> &'static str {
                match self {
                    $(Self::$symbol => $name,)*
                }
            }
        }
    };
}

symbols! {
    Alias = "alias",
    AtLeastOneOf = "at_least_one_of",
    Attr = "attr",
    Attrs = "attrs",
    Block = "block",
    Blocks = "blocks",
    Bound = "bound",
    ConflictsWith = "conflicts_with",
    Count = "count",
    Crate = "crate",
    Default = "default",
    Deprecated = "deprecated",
    DeriveDefault = "derive_default",
    Dynamic = "dynamic",
    EncodeWith = "encode_with",
    Example = "example",
    ExactlyOneOf = "exactly_one_of",
    Expr = "expr",
    ExprClosure = "expr_closure",
    FirstFastest = "first_fastest",
    Flag = "flag",
    Flatten = "flatten",
    ForEach = "for_each",
    FormerName = "former_name",
    From = "from",
    FromStr = "from_str",
    Hide = "hide",
    Inherits = "inherits",
    Key = "key",
    IgnoreCase = "ignore_case",
    IntoValue = "into_value",
    Label = "label",
    Labels = "labels",
    LabelsAsBlocks = "labels_as_blocks",
    Length = "length",
    Matches = "matches",
    Matrix = "matrix",
    MaxItems = "max_items",
    Merge = "merge",
    MinItems = "min_items",
    Name = "name",
    NonEmpty = "non_empty",
    OneOf = "one_of",
    Optional = "optional",
    OrAttr = "or_attr",
    OrBlock = "or_block",
    Other = "other",
    Prefix = "prefix",
    Range = "range",
    Remain = "remain",
    RenameAll = "rename_all",
    RenameAllFields = "rename_all_fields",
    Requires = "requires",
    RequiresIf = "requires_if",
    Restart = "restart",
    Scope = "scope",
    Sensitive = "sensitive",
    Serde = "serde",
    Since = "since",
    Skip = "skip",
    Tag = "tag",
    Title = "title",
    TryFrom = "try_from",
    Unique = "unique",
    Unknown = "unknown",
    Untagged = "untagged",
    Validate = "validate",
    With = "with",
}

impl Symbol {
    /// Returns the option that a path names.
    pub(crate) fn of(path: &Path) -> Option<Self> {
        Self::ALL.iter().copied().find(|symbol| path.is_ident(symbol.name()))
    }

    /// Returns the options of a derive in one position, in alphabetical order.
    pub(crate) fn known(derive: Derive, position: Position) -> impl Iterator<Item = Self> + Clone {
        Self::ALL.iter().copied().filter(move |symbol| symbol.is_allowed(derive, position))
    }

    /// Returns `true` if a derive reads the option in this position.
    pub(crate) fn is_allowed(self, derive: Derive, position: Position) -> bool {
        self.positions(derive).contains(&position)
    }

    /// Returns the positions in which a derive reads the option.
    pub(crate) fn positions(self, derive: Derive) -> &'static [Position] {
        use Position::{Field, Type, Variant};
        let (decode, value): (&[Position], &[Position]) = match self {
            Self::Name => (&[Field, Variant], &[Field, Variant]),
            Self::Default | Self::EncodeWith | Self::Validate | Self::With => {
                (&[Type, Field], &[Type, Field])
            }
            Self::Optional
            | Self::Flatten
            | Self::FromStr
            | Self::Prefix
            | Self::Remain
            | Self::Sensitive
            | Self::Serde => (&[Field], &[Field]),
            Self::Alias | Self::FormerName | Self::Deprecated => (&[Field], &[Field, Variant]),
            Self::Skip | Self::Hide => (&[Field], &[Field, Variant]),
            Self::Example | Self::Since | Self::Title => (&[Type, Field], &[Field, Variant]),
            Self::Dynamic | Self::LabelsAsBlocks | Self::Merge | Self::OrAttr | Self::OrBlock => {
                (&[Type, Field], &[])
            }
            Self::Bound
            | Self::Crate
            | Self::RenameAll
            | Self::RenameAllFields
            | Self::Tag
            | Self::Unknown => (&[Type], &[Type]),
            Self::AtLeastOneOf | Self::DeriveDefault | Self::ExactlyOneOf | Self::RequiresIf => {
                (&[Type], &[])
            }
            Self::From => (&[Field], &[Type]),
            Self::IgnoreCase | Self::IntoValue | Self::TryFrom | Self::Untagged => (&[], &[Type]),
            Self::Other => (&[], &[Variant]),
            Self::Attr
            | Self::Attrs
            | Self::Block
            | Self::Blocks
            | Self::ConflictsWith
            | Self::Count
            | Self::Expr
            | Self::ExprClosure
            | Self::Flag
            | Self::FirstFastest
            | Self::ForEach
            | Self::Inherits
            | Self::Key
            | Self::Label
            | Self::Labels
            | Self::Length
            | Self::Matches
            | Self::Matrix
            | Self::MaxItems
            | Self::MinItems
            | Self::NonEmpty
            | Self::OneOf
            | Self::Range
            | Self::Requires
            | Self::Restart
            | Self::Scope
            | Self::Unique => (&[Field], &[]),
        };
        if derive == Derive::Value { value } else { decode }
    }
}

impl Derive {
    /// Returns the name of the derive.
    pub(crate) const fn name(self) -> &'static str {
        match self {
            Self::Decode => "HclDecode",
            Self::Encode => "HclEncode",
            Self::Value => "HclValue",
        }
    }

    /// Returns the derive for the other use of a type: as a block, or as a value.
    pub(crate) const fn other(self) -> Self {
        match self {
            Self::Decode | Self::Encode => Self::Value,
            Self::Value => Self::Decode,
        }
    }
}

/// Prints the name in backticks, as compiler messages show code.
impl fmt::Display for Symbol {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "`{}`", self.name())
    }
}

/// Prints the plural, for messages.
impl fmt::Display for Position {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Type => "the struct or enum",
            Self::Variant => "variants",
            Self::Field => "fields",
        })
    }
}

/// Returns names as a list: `` `a`, `b` and `c` ``.
pub(crate) fn list<T: fmt::Display>(names: &[T]) -> String {
    match names {
        [] => String::new(),
        [only] => only.to_string(),
        [first @ .., last] => {
            let first: Vec<_> = first.iter().map(ToString::to_string).collect();
            format!("{} and {last}", first.join(", "))
        }
    }
}

/// Returns the most similar name in `known`: the only name that begins with `given`, or the name with the fewest typos.
pub(crate) fn nearest<'a>(
    given: &str,
    known: impl Iterator<Item = &'a str> + Clone,
) -> Option<&'a str> {
    let near = known.clone().map(|name| (strsim::damerau_levenshtein(given, name), name));
    let near = near.filter(|(distance, _)| *distance <= given.len().max(3) / 3);
    let mut longer = known.filter(|name| given.len() >= 3 && name.starts_with(given));
    match (longer.next(), longer.next()) {
        (Some(only), None) => Some(only),
        _ => near.min_by_key(|(distance, _)| *distance).map(|(_, name)| name),
    }
}
