//! The check without values.

use std::sync::Arc;

use hcldyn::Diagnostics;
use hcldyn::diag::apply_fixes;
use hcldyn_terraform::{Lint, ProviderSchemas};

use super::Module;

const VERSIONS: &str = "terraform {\n  required_version = \">= 1.5\"\n}\n";

/// Returns the diagnostics of the files of a module as lines, with the paths relative to the folder.
fn linted(files: &[(&str, &str)]) -> String {
    lines(&Module::new(files), &Lint::new())
}

fn lines(module: &Module, lint: &Lint) -> String {
    let diags = lint.run(module.path(), Diagnostics::new()).diags;
    let folder = format!("{}/", module.path().display());
    let line = |it: &hcldyn::diag::Diagnostic| {
        let place = it.place().map(ToString::to_string).unwrap_or_default();
        format!("{place} {}\n", it.code).replace(&folder, "")
    };
    diags.iter().map(line).collect()
}

/// Returns the diagnostics of a module in one file.
fn main(text: &str) -> String {
    linted(&[("main.tf", text)])
}

#[test]
fn types_are_checked_without_values() {
    assert_eq!(
        main("variable \"n\" {\n  type = number\n}\noutput \"o\" {\n  value = length(var.n)\n}\n"),
        "main.tf:5:18 invalid-argument\n"
    );
    // Also inside a loop over an unknown collection.
    assert_eq!(
        main(
            "variable \"n\" {\n  type = list(number)\n}\noutput \"o\" {\n  value = [for n in var.n : n.size]\n}\n"
        ),
        "main.tf:5:30 unknown-attribute\n"
    );
}

/// A declaration with an error is still declared.
#[test]
fn one_mistake_is_one_error() {
    let text = "variable \"n\" {\n  defualt = 1\n}\noutput \"o\" {\n  value = var.n\n}\n";
    assert_eq!(main(text), "main.tf:2:3 unexpected-attribute\n");
    let text = "data \"terraform_remote_state\" \"n\" {\n  lifecycle {\n    x = 1\n  }\n}\n\
                output \"o\" {\n  value = data.terraform_remote_state.n.outputs\n}\n";
    assert_eq!(main(text), "main.tf:3:5 unexpected-attribute\n");
    // A misspelled input is not missing as well.
    let call = "module \"m\" {\n  source = \"./m\"\n  zoen   = 1\n}\n";
    let module = [
        ("main.tf", call),
        ("m/main.tf", "variable \"zone\" {}\noutput \"z\" {\n  value = var.zone\n}\n"),
    ];
    assert_eq!(linted(&module), "main.tf:3:3 undeclared-variable\n");
}

/// Names that a file with a syntax error may declare are not reported.
#[test]
fn a_syntax_error_is_the_only_error() {
    assert_eq!(
        main("locals {\n  a = \n  b = 1\n}\noutput \"o\" {\n  value = local.a\n}\n"),
        "main.tf:2:7 missing-expression\n"
    );
}

/// The path of a module is not that of its use.
#[test]
fn files_are_not_read() {
    let outer = "module \"m\" {\n  source = \"../m\"\n}\n";
    let inner = "output \"o\" {\n  value = filesha256(\"${path.module}/a.txt\")\n}\n";
    let module = Module::new(&[("root/main.tf", outer), ("m/main.tf", inner)]);
    let diags = Lint::new().run(&module.path().join("root"), Diagnostics::new()).diags;
    assert_eq!(diags.to_string(), "");
}

/// The declarations of a module without files are not known.
#[test]
fn a_module_without_files_is_the_only_error() {
    let text = "module \"m\" {\n  source = \"./m\"\n  a      = 1\n}\noutput \"o\" {\n  value = module.m.b\n}\n";
    assert_eq!(linted(&[("main.tf", text), ("m/a.txt", "")]), " nothing-to-read\n");
}

