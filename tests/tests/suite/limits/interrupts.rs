//! Time limits and cancellations. No test reads the clock: functions of the program cancel an evaluation, and time limits
//! are over from the start.

use std::collections::BTreeMap;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::time::{Duration, Instant};

use hcldyn::cty::function::{Function, Parameter};
use hcldyn::cty::{Type, Value, work};
use hcldyn::diag::{Report, Style};
use hcldyn::ext::kit::Inputs;
use hcldyn::spec::{decode, decode_to_json};
use hcldyn::syntax::Source;
use hcldyn::{
    Cancellation, Decoder, Diagnostics, EvalContext, ExpressionClosure, HclDecode, Limits, ext,
    functions, parse_body, parse_expression,
};

/// The steps after which an interrupt is noticed.
const STEPS: usize = 1_000;

/// A program that cancels an evaluation when the configuration calls `tick()` a number of times.
struct Program {
    context: EvalContext,
    calls: Arc<AtomicUsize>,
}

impl Program {
    /// The function `tick(value)` returns its argument. Its call number `last` cancels the evaluation.
    fn cancelling_at(last: usize) -> Self {
        let (calls, cancellation) = (Arc::new(AtomicUsize::new(0)), Cancellation::new());
        let limits = Limits::default().with_cancellation(&cancellation);
        let counted = Arc::clone(&calls);
        let tick = Function::builder("Returns its argument.")
            .param(Parameter::new("value", Type::Dynamic))
            .returning(Type::Dynamic, move |args, _| {
                if counted.fetch_add(1, Ordering::Relaxed) + 1 == last {
                    cancellation.cancel();
                }
                // An interrupt is noticed at the next step.
                work::spend(STEPS);
                Ok(args[0].clone())
            });
        let context = context(limits).with_function("tick", tick);
        Self { context, calls }
    }

    fn calls(&self) -> usize {
        self.calls.load(Ordering::Relaxed)
    }
}

fn context(limits: Limits) -> EvalContext {
    EvalContext::new()
        .with_limits(limits)
        .with_functions(functions::all())
        .with_functions(ext::all())
        .with_variable("r", Value::list(Type::Number, (0..1000).map(Value::from).collect()))
        .with_variable("x5000", "x".repeat(5_000))
}

fn cancelled() -> Limits {
    let cancellation = Cancellation::new();
    cancellation.cancel();
    Limits::default().with_cancellation(&cancellation)
}

/// Checks that there is exactly one error, with a summary and a source location.
fn assert_one(summary: &str, text: &str, diags: &Diagnostics) {
    let found = diags.to_string();
    let is_one = diags.error_count() == 1 && found.contains(&format!(" error: {summary}; "));
    let has_place = diags.iter().all(|it| it.place().is_some());
    assert!(is_one && has_place, "{text:.200}: {found:.1000}");
}

fn evaluate(text: &str, ctx: &EvalContext) -> (Value, Diagnostics) {
    let mut diags = Diagnostics::new();
    let expr = parse_expression(&Source::new("t", text), &mut diags).expect("it can be read");
    (expr.value(ctx, &mut diags), diags)
}

/// Evaluates an expression whose first call of `tick` cancels it.
#[track_caller]
fn is_cancelled(text: &str) {
    let program = Program::cancelling_at(1);
    let (value, diags) = evaluate(text, &program.context);
    assert_one("Evaluation cancelled", text, &diags);
    assert!(!value.is_known(), "{text:.200}");
    assert!(program.calls() <= 2, "{text:.200}: {} calls", program.calls());
}

#[test]
fn the_reports() {
    let mut reports = String::new();
    for limits in [cancelled(), Limits::default().with_timeout(Duration::ZERO)] {
        let (_, diags) = evaluate("[for a in r : a + 1]", &context(limits));
        reports += &format!("{}\n", Report::new(&diags).style(Style::Plain));
    }
    insta::assert_snapshot!(reports);
}

