//! Entries of lists such as `cache-from` and `secret`: objects, or strings with one line of CSV.

use std::collections::BTreeMap;

use hcldyn::HclValue;
use serde::Serialize;

use crate::variable::parse_bool;

/// The fields of an entry.
pub(crate) type Fields = BTreeMap<String, String>;

/// An entry as it is written.
#[derive(Clone, Debug, HclValue)]
#[hcl(untagged)]
pub(crate) enum Entry {
    Text(String),
    Fields(Fields),
}

/// A secret: the content of a file, or of a variable of the environment.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub(crate) struct Secret {
    #[serde(skip_serializing_if = "String::is_empty")]
    pub(crate) id: String,
    #[serde(skip_serializing_if = "String::is_empty")]
    pub(crate) src: String,
    #[serde(skip_serializing_if = "String::is_empty")]
    pub(crate) env: String,
}

/// A key or an agent of SSH.
#[derive(Clone, Debug, Default, PartialEq, Serialize, HclValue)]
#[hcl(try_from = "SshEntry")]
pub(crate) struct Ssh {
    #[serde(skip_serializing_if = "String::is_empty")]
    pub(crate) id: String,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub(crate) paths: Vec<String>,
}

#[derive(HclValue)]
#[hcl(untagged, unknown = "ignore")]
enum SshEntry {
    Text(String),
    Key {
        #[hcl(default)]
        id: String,
        #[hcl(default)]
        paths: Vec<String>,
    },
}

/// A policy for the sources of a build.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
#[serde(rename_all = "PascalCase")]
pub(crate) struct Policy {
    files: Option<Vec<BTreeMap<&'static str, Option<String>>>>,
    reset: bool,
    disabled: bool,
    strict: Option<bool>,
    log_level: Option<String>,
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

/// Reads secrets.
pub(crate) fn secrets(written: Vec<Entry>) -> Result<Vec<Secret>, String> {
    entries(written, |entry| {
        let (mut fields, is_text) = match entry {
            Entry::Text(text) => (pairs(&text, str::to_lowercase)?, true),
            Entry::Fields(fields) => (fields, false),
        };
        let mut take = |name: &str| fields.remove(name).unwrap_or_default();
        let (ty, id, src, env) = (take("type"), take("id"), take("src"), take("env"));
        let (source, is_env) = (take("source"), ty == "env");
        if is_text && (!fields.is_empty() || !["", "file", "env"].contains(&ty.as_str())) {
            return Err("Expected the fields type, id, src and env.".to_owned());
        }
        let src = if is_text && src.is_empty() { source } else { src };
        let moves = is_text && is_env && env.is_empty();
        let (src, env) = if moves { (String::new(), src) } else { (src, env) };
        Ok(Secret { id, src, env })
    })
}

/// Reads policies.
pub(crate) fn policies(written: Vec<Entry>) -> Result<Vec<Policy>, String> {
    entries(written, |entry| {
        let list = match entry {
            Entry::Text(text) => pairs_of(&text, str::to_owned)?,
            Entry::Fields(fields) => fields.into_iter().collect(),
        };
        let mut policy = Policy::default();
        for (key, value) in list {
            match key.as_str() {
                "filename" if !value.is_empty() => {
                    let file = BTreeMap::from([("Filename", Some(value)), ("Data", None)]);
                    policy.files.get_or_insert_default().push(file);
                }
                "reset" => policy.reset = parse_bool(&value)?,
                "disabled" => policy.disabled = parse_bool(&value)?,
                "strict" => policy.strict = Some(parse_bool(&value)?),
                "log-level" if value == "warn" => policy.log_level = Some("warning".to_owned()),
                "log-level" => policy.log_level = Some(value),
                _ => return Err(format!("The field {key:?} of a policy is unknown.")),
            }
        }
        Ok(policy)
    })
}

impl TryFrom<SshEntry> for Ssh {
    type Error = String;

    fn try_from(entry: SshEntry) -> Result<Self, String> {
        Ok(match entry {
            SshEntry::Key { id, paths } => Self { id, paths },
            SshEntry::Text(text) => Self::parse(&text)?,
        })
    }
}

impl Ssh {
    /// Parses a key: `id`, or `id=path,path`.
    pub(crate) fn parse(text: &str) -> Result<Self, String> {
        let (id, paths) = text.split_once('=').unwrap_or((text, ""));
        let paths = if paths.is_empty() { Vec::new() } else { csv(paths)? };
        Ok(Self { id: id.to_owned(), paths })
    }
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
