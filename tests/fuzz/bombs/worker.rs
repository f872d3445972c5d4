//! The process that runs cases. It reads a case from each line and answers with the failure, or an
//! empty line.

use std::io::{Write as _, stdin, stdout};
use std::sync::OnceLock;

use hcldyn::cty::{Type, Value};
use hcldyn::spec::{AttrSpec, BlocksSpec, Spec, decode};
use hcldyn::syntax::Source;
use hcldyn::{
    Deferred, Diagnostics, EvalContext, HclDecode, ext, functions, parse_body, parse_expression,
};

use crate::cases::{Case, Door};
use crate::doors;

/// Functions of the configuration, before the body of a case.
const FUNCTIONS: &str = r#"
function "double" {
  params = [x]
  result = [x, x]
}
function "nested" {
  params = [n]
  result = n < 1 ? [] : [nested(n - 1), nested(n - 1)]
}
function "echo" {
  params = [x]
  result = "${x}${x}${x}"
}
"#;

/// The maximum length of a message.
const LONGEST_MESSAGE: usize = 100_000;

/// The maximum length of the messages about all included files together.
const LONGEST_INCLUDES: usize = 32 << 20;

#[derive(HclDecode)]
struct Config {
    a: Option<Value>,
    later: Option<Deferred<Value>>,
    #[hcl(dynamic)]
    b: Vec<Outer>,
}

#[derive(HclDecode)]
struct Outer {
    x: Option<Value>,
    #[hcl(dynamic)]
    c: Vec<Inner>,
}

#[derive(HclDecode)]
struct Inner {
    x: Option<Value>,
}

/// Answers each line of the input.
pub(crate) fn run() -> std::io::Result<()> {
    let ctx = context();
    for line in stdin().lines() {
        let json: serde_json::Value = serde_json::from_str(&line?)?;
        let door = json["door"].as_str().and_then(Door::of_name).unwrap_or(Door::Expression);
        let text = json["text"].as_str().unwrap_or_default();
        let (fault, gives_value) = attempt(door, text, &ctx);
        println!("{}", serde_json::json!({ "fault": fault, "gives_value": gives_value }));
        stdout().flush()?;
    }
    Ok(())
}

/// A case as a line.
pub(crate) fn line(case: &Case) -> String {
    serde_json::json!({ "door": format!("{:?}", case.door), "text": case.text }).to_string()
}

fn context() -> EvalContext {
    /// The context of the functions, which can call each other.
    static WITH_FUNCTIONS: OnceLock<EvalContext> = OnceLock::new();
    let base = || EvalContext::new().with_functions(functions::all()).with_functions(ext::all());
    let with_functions = WITH_FUNCTIONS.get_or_init(|| {
        let mut diags = Diagnostics::new();
        let body = parse_body(&Source::new("functions", FUNCTIONS), &mut diags);
        let seen = move || WITH_FUNCTIONS.get().cloned().unwrap_or_default();
        let (own, _) = ext::decode_functions(&body, "function", seen, &mut diags);
        assert!(diags.is_empty(), "{diags}");
        base().with_functions(own)
    });
    let words: Vec<_> = (0..1_000).map(|i| format!("word {i}")).collect();
    with_functions
        .child()
        .with_variable("numbers", (0..1_000).collect::<Vec<_>>())
        .with_variable("words", words)
        .with_variable("template", "${y}${y}")
        .with_variable("text", "a long text ".repeat(100))
}

/// The failure of a case, if any, and `true` if it has a value.
fn attempt(door: Door, text: &str, ctx: &EvalContext) -> (Option<String>, bool) {
    let mut diags = Diagnostics::new();
    let value = match door {
        Door::Expression => parse_expression(&Source::new("t", text), &mut diags)
            .map_or_else(Value::dynamic, |expr| expr.value(ctx, &mut diags)),
        Door::Spec => {
            let body = parse_body(&Source::new("t", text), &mut diags);
            decode(&body, &spec(), ctx, &mut diags)
        }
        Door::Encode => {
            let body = parse_body(&Source::new("t", text), &mut diags);
            let value = decode(&body, &spec(), ctx, &mut diags);
            doors::encode(&value, &spec(), ctx, &mut diags);
            value
        }
        Door::Layers => match doors::layers::<Config>(text, ctx) {
            Ok(config) => evaluated(config, door, &mut diags),
            Err(problems) => {
                diags.append(problems);
                Value::dynamic()
            }
        },
        Door::Format | Door::Edit | Door::Fix | Door::Describe => {
            return (rewritten(door, text, ctx), true);
        }
        Door::Include => {
            let problems = doors::include::<Config>(text, ctx);
            let text = problems.to_string();
            let is_long = text.len() > LONGEST_INCLUDES;
            return (is_long.then(|| format!("messages of {} bytes", text.len())), true);
        }
        Door::Struct | Door::Deferred => match hcldyn::from_str::<Config>(text, ctx) {
            Ok(config) => evaluated(config, door, &mut diags),
            Err(problems) => {
                diags.append(problems);
                Value::dynamic()
            }
        },
    };
    (fault(&value, &diags), !diags.has_errors())
}

/// The failure of a case that rewrites or describes its input.
fn rewritten(door: Door, text: &str, ctx: &EvalContext) -> Option<String> {
    let mut diags = Diagnostics::new();
    match door {
        Door::Format => doors::format_source(text),
        Door::Edit => doors::edit(text, &mut diags),
        Door::Describe => {
            return doors::describe(text, ctx, &mut diags).err().map(|error| error.to_string());
        }
        _ => return doors::fix(text).err().map(|error| error.to_string()),
    }
    fault(&Value::null(Type::Dynamic), &diags)
}

/// All decoded data as a value.
fn evaluated(config: Config, door: Door, diags: &mut Diagnostics) -> Value {
    if let (Door::Deferred, Some(later)) = (door, &config.later) {
        return later.evaluate(&[]).unwrap_or_else(|problems| {
            diags.append(problems);
            Value::dynamic()
        });
    }
    let inner =
        config.b.into_iter().flat_map(|b| b.x.into_iter().chain(b.c.into_iter().flat_map(|c| c.x)));
    Value::tuple(config.a.into_iter().chain(inner).collect())
}

fn spec() -> Spec {
    let x = || ("x", AttrSpec::new("x", Type::Dynamic).into());
    let inner = Spec::object([x()]);
    let c = Spec::from(BlocksSpec::new("c", inner).tuple().dynamic());
    let b = Spec::from(BlocksSpec::new("b", Spec::object([x(), ("c", c)])).tuple().dynamic());
    let attr = |name: &'static str| (name, AttrSpec::new(name, Type::Dynamic).into());
    Spec::object([attr("a"), attr("later"), ("b", b)])
}

/// All inputs are known, so without an error the value is wholly known.
fn fault(value: &Value, diags: &Diagnostics) -> Option<String> {
    let text = diags.to_string();
    if text.len() > LONGEST_MESSAGE {
        return Some(format!("messages of {} bytes", text.len()));
    }
    if let Some(lost) = diags.iter().find(|problem| problem.place().is_none()) {
        return Some(format!("an error without a place: {lost}"));
    }
    if let Some(line) = text.lines().find(|line| line.contains("not known")) {
        return Some(format!("called unknown: {line}"));
    }
    let is_silent = !diags.has_errors() && !value.is_wholly_known();
    is_silent.then(|| "a part is unknown, and no error says why".to_owned())
}
