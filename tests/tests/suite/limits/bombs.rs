//! Short sources that require too much time or memory: each ends in one error at its source location.

use hcldyn::cty::{Type, Value};
use hcldyn::spec::{AttrSpec, BlocksSpec, ObjectSpec, Spec, decode};
use hcldyn::syntax::Source;
use hcldyn::{
    Diagnostics, EvalContext, HclDecode, Limits, ext, functions, parse_body, parse_expression,
};

/// Returns a context with less work than by default, so that tests without optimization end soon.
fn context() -> EvalContext {
    EvalContext::new()
        .with_limits(Limits::default().with_work(100_000))
        .with_functions(functions::all())
        .with_functions(ext::all())
        .with_variable("r", Value::list(Type::Number, (0..1000).map(Value::from).collect()))
        .with_variable("kb", "x".repeat(1 << 10))
        .with_variable("x5000", "x".repeat(5_000))
}

/// Checks that there is exactly one error of too much work, at a source location.
fn assert_too_much_work(text: &str, diags: &Diagnostics) {
    let found = diags.to_string();
    let is_one = diags.error_count() == 1 && found.contains("Too much work");
    let has_place = diags.iter().all(|it| it.place().is_some_and(|it| !it.span().is_empty()));
    assert!(is_one && has_place, "{text:.200}: {found:.1000}");
}

fn too_much_work(text: &str) {
    let mut diags = Diagnostics::new();
    let expr = parse_expression(&Source::new("t", text), &mut diags);
    let value = expr.map(|expr| expr.value(&context(), &mut diags));
    assert_too_much_work(text, &diags);
    assert!(value.is_some_and(|value| !value.is_known()), "{text:.200}");
}

#[test]
fn values_under_construction() {
    let ones = format!("[{}]", "1,".repeat(1000));
    too_much_work(&format!("[for i in {ones}: [for j in {ones}: {ones}]]"));
    too_much_work("[for i in range(999): [for j in range(999): range(999)]]");
    too_much_work("[for i in range(1000): setproduct(range(999), range(999))]");
    too_much_work("[for i in r: replace(replace(kb, \"x\", kb), \"x\", \"yy\")]");
    too_much_work("[for i in r: base64encode(\"${i}${join(\"\", [for j in r: kb])}\")]");
    too_much_work("[for i in r: {for j in r: \"k${i}-${j}\" => j}]");
    too_much_work("[for i in r: \"${i}${join(\"\", [for j in r: kb])}\"]");
    too_much_work("[for i in r: [for j in r: i / 3 + j]]");
    too_much_work("[for i in r: [for j in r: sensitive(j)]]");
    too_much_work("[for i in r: formatlist(\"%s-%s\", r, i)]");
    too_much_work("[for i in r: zipmap([for j in r: \"k${j}\"], r)]");
    too_much_work("[for i in r: jsondecode(jsonencode(r))]");
    too_much_work("[for i in r: r[*]]");
    too_much_work("[for i in r: toset(r)]");
    too_much_work("[for i in r: concat(r, r)]");
    too_much_work("[for i in r: [r...]]".replace("[r...]", "concat(r, [i])").as_str());
}

/// Returns a spec file of forty specs, each with two blocks of the next one, and as many values.
fn doubled(kind: &str) -> String {
    let of = |spec: usize| format!("use {{\nspec = \"s{spec}\"\n}}\n");
    let mut text = format!(
        "object {{\nblock \"x\" {{\n{}}}\nattr \"y\" {{\nuse {{\nvalue = \"v0\"\n}}\n}}\n}}\n",
        of(0)
    );
    for index in 0..40 {
        let block = |name| format!("{kind} \"{name}\" {{\n{}}}\n", of(index + 1));
        text += &format!("spec \"s{index}\" {{\nobject {{\n{}{}}}\n}}\n", block("a"), block("b"));
        let part = |name| {
            format!(
                "attribute \"{name}\" {{\noptional = true\nuse {{\nvalue = \"v{}\"\n}}\n}}\n",
                index + 1
            )
        };
        text += &format!("value \"v{index}\" {{\nobject {{\n{}{}}}\n}}\n", part("a"), part("b"));
    }
    text + "spec \"s40\" {\nattr {\nname = \"c\"\ntype = object({ d = optional(string) })\n}\n}\nvalue \"v40\" {\ntype = string\n}\n"
}

