use hcldyn::cty::{Number, json, msgpack};
use hcldyn::source::Source;
use hcldyn::spec::{self, Spec};
use hcldyn::{Body, Diagnostics, EvalContext, Type, Value, ext, functions, parse_body, parse_expression};

fn value(ctx: &EvalContext, text: &str) -> Result<Value, String> {
    let mut diags = Diagnostics::new();
    let value = parse_expression("t", text, &mut diags).map(|expr| expr.value(ctx, &mut diags));
    match diags.iter().next() {
        None => Ok(value.unwrap()),
        Some(problem) => Err(problem.to_string()),
    }
}
fn probe(name: &str, run: impl Fn(usize) -> Result<(), String>) {
    let mut n = 1;
    for _ in 0..3000 {
        if let Err(e) = run(n) { eprintln!("{name}: at {} past: {:.150}", n - 1, e); return; }
        n += 1;
    }
    eprintln!("{name}: none");
}
#[test]
fn probes() {
    let ctx = EvalContext::new().with_functions(functions::all()).with_functions(ext::all()).with_variable("a", Value::dynamic()).with_variable("xs", vec![1]);
    for (open, close) in [("(", ")"), ("[", "]"), ("{a=", "}"), ("abs(", ")"), ("\"x${", "}\""), ("-", ""), ("!", ""), ("[for i in xs : ", "]"), ("true ? ", " : 1"), ("[1][", "]")] {
        probe(open, |n| value(&ctx, &format!("{}1{}", open.repeat(n), close.repeat(n))).map(drop));
    }
    for unit in ["+1", ".b", "[0]", "[*]", ".*", "&&true"] {
        probe(unit, |n| value(&ctx, &format!("a{}", unit.repeat(n))).map(drop));
    }
    probe("blocks", |n| { let mut diags = Diagnostics::new(); parse_body(&Source::new("t", "b {\n".repeat(n) + &"}\n".repeat(n)), &mut diags); if diags.is_empty() { Ok(()) } else { Err(diags.to_string()) } });
    probe("recursion", |n| {
        let mut diags = Diagnostics::new();
        let body = parse_body(&Source::new("f", "function \"f\" {\n params = [n]\n result = n == 0 ? 0 : f(n - 1)\n}\n"), &mut diags);
        fn context() -> EvalContext { 
            let mut diags = Diagnostics::new();
            let body = parse_body(&Source::new("f", "function \"f\" {\n params = [n]\n result = n == 0 ? 0 : f(n - 1)\n}\n"), &mut diags);
            let (fs, _) = ext::decode_functions(&body, "function", context, &mut diags);
            EvalContext::new().with_functions(fs) }
        let (fs, _) = ext::decode_functions(&body, "function", context, &mut diags);
        value(&EvalContext::new().with_functions(fs), &format!("f({n})")).map(drop)
    });
    probe("try", |n| value(&ctx, &format!("{}1{}", "try(".repeat(n), ")".repeat(n))).map(drop));
    probe("spec blocks", |n| { let inner = (0..n).fold("literal {\nvalue = 1\n}\n".to_owned(), |i, _| format!("block {{\nblock_type = \"b\"\n{i}}}\n")); let mut diags = Diagnostics::new(); let b = parse_body(&Source::new("s", inner), &mut diags); spec::language::read(&b, &EvalContext::new(), &mut diags); if diags.is_empty() { Ok(()) } else { Err(diags.to_string()) } });
    probe("spec outcomes", |n| { let inner = format!("default {{\n{}}}\n", "literal {\nvalue = 1\n}\n".repeat(n+1)); let mut diags = Diagnostics::new(); let b = parse_body(&Source::new("s", inner), &mut diags); spec::language::read(&b, &EvalContext::new(), &mut diags); if diags.is_empty() { Ok(()) } else { Err(diags.to_string()) } });
    for bits in [262143_u32, 262144] { eprintln!("2^{bits}: {:?}", value(&ctx, &format!("1{}", "0".repeat((bits as f64 * 0.30103) as usize))).map(drop)); }
    probe("doubling", |n| value(&ctx, &format!("{}", n)).map(drop));
    for d in [80_000, 80_001] { eprintln!("digits {d}: {:?}", "0.".to_owned().len() + d); eprintln!("{:?}", ("0.".to_owned() + &"1".repeat(d)).parse::<Number>().map(drop)); }
    probe("json typed", |n| json::from_json("{\"type\":\"dynamic\",\"value\":".repeat(n-1) + "{\"type\":\"string\",\"value\":\"a\"}" + &"}".repeat(n-1), &Type::Dynamic).map(drop).map_err(|e| e.to_string()));
    probe("yaml", |n| functions::all().find(|f| f.0 == "yamldecode").unwrap().1.call(vec![("- ".repeat(n) + "1\n").into()]).map(drop).map_err(|e| e.message.to_string()));
    probe("yamlenc", |n| functions::all().find(|f| f.0 == "yamlencode").unwrap().1.call(vec![(0..n).fold(Value::from(1), |v, _| Value::tuple(vec![v]))]).map(drop).map_err(|e| e.message.to_string()));
    probe("json", |n| json::from_plain_json("[".repeat(n) + &"]".repeat(n)).map(drop).map_err(|e| e.to_string()));
    probe("type json", |n| (0..n).fold(Type::String, |t, _| Type::list(t)).to_json().map(drop).map_err(|e| e.to_string()));
    probe("serde", |n| { let v: Result<Value, _> = serde_json::from_str(&("[".repeat(n) + &"]".repeat(n))); v.map(drop).map_err(|e| e.to_string()) });
    probe("parseint", |n| value(&ctx, &format!("parseint(\"{}\", 2)", "1".repeat(n))).map(drop));
    probe("regex", |n| value(&ctx, &format!("regex(\"a{{{n}}}\", \"{}\")", "a".repeat(n))).map(drop));
    probe("label", |n| { let mut diags = Diagnostics::new(); let s: Spec = spec::BlockSpec::new("b", spec::LabelSpec::new(n-1, "n").into()).into(); s.check().map_err(|e| e.to_string()) });
}
