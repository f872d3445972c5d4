//! Documents made of specs: all that a spec says is in each of them.

mod derive_reference;
mod limits;
mod own_blocks;
mod pages;
mod string_types;
mod structs;

use std::collections::BTreeMap;
use std::time::Duration;

use hcldyn::cty::OneOrMany;
use hcldyn::docs::sample::sample;
use hcldyn::spec::language;
use hcldyn::syntax::Source;
use hcldyn::{Deferred, Diagnostics, EvalContext, HclDecode, HclValue, ext, functions, parse_body};
use hcldyn_tests::distinct_specs::distinct_spec;
use hcldyn_tests::documents::check;

#[test]
fn random_specs() {
    let of_spec = |index| {
        let spec = distinct_spec(27, index);
        check(&spec, &EvalContext::new(), &format!("random spec {index}"))
    };
    let count: usize = (0..100).map(of_spec).sum();
    assert!(count > 1_000, "only {count} choices of optional items were decoded");
}

#[test]
fn spec_files() {
    let library = EvalContext::new().with_functions(functions::all()).with_functions(ext::all());
    for name in ["nomad", "packer", "terragrunt"] {
        let path = format!("{}/../examples/specs/{name}.hcl", env!("CARGO_MANIFEST_DIR"));
        let text = std::fs::read_to_string(&path).unwrap();
        let mut diags = Diagnostics::new();
        let body = parse_body(&Source::new(path, text), &mut diags);
        let file = language::read(&body, &library, &mut diags).unwrap();
        assert!(!diags.has_errors(), "{diags}");
        check(&file.spec, &file.context(), name);
    }
}

/// A program.
#[derive(HclDecode)]
#[hcl(exactly_one_of("port", "socket"))]
#[allow(dead_code, reason = "only its spec is used")]
struct Program {
    /// The port to listen on.
    #[hcl(range = 1024..=65535)]
    port: Option<u16>,
    socket: Option<String>,
    #[hcl(sensitive)]
    token: String,
    #[hcl(default = "30s")]
    timeout: Duration,
    level: Level,
    when: Option<Deferred<bool>>,
    limits: Option<Limits>,
    tags: BTreeMap<String, String>,
    names: OneOrMany<String>,
    #[hcl(block)]
    store: Option<Store>,
    #[hcl(blocks)]
    step: Vec<Step>,
    #[hcl(block)]
    folder: Vec<Folder>,
}

#[derive(HclValue)]
#[allow(dead_code, reason = "only its spec is used")]
enum Level {
    /// Everything.
    Debug,
    Info,
}

#[derive(HclValue)]
#[allow(dead_code, reason = "only its spec is used")]
struct Limits {
    /// The number of bytes.
    memory: u32,
    #[hcl(default = 1)]
    cores: u8,
}

#[derive(HclDecode)]
#[hcl(tag = "type")]
#[allow(dead_code, reason = "only its spec is used")]
enum Store {
    Memory { size: u32 },
    Disk { path: String, sync: Option<bool> },
}

#[derive(HclDecode)]
#[allow(dead_code, reason = "only its spec is used")]
enum Step {
    Run { command: Vec<String> },
    Wait { time: Duration },
}

#[derive(HclDecode)]
#[allow(dead_code, reason = "only its spec is used")]
struct Folder {
    #[hcl(label)]
    name: String,
    #[hcl(block)]
    folder: Vec<Self>,
}

#[test]
fn structs() {
    check(&Program::spec(), &EvalContext::new(), "the program");
    let text = sample::<Program>();
    hcldyn::from_str::<Program>(&text, &EvalContext::new()).unwrap();
    insta::assert_snapshot!(text);
}
