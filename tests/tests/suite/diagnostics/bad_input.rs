//! Invalid configurations: each error is reported once with its source location, and the rest is checked.

use hcldyn::cty::Value;
use hcldyn::{EvalContext, HclDecode};

#[derive(Debug, HclDecode)]
#[allow(dead_code, reason = "only decoding is looked at")]
struct Config {
    name: String,
    #[hcl(default = 1)]
    count: u8,
    #[hcl(block)]
    zone: Vec<Zone>,
    #[hcl(dynamic)]
    rule: Vec<Rule>,
}

#[derive(Debug, HclDecode)]
#[allow(dead_code, reason = "only decoding is looked at")]
struct Zone {
    #[hcl(label)]
    name: String,
}

#[derive(Debug, HclDecode)]
#[allow(dead_code, reason = "only decoding is looked at")]
struct Rule {
    port: u16,
}

/// Returns the diagnostics of a source in plain form, without its name.
fn problems(text: &str) -> Vec<String> {
    let ctx = EvalContext::new().with_variable("nothing", Value::null(hcldyn::cty::Type::Dynamic));
    match hcldyn::from_str::<Config>(text, &ctx) {
        Ok(config) => panic!("no problem found in {config:?}"),
        Err(problems) => {
            problems.iter().map(|problem| problem.to_string().replace("<text>:", "")).collect()
        }
    }
}

#[test]
fn a_missing_attribute() {
    assert_eq!(
        problems("count = 2\n"),
        ["1:1: error: Missing attribute; The required attribute \"name\" is not set."]
    );
}

#[test]
fn an_unknown_attribute_and_a_wrong_type() {
    let found = problems("name = \"a\"\ncuont = 2\ncount = []\n");
    assert_eq!(found.len(), 2, "{found:#?}");
    assert!(found[0].starts_with("2:1: error: Unexpected attribute; "), "{found:#?}");
    assert!(found[0].ends_with("Did you mean \"count\"?"), "{found:#?}");
    assert!(found[1].starts_with("3:9: error: Wrong type; "), "{found:#?}");
}

/// An invalid block is not reported as missing.
#[test]
fn a_missing_label() {
    #[derive(Debug, HclDecode)]
    #[allow(dead_code, reason = "only decoding is looked at")]
    struct Only {
        #[hcl(block)]
        zone: Zone,
    }

    let problems = hcldyn::from_str::<Only>("zone {}\n", &EvalContext::new()).unwrap_err();
    assert_eq!(
        problems.to_string(),
        "<text>:1:6: error: Missing label; A block of type \"zone\" takes 1 label; \"name\" is missing before the brace."
    );
}

#[test]
fn a_number_out_of_range() {
    assert_eq!(
        problems("name = \"a\"\ncount = 256\n"),
        [
            "2:9: error: Invalid value for \"count\": a whole number from 0 to 255 is required, not 256."
        ]
    );
}

#[test]
fn a_dynamic_block_of_a_type_that_did_not_opt_in() {
    let text = r#"name = "a"
dynamic "zone" {
  for_each = []
  content {}
}
"#;
    let found = problems(text);
    assert_eq!(found.len(), 1, "{found:#?}");
    assert!(found[0].starts_with("2:9: error: Unsupported dynamic block; "), "{found:#?}");
    assert!(found[0].contains("\"rule\""), "it names what can be generated: {found:#?}");
}

#[test]
fn two_contents_and_a_null_collection() {
    let text = r#"name = "a"
dynamic "rule" {
  for_each = [1]
  content { port = 1 }
  content { port = 2 }
}
dynamic "rule" {
  for_each = nothing
  content { port = 3 }
}
rule { port = 70000 }
"#;
    let found = problems(text);
    assert_eq!(found.len(), 3, "{found:#?}");
    assert!(found[0].starts_with("5:3: error: Second content; "), "{found:#?}");
    assert!(found[1].starts_with("8:14: error: Null collection; "), "{found:#?}");
    assert!(found[2].starts_with("11:15: error: Invalid value for "), "{found:#?}");
}

/// The report shows the generated block and its values.
#[test]
fn an_error_in_a_generated_block_shows_the_values() {
    let text = r#"dynamic "rule" {
  for_each = { web = 8, bad = 70 }
  content { port = rule.value * factor }
}
name = "a"
"#;
    let ctx = EvalContext::new().with_variable("factor", 1000);
    let problems = hcldyn::from_str::<Config>(text, &ctx).unwrap_err();
    let values: Vec<_> = problems.iter().map(|problem| problem.values.join(", ")).collect();
    assert_eq!(values, ["rule.value is 70, factor is 1000, rule.key is \"bad\""]);
}

#[test]
fn an_unknown_number_of_blocks() {
    let ctx = EvalContext::new().with_variable("ports", Value::dynamic());
    let text = r#"name = "a"
dynamic "rule" {
  for_each = ports
  content { port = 3 }
}
"#;
    let problems = hcldyn::from_str::<Config>(text, &ctx).unwrap_err();
    assert_eq!(problems.len(), 1, "{problems}");
    assert!(problems.to_string().contains("Unknown number of blocks"), "{problems}");
}

/// Attributes that the invalid items would have set are not missing.
#[test]
fn syntax_errors_in_two_items_hide_nothing() {
    let found = problems("name = \ncount = 256\nrule {\n  port 80\n}\nzone \"a\" {}\n");
    assert_eq!(
        found,
        [
            "1:8: error: Missing expression; Expected a value on the line of its equals sign.",
            "2:9: error: Invalid value for \"count\": a whole number from 0 to 255 is required, not 256.",
            "4:8: error: Missing equals sign; Expected \"=\" before the value (as in port = …).",
        ]
    );
}

#[test]
fn files_that_cannot_be_read() {
    let folder = std::env::temp_dir();
    let missing = folder.join("hcldyn-there-is-no-such-file.hcl");
    let latin1 = folder.join(format!("hcldyn-latin1-{}.hcl", std::process::id()));
    // The rest of a file that is not UTF-8 is still checked.
    std::fs::write(&latin1, b"name = \"caf\xe9\"\nzone \"\xe9\" {}\ncount = 3000\n").unwrap();
    for (path, place) in [
        (&folder, folder.display().to_string()),
        (&missing, missing.display().to_string()),
        (&latin1, format!("{}:1:12", latin1.display())),
    ] {
        let problems = hcldyn::from_file::<Config>(path, &EvalContext::new()).unwrap_err();
        let count = if path == &latin1 { 2 } else { 1 };
        assert_eq!(problems.len(), count, "{problems}");
        assert!(problems.to_string().starts_with(&format!("{place}: ")), "{problems}");
    }
    std::fs::remove_file(latin1).unwrap();
}
