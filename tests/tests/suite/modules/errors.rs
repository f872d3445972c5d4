//! Reports of wrong modules.

use hcldyn::Decoder;
use hcldyn::diag::{Report, Style};
use hcldyn::ext::kit::Inputs;
use hcldyn::load::Modules;

use super::{Config, decoder};
use crate::support::folder::Folder;

const SUB: &str = r#"
variable "number" {
  type = number
  validation {
    condition     = var.number > 0
    error_message = "It must be positive."
  }
}
output "v" {
  value = var.number + 1
}
"#;

/// Returns the report for a file beside a module.
fn report(main: &str) -> String {
    let main = format!("out = []\n{main}");
    let itself = "module \"m\" {\n  source = \"../b\"\n}\n";
    let back = "module \"m\" {\n  source = \"../a\"\n}\n";
    let broken = "output \"v\" {\n  value = 1 +\n}\n";
    let wrong = "variable \"x\" {}\noutput \"v\" {\n  value = var.x.y + local.z\n}\n";
    let files = [
        ("main.hcl", main.as_str()),
        ("sub/s.hcl", SUB),
        ("a/a.hcl", itself),
        ("b/b.hcl", back),
        ("empty/no", ""),
        ("broken/b.hcl", broken),
        ("wrong/w.hcl", wrong),
    ];
    let folder = Folder::new("module-errors", &files);
    let diags = decoder(&folder).decode::<Config>().err().unwrap();
    folder.relative(&Report::new(&diags).style(Style::Plain).to_string())
}

#[test]
fn wrong_sources_are_reported() {
    let wrong = [
        "module \"m\" {}\n",
        "module \"m\" {\n  source = \"./missing\"\n}\n",
        "module \"m\" {\n  source = \"../outside\"\n}\n",
        "module \"m\" {\n  source = \"other\"\n}\n",
        "module \"m\" {\n  source = \"./empty\"\n  x = 1\n}\n",
        "module \"m\" {\n  source = \"./a\"\n}\n",
        "module \"m\" {\n  source = \"./broken\"\n  number = 1\n}\n",
    ];
    insta::assert_snapshot!(wrong.map(report).join("\n"));
}

#[test]
fn wrong_inputs_are_reported() {
    let wrong = [
        "module \"m\" {\n  source = \"./sub\"\n}\n",
        "module \"m\" {\n  source = \"./sub\"\n  number = [1]\n}\n",
        "module \"m\" {\n  source = \"./sub\"\n  number = -1\n}\n",
        "module \"m\" {\n  source = \"./sub\"\n  number = 1\n  nubmer = 2\n}\n",
        "module \"m\" {\n  source = \"./sub\"\n  number = 1\n  nested {}\n}\n",
        "module \"m\" {\n  source = \"./wrong\"\n  x = 1\n}\n",
        "module \"m\" {\n  source = \"./sub\"\n  number = 1\n}\noutput \"o\" {\n  value = module.m.w\n}\n",
        "module \"m\" {\n  source = \"./sub\"\n  number = module.m.v\n}\n",
        "module \"m\" {\n  source = \"./sub\"\n  for_each = [1]\n  number = each.value\n}\n",
    ];
    insta::assert_snapshot!(wrong.map(report).join("\n"));
}

#[test]
fn other_sources_need_a_function_of_the_program() {
    let folder = Folder::new(
        "module-no-registry",
        &[("main.hcl", "out = []\nmodule \"m\" {\n  source = \"x/y\"\n}\n")],
    );
    let modules = Modules::below(folder.path());
    let decoder = Decoder::new().folder(folder.path()).inputs(Inputs::new());
    let diags = decoder.modules("module", modules).decode::<Config>().err().unwrap();
    insta::assert_snapshot!(folder.relative(&Report::new(&diags).style(Style::Plain).to_string()));
}

#[test]
fn outputs_with_one_name_are_reported_once() {
    let outputs = "output \"v\" {\n  value = 1\n}\noutput \"v\" {\n  value = 2\n}\n";
    let main = format!("out = []\n{outputs}module \"m\" {{\n  source = \"./sub\"\n}}\n");
    let files = [("main.hcl", main.as_str()), ("sub/s.hcl", outputs)];
    let folder = Folder::new("module-repeated-outputs", &files);
    let diags = decoder(&folder).decode::<Config>().err().unwrap();
    insta::assert_snapshot!(folder.relative(&Report::new(&diags).style(Style::Plain).to_string()));
}
