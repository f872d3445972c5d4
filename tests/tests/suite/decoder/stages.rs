//! Functions, variables, locals and outputs of a configuration.

use hcldyn::cty::Value;
use hcldyn::environment::Environment;
use hcldyn::ext::kit::Inputs;
use hcldyn::{Decoder, EvalContext, HclDecode, functions};

#[derive(Debug, HclDecode)]
#[allow(dead_code, reason = "mostly decoded for its errors")]
struct Config {
    host: Option<String>,
    port: Option<u16>,
    #[hcl(former_name = "threads")]
    workers: Option<u8>,
}

fn decoder() -> Decoder {
    let ctx = EvalContext::new().with_functions(functions::all()).with_variable("zone", "eu");
    Decoder::new().context(ctx).functions("function").inputs(Inputs::new().argument("base=8000"))
}

fn problems(text: &str) -> String {
    decoder().decode_str::<Config>(text).err().map(|it| it.to_string()).unwrap_or_default()
}

const VARIABLE: &str = r#"variable "base" {
  type = number
}
"#;

#[test]
fn all_steps_see_what_comes_before_them() {
    let text = "
        host = local.host
        port = shifted(80)
        output \"port\" { value = shifted(local.offset) }
        locals {
          offset = shifted(1) - 8000
          host   = \"${upper(named(\"web\"))}:${var.base}\"
        }
        function \"shifted\" {
          params = [n]
          result = n + 8000
        }
        function \"named\" {
          params = [name]
          result = \"${name}.${zone}.${shifted(0)}\"
        }
    ";
    let loaded = decoder().decode_str::<Config>(&format!("{text}{VARIABLE}")).unwrap();
    assert_eq!(loaded.value.host.as_deref(), Some("WEB.EU.8000:8000"));
    assert_eq!(loaded.value.port, Some(8080));
    let [output] = loaded.outputs.as_slice() else { panic!("one output") };
    assert_eq!((&*output.name, &output.value), ("port", &Value::from(8001)));
    assert_eq!(loaded.context.variable("var").unwrap().get("base"), Some(&Value::from(8000)));
    assert!(loaded.context.function("named").is_some());
}

#[test]
fn errors_in_functions_are_reported_without_a_call() {
    let function = r#"function "f" {
  params = [n]
  result = n + zome
}
"#;
    let found = problems(&format!("{VARIABLE}{function}"));
    assert!(found.contains("<text>:6:16: error: Undefined variable"), "{found}");
    assert_eq!(found.lines().count(), 1, "{found}");
}

#[test]
fn recursive_functions_are_one_error() {
    let function = |name: &str, result: &str| {
        format!("function \"{name}\" {{\n  params = [n]\n  result = {result}\n}}\n")
    };
    let found = problems(&format!("{VARIABLE}{}", function("f", "n > 0 ? f(n - 1) : 0")));
    let own = "<text>:6:20: error: Recursive function; The function f calls itself. A function can't call itself, not even \
               through other functions.";
    assert!(found.ends_with(own), "{found}");
    assert_eq!(found.lines().count(), 1, "{found}");

    let three =
        [("a", "b(n) + 1"), ("b", "[for x in n : c(x)]"), ("c", "\"${a(n)}\""), ("d", "a(n)")];
    let three: String = three.iter().map(|(name, result)| function(name, result)).collect();
    let found = problems(&format!("{VARIABLE}{three}"));
    assert!(found.contains("a calls b, b calls c and c calls a."), "{found}");
    assert_eq!(found.lines().count(), 1, "{found}");
}

#[test]
fn long_chains_of_functions_are_defined() {
    let chain: String = (1..5_000)
        .map(|i| format!("function \"f{i}\" {{\n  params = []\n  result = f{}()\n}}\n", i - 1))
        .collect();
    let first = r#"function "f0" {
  params = []
  result = 1
}
"#;
    let decode = |port: &str| {
        let decoder = Decoder::new().functions("function");
        decoder.decode_str::<Config>(&format!("{chain}{first}port = {port}\n"))
    };
    assert_eq!(decode("f50()").unwrap().value.port, Some(1));
    // Calls nested too deeply are an error, but no chain exhausts the stack.
    let found = decode("f4999()").err().unwrap().to_string();
    assert!(found.contains("deep"), "{found}");
}

#[test]
fn warnings_of_all_steps_are_returned() {
    let inputs = Inputs::new()
        .argument("base=1")
        .environment(Environment::with_prefix("V_").variables([("V_x", "1")]));
    let loaded =
        decoder().inputs(inputs).decode_str::<Config>(&format!("threads = 2\n{VARIABLE}")).unwrap();
    let warnings = loaded.warnings.to_string();
    assert!(warnings.contains("Undeclared variable"), "{warnings}");
    assert!(warnings.contains("\"threads\" is deprecated"), "{warnings}");
    assert_eq!((loaded.warnings.len(), loaded.value.workers), (2, Some(2)));
}

#[test]
fn without_a_step_its_blocks_are_unexpected() {
    let function = r#"function "f" {
  params = []
  result = 1
}
"#;
    for text in [VARIABLE, function, "include {\n  files = \"a\"\n}\n"] {
        let found = Decoder::new().decode_str::<Config>(text).err().unwrap().to_string();
        assert!(found.contains("<text>:1:1: error: Unexpected block"), "{found}");
    }
}
