//! Checks of Terraform modules without values: their resources, and all that they refer to, are unknown.

use std::path::Path;

use hcldyn::body::{BlockSchema, Body, BodySchema};
use hcldyn::cty::{Function, Type, Value};
use hcldyn::diag::{Report, Style};
use hcldyn::ext::customdecode::expression_type;
use hcldyn::ext::kit::Inputs;
use hcldyn::ext::repetition::Repetition;
use hcldyn::load::TypeCheck;
use hcldyn::spec::{AttrSpec, BlocksSpec, DataForm, Rest, Spec};
use hcldyn::syntax::{Source, parse_body_by_name};
use hcldyn::{Diagnostics, EvalContext};

/// The blocks that Terraform evaluates, with the number of their labels.
const BLOCKS: [(&str, usize); 7] = [
    ("resource", 2),
    ("data", 2),
    ("module", 1),
    ("provider", 1),
    ("check", 1),
    ("terraform", 0),
    ("moved", 0),
];

/// Checks the files of a folder as one module. Returns a report of all diagnostics.
pub fn module_report(folder: &Path) -> String {
    let mut diags = Diagnostics::new();
    let files = std::fs::read_dir(folder).into_iter().flatten().flatten();
    let mut files: Vec<_> = files.map(|entry| entry.path()).collect();
    files.retain(|path| path.extension().is_some_and(|end| end == "tf"));
    files.sort();
    let bodies: Vec<_> = files
        .iter()
        .filter_map(|path| {
            let text = std::fs::read_to_string(path).ok()?;
            let source = Source::new(path.display().to_string(), text);
            Some(parse_body_by_name(&source, &mut diags))
        })
        .collect();
    let Some(body) = Body::merge(bodies) else { return String::new() };
    let ctx = context(&body);
    let spec = spec();
    TypeCheck::new(&spec, &ctx).inputs(Inputs::new()).expand_dynamic().run(&body, &mut diags);
    diags.sort();
    Report::new(&diags).style(Style::Plain).to_string()
}

/// The context of a module: its functions, and unknown values for what only Terraform knows.
fn context(body: &Body) -> EvalContext {
    let resource =
        BlockSchema { ty: "resource".into(), labels: vec!["type".into(), "name".into()] };
    let schema = BodySchema { blocks: vec![resource], ..BodySchema::default() };
    let resources = body.partial_content(&schema, &mut Diagnostics::new()).0.blocks;
    let types = resources.iter().map(|block| block.labels[0].value.to_string());
    let others = ["data", "module", "path", "terraform", "each", "count"].map(str::to_owned);
    let unknown = || {
        let unknown = |_: &[Value], _: &Type| Ok(Value::unknown(Type::String));
        Function::builder("A value that only a run knows.").returning(Type::String, unknown)
    };
    let own = super::context();
    let own = own.with_function("uuid", unknown()).with_function("timestamp", unknown());
    types.chain(others).fold(own, |ctx, name| ctx.with_variable(name, Value::dynamic()))
}

fn spec() -> Spec {
    let written = |name: &str| Spec::from(AttrSpec::new(name, expression_type()));
    let any = |name: &str| Spec::from(AttrSpec::new(name, Type::Dynamic));
    let condition =
        || Spec::object([("condition", any("condition")), ("error_message", any("error_message"))]);
    let lifecycle = Spec::object([
        ("ignore_changes", written("ignore_changes")),
        ("replace_triggered_by", written("replace_triggered_by")),
        ("create_before_destroy", any("create_before_destroy")),
        ("prevent_destroy", any("prevent_destroy")),
        ("precondition", BlocksSpec::new("precondition", condition()).tuple().into()),
        ("postcondition", BlocksSpec::new("postcondition", condition()).tuple().into()),
    ]);
    let blocks = BLOCKS.map(|(ty, labels)| {
        let body = Spec::object([
            ("depends_on", written("depends_on")),
            ("provider", written("provider")),
            ("providers", written("providers")),
            ("from", written("from")),
            ("to", written("to")),
            ("lifecycle", BlocksSpec::new("lifecycle", lifecycle.clone()).into()),
            ("rest", Spec::Rest(Rest::Data(DataForm::Tuples))),
        ]);
        let body = body.repeated(Repetition::new().for_each("for_each").count("count"));
        let blocks = BlocksSpec::new(ty, body);
        let blocks = match labels {
            0 => blocks.tuple(),
            1 => blocks.object("name").grouped(),
            _ => blocks.object("type").then_by("name").grouped(),
        };
        (ty, Spec::from(blocks))
    });
    Spec::object(blocks)
}
