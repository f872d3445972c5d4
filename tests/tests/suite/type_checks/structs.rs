//! Checks of the configuration of a struct.

use hcldyn::ext::kit::Inputs;
use hcldyn::{Decoder, Deferred, ExpressionClosure, HclDecode, HclValue, functions};

#[derive(HclDecode)]
#[expect(dead_code, reason = "the configurations are only checked")]
struct Config {
    port: u16,
    #[hcl(default)]
    names: Vec<String>,
    #[hcl(block, dynamic)]
    rule: Vec<Rule>,
}

#[derive(HclDecode)]
#[expect(dead_code, reason = "the configurations are only checked")]
struct Rule {
    port: u16,
}

fn check(text: &str) -> String {
    let decoder = Decoder::new().inputs(Inputs::new()).text("a", text);
    decoder.check_inputs::<Config>(decoder.read_inputs()).to_string()
}

const VARIABLE: &str = "variable \"ports\" { type = list(number) }\n";

#[test]
fn unknown_values_make_no_errors() {
    let text = "port = var.ports[0]\nnames = [for x in var.ports : \"a${x}\"]\n";
    let rules =
        "dynamic \"rule\" {\n  for_each = var.ports\n  content {\n    port = rule.value\n  }\n}\n";
    assert_eq!(check(&format!("{VARIABLE}{text}{rules}")), "");
}

#[test]
fn types_of_fields() {
    let found = check(&format!("{VARIABLE}port = var.ports\n"));
    assert!(found.starts_with("a:2:8: error: Wrong type; "), "{found}");
    // Other values are known.
    let found = check(&format!("{VARIABLE}port = 70000\nnames = var.ports\n"));
    assert!(
        found.starts_with("a:2:8: error: Invalid value for \"port\": ") && !found.contains('\n'),
        "{found}"
    );
}

/// If nothing is missing, the configuration is decoded as it is.
#[test]
fn defaults_are_values() {
    let found =
        check("variable \"port\" {\n  type = number\n  default = 70000\n}\nport = var.port\n");
    assert!(found.starts_with("a:5:8: error: Invalid value for \"port\": "), "{found}");
}

#[derive(HclValue)]
#[expect(dead_code, reason = "only its type is needed")]
struct Request {
    path: String,
    headers: Vec<String>,
}

#[derive(HclDecode)]
#[expect(dead_code, reason = "the configurations are only checked")]
struct Routes {
    port: u16,
    #[hcl(scope(request = Request))]
    when: Option<Deferred<bool>>,
    #[hcl(scope(request = Request))]
    target: Option<Vec<Deferred<String>>>,
    #[hcl(expr_closure, scope(request = Request))]
    log: Option<ExpressionClosure>,
}

fn check_routes(text: &str) -> String {
    let ctx = hcldyn::EvalContext::new().with_functions(functions::all());
    let function = "function \"first\" {\n  params = [list]\n  result = list[0]\n}\n";
    let text = format!("{VARIABLE}{function}port = var.ports[0]\n{text}\n");
    let decoder = Decoder::new().inputs(Inputs::new()).functions("function").context(ctx);
    let decoder = decoder.text("a", text);
    decoder.check_inputs::<Routes>(decoder.read_inputs()).to_string()
}

#[test]
fn expressions_that_are_evaluated_later() {
    for text in [
        "when = request.path == \"/\"",
        "when = length(request.headers) > var.ports[0]",
        "target = [request.path, first(request.headers), \"a${var.ports[1]}\"]",
        "log = { for header in request.headers : header => request.path... }",
    ] {
        assert_eq!(check_routes(text), "");
    }
    for (text, expected) in [
        (
            "when = request.headers",
            "a:7:8: error: Invalid value; Invalid result of the expression: ",
        ),
        ("when = request.path == 1", "a:7:8: warning: Impossible comparison; "),
        (
            "when = var.ports[0] > 1 && request.headers",
            "a:7:28: warning: Invalid operand of \"&&\": ",
        ),
        (
            "when = request.path == \"/\" ? upper(1, 2) : true",
            "a:7:39: warning: Too many arguments; ",
        ),
        (
            "target = [request.path, request.headers]",
            "a:7:25: error: Invalid value; Invalid result of the expression: ",
        ),
        (
            "log = [for header in request.headers : header + {}]",
            "a:7:49: warning: Invalid operand ",
        ),
        ("log = request.path.x", "a:7:19: error: Unknown attribute; "),
    ] {
        let found = check_routes(text);
        assert!(found.starts_with(expected) && !found.contains('\n'), "{text}: {found}");
    }
}

#[test]
fn results_of_functions() {
    let check = |result: &str| {
        let function = format!("function \"f\" {{\n  params = [x]\n  result = {result}\n}}\n");
        let decoder = Decoder::new().inputs(Inputs::new()).functions("function");
        let decoder = decoder.text("a", format!("{function}port = 1\n"));
        decoder.check_inputs::<Config>(decoder.read_inputs()).to_string()
    };
    assert_eq!(check("x ? [1] : x.y[0]"), "");
    for (result, expected) in [
        ("x + {}", "a:3:16: error: Invalid operand of \"+\": "),
        ("x ? 1 + [] : 2", "a:3:20: warning: Invalid operand of \"+\": "),
        ("[for y in x : y.z + []]", "a:3:32: warning: Invalid operand of \"+\": "),
        ("x == 1 && {}", "a:3:22: error: Invalid operand of \"&&\": "),
    ] {
        let found = check(result);
        assert!(found.starts_with(expected) && !found.contains('\n'), "{result}: {found}");
    }
}
