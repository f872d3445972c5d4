//! Modules: folders that blocks use.

mod errors;

use std::collections::BTreeMap;

use hcldyn::cty::{Mark, Type, Value};
use hcldyn::ext::kit::Inputs;
use hcldyn::ext::repetition::Repetition;
use hcldyn::load::{Configuration, Modules, Resolvers};
use hcldyn::syntax::Source;
use hcldyn::{Decoder, EvalContext, HclDecode, functions};

use crate::support::folder::Folder;

#[derive(HclDecode)]
struct Config {
    out: Vec<String>,
    #[hcl(block)]
    #[allow(dead_code, reason = "decoded in modules")]
    disk: BTreeMap<String, Disk>,
}

#[derive(HclDecode)]
struct Disk {
    size: u32,
}

#[derive(HclDecode)]
struct Lookup {
    key: String,
}

fn decoder(folder: &Folder) -> Decoder {
    let ctx = EvalContext::new().with_functions(functions::all()).with_variable("env", "test");
    let data = Resolvers::of(|lookup: Lookup, request| {
        Ok::<_, String>(Value::from(format!("{}={}", request.address, lookup.key)))
    });
    let elsewhere = |source: &str| match source {
        "registry" => Ok(vec![Source::new(
            "registry.hcl",
            "output \"v\" {\n  value = \"${path.module}/${env}\"\n}\n",
        )]),
        _ => Err("not in the registry"),
    };
    let modules = Modules::below(folder.path())
        .elsewhere(elsewhere)
        .repeated(Repetition::new().for_each("for_each").count("count"))
        .ordered_by("depends_on");
    Decoder::new()
        .context(ctx)
        .file(folder.path().join("main.hcl"))
        .inputs(Inputs::new())
        .functions("function")
        .references("disk")
        .resolver("data", data)
        .modules("module", modules)
}

fn decode(folder: &Folder) -> Configuration<Config> {
    decoder(folder).decode().unwrap_or_else(|problems| panic!("{problems}"))
}

#[test]
fn a_module_has_inputs_outputs_and_a_scope_of_its_own() {
    let main = r#"
out = [module.a.sum, module.a.path, module.b.v, local.x]
locals {
  x = "outer"
}
module "a" {
  source = "./sub"
  number = length(local.x)
}
module "b" {
  source = "registry"
}
"#;
    let sub = r#"
variable "number" {
  type = number
}
variable "more" {
  default = 2
}
locals {
  x = twice(var.number) + var.more
}
function "twice" {
  params = [n]
  result = n * 2
}
output "sum" {
  value = "${local.x}-${env}"
}
output "path" {
  value = replace(path.module, path.root, "root")
}
"#;
    let folder = Folder::new("module-scope", &[("main.hcl", main), ("sub/a.hcl", sub)]);
    assert_eq!(decode(&folder).value.out, ["12-test", "root/sub", "registry/test", "outer"]);
}

/// The name of a folder is literal: `[1]` would match the folder `1`.
#[test]
fn the_files_of_a_module_by_a_pattern() {
    let main = "out = [module.a.v]\nmodule \"a\" {\n  source = \"./sub[1]?\"\n}\n";
    let output = |value: &str| format!("output \"v\" {{\n  value = \"{value}\"\n}}\n");
    let files = [
        ("main.hcl", main),
        ("sub[1]?/a.mod", &output("right")),
        ("sub[1]?/a.hcl", &output("not a module")),
        ("sub12/a.mod", &output("wrong")),
    ];
    let folder = Folder::new("module-pattern", &files);
    let modules = Modules::below(folder.path()).files("*.mod");
    assert_eq!(
        decoder(&folder).modules("module", modules).decode::<Config>().unwrap().value.out,
        ["right"]
    );
}

const NESTED_MAIN: &str = r#"
out = concat([for key, it in module.a : "${key}:${join(",", it.all)}"], module.b[*].one, [data.d])
module "a" {
  for_each = { x = 1, y = 2 }
  source   = "./sub"
  count_of = each.value
}
module "b" {
  count      = 2
  source     = "./sub/inner"
  number     = count.index
  depends_on = [module.a]
}
data "d" {
  key = module.b[1].one
}
"#;

