//! Diagnostics as SARIF, the Static Analysis Results Interchange Format (OASIS, version 2.1.0).

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::path::Path;

use hcldyn_core::diag::{Applicability, Diagnostic, Edit, Fix, Severity, Subject, codes};
use hcldyn_core::syntax::{Place, Source};
use serde_json::{Value, json};

use super::RuleDescription;

/// The document with all codes.
const DOCUMENT: &str = concat!(env!("CARGO_PKG_REPOSITORY"), "/blob/HEAD/docs/diagnostics.md");

const SCHEMA: &str = "https://json.schemastore.org/sarif-2.1.0.json";

/// Returns the log of all results.
pub(super) fn log(
    mut results: Vec<Value>,
    describe: impl Fn(&str) -> Option<RuleDescription>,
) -> Value {
    let ids = results.iter().filter_map(|result| result["ruleId"].as_str().map(str::to_owned));
    let mut indexes: BTreeMap<String, usize> = ids.map(|id| (id, 0)).collect();
    for (index, (_, own)) in indexes.iter_mut().enumerate() {
        *own = index;
    }
    for result in &mut results {
        if let Some(index) = result["ruleId"].as_str().and_then(|id| indexes.get(id)) {
            result["ruleIndex"] = json!(index);
        }
    }
    let rules: Vec<_> = indexes.keys().map(|id| rule(id, describe(id))).collect();
    json!({
        "$schema": SCHEMA,
        "version": "2.1.0",
        "runs": [{
            "tool": { "driver": {
                "name": "hcldyn",
                "version": env!("CARGO_PKG_VERSION"),
                "informationUri": env!("CARGO_PKG_REPOSITORY"),
                "rules": rules,
            } },
            "columnKind": "utf16CodeUnits",
            "results": results,
        }],
    })
}

/// Returns the rule of a code. Functions may have codes of their own, about which only the name is known.
fn rule(id: &str, description: Option<RuleDescription>) -> Value {
    let is_off = codes::OFF_BY_DEFAULT.iter().any(|code| code.name() == id);
    let mut rule = json!({ "id": id });
    if let Some(code) = codes::ALL.iter().find(|code| code.name() == id) {
        rule["shortDescription"] = json!({ "text": code.summary() });
        rule["helpUri"] = json!(format!("{DOCUMENT}#{code}"));
        rule["defaultConfiguration"] = json!({ "enabled": !is_off });
    }
    if let Some(RuleDescription { text, markdown, severity }) = description {
        rule["fullDescription"] = json!({ "text": text });
        rule["help"] = json!({ "text": text, "markdown": markdown });
        rule["defaultConfiguration"] = json!({ "level": level(severity), "enabled": !is_off });
    }
    rule
}

fn level(severity: Severity) -> &'static str {
    match severity {
        Severity::Warning => "warning",
        _ => "error",
    }
}

/// Returns the result for one diagnostic.
pub(super) fn result(diagnostic: &Diagnostic) -> Value {
    let place = match &diagnostic.subject {
        Subject::Place(place) => location(place),
        // Code hosts require a region: the start of the input.
        input => json!({ "physicalLocation": {
            "artifactLocation": artifact(input.input_name()),
            "region": { "startLine": 1, "startColumn": 1, "endLine": 1, "endColumn": 1 },
        } }),
    };
    let text = format!("{}. {}", diagnostic.summary, diagnostic.detail_with_help());
    let mut result = json!({
        "level": level(diagnostic.severity),
        "message": { "text": text },
        "locations": [place],
    });
    if !diagnostic.code.is_empty() {
        result["ruleId"] = json!(diagnostic.code);
    }
    if !diagnostic.related.is_empty() {
        let related = diagnostic.related.iter().map(|related| {
            let mut location = location(&related.place);
            location["message"] = json!({ "text": related.message });
            location
        });
        result["relatedLocations"] = related.collect();
    }
    if !diagnostic.fixes.is_empty() {
        result["fixes"] = diagnostic.fixes.iter().map(fix).collect();
    }
    result
}

fn fix(fix: &Fix) -> Value {
    let mut changes: Vec<(&Source, Vec<Value>)> = Vec::new();
    for edit in &fix.edits {
        let source = edit.place.source();
        match changes.iter_mut().find(|(known, _)| *known == source) {
            Some((_, replacements)) => replacements.push(replacement(edit)),
            None => changes.push((source, vec![replacement(edit)])),
        }
    }
    let changes = changes.into_iter().map(|(source, replacements)| {
        json!({ "artifactLocation": artifact(source.name()), "replacements": replacements })
    });
    let applicability = match fix.applicability {
        Applicability::Safe => "safe",
        _ => "uncertain",
    };
    json!({
        "description": { "text": fix.title },
        "artifactChanges": changes.collect::<Vec<_>>(),
        "properties": { "applicability": applicability },
    })
}

fn replacement(edit: &Edit) -> Value {
    json!({
        "deletedRegion": region(&edit.place),
        "insertedContent": { "text": edit.replacement },
    })
}

fn location(place: &Place) -> Value {
    json!({ "physicalLocation": {
        "artifactLocation": artifact(place.source().name()),
        "region": region(place),
    } })
}

/// Returns a region with columns in UTF-16 code units, which code hosts and editors count.
fn region(place: &Place) -> Value {
    let (source, span) = (place.source(), place.span());
    json!({
        "startLine": place.start().line,
        "startColumn": source.columns(span.start).utf16,
        "endLine": place.end().line,
        "endColumn": source.columns(span.end).utf16,
        "byteOffset": span.start,
        "byteLength": span.end - span.start,
    })
}

/// Returns the path of a file as a URI reference.
fn artifact(name: &str) -> Value {
    let mut uri = if Path::new(name).is_absolute() { "file://".to_owned() } else { String::new() };
    if cfg!(windows) && !uri.is_empty() {
        uri.push('/');
    }
    for byte in name.bytes() {
        match byte {
            b'\\' if cfg!(windows) => uri.push('/'),
            b'-' | b'.' | b'_' | b'~' | b'/' => uri.push(byte as char),
            _ if byte.is_ascii_alphanumeric() => uri.push(byte as char),
            // Writing to a string never fails.
            _ => write!(uri, "%{byte:02X}").unwrap_or_default(),
        }
    }
    json!({ "uri": uri })
}
