//! The answers that a page gets.

use hcldyn_playground::Playground;
use serde_json::{Value, json};

const SPEC: &str = r#"
    functions     = "all"
    own_variables = true
    object {
      attr "region" {
        type = string
        docs = "Where it runs. <b>"
      }
      block_list "server" {
        object {
          label "name" {}
          attr "port" { type = number }
        }
      }
    }
"#;

fn playground(configuration: &str, spec: &str, variables: &str) -> Playground {
    let mut playground = Playground::new();
    playground.set("configuration", configuration);
    playground.set("spec", spec);
    playground.set("variables", variables);
    playground
}

fn parsed(answer: &str) -> Value {
    serde_json::from_str(answer).expect("answers are JSON")
}

/// Returns the pane, the range and the summary of each problem.
fn problems(playground: &mut Playground) -> Vec<(String, u64, u64, String)> {
    let answer = parsed(&playground.problems());
    let mut found = Vec::new();
    for pane in ["configuration", "spec", "variables"] {
        for it in answer[pane].as_array().expect("every pane has a list") {
            let number = |key: &str| it[key].as_u64().unwrap_or_default();
            let summary = it["summary"].as_str().unwrap_or_default().to_owned();
            found.push((pane.to_owned(), number("from"), number("to"), summary));
        }
    }
    found
}

#[test]
fn a_value_follows_the_variables() {
    let text = "variable \"zone\" {}\nregion = upper(var.zone)\n";
    let mut playground = playground(text, SPEC, "zone = \"eu\"");
    assert_eq!(problems(&mut playground), []);
    let value = |playground: &mut Playground| {
        let answer = parsed(&playground.result("value"));
        parsed(answer["json"].as_str().expect("a value"))
    };
    assert_eq!(value(&mut playground), json!({ "region": "EU", "server": [] }));
    playground.set("variables", "zone = \"us\"");
    assert_eq!(value(&mut playground)["region"], "US");
}

#[test]
fn a_fix_has_ranges_in_units_of_a_page() {
    // The face takes two units, and four bytes.
    let mut playground = playground("/*😀*/ regoin = \"eu\"\n", SPEC, "");
    let answer = parsed(&playground.problems());
    let problem = &answer["configuration"][0];
    assert_eq!((&problem["from"], &problem["to"]), (&json!(7), &json!(13)));
    let edit = json!({ "pane": "configuration", "from": 7, "to": 13, "insert": "region" });
    assert_eq!(problem["fixes"][0]["edits"], json!([edit]));
}

#[test]
fn every_pane_has_its_problems() {
    let mut all = playground("region = 1 +\n", "object {\n  atr \"a\" {}\n}\n", "zone =\n");
    let panes: Vec<_> = problems(&mut all).into_iter().map(|(pane, ..)| pane).collect();
    for pane in ["configuration", "spec", "variables"] {
        assert!(panes.iter().any(|it| it == pane), "{pane}: {panes:?}");
    }
    // Only values show this one.
    let mut valued = playground(
        "region = [1][n]\n",
        "object {\n  attr \"region\" { type = number }\n}\n",
        "n = 5",
    );
    let found = problems(&mut valued);
    assert_eq!(found.len(), 1, "{found:?}");
    assert_eq!(found[0].0, "configuration");
}

/// A label that depends on a collection is known once the collection is.
#[test]
fn labels_have_the_values_of_variables() {
    let text = "dynamic \"server\" {\nfor_each = zones\nlabels = [server.value]\ncontent {}\n}\n";
    let spec = SPEC.replace("own_variables = true", "");
    let mut playground = playground(text, &spec, "zones = [\"a\"]");
    assert_eq!(problems(&mut playground), []);
}

#[test]
fn expanded_blocks() {
    let text = r#"
        dynamic "server" {
          for_each = ["a", "b"]
          labels   = [server.value]
          content {
            port = 80 + server.key
          }
        }
    "#;
    let mut playground = playground(text, SPEC, "");
    let answer = parsed(&playground.result("expanded"));
    let expected = "server \"a\" {\n  port = 80\n}\n\nserver \"b\" {\n  port = 81\n}\n";
    assert_eq!(answer["hcl"].as_str(), Some(expected));
}

