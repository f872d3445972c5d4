//! The functions of the language: those of the library, and those that have another meaning here.

use std::env;
use std::time::SystemTime;

use hcldyn::cty::Function;
use hcldyn::ext::FunctionBlocks;
use hcldyn::functions::effects::{system_random, timestamp, uuid};
use hcldyn::syntax::Source;
use hcldyn::{Diagnostics, EvalContext, ext, functions, parse_body};

/// Returns a context with all functions, and the variables of the language.
pub(crate) fn context() -> EvalContext {
    let home = env::var("HOME").unwrap_or_default();
    let library = EvalContext::new()
        .with_functions(functions::all())
        .with_functions(ext::all())
        .with_function("timestamp", timestamp(SystemTime::now))
        .with_function("uuidv4", uuid(system_random))
        .with_function("homedir", Function::from_fn("The home.", [], move || home.clone()));
    let mut diags = Diagnostics::new();
    let source = Source::new("functions.hcl", include_str!("functions.hcl"));
    let blocks = FunctionBlocks::new("function").allow_null();
    let (own, _) = blocks.read(&parse_body(&source, &mut diags), &mut diags);
    assert!(diags.is_empty(), "{diags}");
    let architecture = match env::consts::ARCH {
        "x86_64" => "amd64",
        "aarch64" => "arm64",
        other => other,
    };
    let ctx = library
        .child()
        .with_variable("BAKE_CMD_CONTEXT", "cwd://")
        .with_variable("BAKE_LOCAL_PLATFORM", format!("{}/{architecture}", env::consts::OS));
    own.into_iter().fold(ctx, |ctx, (name, function)| {
        let library = library.clone();
        ctx.with_function(name, function.into_function(move || library.clone()))
    })
}
