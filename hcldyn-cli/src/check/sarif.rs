//! Diagnostics as SARIF, the Static Analysis Results Interchange Format (OASIS, version 2.1.0).

use std::collections::BTreeSet;
use std::fmt::Write as _;
use std::path::Path;

use hcldyn::Severity;
use hcldyn::diag::{Diagnostic, Subject};
use hcldyn::source::{Place, Source};
use serde_json::{Value, json};

const SCHEMA: &str = "https://json.schemastore.org/sarif-2.1.0.json";

/// Returns the log of all results.
pub(super) fn log(results: Vec<Value>) -> Value {
    let rules: BTreeSet<_> =
        results.iter().filter_map(|result| result["ruleId"].as_str()).collect();
    let rules: Vec<_> = rules.into_iter().map(|id| json!({ "id": id })).collect();
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
            "columnKind": "unicodeCodePoints",
            "results": results,
        }],
    })
}

/// Returns the result for one diagnostic.
pub(super) fn result(diagnostic: &Diagnostic) -> Value {
    let level = match diagnostic.severity {
        Severity::Warning => "warning",
        _ => "error",
    };
    let place = match &diagnostic.subject {
        Subject::Place(place) => location(place),
        input => {
            json!({ "physicalLocation": { "artifactLocation": artifact(input.input_name()) } })
        }
    };
    let text = format!("{}. {}", diagnostic.summary, diagnostic.detail_with_help());
    let mut result = json!({
        "ruleId": rule_id(&diagnostic.summary),
        "level": level,
        "message": { "text": text },
        "locations": [place],
    });
    if !diagnostic.related.is_empty() {
        let related = diagnostic.related.iter().map(|related| {
            let mut location = location(&related.place);
            location["message"] = json!({ "text": related.message });
            location
        });
        result["relatedLocations"] = related.collect();
    }
    result
}

/// Returns an identifier for the kind of a diagnostic, made of its summary: `unclosed-brace`.
fn rule_id(summary: &str) -> String {
    let summary = summary.to_lowercase();
    let words = summary.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty());
    words.collect::<Vec<_>>().join("-")
}

fn location(place: &Place) -> Value {
    let (source, span) = (place.source(), place.span());
    json!({ "physicalLocation": {
        "artifactLocation": artifact(source.name()),
        "region": {
            "startLine": place.start().line,
            "startColumn": column(source, span.start),
            "endLine": place.end().line,
            "endColumn": column(source, span.end),
            "byteOffset": span.start,
            "byteLength": span.end - span.start,
        },
    } })
}

/// Returns a column as SARIF counts them, in code points.
fn column(source: &Source, offset: u32) -> usize {
    let before = source.text().get(..offset as usize).unwrap_or_default();
    let line = before.rfind('\n').map_or(before, |end| &before[end + 1..]);
    line.trim_start_matches('\u{feff}').chars().count() + 1
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