#[test]
fn outputs_of_repeated_modules_are_checked() {
    let inner = ("m/main.tf", "output \"id\" {\n  value = 1\n}\n");
    let with = |repetition: &str, reference: &str| {
        let text = format!(
            "module \"m\" {{\n  source = \"./m\"\n  {repetition}\n}}\noutput \"o\" {{\n  value = {reference}\n}}\n"
        );
        linted(&[("main.tf", &text), inner])
    };
    assert_eq!(with("count = 2", "module.m[0].id"), "");
    assert_eq!(with("count = 2", "module.m[*].id"), "");
    assert_eq!(with("count = 2", "module.m[0].size"), "main.tf:6:22 unknown-attribute\n");
    assert_eq!(with("for_each = toset([\"a\"])", "module.m[\"a\"].id"), "");
    assert_eq!(
        with("for_each = toset([\"a\"])", "module.m[\"a\"].size"),
        "main.tf:6:24 unknown-attribute\n"
    );
}

#[test]
fn unused_declarations_are_warnings() {
    let text = "variable \"a\" {\n  validation {\n    condition     = var.a != 1\n    error_message = \"x\"\n  }\n}\n\
                locals {\n  b = 1\n}\ndata \"terraform_remote_state\" \"c\" {\n  backend = \"local\"\n}\n";
    let expected =
        "main.tf:1:1 unused-variable\nmain.tf:8:3 unused-local\nmain.tf:10:1 unused-data\n";
    assert_eq!(main(text), expected);
    let checked = "check \"c\" {\n  data \"terraform_remote_state\" \"c\" {\n    backend = \"local\"\n  }\n  assert {\n    \
                   condition     = true\n    error_message = \"x\"\n  }\n}\n";
    assert_eq!(main(checked), "");
    // Modules that were downloaded are not changed here.
    let inner = [
        ("main.tf", "module \"m\" {\n  source = \"example/m\"\n}\n"),
        (
            ".terraform/modules/modules.json",
            r#"{"Modules": [{"Key": "m", "Dir": ".terraform/modules/m"}]}"#,
        ),
        (".terraform/modules/m/main.tf", "variable \"a\" {\n  default = 1\n}\n"),
    ];
    assert_eq!(linted(&inner), "");
}

#[test]
fn comments_set_levels() {
    let text = "# hcldyn: allow(unused-variable)\nvariable \"a\" {}\n# hcldyn: deny(unused-variable)\nvariable \"b\" {}\n";
    let module = Module::new(&[("main.tf", text)]);
    let diags = Lint::new().run(module.path(), Diagnostics::new()).diags;
    assert_eq!(diags.error_count(), 1);
    assert_eq!(diags.len(), 1);
}

#[test]
fn old_forms_have_fixes() {
    let text = "variable \"m\" {\n  type = \"string\"\n}\nresource \"terraform_data\" \"a\" {\n  input = \"${var.m}\"\n}\n\
                output \"o\" {\n  value      = lookup({ a = 1 }, \"a\")\n  depends_on = [\"terraform_data.a\"]\n}\n";
    let module = Module::new(&[("main.tf", text)]);
    let diags = Lint::new().run(module.path(), Diagnostics::new()).diags;
    let codes: Vec<_> = diags.iter().map(|it| &*it.code).collect();
    assert_eq!(codes, ["invalid-type", "interpolation-only", "legacy-lookup", "quoted-reference"]);
    let fixed = apply_fixes(diags.iter().flat_map(|it| &it.fixes));
    let expected = "variable \"m\" {\n  type = string\n}\nresource \"terraform_data\" \"a\" {\n  input = var.m\n}\n\
                    output \"o\" {\n  value      = lookup({ a = 1 }, \"a\")\n  depends_on = [terraform_data.a]\n}\n";
    assert_eq!(fixed[0].1, expected);
}

#[test]
fn arguments_of_data_sources_and_provisioners_are_known() {
    let text = "data \"terraform_remote_state\" \"n\" {\n  lifecycle {\n    prevent_destroy = true\n  }\n}\n\
                output \"o\" {\n  value = data.terraform_remote_state.n.outputs\n}\n\
                resource \"terraform_data\" \"a\" {\n  provisioner \"local-exec\" {\n    comand = \"ls\"\n  }\n}\n";
    let expected = "main.tf:3:5 unexpected-attribute\nmain.tf:11:5 unexpected-attribute\n";
    assert_eq!(main(text), expected);
}

