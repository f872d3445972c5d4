//! The names of attributes, each defined once.

use std::fmt;

use syn::Path;

/// The name of an attribute.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Symbol(pub(crate) &'static str);

macro_rules! symbols {
    ($($name:ident = $text:literal,)*) => {
        $(pub(crate) const $name: Symbol = Symbol($text);)*
    };
}

symbols! {
    HCL = "hcl",
    // Kinds of fields.
    ATTR = "attr",
    ATTRS = "attrs",
    BLOCK = "block",
    BLOCKS = "blocks",
    EXPR = "expr",
    EXPR_CLOSURE = "expr_closure",
    FLATTEN = "flatten",
    LABEL = "label",
    REMAIN = "remain",
    SKIP = "skip",
    // Options of fields.
    ALIAS = "alias",
    CONFLICTS_WITH = "conflicts_with",
    DEFAULT = "default",
    DEPRECATED = "deprecated",
    DYNAMIC = "dynamic",
    FORMER_NAME = "former_name",
    FROM_STR = "from_str",
    MAX_ITEMS = "max_items",
    MIN_ITEMS = "min_items",
    NAME = "name",
    OPTIONAL = "optional",
    REQUIRES = "requires",
    SENSITIVE = "sensitive",
    SERDE = "serde",
    VALIDATE = "validate",
    WITH = "with",
    // Options of types.
    BOUND = "bound",
    CRATE = "crate",
    RENAME_ALL = "rename_all",
    TAG = "tag",
    TRY_FROM = "try_from",
    UNKNOWN = "unknown",
}

/// The names allowed on a field.
pub(crate) const ON_FIELDS: [Symbol; 26] = [
    ALIAS,
    ATTR,
    ATTRS,
    BLOCK,
    BLOCKS,
    CONFLICTS_WITH,
    DEFAULT,
    DEPRECATED,
    DYNAMIC,
    EXPR,
    EXPR_CLOSURE,
    FLATTEN,
    FORMER_NAME,
    FROM_STR,
    LABEL,
    MAX_ITEMS,
    MIN_ITEMS,
    NAME,
    OPTIONAL,
    REMAIN,
    REQUIRES,
    SENSITIVE,
    SERDE,
    SKIP,
    VALIDATE,
    WITH,
];

/// The names allowed on a variant.
pub(crate) const ON_VARIANTS: [Symbol; 1] = [NAME];

/// The names allowed on a struct or an enum.
pub(crate) const ON_TYPES: [Symbol; 8] =
    [BOUND, CRATE, DYNAMIC, RENAME_ALL, TAG, TRY_FROM, UNKNOWN, VALIDATE];

impl Symbol {
    /// Returns the symbol in `known` that a path names.
    pub(crate) fn of(path: &Path, known: &[Self]) -> Option<Self> {
        known.iter().copied().find(|symbol| path == symbol)
    }
}

impl PartialEq<Symbol> for Path {
    fn eq(&self, symbol: &Symbol) -> bool {
        self.is_ident(symbol.0)
    }
}

/// Prints the name in backticks, as compiler messages show code.
impl fmt::Display for Symbol {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "`{}`", self.0)
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

/// Returns the name in `known` that is most similar.
pub(crate) fn nearest<'a>(given: &str, known: impl Iterator<Item = &'a str>) -> Option<&'a str> {
    let near = known.map(|name| (strsim::damerau_levenshtein(given, name), name));
    let near = near.filter(|(distance, _)| *distance <= given.len().max(3) / 3);
    near.min_by_key(|(distance, _)| *distance).map(|(_, name)| name)
}
