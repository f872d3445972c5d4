//! Reads a file of a Terraform module, lists its `resource` blocks, and decodes two types of them into
//! structs, with their `dynamic` blocks expanded.
//!
//! Run it with `cargo run --example terraform_module -- PATH VARS`. `VARS` is a file of attributes with the
//! values that the module's expressions refer to: `var`, `local` and so on. `examples/s3.vars.hcl` is one for
//! the S3 bucket module of `terraform-aws-modules`.

use std::collections::BTreeMap;
use std::error::Error;
use std::path::Path;

use hcldyn::body::Body;
use hcldyn::cty::MaybeUnknown;
use hcldyn::{Diagnostics, EvalContext, Expression, HclDecode, ext, functions};

/// A file of a module. Only its resources are decoded.
#[derive(HclDecode)]
struct Module {
    #[hcl(block)]
    resource: Vec<Resource>,
    #[hcl(remain)]
    _rest: Body,
}

/// A resource whose body is decoded once its type is known.
#[derive(HclDecode)]
struct Resource {
    #[hcl(label)]
    ty: String,
    #[hcl(label)]
    name: String,
    #[hcl(remain)]
    body: Body,
}

#[derive(Debug, HclDecode)]
#[allow(dead_code, reason = "shown through Debug")]
struct CorsConfiguration {
    count: Option<u32>,
    region: Option<String>,
    bucket: MaybeUnknown<String>,
    expected_bucket_owner: Option<String>,
    #[hcl(dynamic)]
    cors_rule: Vec<CorsRule>,
}

#[derive(Debug, HclDecode)]
#[allow(dead_code, reason = "shown through Debug")]
struct CorsRule {
    id: Option<String>,
    allowed_methods: Vec<String>,
    allowed_origins: Vec<String>,
    allowed_headers: Option<Vec<String>>,
    expose_headers: Option<Vec<String>>,
    max_age_seconds: Option<u32>,
}

#[derive(Debug, HclDecode)]
#[allow(dead_code, reason = "shown through Debug")]
struct LifecycleConfiguration {
    count: Option<u32>,
    region: Option<String>,
    bucket: MaybeUnknown<String>,
    expected_bucket_owner: Option<String>,
    transition_default_minimum_object_size: Option<String>,
    #[hcl(expr)]
    depends_on: Option<Expression>,
    #[hcl(dynamic)]
    rule: Vec<LifecycleRule>,
}

#[derive(Debug, HclDecode)]
#[allow(dead_code, reason = "shown through Debug")]
struct LifecycleRule {
    id: Option<String>,
    status: String,
    #[hcl(dynamic)]
    abort_incomplete_multipart_upload: Vec<AbortIncompleteUpload>,
    #[hcl(dynamic)]
    expiration: Vec<Expiration>,
    #[hcl(dynamic)]
    transition: Vec<Transition>,
    #[hcl(dynamic)]
    noncurrent_version_expiration: Vec<NoncurrentExpiration>,
    #[hcl(dynamic)]
    noncurrent_version_transition: Vec<NoncurrentTransition>,
    #[hcl(dynamic)]
    filter: Vec<Filter>,
}

#[derive(Debug, HclDecode)]
#[allow(dead_code, reason = "shown through Debug")]
struct AbortIncompleteUpload {
    days_after_initiation: Option<u32>,
}

#[derive(Debug, HclDecode)]
#[allow(dead_code, reason = "shown through Debug")]
struct Expiration {
    date: Option<String>,
    days: Option<u32>,
    expired_object_delete_marker: Option<bool>,
}

#[derive(Debug, HclDecode)]
#[allow(dead_code, reason = "shown through Debug")]
struct Transition {
    date: Option<String>,
    days: Option<u32>,
    storage_class: String,
}

#[derive(Debug, HclDecode)]
#[allow(dead_code, reason = "shown through Debug")]
struct NoncurrentExpiration {
    newer_noncurrent_versions: Option<u32>,
    noncurrent_days: Option<u32>,
}

#[derive(Debug, HclDecode)]
#[allow(dead_code, reason = "shown through Debug")]
struct NoncurrentTransition {
    newer_noncurrent_versions: Option<u32>,
    noncurrent_days: Option<u32>,
    storage_class: String,
}

#[derive(Debug, HclDecode)]
#[allow(dead_code, reason = "shown through Debug")]
struct Filter {
    object_size_greater_than: Option<u64>,
    object_size_less_than: Option<u64>,
    prefix: Option<String>,
    #[hcl(dynamic)]
    tag: Vec<Tag>,
    #[hcl(block)]
    and: Option<And>,
}

#[derive(Debug, HclDecode)]
#[allow(dead_code, reason = "shown through Debug")]
struct Tag {
    key: String,
    value: String,
}

#[derive(Debug, HclDecode)]
#[allow(dead_code, reason = "shown through Debug")]
struct And {
    object_size_greater_than: Option<u64>,
    object_size_less_than: Option<u64>,
    prefix: Option<String>,
    tags: Option<BTreeMap<String, String>>,
}

fn main() -> Result<(), Box<dyn Error>> {
    let arguments: Vec<_> = std::env::args().skip(1).collect();
    let [path, vars] = arguments.as_slice() else {
        return Err("usage: terraform_module PATH VARS".into());
    };
    let ctx = context(Path::new(vars))?;
    let module: Module = hcldyn::from_file(path, &ctx)?;
    println!("{} resources:", module.resource.len());
    for resource in &module.resource {
        println!("  {}.{}", resource.ty, resource.name);
    }
    for cors in decode_all::<CorsConfiguration>(&module, "aws_s3_bucket_cors_configuration", &ctx)?
    {
        println!("\n{} CORS rules: {cors:#?}", cors.cors_rule.len());
    }
    let lifecycle = "aws_s3_bucket_lifecycle_configuration";
    for lifecycle in decode_all::<LifecycleConfiguration>(&module, lifecycle, &ctx)? {
        println!("\n{} lifecycle rules: {lifecycle:#?}", lifecycle.rule.len());
    }
    Ok(())
}

/// All resources of a type.
fn decode_all<T: HclDecode>(
    module: &Module,
    ty: &str,
    ctx: &EvalContext,
) -> Result<Vec<T>, Diagnostics> {
    let mut diags = Diagnostics::new();
    let resources = module.resource.iter().filter(|resource| resource.ty == ty);
    let decoded =
        resources.map(|resource| hcldyn::from_body(&resource.body, ctx, &mut diags)).collect();
    diags.into_result(decoded)
}

/// Reads the attributes of a file as variables.
fn context(path: &Path) -> Result<EvalContext, Diagnostics> {
    let mut ctx = EvalContext::new().with_functions(functions::all()).with_functions(ext::all());
    let mut diags = Diagnostics::new();
    let body = hcldyn::syntax::read_file(path, &mut diags)
        .map(|source| hcldyn::parse_body(&source, &mut diags));
    let attributes = body.map(|body| body.just_attributes(&mut diags)).unwrap_or_default();
    let plain = ctx.clone();
    for attribute in attributes {
        ctx.set_variable(attribute.name, attribute.expr.value(&plain, &mut diags));
    }
    diags.into_result(Some(ctx))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn documents_show_the_whole_spec() {
        hcldyn_tests::documents::check(&Module::spec(), &EvalContext::new(), "module");
    }
}