#[test]
fn a_time_limit_in_the_past() {
    let limits = [
        Limits::default().with_deadline(Instant::now()),
        Limits::default().with_timeout(Duration::ZERO),
        // Of two time limits, the earlier applies.
        Limits::default().with_timeout(Duration::MAX).with_deadline(Instant::now()),
    ];
    for limits in limits {
        let text = "[for a in r : a]";
        let (value, diags) = evaluate(text, &context(limits));
        assert_one("Time limit exceeded", text, &diags);
        assert!(!value.is_known());
    }
    let endless = Limits::default().with_timeout(Duration::MAX);
    let (value, diags) = evaluate("[for a in r : a]", &context(endless));
    assert!(value.is_wholly_known() && diags.is_empty(), "{diags}");
}

#[test]
fn loops_and_functions() {
    is_cancelled("[for i in r : tick(i)]");
    is_cancelled("{for i in r : \"k${i}\" => tick(i)}");
    is_cancelled("\"%{ for i in r }${tick(i)}%{ endfor }\"");
    is_cancelled("[for i in r : [for j in r : tick(j)]]");
    is_cancelled("toset([for i in r : tick(i)])");
    is_cancelled("[tick(1), [for i in r : \"${i}\"]][0]");
    is_cancelled("tick(true) ? 1 : 2");
    is_cancelled("tick(1) + 1");
    is_cancelled("with({ k = tick(1) }, k + 1)");
}

/// An error of the interrupted evaluation is not one that the language can catch.
#[test]
fn attempts_do_not_catch_an_interrupt() {
    is_cancelled("try(tick(1), 2)");
    is_cancelled("try([for i in r : tick(i)].x, 2)");
    is_cancelled("can(tick(1))");
    is_cancelled("[can([for i in r : tick(i)])]");
    is_cancelled("try(try(tick(1).x, 3), 2)");
}

#[test]
fn regular_expressions() {
    is_cancelled("length(regexall(\"x*y|x\", tick(x5000)))");
    is_cancelled("[for i in r : regex(tick(\"(x*)*y|x\"), x5000)]");
    is_cancelled("replace(tick(x5000), \"/x*y|x/\", \"\")");
}

#[test]
fn a_flag_of_the_program() {
    let flag = Arc::new(AtomicBool::new(false));
    let cancellation = Cancellation::from(Arc::clone(&flag));
    let ctx = context(Limits::default().with_cancellation(&cancellation));
    assert!(evaluate("r[1] + 1", &ctx).1.is_empty());
    flag.store(true, Ordering::Relaxed);
    assert!(cancellation.is_cancelled() && !evaluate("r[1] + 1", &ctx).0.is_known());
}

/// A closure that is evaluated after its decoding has the interrupts of its context.
#[test]
fn a_closure_evaluated_later() {
    let program = Program::cancelling_at(2);
    let mut diags = Diagnostics::new();
    let closure = parse_expression(&Source::new("t", "[tick(1), 2]"), &mut diags)
        .map(|expression| ExpressionClosure { expression, context: program.context.clone() })
        .expect("it can be read");
    assert!(closure.value(&mut diags).is_wholly_known() && diags.is_empty());
    assert!(!closure.value(&mut diags).is_known());
    assert_one("Evaluation cancelled", "a closure", &diags);
}

#[derive(Debug, PartialEq, HclDecode)]
struct Config {
    x: Option<Value>,
    #[hcl(dynamic)]
    b: BTreeMap<String, Inner>,
    #[hcl(dynamic)]
    c: Vec<Inner>,
}

#[derive(Debug, PartialEq, HclDecode)]
struct Inner {
    x: Option<Value>,
    y: Option<u16>,
}

