//! Structs and enums that contain blocks of themselves, directly or indirectly.

use std::collections::BTreeMap;

use hcldyn::cty::Type;
use hcldyn::decode::HclBlocks;
use hcldyn::{EvalContext, HclDecode};

fn decoded<T: HclDecode>(text: &str) -> T {
    hcldyn::from_str(text, &EvalContext::new()).unwrap_or_else(|diags| panic!("{diags}"))
}

fn problems<T: HclDecode>(text: &str) -> String {
    hcldyn::from_str::<T>(text, &EvalContext::new()).err().unwrap().to_string()
}

#[derive(Debug, HclDecode, PartialEq)]
struct Location {
    #[hcl(label)]
    path: String,
    root: Option<String>,
    #[hcl(dynamic)]
    location: Vec<Self>,
}

#[derive(Debug, HclDecode, PartialEq)]
struct Server {
    #[hcl(dynamic)]
    location: Vec<Location>,
}

fn location(path: &str, root: Option<&str>, location: Vec<Location>) -> Location {
    Location { path: path.into(), root: root.map(Into::into), location }
}

#[test]
fn a_list_of_itself() {
    let text = r#"
        location "/" {
          location "a" {
            root = "/srv"
            location "b" {}
          }
          location "c" {}
        }
    "#;
    let inner = location("a", Some("/srv"), vec![location("b", None, vec![])]);
    let outer = location("/", None, vec![inner, location("c", None, vec![])]);
    assert_eq!(decoded::<Server>(text), Server { location: vec![outer] });
}

#[test]
fn errors_have_the_location_of_their_level() {
    let text = r#"location "/" {
  location "a" {
    roots = 1
  }
  location {}
}
"#;
    let problems = problems::<Server>(text);
    assert!(problems.contains("<text>:3:5: error: Unexpected attribute"), "{problems}");
    assert!(problems.contains("Did you mean \"root\"?"), "{problems}");
    assert!(problems.contains("<text>:5:12: error: Missing label"), "{problems}");
}

#[test]
fn generated_blocks_contain_generated_blocks() {
    let text = r#"
        dynamic "location" {
          for_each = ["a", "b"]
          labels   = [location.value]
          content {
            dynamic "location" {
              for_each = ["c"]
              iterator = inner
              labels   = ["${location.value}${inner.value}"]
              content {}
            }
          }
        }
    "#;
    let inner = |path: &str| location(path, None, vec![]);
    let outer = |path: &str, of: &str| location(path, None, vec![inner(of)]);
    let wanted = Server { location: vec![outer("a", "ac"), outer("b", "bc")] };
    assert_eq!(decoded::<Server>(text), wanted);
}

#[derive(Debug, HclDecode, PartialEq)]
struct Node {
    value: u8,
    #[hcl(block)]
    next: Option<Box<Self>>,
}

#[test]
fn at_most_one_of_itself() {
    let last = Node { value: 3, next: None };
    let next = Node { value: 2, next: Some(Box::new(last)) };
    let text = r"value = 1
next {
  value = 2
  next {
    value = 3
  }
}
";
    assert_eq!(decoded::<Node>(text), Node { value: 1, next: Some(Box::new(next)) });
    let problems = problems::<Node>("value = 1\nnext {\n}\n");
    assert!(problems.starts_with("<text>:2:6: error: Missing attribute"), "{problems}");
}

#[derive(Debug, HclDecode, PartialEq)]
enum Rule {
    And(Rules),
    Or(Rules),
    Not {
        #[hcl(block)]
        and: Option<Box<Rules>>,
    },
    Header {
        #[hcl(label)]
        name: String,
        value: String,
    },
}

#[derive(Debug, HclDecode, PartialEq)]
struct Rules {
    #[hcl(blocks)]
    rules: Vec<Rule>,
}

