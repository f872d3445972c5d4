//! The cost of references between values, compared with the same input with numbers instead of references.
//!
//! Limit: `with_references` takes less than ten times as long as `without_references`, for each shape. Run with
//! `cargo bench -p hcldyn --bench graph`.

use std::fmt::Write;

use divan::Bencher;
use hcldyn::body::Body;
use hcldyn::cty::Value;
use hcldyn::ext::kit;
use hcldyn::syntax::Source;
use hcldyn::{Diagnostics, EvalContext, parse_body};

const LOCALS: usize = 10_000;

const SHAPES: [&str; 4] = ["chain", "star", "gathered", "web"];

fn main() {
    divan::main();
}

/// Parses all values and evaluates them in source order.
#[divan::bench(args = SHAPES)]
fn without_references(bencher: Bencher<'_, '_>, shape: &str) {
    let (text, ctx) = (text(shape).replace("local.a", "10"), EvalContext::new());
    bencher.bench_local(|| {
        let mut diags = Diagnostics::new();
        let (mut content, _) =
            read(&text).partial_content(&kit::definitions().schema(), &mut diags);
        let attributes = content.blocks.remove(0).body.just_attributes(&mut diags);
        attributes.into_iter().map(|it| it.expr.value(&ctx, &mut diags)).collect::<Vec<_>>()
    });
}

/// Parses all values, sorts them and evaluates them.
#[divan::bench(args = SHAPES)]
fn with_references(bencher: Bencher<'_, '_>, shape: &str) {
    let (text, ctx) = (text(shape), EvalContext::new());
    bencher.bench_local(|| {
        let mut diags = Diagnostics::new();
        let graph = kit::definitions().graph(&read(&text), &mut diags);
        let values = graph.evaluate(&ctx, &mut diags, |node, ctx, diags| {
            node.expr().map_or(Value::dynamic(), |expr| expr.value(ctx, diags))
        });
        assert!(diags.is_empty(), "{diags}");
        values.get(&["local", "a0"])
    });
}

/// All values in one cycle, which is searched for a shorter one.
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

fn read(text: &str) -> Body {
    parse_body(&Source::new("bench.hcl", text), &mut Diagnostics::new())
}

fn text(shape: &str) -> String {
    match shape {
        // Each value needs the next one.
        "chain" => locals(|i| match i + 1 {
            LOCALS => "1".to_owned(),
            next => format!("local.a{next} + 1"),
        }),
        // All values need the first.
        "star" => locals(|i| if i > 0 { "local.a0 + 1".to_owned() } else { "1".to_owned() }),
        // The first value needs all others by name.
        "gathered" => {
            let all: Vec<_> = (1..LOCALS).map(|i| format!("local.a{i}")).collect();
            locals(|i| if i > 0 { format!("{i} + 1") } else { format!("[{}]", all.join(", ")) })
        }
        // Each value needs eight earlier ones.
        _ => locals(|i| {
            let needed = (0..8).map(|j| format!("local.a{}", i.saturating_sub(j * 7 + 1)));
            let needed = needed.collect::<Vec<_>>().join(", ");
            if i > 0 { format!("[{needed}][0]") } else { "1".to_owned() }
        }),
    }
}

fn locals(of: impl Fn(usize) -> String) -> String {
    let mut text = String::from("locals {\n");
    for i in 0..LOCALS {
        // Writing to a string never fails.
        let _ = writeln!(text, "  a{i} = {}", of(i));
    }
    text + "}\n"
}
