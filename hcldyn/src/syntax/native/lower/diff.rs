use std::fmt::Write as _;
use std::io::Write as _;
use std::sync::Arc;
use proptest::prelude::*;
use proptest::strategy::ValueTree;
use proptest::test_runner::TestRunner;
use crate::diag::Diagnostics;
use crate::source::{Source, Span};
use crate::tree::*;
use super::Lowering;
use crate::syntax::native::{items, texts};

fn rng(s: Span) -> String { format!("<{}-{}>", s.start, s.end) }
fn js(s: &str) -> String { serde_json::to_string(s).unwrap() }
fn lit(t: &Tree, v: &crate::cty::Value, span: Option<Span>) -> String {
    if let Some(s) = v.as_str() { return js(s); }
    if v.as_number().is_some() { return match span { Some(s) => format!("#{}", t.source.slice(s)), None => "#".into() } }
    if let Some(b) = v.as_bool() { return b.to_string(); }
    if v.is_null() { "null".into() } else { "UNKNOWN".into() }
}
fn steps(t: &Tree, r: Run) -> String {
    t.steps(r).iter().map(|s| match &s.kind { StepKind::Attr(n) => format!(".{n}{}", rng(s.span)), StepKind::Index(k) => format!("[{}]{}", lit(t, k, None), rng(s.span)) }).collect()
}
fn p(t: &Tree, id: NodeId) -> String {
    if let Node::Relative { source, steps: s } = t.node(id) { if matches!(t.node(*source), Node::Item) && t.source.slice(t.span(*source)).starts_with('.') { return format!("{}{}", q(t, id), rng(Span::new(t.steps(*s)[0].span.start, t.span(id).end))); } } format!("{}{}", q(t, id), rng(t.span(id))) }
fn list(t: &Tree, ids: &[NodeId]) -> String { ids.iter().map(|i| format!(" {}", p(t, *i))).collect() }
fn q(t: &Tree, id: NodeId) -> String {
    match t.node(id) {
        Node::Literal(v) => lit(t, v, Some(t.span(id))),
        Node::Template(parts) => format!("(template{})", list(t, t.list(*parts))),
        Node::Wrap(i) => format!("(wrap {})", p(t, *i)),
        Node::Join(i) => format!("(join {})", p(t, *i)),
        Node::Parens(i) => format!("(parens {})", p(t, *i)),
        Node::Key(n) => format!("(key {n})"),
        Node::Traversal { root, steps: s, .. } => format!("{root}{}", steps(t, *s)),
        Node::Relative { source, steps: s } => format!("(rel {} {})", p(t, *source), steps(t, *s)),
        Node::Index { collection, key } => format!("(index{})", list(t, &[*collection, *key])),
        Node::Splat { source, each, marker } => format!("(splat{}){}", list(t, &[*source, *each]), rng(*marker)),
        Node::Item => "@".into(),
        Node::Unary { op, op_span, operand } => format!("({} {}){}", format!("{op:?}").to_lowercase(), p(t, *operand), rng(*op_span)),
        Node::Binary { op, left, right, .. } => format!("({}{})", format!("{op:?}").to_lowercase(), list(t, &[*left, *right])),
        Node::Conditional { condition, then, otherwise } => format!("(if{})", list(t, &[*condition, *then, *otherwise])),
        Node::Tuple(e) => format!("[{}]", list(t, t.list(*e)).trim_start()),
        Node::Object(i) => format!("{{{}}}", t.items(*i).iter().map(|i| format!("{}: {}", p(t, i.key), p(t, i.value))).collect::<Vec<_>>().join(", ")),
        Node::For(n) => {
            let mut s = "(for".to_owned();
            if let Some(k) = &n.key_var { write!(s, " {}", k.text).unwrap(); }
            write!(s, " {} {}", n.value_var.text, p(t, n.collection)).unwrap();
            if let Some(k) = n.key { write!(s, " => {}", p(t, k)).unwrap(); }
            write!(s, " {}", p(t, n.value)).unwrap();
            if n.group { s += "..."; }
            if let Some(c) = n.condition { write!(s, " if {}", p(t, c)).unwrap(); }
            s + ")"
        }
        Node::Call(c) => format!("(call {}{}{}{})", c.name.text, rng(c.name.span), list(t, t.list(c.args)), if c.expand_final { "..." } else { "" }),
        Node::Hole => format!("#{}", t.source.slice(t.span(id))),
    }
}
fn body(t: &Tree, id: BodyId, ind: &str, out: &mut String) {
    let b = *t.body(id);
    for a in t.attributes(b.attributes) { writeln!(out, "{ind}{}{} = {}", a.name, rng(a.name_span), p(t, a.expr)).unwrap(); }
    for k in t.blocks(b.blocks) {
        write!(out, "{ind}{}{}", k.ty, rng(k.type_span)).unwrap();
        for l in t.labels(k.labels) { write!(out, " {}{}", js(&l.value), rng(l.span)).unwrap(); }
        writeln!(out, " {}{}", rng(k.open_brace), rng(k.close_brace)).unwrap();
        body(t, k.body, &format!("{ind}  "), out);
    }
}
fn ours(text: &str) -> Result<String, String> {
    let source = Source::new("t", text);
    let mut diags = Diagnostics::new();
    let mut lowering = Lowering::new(&source, &mut diags);
    let id = items::whole_body(&mut lowering);
    let tree = Arc::new(lowering.tree);
    let mut out = String::new();
    body(&tree, id, "", &mut out);
    let errors: Vec<_> = diags.iter().filter(|d| d.severity == crate::diag::Severity::Error && d.summary != "Number out of range").map(|d| d.to_string()).collect();
    if errors.is_empty() { Ok(out) } else { Err(errors.join("\n")) }
}

