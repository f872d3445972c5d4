//! Operations with 1, 10 and 100 times the work: linear time grows tenfold in each step. The script
//! `instructions` also counts the smallest of each.

use std::fmt::Write;
use std::rc::Rc;

use hcldyn::cty::{Type, Value};
use hcldyn::ext::kit;
use hcldyn::spec::decode;
use hcldyn::syntax::{Source, parse_json_body};
use hcldyn::{Diagnostics, EvalContext, parse_body, parse_expression};

use crate::measuring::{Case, Operation};
use crate::{corpus, decoding, structs};

/// An operation with the amount of work of its smallest case.
type Growing = (&'static str, usize, fn(usize) -> Operation);

const GROWING: [Growing; 12] = [
    ("text to value, resources", 40, |count| {
        decoding::decoding(corpus::text(count), decoding::resources(), 0)
    }),
    ("text to structs, resources", 40, |count| structs::decoding_structs(corpus::text(count))),
    ("JSON to value, blocks", 400, json),
    ("dynamic, blocks", 1_000, |count| {
        decoding::decoding(corpus::generated(count), decoding::ports(), count)
    }),
    ("for, elements", 1_000, loops),
    ("graph, locals", 100, graph),
    ("object, keys", 1_000, object),
    ("text to tree, attributes", 10_000, |count| {
        let attributes = (0..count).map(|i| format!("attr_{i} = {i}\n"));
        parsing(attributes.collect(), false)
    }),
    ("text to tree, keys of an object", 10_000, |count| {
        let keys: String = (0..count).map(|i| format!("  key_{i} = {i}\n")).collect();
        parsing(format!("object = {{\n{keys}}}\n"), false)
    }),
    ("text to tree, bytes of a string", 1_000_000, |count| {
        parsing(format!("text = \"{}\"\n", "x".repeat(count)), false)
    }),
    ("text to tree, heredocs", 10_000, |count| {
        let heredocs = (0..count).map(|i| format!("text_{i} = <<END\n  line {i}\nEND\n"));
        parsing(heredocs.collect(), false)
    }),
    ("text to errors, nested brackets", 1_000, |count| {
        let text = format!("list = {}{}\n", "[".repeat(count), "]".repeat(count));
        parsing(text, true)
    }),
];

pub(crate) fn cases() -> Vec<Case> {
    let case = |(name, smallest, make): Growing, factor| -> Case {
        let count = smallest * factor;
        (format!("growth {name}, {count}"), Rc::new(move || make(count)))
    };
    GROWING.iter().flat_map(|growing| [1, 10, 100].map(|factor| case(*growing, factor))).collect()
}

fn json(blocks: usize) -> Operation {
    let block =
        |i| format!("{{\"number\": {}, \"description\": \"port ${{domain}} {i}\"}}", i % 9_999);
    let blocks: Vec<String> = (0..blocks).map(block).collect();
    let text = format!("{{\"port\": [{}]}}", blocks.join(",\n"));
    let (spec, context) = (decoding::ports(), corpus::context(0));
    Box::new(move || {
        let mut diags = Diagnostics::new();
        let body = parse_json_body(&Source::new("bench.json", text.as_str()), &mut diags);
        let value = decode(&body, &spec, &context, &mut diags);
        assert!(diags.is_empty(), "{diags}");
        value
    })
}

fn parsing(text: String, has_errors: bool) -> Operation {
    Box::new(move || {
        let mut diags = Diagnostics::new();
        drop(parse_body(&Source::new("bench.hcl", text.as_str()), &mut diags));
        assert_eq!(diags.has_errors(), has_errors, "{diags}");
        Value::from(diags.len())
    })
}

fn loops(elements: usize) -> Operation {
    let numbers = Value::list(Type::Number, (0..elements).map(Value::from).collect());
    let context = EvalContext::new().with_variable("numbers", numbers);
    evaluating("[for n in numbers : n + 1]".to_owned(), context)
}

fn object(keys: usize) -> Operation {
    let mut text = String::from("{\n");
    for key in 0..keys {
        let _ = writeln!(text, "  key_{key} = {key}");
    }
    text.push('}');
    evaluating(text, EvalContext::new())
}

/// Parses an expression and evaluates it.
fn evaluating(text: String, context: EvalContext) -> Operation {
    Box::new(move || {
        let mut diags = Diagnostics::new();
        let expression = parse_expression(&Source::new("bench", &text), &mut diags).unwrap();
        let value = expression.value(&context, &mut diags);
        assert!(diags.is_empty(), "{diags}");
        value
    })
}

/// Evaluates a chain of local values from source text.
fn graph(locals: usize) -> Operation {
    let mut text = String::from("locals {\n");
    for i in 1..locals {
        let _ = writeln!(text, "  a{} = local.a{i} + 1", i - 1);
    }
    let _ = writeln!(text, "  a{} = 1\n}}", locals - 1);
    let context = EvalContext::new();
    Box::new(move || {
        let mut diags = Diagnostics::new();
        let body = parse_body(&Source::new("bench.hcl", text.as_str()), &mut diags);
        let graph = kit::definitions().graph(&body, &mut diags);
        let values = graph.evaluate(&context, &mut diags, |node, context, diags| {
            node.expr().map_or(Value::dynamic(), |expr| expr.value(context, diags))
        });
        assert!(diags.is_empty(), "{diags}");
        values.get(&["local", "a0"]).unwrap()
    })
}
