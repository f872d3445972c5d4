//! `dynamic` blocks: the blocks that they generate, and the errors about them.

mod empty_collections;
mod errors;
mod for_each_checks;
mod generation;
mod nested;
mod readme;
mod reference;
mod terraform;
mod unknown_collections;

use hcldyn::cty::{Mark, Type, Value};
use hcldyn::spec::{AttrSpec, BlocksSpec, Spec, decode};
use hcldyn::syntax::Source;
use hcldyn::{Diagnostics, EvalContext, parse_body};

/// Returns the value of a source, and the diagnostics, one on each line.
fn run(text: &str, spec: &Spec, ctx: &EvalContext) -> (Value, String) {
    let mut diags = Diagnostics::new();
    let body = parse_body(&Source::new("t.hcl", text), &mut diags);
    let value = decode(&body, spec, ctx, &mut diags);
    (value, diags.to_string())
}

/// Returns a spec of `rule` blocks with an attribute `name`, which may be generated, and `fixed` blocks,
/// which may not.
fn rules() -> Spec {
    let rule = Spec::object([("name", AttrSpec::new("name", Type::String).into())]);
    Spec::object([
        ("rules", Spec::from(BlocksSpec::new("rule", rule.clone()).list().dynamic())),
        ("fixed", Spec::from(BlocksSpec::new("fixed", rule).list())),
    ])
}

/// Returns a spec of `rule` blocks by their label, which may be generated.
fn labelled() -> Spec {
    let rule = Spec::object([("name", AttrSpec::new("name", Type::String).into())]);
    BlocksSpec::new("rule", rule).map("key").dynamic().into()
}

/// Returns the names of the blocks in an attribute of a decoded object.
fn names(value: &Value, blocks: &str) -> Vec<String> {
    let blocks = value.as_object().unwrap().get(blocks).unwrap().elements();
    let name = |block: &Value| format!("{:?}", block.unmarked().as_object().unwrap().values()[0]);
    blocks.iter().map(name).collect()
}

/// Returns the errors about a `dynamic "rule"` block with the given content.
fn problems(spec: &Spec, inside: &str) -> String {
    let ctx = EvalContext::new()
        .with_variable("unknown", Value::unknown(Type::list(Type::String)))
        .with_variable("secret", Value::from("s").mark(Mark::sensitive()));
    run(&format!("dynamic \"rule\" {{\n{inside}\n}}\n"), spec, &ctx).1
}

/// Returns a spec of a body with an attribute `name`.
fn name() -> Spec {
    Spec::object([("name", AttrSpec::new("name", Type::String).into())])
}

/// Returns a spec of `rule` blocks with nested `inner` blocks; all may be generated.
fn rules_with_inner() -> Spec {
    let inner = Spec::from(BlocksSpec::new("inner", name()).list().dynamic());
    Spec::from(BlocksSpec::new("rule", inner).list().dynamic())
}
