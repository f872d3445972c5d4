use std::error::Error;

use hcldyn::cty::{MaybeUnknown, Type, Value};
use hcldyn::diag::Report;
use hcldyn::load::artifact::Artifact;
use hcldyn::spec::decode_with_origin;
use hcldyn::{Diagnostics, EvalContext, HclDecode, parse_body, syntax};

#[derive(Debug, HclDecode)]
struct Site {
    owner: String,
    url: MaybeUnknown<String>,
}

fn main() {
    let mut diags = Diagnostics::new();
    if let Err(error) = plan(&mut diags).and_then(|artifact| apply(&artifact, &mut diags)) {
        println!("{error}");
    }
    if !diags.is_empty() {
        println!("\n{}", Report::new(&diags));
    }
}

/// The first process, which does not know the id yet.
fn plan(diags: &mut Diagnostics) -> Result<Vec<u8>, Box<dyn Error>> {
    let source = syntax::read_file("site.hcl", diags).ok_or("there is no site.hcl")?;
    let id = Value::unknown(Type::String);
    let ctx = EvalContext::new().with_variable("user", "ann").with_variable("id", id);
    let decoded = decode_with_origin(&parse_body(&source, diags), &Site::spec(), &ctx, diags);

    let artifact = Artifact::new().with_source(source).with_value("site", decoded.value.clone());
    println!("planned: {:?}", Site::from_decoded(decoded, diags));
    Ok(artifact.to_json()?)
}

/// The second process, which knows it.
fn apply(artifact: &[u8], diags: &mut Diagnostics) -> Result<(), Box<dyn Error>> {
    let artifact = Artifact::from_bytes(artifact)?;
    let ctx = EvalContext::new().with_variable("user", "bob").with_variable("id", "i-7");
    let decoded = decode_with_origin(&artifact.body(diags), &Site::spec(), &ctx, diags);

    artifact.check("site", &decoded.value, &decoded.origin, diags);
    println!("applied: {:?}", Site::from_decoded(decoded, diags));
    Ok(())
}
