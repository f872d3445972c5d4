//! The codes of the diagnostics of the command itself.
//!
//! `docs/diagnostics.md` has a section for each of them.

use hcldyn::diag::Code;

macro_rules! codes {
    ($($name:ident = $code:literal, $summary:literal;)*) => {
        $(pub(crate) const $name: Code = Code::new($code, $summary);)*

        /// The codes of the command itself, in alphabetical order.
        pub const CODES: &[Code] = &[$($name),*];
    };
}

codes! {
    INVALID_VARIABLE_ARGUMENT = "invalid-variable-argument", "Invalid variable";
    UNEXPECTED_ASSIGNMENT = "unexpected-assignment", "Unexpected assignment";
    UNSUPPORTED_JSON_SYNTAX = "unsupported-json-syntax", "Unsupported JSON syntax";
    VALUE_TOO_LONG_TO_PRINT = "value-too-long-to-print", "Value too long to print";
}
