//! Prints the outputs of a folder in Terraform's language, as JSON: `terraform-outputs FOLDER [--var NAME=VALUE]...`. Its
//! resources are of the type `terraform_data`, and are planned, not created. `go run . compare-plans` in the folder above
//! compares the outputs with Terraform's.

#![allow(clippy::print_stdout, clippy::print_stderr, reason = "a program for testing")]

use std::env::args;
use std::fmt::Write;
use std::process::ExitCode;

use hcldyn::body::Body;
use hcldyn::cty::{Kind, Type, Value, json};
use hcldyn::diag::{Report, Style};
use hcldyn::ext::kit::{Inputs, Output};
use hcldyn::ext::repetition::Repetition;
use hcldyn::load::{Modules, Resolvers};
use hcldyn::{Decoder, Diagnostics, EvalContext, Expression, HclDecode, ext, functions};

/// The root module. Its blocks other than those that define names are ignored.
#[derive(HclDecode)]
struct Root {
    #[hcl(block)]
    #[allow(dead_code, reason = "ignored")]
    terraform: Vec<Ignored>,
    #[hcl(block)]
    #[allow(dead_code, reason = "ignored")]
    provider: Vec<Ignored>,
}

#[derive(HclDecode)]
struct Ignored {
    #[hcl(remain)]
    #[allow(dead_code, reason = "ignored")]
    rest: Body,
}

/// The arguments of a resource.
#[derive(HclDecode)]
struct Arguments {
    #[hcl(default = Value::null(Type::Dynamic))]
    input: Value,
    #[hcl(default = Value::null(Type::Dynamic))]
    triggers_replace: Value,
    #[hcl(expr)]
    #[allow(dead_code, reason = "read by the graph")]
    depends_on: Option<Expression>,
    #[hcl(block)]
    #[allow(dead_code, reason = "ignored")]
    lifecycle: Option<Ignored>,
}

fn main() -> ExitCode {
    let mut arguments = args().skip(1);
    let Some(folder) = arguments.next() else {
        eprintln!("usage: terraform-outputs FOLDER [--var NAME=VALUE]...");
        return ExitCode::from(2);
    };
    let variables = arguments.filter(|argument| argument != "--var");
    match outputs(&folder, Inputs::new().arguments(variables)) {
        Ok((outputs, modules)) => {
            let modules = Value::from(modules);
            let modules = json::to_plain_json(&modules).unwrap_or_default();
            println!("{{\"outputs\":{},\"modules\":{modules}}}", to_json(&outputs));
            ExitCode::SUCCESS
        }
        Err(diags) => {
            eprint!("{}", Report::new(&diags).style(Style::Plain));
            ExitCode::FAILURE
        }
    }
}

/// Evaluates the outputs of a folder. Also returns the addresses of all instances of modules.
fn outputs(folder: &str, inputs: Inputs) -> Result<(Vec<Output>, Vec<String>), Diagnostics> {
    let ctx = EvalContext::new().with_functions(functions::all()).with_functions(ext::all());
    let repetition = Repetition::new().for_each("for_each").count("count");
    let resources = Resolvers::new()
        .kind("terraform_data", |arguments: Arguments, _| Ok::<_, String>(planned(arguments)))
        .prefix(&[])
        .repeated(repetition.clone())
        .ordered_by("depends_on");
    let modules =
        Modules::below(folder).files("*.tf").repeated(repetition).ordered_by("depends_on");
    let decoder = Decoder::new().context(ctx).files(format!("{folder}/*.tf")).inputs(inputs);
    let decoder = decoder.resolver("resource", resources).modules("module", modules);
    let loaded = decoder.decode::<Root>()?;
    let addresses = loaded.modules.into_iter().map(|module| module.address);
    Ok((loaded.outputs, addresses.collect()))
}

/// Returns the value of a resource that will be created: the identifier is not known yet, nor is the output, unless it
/// is null. The plan keeps no marks of the output.
fn planned(arguments: Arguments) -> Value {
    let Arguments { input, triggers_replace, .. } = arguments;
    let plain = input.unmarked();
    let output = if plain.is_null() { plain.clone() } else { Value::unknown(plain.ty()) };
    let id = Value::unknown(Type::String).refine_not_null();
    Value::object([
        ("id", id),
        ("input", input),
        ("output", output),
        ("triggers_replace", triggers_replace),
    ])
}

/// Returns the outputs as a JSON object. A part that is not known is the object `{"$unknown":true}`.
fn to_json(outputs: &[Output]) -> String {
    let mut text = String::from("{");
    for (position, output) in outputs.iter().enumerate() {
        if position > 0 {
            text.push(',');
        }
        json::write_string(&mut text, &output.name);
        text.push_str(":{\"value\":");
        write_value(&mut text, &output.value);
        _ = write!(text, ",\"sensitive\":{}}}", output.sensitive);
    }
    text + "}"
}

fn write_value(text: &mut String, value: &Value) {
    let value = value.unmarked();
    match value.kind() {
        Kind::Unknown(..) => text.push_str("{\"$unknown\":true}"),
        Kind::Map(_) | Kind::Object(_) => {
            let mut separator = '{';
            for entry in value.entries() {
                text.push(separator);
                json::write_string(text, entry.key().unmarked().as_str().unwrap_or_default());
                text.push(':');
                write_value(text, &entry.value());
                separator = ',';
            }
            text.push_str(if separator == '{' { "{}" } else { "}" });
        }
        Kind::List(_) | Kind::Set(_) | Kind::Tuple(_) => {
            text.push('[');
            for (position, entry) in value.entries().enumerate() {
                if position > 0 {
                    text.push(',');
                }
                write_value(text, &entry.value());
            }
            text.push(']');
        }
        _ => match json::to_plain_json(value) {
            Ok(json) => text.push_str(&json),
            Err(error) => json::write_string(text, &error.to_string()),
        },
    }
}
