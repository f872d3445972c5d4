//! Bodies of `hcl-rs` and `hcl-edit`: values, and source locations.

use hcl::edit::structure::{Attribute as EditAttribute, Block as EditBlock};
use hcl::edit::{Ident, parser};
use hcl::expr::{
    BinaryOp, BinaryOperator, Conditional, Expression, Heredoc, HeredocStripMode, Operation,
    TemplateExpr, Traversal, TraversalOperator, UnaryOp, UnaryOperator, Variable,
};
use hcl::{Block, Identifier};
use hcldyn::body::Body;
use hcldyn::cty::{Kind, Type, Value};
use hcldyn::spec::{AttrSpec, BlocksSpec, Spec, decode};
use hcldyn::syntax::Source;
use hcldyn::syntax::{body_from_edit, body_from_hcl};
use hcldyn::{Diagnostics, EvalContext, parse_body};
use hcldyn_tests::vectors::{cases, read, values_from_notation};

/// Returns the source text that was generated for a body.
fn text_of(body: &Body) -> String {
    body.missing_item_place().source().text().to_owned()
}

/// The source text of an expression of `hcl-rs`, which must parse without errors.
fn written(expr: impl Into<Expression>) -> String {
    let body = hcl::Body::builder().add_attribute(("a", expr.into())).build();
    let mut diags = Diagnostics::new();
    let text = text_of(&body_from_hcl("t", &body, &mut diags));
    assert!(diags.is_empty(), "{diags}");
    text.strip_prefix("a = ").unwrap().trim_end().to_owned()
}

/// Returns the attribute `a` of a body, and the diagnostics.
fn value_of(body: &Body, ctx: &EvalContext) -> (Value, Diagnostics) {
    let mut diags = Diagnostics::new();
    let value = decode(body, &AttrSpec::new("a", Type::Dynamic).into(), ctx, &mut diags);
    (value, diags)
}

#[test]
fn expressions_keep_their_meaning() {
    let file = read("expressions.json");
    let mut ctx = EvalContext::new().with_functions(hcldyn::functions::all());
    for (name, value) in values_from_notation(&file["variables"]) {
        ctx.set_variable(name, value);
    }
    let (mut compared, mut failures) = (0, Vec::new());
    for case in cases(&file, "cases", 1_900) {
        let text = format!("a = {}\n", case["expr"].as_str().unwrap());
        let mut diags = Diagnostics::new();
        let original = parse_body(&Source::new("t", &*text), &mut diags);
        let (false, Ok(theirs)) = (diags.has_errors(), hcl::parse(&text)) else { continue };
        let expected = value_of(&original, &ctx);
        let edited = body_from_edit("t", &parser::parse_body(&text).unwrap(), &mut diags);
        let plain = body_from_hcl("t", &theirs, &mut diags);
        let ways = [(edited, loses_in_edit(&text)), (plain, loses_in_hcl(&text))];
        for (body, _) in ways.iter().filter(|(_, loses)| !loses) {
            compared += 1;
            let found = value_of(body, &ctx);
            let is_same = format!("{:?}", found.0) == format!("{:?}", expected.0)
                && found.1.error_count() == expected.1.error_count();
            if diags.has_errors() || !is_same {
                failures.push(format!("{text}{}{found:?} {diags}", text_of(body)));
            }
        }
    }
    assert!(compared > 3_000, "{compared}");
    assert!(failures.is_empty(), "{}\n{} failures", failures.join("\n"), failures.len());
}

/// Returns `true` if `hcl-edit` writes an expression with another meaning: it loses escapes inside directives,
/// and the indents that `<<-` strips.
fn loses_in_edit(text: &str) -> bool {
    text.contains("%{") && text.contains('\\') || text.contains("<<-")
}

