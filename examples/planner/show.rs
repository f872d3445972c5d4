//! Display of values, known or not.

use hcldyn::cty::{Kind, Mark, Str, Value};
use hcldyn::ext::kit::Output;
use hcldyn::syntax::to_hcl;

use crate::plan::Instances;

/// Describes the instances to create, the resources whose number is not known yet, and the outputs.
pub(crate) fn plan(instances: &Instances, open: &[&str], outputs: &[Output]) -> String {
    let mut text = String::new();
    for (request, value) in instances {
        text += &format!("+ {}\n{}\n", request.address, attributes(value, "    "));
    }
    for address in open {
        text += &format!("+ {address}[...]\n    (known after apply)\n\n");
    }
    if !outputs.is_empty() {
        text += &format!("{}\n", self::outputs(outputs));
    }
    text += &format!("To create: {}", instances.len());
    match open.len() {
        0 => text + ".\n",
        open => text + &format!(", and {open} whose number is known after apply.\n"),
    }
}

/// Describes the outputs.
pub(crate) fn outputs(outputs: &[Output]) -> String {
    let line = |output: &Output| format!("{} = {}\n", output.name, shown(&output.value, ""));
    let lines: String = outputs.iter().map(line).collect();
    if lines.is_empty() { lines } else { format!("Outputs:\n\n{lines}") }
}

/// Lists the attributes of an object, one per line, without null ones.
fn attributes(object: &Value, indent: &str) -> String {
    let object = object.as_object().into_iter().flat_map(|object| object.iter());
    entries(object.filter(|(_, value)| !value.is_null()), indent)
}

fn entries<'a>(entries: impl Iterator<Item = (&'a Str, &'a Value)>, indent: &str) -> String {
    let entries: Vec<_> = entries.map(|(key, value)| (name(key), value)).collect();
    let width = entries.iter().map(|(name, _)| name.chars().count()).max().unwrap_or(0);
    let line = |(name, value): &(String, &Value)| {
        format!("{indent}{name:width$} = {}\n", shown(value, indent))
    };
    entries.iter().map(line).collect()
}

/// Formats a value; indents all lines but the first.
fn shown(value: &Value, indent: &str) -> String {
    let inner = format!("{indent}    ");
    match value.kind() {
        Kind::Marked(_, marks) if marks.contains(&Mark::sensitive()) => "(sensitive)".to_owned(),
        Kind::Marked(value, _) => shown(value, indent),
        Kind::Unknown(..) => match value.range().prefix() {
            "" => "(known after apply)".to_owned(),
            prefix => format!("\"{prefix}...\" (known after apply)"),
        },
        Kind::Object(_) if !value.elements().is_empty() => {
            format!("{{\n{}{indent}}}", attributes(value, &inner))
        }
        Kind::Map(map) if !value.elements().is_empty() => {
            format!("{{\n{}{indent}}}", entries(map.iter(), &inner))
        }
        Kind::List(_) | Kind::Set(_) | Kind::Tuple(_) if !value.elements().is_empty() => {
            let element = |it: &Value| format!("{inner}{},\n", shown(it, &inner));
            format!("[\n{}{indent}]", value.elements().iter().map(element).collect::<String>())
        }
        _ => to_hcl(value),
    }
}

/// Formats a key, in quotes if it is not a name.
fn name(key: &Str) -> String {
    let is_part = |c: char| c.is_alphanumeric() || c == '_' || c == '-';
    if key.starts_with(char::is_alphabetic) && key.chars().all(is_part) {
        key.to_string()
    } else {
        format!("{:?}", &**key)
    }
}
