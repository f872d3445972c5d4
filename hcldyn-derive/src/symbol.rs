//! The names that attributes go by, each written once.

use std::fmt;

use syn::Path;

/// A name that an attribute goes by.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Symbol(pub(crate) &'static str);

macro_rules! symbols {
    ($($name:ident = $text:literal,)*) => {
        $(pub(crate) const $name: Symbol = Symbol($text);)*
    };
}

symbols! {
    HCL = "hcl",
    // What a field is decoded from.
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
    // How.
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
    // Of a type as a whole.
    BOUND = "bound",
    CRATE = "crate",
    RENAME_ALL = "rename_all",
    TAG = "tag",
    TRY_FROM = "try_from",
    UNKNOWN = "unknown",
}

/// What may stand on a field.
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

/// What may stand on a variant.
pub(crate) const ON_VARIANTS: [Symbol; 1] = [NAME];

/// What may stand on a struct or an enum.
pub(crate) const ON_TYPES: [Symbol; 8] =
    [BOUND, CRATE, DYNAMIC, RENAME_ALL, TAG, TRY_FROM, UNKNOWN, VALIDATE];

impl Symbol {
    /// The symbol among `known` that a path is.
    pub(crate) fn of(path: &Path, known: &[Self]) -> Option<Self> {
        known.iter().copied().find(|symbol| path == symbol)
    }
}

impl PartialEq<Symbol> for Path {
    fn eq(&self, symbol: &Symbol) -> bool {
        self.is_ident(symbol.0)
    }
}

/// In backticks, as compiler messages show code.
impl fmt::Display for Symbol {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "`{}`", self.0)
    }
}

/// Names as a list: `` `a`, `b` and `c` ``.
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

/// The name among `known` that was most likely meant.
pub(crate) fn nearest<'a>(given: &str, known: impl Iterator<Item = &'a str>) -> Option<&'a str> {
    let near = known.map(|name| (strsim::damerau_levenshtein(given, name), name));
    let near = near.filter(|(distance, _)| *distance <= given.len().max(3) / 3);
    near.min_by_key(|(distance, _)| *distance).map(|(_, name)| name)
}