/// Returns `true` if `hcl-rs` writes an expression with another meaning. It also keeps only 64 bits of a number.
fn loses_in_hcl(text: &str) -> bool {
    let is_digit = |c: char| c.is_ascii_digit();
    let words = text.split(|c: char| !c.is_ascii_alphanumeric() && c != '.');
    let is_long = |word: &str| word.len() > 15 || word.contains(['e', 'E']);
    let mut numbers = words.filter(|word| word.starts_with(is_digit));
    loses_in_edit(text) || numbers.any(is_long)
}

#[test]
fn a_body_is_written_with_a_line_for_each_part() {
    let text = r#"region = "eu"
port "http" x {
  number = 80
  tls {}
}
"#;
    let mut diags = Diagnostics::new();
    let body = body_from_hcl("t", &hcl::parse(text).unwrap(), &mut diags);
    assert_eq!(
        text_of(&body),
        r#"region = "eu"
port "http" x {
  number = 80
  tls {
  }
}
"#
    );
    assert!(diags.is_empty(), "{diags}");
}

#[test]
fn labels_of_any_text_stay_as_they_are() {
    let labels = ["plain", "two words", "quote \" and \\", "${x} %{y} $${z}", "line\nend", "é"];
    let block = |label: &&str| Block::builder("b").add_label(*label).build();
    let body: hcl::Body = labels.iter().map(block).collect();
    let mut diags = Diagnostics::new();
    let body = body_from_hcl("t", &body, &mut diags);
    let spec = BlocksSpec::new("b", Spec::object::<&str>([])).map("label").into();
    let blocks = decode(&body, &spec, &EvalContext::new(), &mut diags);
    assert!(diags.is_empty(), "{diags}\n{}", text_of(&body));
    let mut expected = labels.to_vec();
    expected.sort_unstable();
    let Kind::Map(map) = blocks.kind() else { panic!("{blocks:?}") };
    let found: Vec<_> = map.iter().map(|(key, _)| key.as_str()).collect();
    assert_eq!(found, expected);
}

