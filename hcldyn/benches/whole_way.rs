//! Every stage from source text to structs, compared with a parser alone.
//!
//! Limits: `whole_way` takes at most 1.6 times as long as `parser_alone`, and `generate` grows in proportion to
//! the number of blocks. Run with `cargo bench -p hcldyn --bench whole_way`.

mod corpus;

use corpus::{Config, Generated, RESOURCES, context, generated, text};
use divan::Bencher;
use hcldyn::ext::dynblock;
use hcldyn::spec::decode;
use hcldyn::syntax::Source;
use hcldyn::{Diagnostics, EvalContext, HclDecode, parse_body};
use hcldyn_syntax::error::SyntaxError;
use hcldyn_syntax::event::{Event, Receiver};
use hcldyn_syntax::lexer::Lexer;
use hcldyn_syntax::source::Span;

fn main() {
    divan::Divan::default().sample_count(15).config_with_args().main();
}

/// The baseline: hcl-edit parses the whole input and drops its tree.
#[divan::bench]
fn parser_alone(bencher: Bencher<'_, '_>) {
    let text = text(RESOURCES);
    bencher.bench_local(|| drop(hcl_edit::parser::parse_body(&text)));
}

/// Source to tokens.
#[divan::bench]
fn lex(bencher: Bencher<'_, '_>) {
    let text = text(RESOURCES);
    bencher.bench_local(|| Lexer::new(&text).count());
}

/// Source to events, which are dropped.
#[divan::bench]
fn events(bencher: Bencher<'_, '_>) {
    struct Drop;
    impl Receiver for Drop {
        fn event(&mut self, event: Event, span: Span) {
            divan::black_box((event, span));
        }
        fn error(&mut self, _: SyntaxError) {}
    }
    let text = text(RESOURCES);
    bencher.bench_local(|| hcldyn_syntax::parser::parse_body(&text, &mut Drop));
}

/// Source to tree.
#[divan::bench]
fn parse(bencher: Bencher<'_, '_>) {
    let source = Source::new("bench.hcl", text(RESOURCES));
    bencher.bench_local(|| parse_body(&source, &mut Diagnostics::new()));
}

/// Tree to value.
#[divan::bench]
fn decode_value(bencher: Bencher<'_, '_>) {
    let body = parse_body(&Source::new("bench.hcl", text(RESOURCES)), &mut Diagnostics::new());
    let (spec, ctx) = (Config::spec(), context(0));
    bencher.bench_local(|| decode(&body, &spec, &ctx, &mut Diagnostics::new()));
}

/// Source to structs.
#[divan::bench]
fn whole_way(bencher: Bencher<'_, '_>) {
    let (text, ctx) = (text(RESOURCES), context(0));
    bencher.bench_local(|| {
        hcldyn::from_str::<Config>(&text, &ctx).expect("the text has no mistakes").resource.len()
    });
}

/// One `dynamic` block, whose blocks are generated but not decoded.
#[divan::bench(args = [10_000, 100_000])]
fn expand(bencher: Bencher<'_, '_>, blocks: usize) {
    let body = parse_body(&Source::new("bench.hcl", generated(blocks)), &mut Diagnostics::new());
    let (ctx, schema) = (context(blocks), Generated::spec().implied_schema());
    bencher.bench_local(|| {
        let content = dynblock::expand(&body, &ctx).content(&schema, &mut Diagnostics::new());
        assert_eq!(content.blocks.len(), blocks);
    });
}

/// One `dynamic` block, source to structs.
#[divan::bench(args = [10_000, 100_000])]
fn generate(bencher: Bencher<'_, '_>, blocks: usize) {
    let (text, ctx): (String, EvalContext) = (generated(blocks), context(blocks));
    bencher.bench_local(|| {
        hcldyn::from_str::<Generated>(&text, &ctx).expect("the text has no mistakes").port.len()
    });
}
