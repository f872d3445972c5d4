//! The recorded cases of the reference, those in native syntax converted to JSON syntax.

use hcldyn::Diagnostics;
use hcldyn::edit::convert;
use hcldyn::syntax::Source;
use serde_json::Value as Json;

use super::{Group, Pair, decoded, errors};
use crate::specs::{Dynamic, spec_from_notation};
use crate::vectors::{cases, context, read};

/// The files with bodies, and `true` for those in JSON syntax.
const FILES: [(&str, bool); 5] = [
    ("json_bodies.json", true),
    ("random_json_bodies.json", true),
    ("dynblock.json", false),
    ("random_bodies.json", false),
    ("specs.json", false),
];

/// Returns the recorded cases. Cases that JSON syntax or other readers of JSON can't represent are left out.
pub fn recorded() -> Vec<Group> {
    let mut groups: Vec<(String, Group)> = Vec::new();
    let mut values = Vec::new();
    for (name, is_json) in FILES {
        let file = read(name);
        for case in cases(&file, "cases", 10) {
            let key = format!("{} {}", case["expand"], case["spec"]);
            let dynamic = if case["expand"] == true { Dynamic::Allowed } else { Dynamic::Refused };
            let spec = spec_from_notation(&case["spec"], dynamic);
            let Some(text) = in_json(case, is_json || case["syntax"] == "json") else { continue };
            let Some(codes) = errors(&text, &spec, &context(&case["variables"])) else { continue };
            let position = groups.iter().position(|(known, _)| *known == key);
            let position = position.unwrap_or_else(|| {
                groups.push((key, Group::of_spec(&spec)));
                groups.len() - 1
            });
            let syntax = if is_json { "recorded" } else { "converted" };
            let kind = kind(syntax, &codes);
            if codes.is_empty() {
                values.extend(decoded(&text, &spec, &context(&case["variables"])));
            }
            groups[position].1.pairs.push(Pair { text, codes, kind });
        }
    }
    groups.into_iter().map(|(_, group)| group).chain(values).collect()
}

/// Returns the body of a case in JSON syntax.
fn in_json(case: &Json, is_json: bool) -> Option<String> {
    let text = case["body"].as_str()?;
    if is_json {
        return Some(text.to_owned());
    }
    convert::to_json(&Source::new("case.hcl", text), &mut Diagnostics::new())
}

/// Returns a kind for counts: the only code of the errors, if there is one.
fn kind(syntax: &str, codes: &[String]) -> String {
    match codes {
        [] => format!("{syntax}: valid"),
        [first, rest @ ..] if rest.iter().all(|code| code == first) => format!("{syntax}: {first}"),
        _ => format!("{syntax}: several errors"),
    }
}