#[test]
fn sensitive_outputs_of_repeated_modules_are_found() {
    let call = "module \"m\" {\n  source = \"./m\"\n  count  = 2\n}\n\
                output \"o\" {\n  value = module.m[0].key\n}\noutput \"i\" {\n  value = module.m[0].id\n}\n";
    let inner = "output \"id\" {\n  value = 1\n}\noutput \"key\" {\n  value     = \"abc\"\n  sensitive = true\n}\n";
    let files = [("main.tf", call), ("m/main.tf", inner)];
    assert_eq!(linted(&files), "main.tf:5:1 sensitive-output\n");
    // An unknown collection of instances has the marks of one.
    for (value, is_secret) in [
        ("module.m[*].key", true),
        ("[for each in module.m : each.key]", true),
        ("{ for index, each in module.m : index => { key = each.key } }", true),
        ("one(module.m[*].key)", true),
        ("module.m[1].key", true),
        ("[module.m[1].key == \"\", module.m[0].id][1]", false),
        ("module.m", true),
        ("module.m[*].id", false),
        ("length(module.m)", false),
        ("[for each in module.m : each.id]", false),
    ] {
        let call = format!(
            "module \"m\" {{\n  source = \"./m\"\n  count  = 2\n}}\noutput \"o\" {{\n  value = {value}\n}}\n"
        );
        let found = linted(&[("main.tf", &call), ("m/main.tf", inner)]);
        assert_eq!(found == "main.tf:5:1 sensitive-output\n", is_secret, "{value}: {found}");
    }
}

#[test]
fn providers_have_versions() {
    let text = "terraform {\n  required_providers {\n    random = {\n      source = \"hashicorp/random\"\n    }\n    null = {\n      \
                source  = \"hashicorp/null\"\n      version = \"~> 3.0\"\n    }\n  }\n}\n\
                resource \"null_resource\" \"a\" {}\nresource \"random_id\" \"b\" {}\nresource \"aws_vpc\" \"c\" {}\n";
    assert_eq!(
        main(text),
        "main.tf:3:14 missing-provider-version\nmain.tf:14:1 missing-provider-version\n"
    );
    assert_eq!(main(VERSIONS), "");
}

#[test]
fn schemas_check_resources() {
    let schema = r#"{"provider_schemas": {"example": {"resource_schemas": {"disk": {"block": {"attributes": {
        "id": {"type": "string", "computed": true},
        "size": {"type": "number", "required": true},
        "kind": {"type": "string", "optional": true, "deprecated": true}
    }}}}}}}"#;
    let schemas = ProviderSchemas::new(schema.to_owned()).unwrap();
    let lint = Lint::new().schemas(Arc::new(schemas));
    let text = "terraform {\n  required_providers {\n    disk = \"1.0\"\n  }\n}\n\
                resource \"disk\" \"a\" {\n  kind = \"x\"\n}\nresource \"disk\" \"b\" {\n  size = 1\n  sise = 2\n}\n";
    let module = Module::new(&[("main.tf", text)]);
    let expected = "main.tf:6:21 missing-attribute\nmain.tf:7:3 deprecated-attribute\nmain.tf:11:3 unexpected-attribute\n";
    assert_eq!(lines(&module, &lint), expected);
}

/// The elements of `depends_on` are known without an evaluation.
#[test]
fn depends_on_is_a_list_of_references() {
    let with = |depends_on: &str| {
        main(&format!(
            "resource \"terraform_data\" \"a\" {{\n}}\n\
             resource \"terraform_data\" \"b\" {{\n  depends_on = {depends_on}\n}}\n"
        ))
    };
    assert_eq!(with("[terraform_data.a]"), "");
    assert_eq!(with("concat([terraform_data.a])"), "main.tf:4:16 reference-required\n");
    assert_eq!(with("[terraform_data.a, upper(\"a\")]"), "main.tf:4:35 reference-required\n");
}

