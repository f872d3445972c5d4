use hcldyn::body::Body;
use hcldyn::cty::json::to_plain_json;
use hcldyn::cty::{Type, Value};
use hcldyn::diag::Report;
use hcldyn::spec::{self, AttrSpec, BlocksSpec, LabelSpec, Spec, language};
use hcldyn::{Diagnostics, EvalContext, parse_body, syntax};

fn main() {
    let mut diags = Diagnostics::new();
    let value = decode(&mut diags);
    match value.as_ref().map(to_plain_json) {
        Some(Ok(json)) if !diags.has_errors() => println!("{json}"),
        _ => println!("{}", Report::new(&diags)),
    }
}

fn decode(diags: &mut Diagnostics) -> Option<Value> {
    let ctx = EvalContext::new();
    let settings = language::read(&read("plugin.hcl", diags)?, &ctx, diags)?;
    let spec = jobs(settings.spec);
    Some(spec::decode(&read("jobs.hcl", diags)?, &spec, &ctx, diags))
}

/// The program's part of the spec of a job, around the plugin's settings.
fn jobs(settings: Spec) -> Spec {
    let job = Spec::object([
        ("name", LabelSpec::new(0, "name").into()),
        ("every", AttrSpec::new("every", Type::String).required().into()),
        ("settings", BlocksSpec::new("settings", settings).required().into()),
    ]);
    Spec::from(BlocksSpec::new("job", job).list())
}

fn read(path: &str, diags: &mut Diagnostics) -> Option<Body> {
    let source = syntax::read_file(path, diags)?;
    Some(parse_body(&source, diags))
}