/// Decodes a source in several ways. Returns the results that the configuration has in each of them.
fn decoded(text: &str, last: usize) -> (Vec<String>, Vec<Diagnostics>, usize) {
    let (mut results, mut failures, mut most) = (Vec::new(), Vec::new(), 0);
    let program = Program::cancelling_at(last);
    match hcldyn::from_str::<Config>(text, &program.context) {
        Ok(config) => results.push(format!("{config:?}")),
        Err(diags) => failures.push(diags),
    }
    most = most.max(program.calls());
    let mut parsing = Diagnostics::new();
    let body = parse_body(&Source::new("t", text), &mut parsing);
    let program = Program::cancelling_at(last);
    let mut diags = Diagnostics::new();
    let value = decode(&body, &Config::spec(), &program.context, &mut diags);
    if diags.is_empty() {
        results.push(format!("{value:?}"));
    } else {
        failures.push(diags);
    }
    most = most.max(program.calls());
    let program = Program::cancelling_at(last);
    results.extend(decode_to_json(&body, &Config::spec(), &program.context));
    (results, failures, most.max(program.calls()))
}

/// Whenever a decoding is cancelled, it ends with one error, or its result is complete.
#[test]
fn a_cancelled_decoding_never_has_a_wrong_result() {
    let text = "x = tick([1, 2])\nb \"a\" {\n  x = tick(1)\n  y = tick(2) + 1\n}\n\
        dynamic \"b\" {\n  for_each = tick([1, 2])\n  labels = [tick(\"k${b.value}\")]\n  \
        content {\n    x = [for i in [1, 2, 3] : tick(i)]\n    y = try(tick(b.value), 80)\n  }\n}\n\
        c {}\ndynamic \"c\" {\n  for_each = [1, 2]\n  content {\n    y = 80\n  }\n}\n";
    let (complete, failures, calls) = decoded(text, 0);
    assert!(complete.len() == 3 && failures.is_empty(), "{failures:?}");
    assert_eq!(calls, 14);
    for last in 1..=calls {
        let (results, failures, _) = decoded(text, last);
        assert!(results.iter().all(|result| complete.contains(result)), "{last}: {results:?}");
        assert_eq!(failures.len(), 2, "{last}");
        for diags in failures {
            assert_one("Evaluation cancelled", text, &diags);
        }
    }
}

/// Blocks are looked at before their items: also a configuration without expressions is not decoded after a cancellation.
#[test]
fn literals() {
    for text in ["x = 1\n", "b \"a\" {\n  y = 1\n}\n", "c {}\n", ""] {
        let diags = hcldyn::from_str::<Config>(text, &context(cancelled())).unwrap_err();
        assert_one("Evaluation cancelled", text, &diags);
        let body = parse_body(&Source::new("t", text), &mut Diagnostics::new());
        assert_eq!(decode_to_json(&body, &Config::spec(), &context(cancelled())), None);
    }
}

#[test]
fn a_decoder_with_references_and_functions_of_the_configuration() {
    let text = "locals {\n  one = tick(1)\n  two = local.one + tick(1)\n}\n\
        function \"f\" {\n  params = [a]\n  result = tick(a)\n}\n\
        c {\n  y = f(local.two)\n}\nb \"a\" {\n  y = b.z.y\n}\n\
        dynamic \"b\" {\n  for_each = [tick(\"z\")]\n  labels = [b.value]\n  \
        content {\n    y = tick(3)\n  }\n}\n";
    let decode = |last| {
        let program = Program::cancelling_at(last);
        let decoder = Decoder::new().context(program.context.clone()).inputs(Inputs::new());
        let decoder = decoder.functions("function").references("b");
        (decoder.decode_str::<Config>(text), program.calls())
    };
    let (complete, calls) = decode(0);
    let complete = complete.unwrap_or_else(|diags| panic!("{diags}")).value;
    assert!(calls > 4, "{calls}");
    for last in 1..=calls {
        match decode(last).0 {
            Ok(configuration) => assert_eq!(configuration.value, complete),
            Err(diags) => assert_one("Evaluation cancelled", text, &diags),
        }
    }
}

/// No file is read after a cancellation, so it does not matter that these are missing.
#[test]
fn files() {
    let decoder = Decoder::new().context(context(cancelled())).file("a.hcl").file("b.hcl");
    let diags = decoder.decode::<Config>().unwrap_err();
    let found = diags.to_string();
    assert!(diags.error_count() == 1, "{found}");
    assert!(found.starts_with("a.hcl: error: Evaluation cancelled; "), "{found}");
}
