//! Display of values, known or not.

use hcldyn::cty::{Kind, Mark, Str, Value};
use hcldyn::syntax::to_hcl;

/// Describes the instances to create and the outputs.
pub(crate) fn plan(instances: &[(String, Value)], values: &[(String, Value)]) -> String {
    let mut text = String::new();
    for (address, value) in instances {
        text += &format!("+ {address}\n{}\n", attributes(value, "    "));
    }
    let outputs = outputs(values);
    if !outputs.is_empty() {
        text += &format!("{outputs}\n");
    }
    text + &count(instances)
}

/// Describes the values of the `output` blocks.
pub(crate) fn outputs(values: &[(String, Value)]) -> String {
    let outputs = values.iter().filter_map(|(name, value)| {
        let name = name.strip_prefix("output \"")?.strip_suffix('"')?;
        Some(format!("{name} = {}\n", shown(value, "")))
    });
    let outputs: String = outputs.collect();
    if outputs.is_empty() { outputs } else { format!("Outputs:\n\n{outputs}") }
}

fn count(instances: &[(String, Value)]) -> String {
    let open = instances.iter().filter(|(address, _)| address.ends_with("[...]")).count();
    let known = instances.len() - open;
    match open {
        0 => format!("To create: {known}.\n"),
        _ => format!("To create: {known}, and {open} of which the number is known after apply.\n"),
    }
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