/// A walk through each use of a spec would not end.
#[test]
fn specs_that_use_others_twice() {
    use hcldyn::docs::Reference;
    use hcldyn::docs::sample::Sample;
    use hcldyn::spec::language;

    for kind in ["block", "block_list", "block_tuple", "block_set"] {
        let mut diags = Diagnostics::new();
        let body = parse_body(&Source::new("spec", doubled(kind)), &mut diags);
        let file = language::read(&body, &EvalContext::new(), &mut diags);
        let spec = file.unwrap_or_else(|| panic!("{diags}")).spec;
        let text = r"x {
  a {
    b {
    }
  }
}
y = { a = { b = {} } }
";
        let configuration = parse_body(&Source::new("t", text), &mut diags);
        decode(&configuration, &spec, &EvalContext::new(), &mut diags);
        hcldyn::spec::variables(&configuration, &spec);
        assert!(diags.is_empty() && spec.check().is_ok(), "{diags}");
        let outline = spec.outline();
        assert!(outline.changes(&outline).is_empty());
        let reference = Reference::new(outline.clone());
        let pages = [reference.markdown(), reference.html(), reference.man()];
        let sample = Sample::new(&outline).text();
        let written = language::write(&spec).text;
        assert!(pages.iter().chain([&sample, &written]).all(|text| text.len() < 16 << 20));
        hcldyn::docs::json_schema::of_configuration(&outline);
        hcldyn::docs::json_schema::of_value(&spec);
    }
}

/// The arguments exist before, so that only the calls spend work.
#[test]
fn work_of_one_call() {
    let list = |last: i64| {
        let numbers = (0..999).chain([last]);
        Value::list(Type::Number, numbers.map(Value::from).collect())
    };
    let object = |index: usize| Value::object([(format!("k{index}"), Value::from(1))]);
    let map = |first: usize| {
        let keys = first..first + 1_000;
        Value::map(Type::Number, keys.map(|key| (format!("k{key}").into(), 1.into())).collect())
    };
    let first =
        [Value::null(Type::Dynamic), Value::map(Type::Number, vec![("a".into(), 1.into())])];
    let objects: Vec<_> = first.into_iter().chain((0..2_000).map(object)).collect();
    let ctx = context()
        .with_variable("lists", Value::tuple(vec![list(0); 1_000]))
        .with_variable("other", list(1))
        .with_variable("objects", Value::tuple(objects))
        .with_variable("maps", Value::tuple(vec![map(0); 200]));
    for text in
        ["contains(lists, other)", "index(lists, other)", "coalesce(objects...)", "merge(maps...)"]
    {
        let mut diags = Diagnostics::new();
        let expr = parse_expression(&Source::new("t", text), &mut diags).unwrap();
        expr.value(&ctx, &mut diags);
        assert_too_much_work(text, &diags);
    }
}

/// Each level doubled the time.
#[test]
fn nested_marks() {
    let depth = 100;
    let text = format!("{}\"x\"{}", "sensitive([".repeat(depth), "])".repeat(depth));
    let ty = (0..depth).fold(Type::Number, |ty, _| Type::list(ty));
    let mut diags = Diagnostics::new();
    let spec = Spec::object([("a", AttrSpec::new("a", ty).into())]);
    let body = parse_body(&Source::new("t", format!("a = {text}\n")), &mut diags);
    decode(&body, &spec, &context(), &mut diags);
    assert_eq!(diags.error_count(), 1, "{diags}");
}

#[test]
fn work_without_a_result() {
    too_much_work(
        "can([for i in range(999): [for j in range(999): length(setproduct(range(999), range(999)))]])",
    );
    too_much_work("length([for i in r: length([for j in r: length([for k in r: k])])])");
    too_much_work("[for i in r: length(sort([for j in r: \"${kb}${j}\"]))]");
    too_much_work("[for i in r: [for j in r: contains(r, -1)]]");
    too_much_work("[for i in r: try(r.a, r.b, r.c, r.d, length(join(\",\", r)))]");
    too_much_work("[for i in r: [for j in r: r == [for k in r: k]]]");
    too_much_work(
        "[for i in r: tonumber(\"1e70000\") + tonumber(\"${tonumber(\"9e60000\") + i}0\")]",
    );
    too_much_work("[for i in r: upper(\"${tonumber(\"9e60000\") + i}\")]");
    too_much_work("[for i in r: length(yamldecode(join(\"\\n\", [for j in r: \"# ${kb}\"])))]");
    too_much_work("[for i in r: templatestring(x5000, {})]");
    let sums = format!("[{}i]", "i+i+i+i+i,".repeat(100));
    too_much_work(&format!("length([for j in r: length([for i in r: length({sums})])])"));
    too_much_work(&format!("length([for j in r: length([for i in r: [{}i]])])", "i,".repeat(500)));
    too_much_work("length([for i in r: length([for j in r: with({ k = j }, k + 1)])])");
    too_much_work("[for i in r: true ? [for j in r: j] : [for j in r: \"${j}\"]]");
}