/// The arguments of a resource have the marks of repeated blocks, but other blocks that mention them do not.
#[test]
fn repeated_blocks_hide_what_is_sensitive() {
    let text = "resource \"terraform_data\" \"a\" {\n  for_each = toset([\"x\"])\n  input = sensitive(each.key)\n}\n\
                resource \"terraform_data\" \"b\" {\n  for_each = terraform_data.a\n  \
                input = terraform_data.a[\"x\"].input\n}\n\
                output \"keys\" {\n  value = keys(terraform_data.b)\n}\n\
                output \"input\" {\n  value = terraform_data.b[\"x\"].input\n}\n";
    assert_eq!(main(text), "main.tf:12:1 sensitive-output\n");
}

/// The attributes of resources with several instances have the types of their schemas.
#[test]
fn schemas_type_repeated_resources() {
    let schema = r#"{"provider_schemas": {"example": {"resource_schemas": {"disk": {"block": {"attributes": {
        "id": {"type": "string", "computed": true},
        "key": {"type": "string", "computed": true, "sensitive": true},
        "size": {"type": "number", "optional": true}
    }}}}}}}"#;
    let lint = Lint::new().schemas(Arc::new(ProviderSchemas::new(schema.to_owned()).unwrap()));
    let found = |repetition: &str, value: &str| {
        let text = format!(
            "terraform {{\n  required_providers {{ disk = \"1.0\" }}\n}}\n\
             resource \"disk\" \"d\" {{\n  {repetition}\n}}\noutput \"o\" {{\n  value = {value}\n}}\n"
        );
        lines(&Module::new(&[("main.tf", &text)]), &lint)
    };
    let (counted, keyed) = ("count = 2", "for_each = toset([\"a\"])");
    for (repetition, value) in [
        (counted, "disk.d[0].id"),
        (counted, "join(\",\", disk.d[*].id)"),
        (counted, "[for disk in disk.d : disk.size + 1]"),
        (counted, "one(disk.d[*].id)"),
        (keyed, "disk.d[\"a\"].size + 1"),
        (keyed, "{ for name, disk in disk.d : name => disk.id }"),
        (keyed, "keys(merge(disk.d, {}))"),
        (keyed, "values(disk.d)[*].id"),
    ] {
        assert_eq!(found(repetition, value), "", "{value}");
    }
    for (repetition, value, expected) in [
        (counted, "disk.d[0].sise", "main.tf:8:20 unknown-attribute\n"),
        (counted, "length(disk.d[0].size)", "main.tf:8:18 invalid-argument\n"),
        (counted, "[for disk in disk.d : disk.sise]", "main.tf:8:37 unknown-attribute\n"),
        (keyed, "disk.d[\"a\"].sise", "main.tf:8:22 unknown-attribute\n"),
        (keyed, "length(disk.d[\"a\"].size)", "main.tf:8:18 invalid-argument\n"),
        (counted, "disk.d[0].key", "main.tf:7:1 sensitive-output\n"),
        (counted, "disk.d[*].key", "main.tf:7:1 sensitive-output\n"),
    ] {
        assert_eq!(found(repetition, value), expected, "{value}");
    }
}

#[test]
fn a_block_that_is_not_enabled_is_null() {
    let text = "resource \"terraform_data\" \"a\" {\n  input = 1\n  lifecycle {\n    enabled = false\n  }\n}\n\
                output \"o\" {\n  value = terraform_data.a == null\n}\n";
    assert_eq!(super::output(text), serde_json::Value::Bool(true));
}

/// A resource with unknown arguments has known attributes.
#[test]
fn terraform_data_is_known_in_a_module() {
    let inner = "variable \"v\" {}\nresource \"terraform_data\" \"a\" {\n  input = var.v\n}\n\
                 output \"id\" {\n  value = terraform_data.a.id\n}\n";
    let outer = "module \"m\" {\n  source = \"./m\"\n  v      = 1\n}\n\
                 resource \"terraform_data\" \"b\" {\n  input = module.m.id\n}\n\
                 output \"size\" {\n  value = terraform_data.b.size\n}\n";
    let files = [("main.tf", outer), ("m/main.tf", inner)];
    assert_eq!(linted(&files), "main.tf:9:27 unknown-attribute\n");
}
