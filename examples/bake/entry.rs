//! Entries of lists such as `cache-from` and `secret`: objects, or strings with one line of CSV.

use std::collections::BTreeMap;

use hcldyn::HclValue;
use serde::Serialize;
use serde_json::{Value, json};

/// The fields of an entry.
pub(crate) type Fields = BTreeMap<String, String>;

/// An entry as it is written.
#[derive(Clone, Debug, HclValue)]
#[hcl(untagged)]
pub(crate) enum Entry {
    Text(String),
    Fields(Fields),
}

/// A key or an agent of SSH.
#[derive(Clone, Debug, Serialize, HclValue)]
#[hcl(unknown = "ignore")]
pub(crate) struct Ssh {
    #[hcl(default)]
    #[serde(skip_serializing_if = "String::is_empty")]
    id: String,
    #[hcl(default)]
    #[serde(skip_serializing_if = "Vec::is_empty")]
    paths: Vec<String>,
}

/// A key or an agent of SSH as it is written: as an object, or as `id` or `id=path,path`.
#[derive(HclValue)]
#[hcl(untagged)]
pub(crate) enum SshEntry {
    Text(String),
    Key(Ssh),
}

/// Reads entries of a kind. Empty strings are ignored.
fn entries<T>(
    entries: Vec<Entry>,
    read: impl Fn(Entry) -> Result<T, String>,
) -> Result<Vec<T>, String> {
    let is_empty = |entry: &Entry| matches!(entry, Entry::Text(text) if text.is_empty());
    entries.into_iter().filter(|it| !is_empty(it)).map(read).collect()
}

/// Reads caches. A string without keys has the names of images.
pub(crate) fn caches(written: Vec<Entry>) -> Result<Vec<Fields>, String> {
    let lists = entries(written, |entry| match entry {
        Entry::Text(text) if !text.contains('=') => {
            let image = |it| fields([("type", "registry"), ("ref", it)]);
            Ok(csv(&text)?.iter().map(|it| image(it)).collect())
        }
        Entry::Text(text) => Ok(vec![with_type(pairs(&text, str::to_lowercase)?)?]),
        Entry::Fields(fields) => Ok(vec![with_type(fields)?]),
    })?;
    Ok(lists.concat())
}

/// Reads outputs. A string without keys is a folder.
pub(crate) fn outputs(written: Vec<Entry>) -> Result<Vec<Fields>, String> {
    let mut outputs = entries(written, |entry| match entry {
        Entry::Text(text) => match &csv(&text)?[..] {
            [field] if *field == text && field == "-" => {
                Ok(fields([("type", "tar"), ("dest", "-")]))
            }
            [field] if *field == text && !field.starts_with("type=") => {
                Ok(fields([("type", "local"), ("dest", &text)]))
            }
            _ => with_type(pairs(&text, |key| key.trim().to_lowercase())?),
        },
        Entry::Fields(fields) => with_type(fields),
    })?;
    for output in &mut outputs {
        output.retain(|key, value| key != "dest" || !value.is_empty());
    }
    Ok(outputs)
}

/// Reads attestations.
pub(crate) fn attestations(written: Vec<Entry>) -> Result<Vec<Fields>, String> {
    let mut attestations = entries(written, |entry| match entry {
        Entry::Text(text) => with_type(pairs(&text, str::to_owned)?),
        Entry::Fields(fields) => Ok(fields),
    })?;
    for attestation in &mut attestations {
        if let Some(text) = attestation.remove("disabled").as_deref()
            && parse_bool(text)?
        {
            attestation.insert("disabled".to_owned(), "true".to_owned());
        }
    }
    Ok(attestations)
}

/// Reads secrets: the content of the file `src`, or of the variable `env`. Only a string can have the type `env`, whose
/// source is a variable.
pub(crate) fn secrets(written: Vec<Entry>) -> Result<Vec<Fields>, String> {
    entries(written, |entry| {
        let mut fields = match entry {
            Entry::Text(text) => secret(pairs(&text, str::to_lowercase)?)?,
            Entry::Fields(fields) => fields,
        };
        fields.retain(|key, value| ["id", "src", "env"].contains(&&**key) && !value.is_empty());
        Ok(fields)
    })
}

/// Returns the fields of a secret from those of a string.
fn secret(mut fields: Fields) -> Result<Fields, String> {
    let is_known = |key: &String| ["type", "id", "src", "source", "env"].contains(&key.as_str());
    let ty = fields.get("type").map_or("", String::as_str);
    if !fields.keys().all(is_known) || !["", "file", "env"].contains(&ty) {
        return Err("Expected the fields type, id, src and env.".to_owned());
    }
    fields.retain(|_, value| !value.is_empty());
    if let Some(source) = fields.remove("source") {
        fields.entry("src".to_owned()).or_insert(source);
    }
    if fields.get("type").is_some_and(|it| it == "env")
        && !fields.contains_key("env")
        && let Some(variable) = fields.remove("src")
    {
        fields.insert("env".to_owned(), variable);
    }
    Ok(fields)
}

