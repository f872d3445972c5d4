//! The cost of decoding by a spec: written blocks, generated blocks, and rejecting too many blocks.

use divan::Bencher;
use divan::counter::ItemsCount;
use hcldyn::body::Body;
use hcldyn::cty::{Type, Value};
use hcldyn::ext::dynblock;
use hcldyn::spec::{AttrSpec, BlocksSpec, Spec, decode_with_origin};
use hcldyn::syntax::Source;
use hcldyn::{Diagnostics, EvalContext, parse_body};

const BLOCKS: usize = 100_000;

fn main() {
    divan::main();
}

#[divan::bench]
fn written_blocks(bencher: Bencher<'_, '_>) {
    let text: String = (0..BLOCKS).map(|i| format!("port {{\n  n = {i}\n}}\n")).collect();
    measure(bencher, &read(&text), &ports(), &EvalContext::new());
}

#[divan::bench]
fn generated_blocks(bencher: Bencher<'_, '_>) {
    measure(bencher, &read(&generator("port", "n = port.value")), &ports(), &context(BLOCKS));
}

#[divan::bench]
fn generated_blocks_of_an_expanded_body(bencher: Bencher<'_, '_>) {
    let ctx = context(BLOCKS);
    let body = dynblock::expand(&read(&generator("port", "n = port.value")), &ctx);
    measure(bencher, &body, &ports(), &ctx);
}

/// 10^12 blocks, nested four levels deep.
#[divan::bench]
fn too_many_generated_blocks(bencher: Bencher<'_, '_>) {
    let (mut text, mut spec) = (generator("port", "n = port.value"), ports());
    for ty in ["c", "b", "a"] {
        text = generator(ty, &text);
        let nested = Spec::object([("nested", spec)]);
        spec = Spec::from(BlocksSpec::new(ty, nested).list().dynamic());
    }
    measure(bencher, &read(&text), &spec, &context(1000));
}

fn measure(bencher: Bencher<'_, '_>, body: &Body, spec: &Spec, ctx: &EvalContext) {
    bencher
        .counter(ItemsCount::new(BLOCKS))
        .bench(|| decode_with_origin(body, spec, ctx, &mut Diagnostics::new()));
}

fn ports() -> Spec {
    let port = Spec::object([("n", AttrSpec::new("n", Type::Number).into())]);
    Spec::from(BlocksSpec::new("port", port).list().dynamic())
}

fn generator(ty: &str, content: &str) -> String {
    format!("dynamic \"{ty}\" {{\n  for_each = all\n  content {{\n{content}\n  }}\n}}\n")
}

fn context(count: usize) -> EvalContext {
    let all = (0..count).map(|i| Value::from(i as u64)).collect();
    EvalContext::new().with_variable("all", Value::list(Type::Number, all))
}

fn read(text: &str) -> Body {
    parse_body(&Source::new("bench.hcl", text), &mut Diagnostics::new())
}
