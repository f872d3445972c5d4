//! A provider schema, as `terraform providers schema -json` prints them.

use std::fmt::Write as _;

/// Returns a schema of this many resource types, in at least this many bytes.
pub(crate) fn text(types: usize, bytes: usize) -> String {
    let mut text = String::from(
        r#"{"format_version":"1.0","provider_schemas":{"registry.terraform.io/example/example":{"provider":{"version":0,"block":{"description_kind":"plain"}},"resource_schemas":{"#,
    );
    for ty in 0..types {
        let comma = if ty == 0 { "" } else { "," };
        _ = write!(text, r#"{comma}"example_{ty}":{{"version":1,"block":{{"attributes":{{"#);
        let end = bytes / types * (ty + 1);
        _ = write!(text, r#""id":{{"type":"string","description_kind":"plain","computed":true}}"#);
        // A third of a type is in attributes of its own, the others are in nested blocks.
        let start = text.len();
        for attribute in 0.. {
            if text.len() >= start + end.saturating_sub(start) / 3 {
                break;
            }
            _ = write!(text, ",{}", self::attribute(attribute));
        }
        text.push_str(r#"},"block_types":{"#);
        for block in 0.. {
            if text.len() >= end && block > 0 {
                break;
            }
            let comma = if block == 0 { "" } else { "," };
            _ = write!(text, "{comma}{}", self::block(block));
        }
        text.push_str(r#"},"description_kind":"plain"}}"#);
    }
    text + "}}}}\n"
}

fn attribute(index: usize) -> String {
    let (ty, flags) = match index % 5 {
        0 => (r#""string""#, r#""optional":true"#),
        1 => (r#""bool""#, r#""optional":true,"computed":true"#),
        2 => (r#"["map","string"]"#, r#""optional":true"#),
        3 => (r#"["list",["object",{"name":"string","port":"number"}]]"#, r#""computed":true"#),
        _ => (r#""string""#, r#""optional":true,"sensitive":true,"deprecated":true"#),
    };
    format!(
        r#""attribute_{index}":{{"type":{ty},"description":"The value {index} of the resource. See \"Limits\" in the manual for the values that it may have.","description_kind":"plain",{flags}}}"#
    )
}

fn block(index: usize) -> String {
    let attributes: Vec<String> = (0..4).map(attribute).collect();
    format!(
        r#""block_{index}":{{"nesting_mode":"list","block":{{"attributes":{{{}}},"description_kind":"plain"}},"max_items":1}}"#,
        attributes.join(",")
    )
}
