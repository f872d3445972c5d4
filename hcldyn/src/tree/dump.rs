//! Trees in full, for comparing.
use super::{BodyId, Node, NodeId, Tree};
use crate::source::Span;
use std::fmt::Write;

fn s(span: Span) -> String {
    format!("@{}..{}", span.start, span.end)
}

pub(crate) fn dump(t: &Tree, id: NodeId, out: &mut String) {
    let span = t.span(id);
    let mut kids: Vec<(&str, NodeId)> = Vec::new();
    let head = match t.node(id) {
        Node::Literal(v) => format!("lit {v:?}"),
        Node::Template(l) => {
            for n in t.list(*l) {
                kids.push(("", *n));
            }
            "template".into()
        }
        Node::Wrap(n) => {
            kids.push(("", *n));
            "wrap".into()
        }
        Node::Join(n) => {
            kids.push(("", *n));
            "join".into()
        }
        Node::Parens(n) => {
            kids.push(("", *n));
            "parens".into()
        }
        Node::Key(k) => format!("key {k}"),
        Node::Traversal { root, root_span, steps, .. } => {
            let mut h = format!("var {root}{}", s(*root_span));
            for st in t.steps(*steps) {
                let _ = write!(h, " {:?}{}", st.kind, s(st.span));
            }
            h
        }
        Node::Relative { source, steps } => {
            kids.push(("", *source));
            let mut h = "rel".to_string();
            for st in t.steps(*steps) {
                let _ = write!(h, " {:?}{}", st.kind, s(st.span));
            }
            h
        }
        Node::Index { collection, key } => {
            kids.push(("", *collection));
            kids.push(("", *key));
            "index".into()
        }
        Node::Splat { source, each, marker } => {
            kids.push(("", *source));
            kids.push(("", *each));
            format!("splat{}", s(*marker))
        }
        Node::Item => "item".into(),
        Node::Unary { op, op_span, operand } => {
            kids.push(("", *operand));
            format!("{op:?}{}", s(*op_span))
        }
        Node::Binary { op, op_span, left, right } => {
            kids.push(("", *left));
            kids.push(("", *right));
            format!("{op:?}{}", s(*op_span))
        }
        Node::Conditional { condition, then, otherwise } => {
            for n in [condition, then, otherwise] {
                kids.push(("", *n));
            }
            "cond".into()
        }
        Node::Tuple(l) => {
            for n in t.list(*l) {
                kids.push(("", *n));
            }
            "tuple".into()
        }
        Node::Object { items, .. } => {
            for i in t.items(*items) {
                kids.push(("k:", i.key));
                kids.push(("v:", i.value));
            }
            "object".into()
        }
        Node::For(f) => {
            kids.push(("in:", f.collection));
            if let Some(k) = f.key {
                kids.push(("key:", k));
            }
            kids.push(("value:", f.value));
            if let Some(c) = f.condition {
                kids.push(("if:", c));
            }
            format!("for {:?} {:?} {}", f.key_var, f.value_var, f.group)
        }
        Node::Call(c) => {
            for n in t.list(c.args) {
                kids.push(("", *n));
            }
            format!("call {:?} {}", c.name, c.expand_final)
        }
        Node::Spelled { .. } => "spelled".into(),
        _ => "error".into(),
    };
    let _ = writeln!(out, "{head} {}", s(span));
    for (label, kid) in kids {
        let mut inner = String::new();
        dump(t, kid, &mut inner);
        for (i, line) in inner.lines().enumerate() {
            let _ = writeln!(out, " {}{line}", if i == 0 { label } else { "" });
        }
    }
}

pub(crate) fn dump_body(t: &Tree, id: BodyId, out: &mut String) {
    let body = t.body(id);
    let _ = writeln!(out, "body{} {}", s(body.span), body.is_complete);
    for a in t.attributes(body.attributes) {
        let _ = writeln!(out, "attr {}{}", a.name, s(a.name_span));
        dump(t, a.expr, out);
    }
    for b in t.blocks(body.blocks) {
        let _ =
            write!(out, "block {}{} {}{}", b.ty, s(b.type_span), s(b.open_brace), s(b.close_brace));
        for l in t.labels(b.labels) {
            let _ = write!(out, " {:?}{}", l.value, s(l.span));
        }
        out.push('\n');
        dump_body(t, b.body, out);
    }
}

#[test]
fn dump_files() {
    let Ok(list) = std::env::var("DUMP_LIST") else { return };
    let to = std::env::var("DUMP_TO").unwrap();
    let mut n = 0;
    for path in std::fs::read_to_string(list).unwrap().lines() {
        let Ok(text) = std::fs::read_to_string(path) else { continue };
        let source = crate::source::Source::new("t", text);
        let mut diags = crate::diag::Diagnostics::new();
        let (tree, body) = crate::syntax::native::parse_tree(&source, &mut diags);
        let mut out = String::new();
        dump_body(&tree, body, &mut out);
        let _ = writeln!(out, "{} errors", diags.error_count());
        std::fs::write(format!("{to}/{}", path.replace('/', "_")), out).unwrap();
        n += 1;
    }
    println!("{n} files");
}

#[test]
fn gen_files() {
    use proptest::strategy::{Strategy, ValueTree};
    let Ok(to) = std::env::var("GEN_TO") else { return };
    let mut runner = proptest::test_runner::TestRunner::deterministic();
    for i in 0..4000 {
        let text =
            crate::syntax::native::texts::body_text().new_tree(&mut runner).unwrap().current();
        std::fs::write(format!("{to}/g{i}.hcl"), text).unwrap();
    }
}