const NESTED_SUB: &str = r#"
variable "count_of" {}
module "inner" {
  count  = var.count_of
  source = "./inner"
  number = count.index + 10
}
output "all" {
  value = module.inner[*].one
}
disk "d" {
  size = var.count_of
}
"#;

const NESTED_INNER: &str = r#"
variable "number" {}
data "d" {
  key = var.number
}
output "one" {
  value = data.d
}
"#;

#[test]
fn modules_are_repeated_and_nested() {
    let files =
        [("main.hcl", NESTED_MAIN), ("sub/a.hcl", NESTED_SUB), ("sub/inner/a.hcl", NESTED_INNER)];
    let folder = Folder::new("module-nested", &files);
    let loaded = decode(&folder);
    let inner = |outer: &str, index: u32| {
        format!("module.a[\"{outer}\"].module.inner[{index}].data.d={}", index + 10)
    };
    let expected = [
        format!("x:{}", inner("x", 0)),
        format!("y:{},{}", inner("y", 0), inner("y", 1)),
        "module.b[0].data.d=0".to_owned(),
        "module.b[1].data.d=1".to_owned(),
        "data.d=module.b[1].data.d=1".to_owned(),
    ];
    assert_eq!(loaded.value.out, expected);

    #[derive(HclDecode)]
    struct Rest {
        #[hcl(block)]
        disk: BTreeMap<String, Disk>,
    }
    let sizes = loaded.modules.iter().map(|module| {
        let disk = module.decode::<Rest>().unwrap().disk;
        (module.address.as_str(), disk.get("d").map(|disk| disk.size))
    });
    let sizes: BTreeMap<_, _> =
        sizes.filter_map(|(address, size)| Some((address, size?))).collect();
    assert_eq!(sizes, BTreeMap::from([("module.a[\"x\"]", 1), ("module.a[\"y\"]", 2)]));
    assert_eq!(loaded.modules.len(), 2 + 3 + 2);
    // Each folder is read once.
    assert_eq!(loaded.files.len(), 3);
}

#[test]
fn an_unknown_number_of_modules_is_unknown() {
    let main = "out = []\nmodule \"a\" {\n  count  = open\n  source = \"./sub\"\n}\noutput \"o\" {\n  value = module.a[*].x\n}\n";
    let files = [("main.hcl", main), ("sub/a.hcl", "output \"x\" {\n  value = 1\n}\n")];
    let folder = Folder::new("module-unknown", &files);
    let decoder = decoder(&folder);
    let open = Value::unknown(Type::Number);
    let ctx = decoder.eval_context().child().with_variable("open", open);
    let loaded = decoder.context(ctx).decode::<Config>().unwrap_or_else(|it| panic!("{it}"));
    assert!(!loaded.outputs[0].value.is_known());
    assert!(loaded.modules.is_empty());
}

#[test]
fn outputs_pass_sensitive_values_to_the_block_that_uses_the_module() {
    let main = r#"
out = []
module "a" {
  source = "./sub"
  key    = password
}
output "plain" {
  value = module.a.plain
}
output "secret" {
  value     = module.a.secret
  sensitive = true
}
"#;
    let sub = r#"
variable "key" {}
output "plain" {
  value = "x"
}
output "secret" {
  value = [var.key]
}
"#;
    let folder = Folder::new("module-secret", &[("main.hcl", main), ("sub/a.hcl", sub)]);
    let decoder = decoder(&folder);
    let secret = Value::from("p").mark(Mark::sensitive());
    let ctx = decoder.eval_context().child().with_variable("password", secret);
    let loaded = decoder.context(ctx).decode::<Config>().unwrap_or_else(|it| panic!("{it}"));
    assert!(!loaded.outputs[0].sensitive && loaded.outputs[1].sensitive);

    let shown = main.replace("  sensitive = true\n", "");
    let folder = Folder::new("module-shown-secret", &[("main.hcl", &shown), ("sub/a.hcl", sub)]);
    let decoder = self::decoder(&folder).context(loaded.context);
    let problems = decoder.decode::<Config>().err().unwrap().to_string();
    assert!(problems.contains("The value of the output \"secret\" contains sensitive values."));
}