#[test]
fn regular_expressions() {
    too_much_work("length(regexall(\"x*y|x\", join(\"\", [for i in range(20): x5000])))");
    too_much_work("length([for i in r: regexall(\"x*y|x\", x5000)])");
    too_much_work("length([for i in r: regex(\"(x*)*y|x\", x5000)])");
    too_much_work("length([for i in r: replace(x5000, \"/x*y|x/\", \"\")])");
    too_much_work("length([for i in r: regex(\"x{1000}\", x5000)])");
    too_much_work("length([for i in r: can(regex(\"\\\\pL{20}y\", \"x\"))])");
    too_much_work("length([for i in r: [for j in r: regex(\"(x)(x)(x)\", \"xxx\")]])");
    // By hand: 6,000 groups exceed the maximum of 100 groups in a pattern.
    for pattern in ["(a)?".repeat(6_000), "()".repeat(8_000)] {
        let mut diags = Diagnostics::new();
        let text = format!("regex(\"{pattern}\", \"aab\")");
        let expr = parse_expression(&Source::new("t", &text), &mut diags);
        expr.map(|expr| expr.value(&context(), &mut diags));
        assert!(diags.to_string().contains("more than 100 groups"), "{diags:.300}");
    }
}

#[derive(Debug, HclDecode)]
#[allow(dead_code, reason = "only decoding is looked at")]
struct Config {
    #[hcl(dynamic)]
    b: Vec<Inner>,
}

#[derive(Debug, HclDecode)]
#[allow(dead_code, reason = "only decoding is looked at")]
struct Inner {
    x: Option<Value>,
    #[hcl(dynamic)]
    b: Vec<Leaf>,
}

#[derive(Debug, HclDecode)]
#[allow(dead_code, reason = "only decoding is looked at")]
struct Leaf {
    x: Option<Value>,
}

/// Decodes a source by a spec and to structs. All evaluations of a decoding share their work.
fn too_much_work_in_blocks(text: &str) {
    let x = || ("x", AttrSpec::new("x", Type::Dynamic).into());
    let leaf = ObjectSpec::new([x()]);
    let blocks =
        |content: ObjectSpec| Spec::from(BlocksSpec::new("b", content.into()).tuple().dynamic());
    let spec = blocks(ObjectSpec::new([x(), ("b", blocks(leaf))]));
    let mut diags = Diagnostics::new();
    let body = parse_body(&Source::new("t", text), &mut diags);
    decode(&body, &spec, &context(), &mut diags);
    assert_too_much_work(text, &diags);
    let diags = hcldyn::from_str::<Config>(text, &context()).expect_err("it is too much work");
    assert_too_much_work(text, &diags);
}

#[test]
fn generated_blocks() {
    let block = |content: &str| {
        format!(
            r#"dynamic "b" {{
  for_each = r
  content {{
    {content}
  }}
}}
"#
        )
    };
    let long = "y".repeat(5_000);
    too_much_work_in_blocks(&block(&format!("x = \"{long}${{b.value}}\"")));
    too_much_work_in_blocks(&block("x = [for i in r: [for j in r: i]]"));
    too_much_work_in_blocks(&block("x = range(1000)"));
    too_much_work_in_blocks(&block(&block("x = b.value")));
    too_much_work_in_blocks(&block(&block("")));
    too_much_work_in_blocks(&block("x = setproduct(r, r)"));
}

/// By hand: 20 attributes of more than 2^20 values each exceed the maximum of 2^24 values in a value.
#[test]
fn a_value_of_decoded_parts_that_is_too_large() {
    let million = Value::list(Type::Number, vec![1.into(); 1 << 20]);
    let ctx = context().with_variable("million", million);
    let text = "b {\n  x = million\n}\n".repeat(20);
    let diags = hcldyn::from_str::<Config>(&text, &ctx).expect_err("it is too large");
    assert_eq!(diags.error_count(), 1, "{diags}");
    let found = diags.to_string();
    assert!(found.starts_with("<text>:1:1: error: Value too large; "), "{found}");
}

#[test]
fn a_closure_evaluated_later_has_its_own_work_limit() {
    let mut diags = Diagnostics::new();
    let closure =
        parse_expression(&Source::new("t", "[for i in r: [for j in range(10): j]]"), &mut diags)
            .map(|expression| hcldyn::ExpressionClosure { expression, context: context() });
    let closure = closure.expect("it can be read");
    for _ in 0..5 {
        assert!(closure.value(&mut diags).is_known(), "{diags}");
    }
    context().limits().share(|| (0..5).for_each(|_| drop(closure.value(&mut diags))));
    assert_too_much_work("five together", &diags);
}

/// Work proportional to the bytes of the source is free: no file is too large for the limit.
#[test]
fn a_long_source_is_within_the_limit() {
    let text = format!("x = [{}]\n", "[\"a\", { b = 1 }],\n".repeat(20_000));
    let mut diags = Diagnostics::new();
    let body = parse_body(&Source::new("t", text), &mut diags);
    let spec = Spec::from(AttrSpec::new("x", Type::Dynamic));
    let value = decode(&body, &spec, &context(), &mut diags);
    assert!(diags.is_empty() && value.elements().len() == 20_000, "{diags}");
}
