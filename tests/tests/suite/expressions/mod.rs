//! Expressions: evaluation, static analysis and custom decoding.

mod analysis;
mod custom_decoding;
mod custom_decoding_readme;
mod deferred;
mod messages;
mod random;
mod reference;
pub(crate) mod terraform;
mod traversals;

use std::sync::LazyLock;

use hcldyn::cty::{CapsuleType, Type, Value};
use hcldyn::diag::Diagnostic;
use hcldyn::ext::customdecode::CustomDecoder;
use hcldyn::{Diagnostics, Expression};

/// The type in the README of the reference's `ext/customdecode`: its values hold a word as it is written.
static KEYWORD: LazyLock<CapsuleType> = LazyLock::new(|| {
    let decode = |expr: &Expression, diags: &mut Diagnostics| {
        if let Some(keyword) = expr.as_keyword() {
            return Value::capsule(&KEYWORD, keyword.to_string());
        }
        diags.push(Diagnostic::error(expr.place(), "Invalid keyword", "A keyword is required."));
        Value::dynamic()
    };
    CapsuleType::with_extension("keyword", CustomDecoder::of_syntax(decode))
});

fn keyword_type() -> Type {
    Type::Capsule(KEYWORD.clone())
}

fn keyword(value: &Value) -> &str {
    value.as_capsule::<String>().unwrap()
}
