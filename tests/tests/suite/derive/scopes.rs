//! Expressions that are checked when they are loaded.

use std::collections::BTreeMap;

use hcldyn::cty::Type;
use hcldyn::ext::customdecode::ClosureScope;
use hcldyn::{Deferred, EvalContext, ExpressionClosure, HclDecode, HclValue, functions};

use hcldyn::syntax::Source;

#[derive(Debug, HclDecode)]
#[allow(dead_code, reason = "decoded for the errors")]
struct Route {
    #[hcl(expr_closure, scope(request = Request, now = u32))]
    when: Option<ExpressionClosure>,
    #[hcl(scope(request = Request))]
    limit: Option<Deferred<u8>>,
    #[hcl(scope(request = Request))]
    all: Option<Vec<Deferred<bool>>>,
    #[hcl(scope(request = Request))]
    named: Option<BTreeMap<String, Deferred<String>>>,
    #[hcl(sensitive, scope(request = Request))]
    secret: Option<Deferred<u8>>,
}

#[derive(Debug, HclValue)]
#[allow(dead_code, reason = "only its type is used")]
struct Request {
    method: String,
    size: u64,
    user: Option<User>,
    headers: BTreeMap<String, String>,
}

#[derive(Debug, HclValue)]
#[allow(dead_code, reason = "only its type is used")]
struct User {
    name: String,
}

fn context() -> EvalContext {
    EvalContext::new().with_functions(functions::all()).with_variable("most", 1_000)
}

fn problems(text: &str) -> String {
    let found = hcldyn::from_source::<Route>(&Source::new("t.hcl", text), &context());
    found.map_or_else(|diags| diags.to_string(), |_| String::new())
}

#[test]
fn right_expressions_are_accepted() {
    let right = [
        "when = request.method == \"GET\" && request.size < most && now > 5",
        "when = request.headers.accept == upper(request.user.name)",
        "when = [for key, value in request.headers : value if key != \"a\"]",
        "limit = request.size > most ? 1 : request.size",
        "limit = \"${request.size}\"",
        "limit = 3",
        "all = [request.size > 1, true]",
        "named = { a = request.method, b = request.size }",
        "secret = request.size",
    ];
    for text in right {
        assert_eq!(problems(text), "", "{text}");
    }
}

#[test]
fn wrong_expressions_are_errors() {
    let wrong = "
when  = reqest.method == \"GET\"
limit = request.metod
all   = [request.size > 1, request.sise > 1, upper(request.size, 1)]
named = { a = request, b = request.user.nam }
secret = request.metod
";
    insta::assert_snapshot!(problems(wrong));
}

#[test]
fn results_of_a_wrong_type_are_errors() {
    let text = r"limit = request.headers
all = [request, request.size]
secret = [request.size]
";
    insta::assert_snapshot!(problems(text));
}

/// It is not known yet which operand decides, so both must be right.
#[test]
fn names_in_operands_that_may_be_skipped_are_checked() {
    for (text, name) in [
        ("when = request.method == \"GET\" && request.sise < 10", "\"sise\""),
        ("when = request.size > 1 || nosuch(1)", "\"nosuch\""),
        ("limit = request.size > 1 ? 1 : nosuch", "\"nosuch\""),
    ] {
        let found = problems(text);
        assert_eq!(found.lines().count(), 1, "{text}: {found}");
        assert!(found.contains(name), "{text}: {found}");
    }
}

/// The program can check an expression in a scope that it only knows later.
#[test]
fn scopes_of_the_program() {
    #[derive(HclDecode)]
    struct Rule {
        when: Deferred<bool>,
    }
    let rule = |text: &str| hcldyn::from_str::<Rule>(text, &context()).unwrap().when;
    let scope = ClosureScope::new().with_type("load", Type::Number).with::<Request>("request");
    assert!(rule("when = load > most").check(&scope).is_ok());
    assert!(rule("when = load > request.size").check(&scope).is_ok());
    let found = rule("when = laod > most").check(&scope).unwrap_err().to_string();
    assert!(found.contains("Did you mean \"load\"?"), "{found}");
    let found = rule("when = load.x").check(&scope).unwrap_err().to_string();
    assert!(found.starts_with("<text>:1:12: error: "), "{found}");
    let found = rule("when = load + 1").check(&scope).unwrap_err().to_string();
    assert!(found.contains("a bool is required"), "{found}");
}