#[test]
fn strings_and_templates_are_distinguished() {
    assert_eq!(written("${x} \"quoted\" \\"), r#""$${x} \"quoted\" \\""#);
    let template = |text: &str| written(TemplateExpr::QuotedString(text.into()));
    assert_eq!(template("a \"${x}\" \\ $${y}\n"), r#""a \"${x}\" \\ $${y}\n""#);
    assert_eq!(template("${f(\"a\\\"b\")}\""), r#""${f("a\"b")}\"""#);
    assert_eq!(
        template("%{ if a }\"x\"%{ else }\\%{ endif }"),
        r#""%{ if a }\"x\"%{ else }\\%{ endif }""#
    );
    assert_eq!(
        template("%{ for v in a }\"${v}\"%{ endfor }"),
        r#""%{ for v in a }\"${v}\"%{ endfor }""#
    );
    let heredoc = Heredoc::new(Identifier::unchecked("EOT"), "    a ${x}\n\n  b \"c\"\n");
    let heredoc = heredoc.with_strip_mode(HeredocStripMode::Indent);
    assert_eq!(written(TemplateExpr::Heredoc(heredoc)), "<<EOT\n  a ${x}\n\nb \"c\"\nEOT");
    let heredoc = |text: &str| TemplateExpr::Heredoc(Heredoc::new("END".into(), text));
    assert_eq!(written(heredoc("a\n EOT\n")), "<<EOT_\na\n EOT\nEOT_");
    assert_eq!(written(heredoc("a \"b\"")), r#""a \"b\"""#);
    assert_eq!(written(vec![Expression::from(heredoc("a\nb\n"))]), r#"["a\nb\n"]"#);
}

#[test]
fn operands_keep_their_parentheses() {
    let op = |left: Expression, operator, right: Expression| {
        Expression::from(Operation::from(BinaryOp::new(left, operator, right)))
    };
    let [one, two, three] = [1, 2, 3].map(Expression::from);
    let sum = || op(one.clone(), BinaryOperator::Plus, two.clone());
    assert_eq!(written(op(sum(), BinaryOperator::Mul, three.clone())), "(1 + 2) * 3");
    assert_eq!(written(op(sum(), BinaryOperator::Minus, three.clone())), "1 + 2 - 3");
    assert_eq!(written(op(three.clone(), BinaryOperator::Minus, sum())), "3 - (1 + 2)");
    let product = op(one.clone(), BinaryOperator::Mul, two.clone());
    assert_eq!(written(op(three.clone(), BinaryOperator::Plus, product)), "3 + 1 * 2");
    let negated = Expression::from(Operation::from(UnaryOp::new(UnaryOperator::Neg, sum())));
    assert_eq!(written(negated), "-(1 + 2)");
    let choice = || Expression::from(Conditional::new(true, 1, 2));
    assert_eq!(
        written(Conditional::new(choice(), choice(), choice())),
        "(true ? 1 : 2) ? (true ? 1 : 2) : true ? 1 : 2"
    );
    assert_eq!(written(op(choice(), BinaryOperator::Plus, three)), "(true ? 1 : 2) + 3");
    let steps = [TraversalOperator::FullSplat, TraversalOperator::Index(0.into())];
    assert_eq!(written(Traversal::new(sum(), steps.clone())), "(1 + 2)[*][0]");
    let x = Variable::new("x").unwrap();
    assert_eq!(written(Traversal::new(x, steps)), "x[*][0]");
}

#[test]
fn keys_stay_names_or_expressions() {
    assert_eq!(
        written(hcl::expression!({ a = 1, "b c" = 2, (hcl::Value::from(3)) = 3 })),
        "{ a = 1, \"b c\" = 2, 3 = 3 }"
    );
    let keyword = hcl::parse("a = { \"for\" = 1 }").unwrap();
    let body = body_from_hcl("t", &keyword, &mut Diagnostics::new());
    let (value, diags) = value_of(&body, &EvalContext::new());
    assert!(diags.is_empty(), "{diags}");
    assert_eq!(value, Value::object([("for", Value::from(1))]));
}

#[test]
fn invalid_names_are_reported_and_not_written() {
    let mut diags = Diagnostics::new();
    let name = Identifier::unchecked("b = 1\nc");
    let template = TemplateExpr::QuotedString("${x\"\nd = \"".into());
    let body = hcl::Body::builder()
        .add_attribute((name, 1))
        .add_attribute(("a", Expression::from(template)))
        .build();
    let body = body_from_hcl("t", &body, &mut diags);
    assert_eq!(text_of(&body), "b___1_c = 1\na = \"$${x\\\"\\nd = \\\"\"\n");
    assert_eq!(
        diags.to_string(),
        "t:1:1: error: Invalid name; The body has the name \"b = 1\\nc\", which can't be written in HCL; it is read as the name shown here.\nt:2:5: error: Invalid template; The body has this string as a template, but it is not a valid template; it is used literally."
    );
}

#[test]
fn an_edited_body_has_the_lines_of_its_file() {
    let text = "# Ports.\nport  \"a\" {\n\tnumber = 18446744073709551617 # big\n}\n\nlast = x\n";
    let mut edited = parser::parse_body(text).unwrap();
    let mut diags = Diagnostics::new();
    assert_eq!(text_of(&body_from_edit("app.hcl", &edited, &mut diags)), text);

    let mut block = EditBlock::new(Ident::new("port"));
    block.labels.push(hcl::edit::structure::BlockLabel::from("b"));
    block.body.push(EditAttribute::new(Ident::new("number"), "wrong"));
    edited.insert(1, block);
    let body = body_from_edit("app.hcl", &edited, &mut diags);
    let port = AttrSpec::new("number", Type::Number).into();
    let spec = Spec::tuple([
        BlocksSpec::new("port", port).map("key").into(),
        AttrSpec::new("last", Type::String).into(),
    ]);
    decode(&body, &spec, &EvalContext::new().with_variable("y", 1), &mut diags);
    let places: Vec<_> = diags.iter().map(|it| it.place().unwrap().to_string()).collect();
    assert_eq!(places, ["app.hcl:6:10", "app.hcl:9:8"], "{diags}");
}
