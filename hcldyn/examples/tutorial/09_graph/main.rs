use hcldyn::cty::Value;
use hcldyn::diag::Report;
use hcldyn::ext::graph::{BlockKind, Node};
use hcldyn::ext::kit;
use hcldyn::ext::kit::{Inputs, Variables};
use hcldyn::{Diagnostics, EvalContext, HclDecode, parse_body, spec, syntax};

#[derive(Debug, HclDecode)]
struct Service {
    host: String,
    port: u16,
}

fn main() {
    let mut diags = Diagnostics::new();
    evaluate(&mut diags);
    if !diags.is_empty() {
        println!("\n{}", Report::new(&diags));
    }
}

fn evaluate(diags: &mut Diagnostics) -> Option<()> {
    let body = parse_body(&syntax::read_file("app.hcl", diags)?, diags);
    let ctx = EvalContext::new();

    let service = BlockKind::new("service", &["name"]).defines(&["service"]).spec(Service::spec());
    let graph = kit::definitions().block(service).graph(&body, diags);
    let inputs = Inputs::new().argument("zone=eu");
    let var = Variables::of(&body, diags).assign(&inputs, &ctx, diags);

    let values = graph.evaluate(&ctx, diags, |node, ctx, diags| match node.block_type() {
        Some("service") => service_value(node, ctx, diags),
        _ => kit::value_of(node, &var, ctx, diags).unwrap_or_else(Value::failed),
    });
    for node in graph.levels().flatten() {
        println!("{node}: {:?}", values.value(node));
    }
    Some(())
}

fn service_value(node: &Node, ctx: &EvalContext, diags: &mut Diagnostics) -> Value {
    match node.block() {
        Some(block) => spec::decode(&block.body, &Service::spec(), ctx, diags),
        None => Value::dynamic(),
    }
}
