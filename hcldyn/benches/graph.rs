//! What references between values cost, beside reading and decoding the same text without them.
//!
//! The bar: each graph takes under ten times what `without_references` does.
//! Run it with `cargo bench -p hcldyn --bench graph`.

use std::fmt::Write;

use divan::Bencher;
use hcldyn::graph::Graph;
use hcldyn::source::Source;
use hcldyn::{Body, Diagnostics, EvalContext, Value, kit, parse_body};

const LOCALS: usize = 10_000;

fn main() {
    divan::main();
}

/// The peer: every local has a value of its own, all are read and evaluated one after the other.
#[divan::bench]
fn without_references(bencher: Bencher<'_, '_>) {
    let (text, ctx) = (locals(|i| format!("{i} + 1")), EvalContext::new());
    bencher.bench_local(|| {
        let mut diags = Diagnostics::new();
        let block = read(&text)
            .partial_content(&kit::definitions().schema(), &mut diags)
            .0
            .blocks
            .remove(0);
        let attributes = block.body.just_attributes(&mut diags);
        attributes.into_iter().map(|it| it.expr.value(&ctx, &mut diags)).collect::<Vec<_>>()
    });
}

/// Each needs the next one.
#[divan::bench]
fn chain(bencher: Bencher<'_, '_>) {
    run(bencher, |i| if i + 1 < LOCALS { format!("local.a{} + 1", i + 1) } else { "1".to_owned() });
}

/// All need one.
#[divan::bench]
fn star(bencher: Bencher<'_, '_>) {
    run(bencher, |i| if i > 0 { "local.a0 + 1".to_owned() } else { "1".to_owned() });
}

/// One needs all by name.
#[divan::bench]
fn gathered(bencher: Bencher<'_, '_>) {
    let all: Vec<_> = (1..LOCALS).map(|i| format!("local.a{i}")).collect();
    run(bencher, |i| if i > 0 { format!("{i} + 1") } else { format!("[{}]", all.join(", ")) });
}

/// Each needs eight of those before it.
#[divan::bench]
fn web(bencher: Bencher<'_, '_>) {
    run(bencher, |i| {
        let needed = (0..8).map(|j| format!("local.a{}", i.saturating_sub(j * 7 + 1)));
        if i > 0 {
            format!("[{}][0]", needed.collect::<Vec<_>>().join(", "))
        } else {
            "1".to_owned()
        }
    });
}

/// Every local in one cycle, of which the shortest is looked for.
#[divan::bench]
fn cycle(bencher: Bencher<'_, '_>) {
    let text = locals(|i| format!("local.a{}", (i + 1) % LOCALS));
    bencher.bench_local(|| {
        let mut diags = Diagnostics::new();
        let graph = kit::definitions().graph(&read(&text), &mut diags);
        assert!(diags.has_errors());
        graph
    });
}

fn run(bencher: Bencher<'_, '_>, of: impl Fn(usize) -> String) {
    let (text, ctx) = (locals(of), EvalContext::new());
    bencher.bench_local(|| {
        let mut diags = Diagnostics::new();
        let graph: Graph = kit::definitions().graph(&read(&text), &mut diags);
        let values = graph.evaluate(&ctx, &mut diags, |node, ctx, diags| {
            node.expr().map_or(Value::dynamic(), |expr| expr.value(ctx, diags))
        });
        assert!(diags.is_empty(), "{diags}");
        values.get(&["local", "a0"])
    });
}

fn read(text: &str) -> Body {
    parse_body(&Source::new("bench.hcl", text), &mut Diagnostics::new())
}

fn locals(of: impl Fn(usize) -> String) -> String {
    let mut text = String::from("locals {\n");
    for i in 0..LOCALS {
        // Writing to a string never fails.
        let _ = writeln!(text, "  a{i} = {}", of(i));
    }
    text + "}\n"
}
