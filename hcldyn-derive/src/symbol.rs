//! The names that attributes go by, each written once.

use std::fmt;

use syn::Path;

/// A name that an attribute goes by.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) struct Symbol(pub(crate) &'static str);

pub(crate) const HCL: Symbol = Symbol("hcl");

pub(crate) const CRATE: Symbol = Symbol("crate");

pub(crate) const ATTR: Symbol = Symbol("attr");
pub(crate) const BLOCK: Symbol = Symbol("block");
pub(crate) const DEFAULT: Symbol = Symbol("default");
pub(crate) const DYNAMIC: Symbol = Symbol("dynamic");
pub(crate) const EXPR: Symbol = Symbol("expr");
pub(crate) const EXPR_CLOSURE: Symbol = Symbol("expr_closure");
pub(crate) const LABEL: Symbol = Symbol("label");
pub(crate) const NAME: Symbol = Symbol("name");
pub(crate) const REMAIN: Symbol = Symbol("remain");

/// What may stand on a field.
pub(crate) const ON_FIELDS: [Symbol; 9] =
    [ATTR, BLOCK, DEFAULT, DYNAMIC, EXPR, EXPR_CLOSURE, LABEL, NAME, REMAIN];

/// What may stand on a struct.
pub(crate) const ON_STRUCTS: [Symbol; 1] = [CRATE];

impl PartialEq<Symbol> for Path {
    fn eq(&self, symbol: &Symbol) -> bool {
        self.is_ident(symbol.0)
    }
}

impl PartialEq<Symbol> for &Path {
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
pub(crate) fn list(symbols: &[Symbol]) -> String {
    let shown: Vec<_> = symbols.iter().map(ToString::to_string).collect();
    match shown.as_slice() {
        [] => String::new(),
        [only] => only.clone(),
        [first @ .., last] => format!("{} and {last}", first.join(", ")),
    }
}
