//! Measures hcldyn and other Rust crates on the same inputs. The script `peers` in this folder drives it.

#![allow(clippy::print_stdout, clippy::unwrap_used, reason = "a program for measuring may stop")]

#[allow(unreachable_pub, reason = "the benches of the crate use it too")]
#[path = "../../../../../hcldyn/benches/corpus/mod.rs"]
mod corpus;
#[path = "../../ours/measuring.rs"]
mod measuring;
mod servers;

use std::rc::Rc;

use hcldyn::Diagnostics;
use hcldyn::cty::Value;
use hcldyn::syntax::Source;

use self::corpus::RESOURCES;
use self::measuring::{Case, Operation};

fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let arguments: Vec<&str> = arguments.iter().map(String::as_str).collect();
    match arguments[..] {
        ["list", text] => measuring::list(&cases(text)),
        [how, name, ref rest @ ..] => {
            let all = [cases("static"), cases("expressions")].concat();
            measuring::run(how, rest, &measuring::prepare(&all, name), |value| {
                format!("{value:?}")
            });
        }
        _ => panic!("usage: list static|expressions | {}", measuring::USAGE),
    }
}

/// The cases of an input. The others are compared with the first one.
fn cases(text: &str) -> Vec<Case> {
    let case =
        |name: &str, prepare: fn() -> Operation| -> Case { (name.to_owned(), Rc::new(prepare)) };
    match text {
        "static" => vec![
            case("hcldyn, text to structs", || servers::reading(servers::with_hcldyn)),
            case("hcl-rs with serde, text to structs", || servers::reading(servers::with_hcl_rs)),
            case("confval, text to structs", || servers::reading(servers::with_confval)),
            case("hcl-edit, text to its tree", || parsing(corpus::static_text(RESOURCES))),
        ],
        _ => vec![
            case("hcl-edit, text to its tree (expressions)", || parsing(corpus::text(RESOURCES))),
            case("hcldyn, text to its tree (expressions)", tree),
            case("hcldyn, text to structs (expressions)", structs),
        ],
    }
}

/// Parses a source and drops its tree.
fn parsing(text: String) -> Operation {
    Box::new(move || Value::from(hcl_edit::parser::parse_body(&text).unwrap().len() as u64))
}

fn tree() -> Operation {
    let text = corpus::text(RESOURCES);
    Box::new(move || {
        let mut diags = Diagnostics::new();
        drop(hcldyn::parse_body(&Source::new("bench.hcl", text.as_str()), &mut diags));
        assert!(diags.is_empty(), "{diags}");
        Value::from(RESOURCES as u64)
    })
}

fn structs() -> Operation {
    let (text, context) = (corpus::text(RESOURCES), corpus::context(0));
    Box::new(move || {
        let config: corpus::Config = hcldyn::from_str(&text, &context).unwrap();
        Value::from(config.resource.len() as u64)
    })
}