/// Reads policies for the sources of a build.
pub(crate) fn policies(written: Vec<Entry>) -> Result<Vec<Value>, String> {
    entries(written, |entry| {
        let list = match entry {
            Entry::Text(text) => pairs_of(&text, str::to_owned)?,
            Entry::Fields(fields) => fields.into_iter().collect(),
        };
        let mut files = Vec::new();
        let mut policy = json!({
            "Files": null, "Reset": false, "Disabled": false, "Strict": null, "LogLevel": null
        });
        for (key, value) in list {
            match key.as_str() {
                "filename" if !value.is_empty() => {
                    files.push(json!({ "Filename": value, "Data": null }));
                    policy["Files"] = json!(files);
                }
                "reset" => policy["Reset"] = parse_bool(&value)?.into(),
                "disabled" => policy["Disabled"] = parse_bool(&value)?.into(),
                "strict" => policy["Strict"] = parse_bool(&value)?.into(),
                "log-level" if value == "warn" => policy["LogLevel"] = "warning".into(),
                "log-level" => policy["LogLevel"] = value.into(),
                _ => return Err(format!("The field {key:?} of a policy is unknown.")),
            }
        }
        Ok(policy)
    })
}

/// Reads keys of SSH.
pub(crate) fn ssh(written: Vec<SshEntry>) -> Result<Vec<Ssh>, String> {
    let read = |entry| {
        let text = match entry {
            SshEntry::Text(text) => text,
            SshEntry::Key(key) => return Ok(key),
        };
        let (id, paths) = text.split_once('=').unwrap_or((&text, ""));
        let paths = if paths.is_empty() { Vec::new() } else { csv(paths)? };
        Ok(Ssh { id: id.to_owned(), paths })
    };
    written.into_iter().map(read).collect()
}

fn fields<const N: usize>(pairs: [(&str, &str); N]) -> Fields {
    pairs.map(|(key, value)| (key.to_owned(), value.to_owned())).into()
}

fn with_type(fields: Fields) -> Result<Fields, String> {
    let has_type = fields.get("type").is_some_and(|it| !it.is_empty());
    if has_type { Ok(fields) } else { Err("A type is required: \"type=…\".".to_owned()) }
}

fn pairs(text: &str, key: impl Fn(&str) -> String) -> Result<Fields, String> {
    Ok(pairs_of(text, key)?.into_iter().collect())
}

/// Splits a line of CSV into fields `key=value`.
fn pairs_of(text: &str, key: impl Fn(&str) -> String) -> Result<Vec<(String, String)>, String> {
    let pair = |field: String| match field.split_once('=') {
        Some((name, value)) => Ok((key(name), value.to_owned())),
        None => Err(format!("{field:?} is not of the form \"key=value\".")),
    };
    csv(text)?.into_iter().map(pair).collect()
}

/// Splits a line of CSV.
pub(crate) fn csv(line: &str) -> Result<Vec<String>, String> {
    csv_by(line, ',')
}

/// Splits a line of CSV with another separator. As in buildx, a line break is a part of a field, unlike in RFC 4180, which the
/// library reads.
pub(crate) fn csv_by(line: &str, separator: char) -> Result<Vec<String>, String> {
    let (mut fields, mut rest) = (Vec::new(), line.strip_suffix('\n').unwrap_or(line));
    if line.is_empty() {
        return Err("An empty string is not a list.".to_owned());
    }
    loop {
        let mut field = String::new();
        if let Some(quoted) = rest.strip_prefix('"') {
            rest = quoted;
            loop {
                let (part, after) = rest.split_once('"').ok_or("A closing quote is missing.")?;
                field += part;
                rest = after;
                let Some(after) = rest.strip_prefix('"') else { break };
                (field, rest) = (field + "\"", after);
            }
        } else {
            let end = rest.find(separator).unwrap_or(rest.len());
            field += &rest[..end];
            rest = &rest[end..];
            if field.contains('"') {
                return Err(format!("Unexpected quote in {field:?}."));
            }
        }
        fields.push(field);
        match rest.strip_prefix(separator) {
            Some(after) => rest = after,
            None if rest.is_empty() => return Ok(fields),
            None => return Err(format!("Unexpected {rest:?} after a quoted field.")),
        }
    }
}

/// Parses a bool in one of its forms.
pub(crate) fn parse_bool(text: &str) -> Result<bool, String> {
    match text {
        "1" | "t" | "T" | "true" | "TRUE" | "True" => Ok(true),
        "0" | "f" | "F" | "false" | "FALSE" | "False" => Ok(false),
        _ => Err(format!("{text:?} is neither true nor false")),
    }
}
