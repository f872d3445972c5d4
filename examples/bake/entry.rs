//! Entries of lists such as `cache-from` and `secret`: objects, or strings with one line of CSV.

use std::collections::BTreeMap;

use hcldyn::cty::Type;
use hcldyn::environment::TextForm;
use hcldyn::syntax::Source;
use hcldyn::{Diagnostics, HclValue};
use serde::Serialize;

/// The fields of an entry.
pub(crate) type Fields = BTreeMap<String, String>;

/// An entry as it is written.
#[derive(HclValue)]
#[hcl(untagged)]
pub(crate) enum Entry<T> {
    Text(String),
    Object(T),
}

/// A key or an agent of SSH.
#[derive(HclValue, Serialize)]
#[hcl(unknown = "ignore")]
pub(crate) struct Ssh {
    #[hcl(default)]
    #[serde(skip_serializing_if = "String::is_empty")]
    id: String,
    #[hcl(default)]
    #[serde(skip_serializing_if = "Vec::is_empty")]
    paths: Vec<String>,
}

/// Reads caches. A string without keys has the names of images.
pub(crate) fn caches(written: Vec<Entry<Fields>>) -> Result<Vec<Fields>, String> {
    let image = |name: &String| fields([("type", "registry"), ("ref", name)]);
    let caches = entries(written, |parts| {
        let has_keys = parts.iter().any(|it| it.contains('='));
        (!has_keys).then(|| parts.iter().map(image).collect())
    })?;
    with_types(caches)
}

/// Reads outputs. A string without a type is a folder.
pub(crate) fn outputs(written: Vec<Entry<Fields>>) -> Result<Vec<Fields>, String> {
    let outputs = entries(written, |parts| match parts {
        [part] if part == "-" => Some(vec![fields([("type", "tar"), ("dest", "-")])]),
        [part] if !part.starts_with("type=") => {
            Some(vec![fields([("type", "local"), ("dest", part)])])
        }
        _ => None,
    })?;
    with_types(outputs)
}

/// Reads attestations.
pub(crate) fn attestations(written: Vec<Entry<Fields>>) -> Result<Vec<Fields>, String> {
    let mut attestations = with_types(entries(written, |_| None)?)?;
    for attestation in &mut attestations {
        attestation
            .retain(|key, value| key != "disabled" || ["1", "true"].contains(&value.as_str()));
    }
    Ok(attestations)
}

/// Reads secrets: the content of the file `src`, or of the variable `env`.
pub(crate) fn secrets(written: Vec<Entry<Fields>>) -> Result<Vec<Fields>, String> {
    let mut secrets = entries(written, |_| None)?;
    for secret in &mut secrets {
        let is_variable = secret.remove("type").is_some_and(|it| it == "env");
        for alias in ["source", "src"] {
            let source = secret.remove(alias).into_iter();
            let key = if is_variable { "env" } else { "src" };
            secret.extend(source.map(|it| (key.to_owned(), it)));
        }
    }
    Ok(secrets)
}

/// Reads keys of SSH: objects, or strings `id` or `id=path,path`.
pub(crate) fn ssh(written: Vec<Entry<Ssh>>) -> Result<Vec<Ssh>, String> {
    let read = |entry| match entry {
        Entry::Object(key) => Ok(key),
        Entry::Text(text) => {
            let (id, paths) = text.split_once('=').unwrap_or((&text, ""));
            Ok(Ssh { id: id.to_owned(), paths: csv(paths)? })
        }
    };
    let is_empty = |it: &Entry<Ssh>| matches!(it, Entry::Text(text) if text.is_empty());
    written.into_iter().filter(|it| !is_empty(it)).map(read).collect()
}

/// Reads entries. `short` reads those without keys.
fn entries(
    written: Vec<Entry<Fields>>,
    short: impl Fn(&[String]) -> Option<Vec<Fields>>,
) -> Result<Vec<Fields>, String> {
    let mut found = Vec::new();
    for entry in written {
        match entry {
            Entry::Object(fields) => found.push(fields),
            Entry::Text(text) => {
                let parts = csv(&text)?;
                let read = || Ok::<_, String>(vec![pairs(&parts)?]);
                found.extend(short(&parts).map_or_else(read, Ok)?);
            }
        }
    }
    found.retain(|it| !it.is_empty());
    Ok(found)
}

fn fields<const N: usize>(pairs: [(&str, &str); N]) -> Fields {
    pairs.map(|(key, value)| (key.to_owned(), value.to_owned())).into()
}

fn pairs(parts: &[String]) -> Result<Fields, String> {
    let pair = |part: &String| match part.split_once('=') {
        Some((key, value)) => Ok((key.trim().to_lowercase(), value.to_owned())),
        None => Err(format!("{part:?} is not of the form \"key=value\".")),
    };
    parts.iter().map(pair).collect()
}

fn with_types(entries: Vec<Fields>) -> Result<Vec<Fields>, String> {
    let has_type = |it: &Fields| it.get("type").is_some_and(|it| !it.is_empty());
    let is_typed = entries.iter().all(has_type);
    if is_typed { Ok(entries) } else { Err("A type is required: \"type=…\".".to_owned()) }
}

/// Splits a line of CSV.
fn csv(line: &str) -> Result<Vec<String>, String> {
    let mut diags = Diagnostics::new();
    let source = Source::new("entry", line);
    match TextForm::Csv.value(&source, &Type::list(Type::String), &mut diags) {
        Some(list) => {
            Ok(list.elements().iter().filter_map(|it| Some(it.as_str()?.to_owned())).collect())
        }
        None => Err(diags.to_string()),
    }
}