#[test]
fn trees_of_rules() {
    let text = r#"
        or {
          header "a" {
            value = "1"
          }
          and {
            header "b" {
              value = "2"
            }
            not {
              and {
                header "c" {
                  value = "3"
                }
              }
            }
          }
        }
    "#;
    let header = |name: &str, value: &str| Rule::Header { name: name.into(), value: value.into() };
    let not = Rule::Not { and: Some(Box::new(Rules { rules: vec![header("c", "3")] })) };
    let and = Rule::And(Rules { rules: vec![header("b", "2"), not] });
    let or = Rule::Or(Rules { rules: vec![header("a", "1"), and] });
    assert_eq!(decoded::<Rules>(text), Rules { rules: vec![or] });
    assert_eq!(Rule::block_types().len(), 4);
}

#[derive(Debug, HclDecode, PartialEq)]
#[hcl(tag = "kind")]
enum Step {
    Run {
        command: String,
    },
    Group {
        #[hcl(block)]
        step: Vec<Self>,
    },
}

#[derive(Debug, HclDecode, PartialEq)]
struct Job {
    #[hcl(block)]
    step: Vec<Step>,
}

#[test]
fn forms_that_an_attribute_names() {
    let text = r#"
        step {
          kind = "group"
          step {
            kind    = "run"
            command = "ls"
          }
        }
    "#;
    let run = Step::Run { command: "ls".into() };
    assert_eq!(decoded::<Job>(text), Job { step: vec![Step::Group { step: vec![run] }] });
}

#[derive(Debug, HclDecode, PartialEq)]
struct Folder<T: hcldyn::cty::FromValue> {
    owner: Option<T>,
    #[hcl(block)]
    folder: BTreeMap<String, Self>,
}

#[test]
fn a_generic_map_of_itself_by_label() {
    let text = r#"folder "a" {
  owner = 1
  folder "b" {}
}
"#;
    let empty = || Folder::<u8> { owner: None, folder: BTreeMap::new() };
    let a = Folder { owner: Some(1), folder: [("b".to_owned(), empty())].into() };
    let wanted = Folder { owner: None, folder: [("a".to_owned(), a)].into() };
    assert_eq!(decoded::<Folder<u8>>(text), wanted);
}

/// Tests the maximum nesting of sources on a thread's default stack.
#[test]
fn blocks_nest_as_deeply_as_the_source() {
    for depth in [1, 100, 250] {
        let opening = "location \"a\" {\n".repeat(depth);
        let server = decoded::<Server>(&format!("{opening}{}", "}\n".repeat(depth)));
        let mut levels = 0;
        let mut location = server.location.first();
        while let Some(inner) = location {
            levels += 1;
            location = inner.location.first();
        }
        assert_eq!(levels, depth);
    }
}

#[test]
fn the_spec_of_a_recursive_type_is_finite() {
    let spec = Server::spec();
    assert_eq!(spec.check(), Ok(()));
    assert_eq!(Node::spec().check(), Ok(()));
    // The inner block has any type.
    let next = [("value", Type::Number), ("next", Type::Dynamic)];
    let outer = [("value", Type::Number), ("next", Type::object(next))];
    assert_eq!(Node::spec().implied_type(), Type::object(outer));
    assert!(format!("{spec:?}").len() < 2_000);
    let types = spec.child_block_types();
    assert_eq!(types["location"].child_block_types().len(), 1);
}
/// Decoding and evaluation together fit on the stack of the test's thread.
#[test]
fn the_deepest_expressions_in_the_deepest_blocks() {
    const LEVELS: usize = 250;
    for (open, close) in [
        ("[", "]"),
        ("\"x${", "}\""),
        ("[for i in [1] : ", "]"),
        ("upper(", ")"),
        ("true ? ", " : 1"),
        ("-", ""),
    ] {
        let blocks = ("location \"a\" {\n".repeat(LEVELS), "}\n".repeat(LEVELS));
        let levels = LEVELS - 4;
        let expr = format!("{}1{}", open.repeat(levels), close.repeat(levels));
        let text = format!("{}root = length([{expr}])\n{}", blocks.0, blocks.1);
        let ctx = EvalContext::new().with_functions(hcldyn::functions::all());
        let decoded = hcldyn::from_str::<Server>(&text, &ctx);
        assert!(decoded.is_ok(), "{:?}", decoded.err());
    }
}
