//! The layout of sources in JSON syntax.

use hcldyn::syntax::format::format_json;
use hcldyn_tests::vectors::{cases, read};
use serde_json::Value;

#[test]
fn a_layout_keeps_the_values_and_is_laid_out() {
    let file = read("random_json_bodies.json");
    for case in cases(&file, "cases", 300) {
        let text = case["body"].as_str().unwrap();
        let Ok(value) = serde_json::from_str::<Value>(text) else { continue };
        let layout = format_json(text);
        assert_eq!(serde_json::from_str::<Value>(&layout).unwrap(), value, "{text}");
        assert_eq!(format_json(&layout), layout, "{text}");
    }
}

#[test]
fn tokens_stay_as_they_are() {
    for (text, layout) in [
        ("null", "null\n"),
        ("[]\n\n", "[]\n"),
        ("[ [ ], { } ]", "[\n  [],\n  {}\n]\n"),
        ("\u{feff}{\"a\":1.50e2}", "\u{feff}{\n  \"a\": 1.50e2\n}\n"),
        (
            "{\"a\":\r\n1,\"a\":\"é, \\\\\\\"}\"}",
            "{\r\n  \"a\": 1,\r\n  \"a\": \"é, \\\\\\\"}\"\r\n}\r\n",
        ),
    ] {
        assert_eq!(format_json(text), layout);
    }
}

#[test]
fn characters_of_invalid_or_huge_sources_stay() {
    let kept = |text: &str| text.split_whitespace().collect::<String>();
    for text in ["", "\"", "\"\\", "\"\\é", "]]]{{", "{\"a\" 1,,:é", "\u{1}\u{feff}"] {
        assert_eq!(kept(&format_json(text)), kept(text));
    }
    let deep = format!("{}{}", "[".repeat(1000), "1,".repeat(1000));
    assert_eq!(format_json(&deep), deep);
}