fn heredoc_soup() -> impl Strategy<Value = String> {
    let piece = proptest::sample::select(vec!["a", " ", "  ", "\t", "\n", "\n", "\n    ", "\n  ", "${x}", "${~ x}", "${x ~}", "${~ x ~}", "$", "%", "$${", "%%{y}", "%{ if c }", "%{~ if c ~}", "%{ else }", "%{~ else ~}", "%{ endif }", "%{~ endif ~}", "%{ for k, v in m }", "%{ endfor ~}", "%{ for v in m ~}", "%{~ endfor }", "\u{a0}", "é"]);
    (proptest::collection::vec(piece, 0..14), proptest::sample::select(vec!["<<E", "<<-E", "\""])).prop_map(|(p, open)| {
        let p = p.concat();
        if open == "\"" { format!("a = \"{}\"\n", p.replace('\n', "\\n")) } else { format!("a = {open}\n{p}\n  E\n") }
    })
}

fn soup() -> impl Strategy<Value = String> {
    let piece = proptest::sample::select(vec!["a", "b", ".c", "[0]", "[*]", ".*", ".0", "[\"k\"]", "[x]", "[-1]", "-", "!", " + ", " * ", " == ", "(", ")", "1", "1.5", "f(", ",", "\"s\"", "\"${", "}\"", " ? ", " : ", "{ k = ", " }", "[", "]", " && ", " ", "null", "true", "...", "\n", "[for v in ", "{for k, v in ", " => ", " if ", "a::b(", "2", "= ", "c {\n", "}\n", "d \"l\" {"]);
    proptest::collection::vec(piece, 1..9).prop_map(|p| format!("a = {}\n", p.concat()))
}

#[test]
fn differential() {
    let mut texts_all: Vec<String> = Vec::new();
    let n: usize = std::env::var("N").ok().and_then(|n| n.parse().ok()).unwrap_or(300);
    let mut runner = TestRunner::default();
    for _ in 0..n { texts_all.push(texts::body_text().new_tree(&mut runner).unwrap().current()); }
    for _ in 0..n * 3 { texts_all.push(heredoc_soup().new_tree(&mut runner).unwrap().current()); }
    for _ in 0..n * 20 { texts_all.push(soup().new_tree(&mut runner).unwrap().current()); }
    fn walk(d: &std::path::Path, out: &mut Vec<String>) { for e in std::fs::read_dir(d).unwrap() { let p = e.unwrap().path(); if p.is_dir() { walk(&p, out) } else if p.extension().is_some_and(|x| x == "tf" || x == "hcl" || x == "hcldec" || x == "t") { if let Ok(s) = std::fs::read_to_string(&p) { out.push(s) } } } }
    walk("/work/shared/data".as_ref(), &mut texts_all);
    for t in &mut texts_all { let cr = t.contains("\r\n"); let l: Vec<_> = t.split('\n').map(|l| if cr { let l = l.trim_end_matches('\r'); format!("{}\r", l.trim_end_matches(' ')) } else { l.trim_end_matches(' ').to_owned() }).collect(); *t = l.join("\n"); if cr { t.pop(); } *t = t.replace("[0.5", "[5").replace("[ 0.5", "[5").replace("1e3", "3").replace("\r\n0.5]", "\r\n5]").replace("\n0.5]","\n5]").replace("0.5", "5"); t.push('\n'); }
    let input: String = texts_all.iter().map(|t| js(t) + "\n").collect();
    std::fs::write("/tmp/goref/in.jsonl", input).unwrap();
    let out = std::process::Command::new("sh").arg("-c").arg("/tmp/goref/goref < /tmp/goref/in.jsonl").output().unwrap();
    let out = String::from_utf8(out.stdout).unwrap();
    let (mut ok, mut both_err, mut bad) = (0, 0, 0);
    let mut report = std::fs::File::create("/tmp/goref/report.txt").unwrap();
    for (text, line) in texts_all.iter().zip(out.lines()) {
        let v: serde_json::Value = serde_json::from_str(line).unwrap();
        let theirs = v["tree"].as_str();
        let our = ours(text);
        match (&our, theirs) {
            (Ok(a), Some(b)) if a == b => ok += 1,
            (Err(_), None) => both_err += 1,
            (a, b) => { bad += 1; writeln!(report, "=====\n{text}\n--- ours\n{}\n--- theirs\n{}", match a { Ok(a) => a.clone(), Err(e) => format!("ERR {e}") }, b.map_or_else(|| format!("ERR {}", v["error"]), str::to_owned)).unwrap(); }
        }
    }
    println!("equal {ok}, both refuse {both_err}, differ {bad} of {}", texts_all.len());
}
