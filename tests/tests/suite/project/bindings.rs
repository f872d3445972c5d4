//! The properties that bindings for other languages need: `docs/python.md` describes them.

use hcldyn::body::Body;
use hcldyn::cty::{Function, Type, Value};
use hcldyn::diag::Diagnostic;
use hcldyn::load::artifact::Artifact;
use hcldyn::spec::Spec;
use hcldyn::syntax::Source;
use hcldyn::{
    Cancellation, Decoder, Deferred, Diagnostics, EvalContext, Expression, ExpressionClosure,
    Limits, Spanned,
};

#[test]
fn types_are_shared_between_threads() {
    fn shared<T: Send + Sync + 'static>() {}
    shared::<(Artifact, Body, Cancellation, Decoder, Diagnostic, Diagnostics)>();
    shared::<(EvalContext, Expression, ExpressionClosure, Function, Limits)>();
    shared::<(Source, Spec, Type, Value, Spanned<Value>, Deferred<bool>)>();
}

/// An error of Python is made from one of Rust.
#[test]
fn errors_implement_the_trait() {
    fn error<T: std::error::Error + Send + Sync + 'static>() {}
    error::<Diagnostics>();
    error::<hcldyn::cty::WireError>();
    error::<hcldyn::load::artifact::ArtifactError>();
    error::<hcldyn::spec::SpecError>();
}