#[test]
fn the_graph_has_blocks_and_what_they_refer_to() {
    let text = "locals {\n  a = 1\n}\nserver \"s\" {\n  port = local.a\n}\n\
        dynamic \"server\" {\n  for_each = local.a\n  content {}\n}\n";
    let mut playground = playground(text, SPEC, "");
    let graph = &parsed(&playground.result("graph"))["graph"];
    let titles: Vec<_> =
        graph["nodes"].as_array().into_iter().flatten().map(|it| &it["title"]).collect();
    assert_eq!(titles, ["local.a", "server.s", "dynamic \"server\""]);
    assert_eq!(graph["edges"], json!([[1, 0], [2, 0]]));
}

#[test]
fn documents_need_a_spec() {
    let mut playground = playground("a = 1\n", SPEC, "");
    for (kind, form) in [("reference", "html"), ("sample", "hcl"), ("schema", "json")] {
        let text = parsed(&playground.result(kind))[form].as_str().unwrap_or_default().to_owned();
        assert!(text.contains("region"), "{kind}");
    }
    playground.set("spec", "");
    assert_eq!(parsed(&playground.result("sample")), json!({ "missing": "The spec is empty." }));
    let value = parsed(&playground.result("value"))["json"].as_str().map(parsed);
    assert_eq!(value, Some(json!({ "a": 1 })));
}

#[test]
fn answers_at_an_offset() {
    let mut playground = playground("reg\n\nserver \"a\" {\n  \n}\n", SPEC, "");
    let completions = parsed(&playground.completions("configuration", 3));
    assert_eq!((&completions[0]["label"], &completions[0]["to"]), (&json!("region"), &json!(3)));
    let docs = parsed(&playground.describe("configuration", 3, "region", "attribute"));
    assert!(docs["html"].as_str().unwrap_or_default().contains("Where it runs."));
    assert_eq!(playground.completions("other", 0), "null");
    playground.set("configuration", "\n\nregion = \"eu\"\n");
    let hover = parsed(&playground.hover("configuration", 6));
    let html = hover["html"].as_str().unwrap_or_default();
    assert!(html.contains("Where it runs. &lt;b&gt;"), "{html}");
}

#[test]
fn values_beside_the_configuration() {
    let text = "variable \"zone\" {}\nregion = upper(var.zone)\n";
    let mut playground = playground(text, SPEC, "zone = \"eu\"");
    let shown = |playground: &Playground| {
        let hints = parsed(&playground.hints("configuration"));
        let hints = hints.as_array().expect("a list").iter();
        hints.map(|it| it["text"].as_str().unwrap_or_default().to_owned()).collect::<String>()
    };
    assert!(shown(&playground).contains("\"EU\""), "{}", shown(&playground));
    let hover = parsed(&playground.hover("configuration", 41));
    assert!(hover["html"].as_str().unwrap_or_default().contains("eu"), "{hover}");
    playground.set("variables", "zone = \"us\"");
    assert!(shown(&playground).contains("\"US\""), "{}", shown(&playground));
}

#[test]
fn layout_and_colours() {
    let playground = playground("a=1\nregion   = \"eu\"\n", SPEC, "");
    assert!(
        parsed(&playground.format("configuration")).as_array().is_some_and(|it| !it.is_empty())
    );
    let tokens = playground.tokens("configuration");
    let property = Playground::roles().iter().position(|role| role == "property");
    assert_eq!(tokens[..3], [0, 1, property.expect("a role") as u32]);
}

/// The work of an evaluation is limited, so that each of these has an answer.
#[test]
fn a_bomb_ends() {
    let inner =
        (0..8).fold("1".to_owned(), |inner, at| format!("[for x{at} in range(100) : {inner}]"));
    let doubled: String = (1..40)
        .map(|at| format!("a{at} = \"${{local.a{}}}${{local.a{}}}\"\n", at - 1, at - 1))
        .collect();
    for text in [
        format!("region = {inner}\n"),
        format!("locals {{\na0 = \"x\"\n{doubled}}}\nregion = local.a39\n"),
        "dynamic \"server\" {\nfor_each = range(1000)\nlabels = [\"a\"]\ncontent {\ndynamic \"b\" {\nfor_each = range(1000)\ncontent {}\n}\n}\n}\n".to_owned(),
        format!("region = {}1{}\n", "(".repeat(100_000), ")".repeat(100_000)),
    ] {
        let mut playground = playground(&text, SPEC, "");
        assert_ne!(problems(&mut playground), [], "{}", &text[..60]);
        playground.result("expanded");
        playground.result("graph");
        playground.hints("configuration");
    }
}
