//! The variables of a case, most of them marked.

use std::sync::LazyLock;

use hcldyn::cty::{Mark, Type, Value};
use hcldyn::{EvalContext, Limits, ext, functions};

/// The names of all variables. None looks like a secret.
pub(super) const NAMES: &[&str] = &[
    "s", "s", "n", "b", "ls", "le", "st", "mm", "mk", "ob", "oe", "tu", "te", "js", "u", "z", "d",
    "p", "q", "pl", "pm", "pn", "tm", "tn",
];

/// The variables as a file, all of them marked as sensitive.
pub(super) const FILE: &str = r#"
s  = sensitive("sekrit!s")
n  = sensitive(47114711)
b  = sensitive(true)
ls = sensitive(["sekrit!ls", "sekritls"])
le = ["x", sensitive("sekrit!le")]
st = toset([sensitive("sekrit!st"), "x"])
mm = sensitive({ "sekrit!mk" = "sekrit!mv", sekritmk = "x" })
mk = { x = sensitive("sekrit!mx"), y = "plain" }
ob = sensitive({ sekritob = "sekrit!ov", x = 1 })
oe = { pw = sensitive("sekrit!pw"), x = 1 }
tu = sensitive(["sekrit!t", 47114712, { x = "sekrit!tx" }])
te = ["x", sensitive(47114713)]
js = sensitive("{\"sekritj\": [\"sekrit!j\", 47114714], \"x\": 1}")
u  = sensitive("2020-01-01T00:00:00Z sekrit!u")
z  = sensitive(null)
d  = [{ x = sensitive("sekrit!dx"), y = [sensitive(47114715)] }]
p  = "plain"
q  = 3
pl = ["a", "b"]
pm = { x = 1, y = 2 }
pn = null
tm = "$${x} %%{ for v in x }$${v + 1}%%{ endfor }"
tn = sensitive("sekrit!tn $${x + 1} %%{ if")
"#;

/// A context with variables under a mark and all functions except the one that removes marks.
fn context(mark: &Mark, sign: char) -> EvalContext {
    let word = |end: &str| format!("sekrit{sign}{end}");
    let hidden = |value: Value| value.mark(mark.clone());
    let text = |end: &str| hidden(word(end).into());
    let strings = |texts: &[&str]| texts.iter().map(|text| Value::from(*text)).collect::<Vec<_>>();
    let tuple =
        vec![word("t").into(), 47_114_712.into(), Value::object([("x", word("tx").into())])];
    let pairs = vec![(word("mk").into(), word("mv").into()), ("sekritmk".into(), "x".into())];
    let deep = [("x", text("dx")), ("y", Value::tuple(vec![hidden(47_114_715.into())]))];
    let variables = [
        ("s", text("s")),
        ("n", hidden(47_114_711.into())),
        ("b", hidden(true.into())),
        ("ls", hidden(Value::list(Type::String, strings(&[&word("ls"), "sekritls"])))),
        ("le", Value::list(Type::String, vec!["x".into(), text("le")])),
        ("st", Value::set(Type::String, vec!["x".into(), text("st")])),
        ("mm", hidden(Value::map(Type::String, pairs))),
        (
            "mk",
            Value::map(Type::String, vec![("x".into(), text("mx")), ("y".into(), "plain".into())]),
        ),
        ("ob", hidden(Value::object([("sekritob", word("ov").into()), ("x", 1.into())]))),
        ("oe", Value::object([("pw", text("pw")), ("x", 1.into())])),
        ("tu", hidden(Value::tuple(tuple))),
        ("te", Value::tuple(vec!["x".into(), hidden(47_114_713.into())])),
        ("js", hidden(format!("{{\"sekritj\": [{:?}, 47114714], \"x\": 1}}", word("j")).into())),
        ("u", hidden(Value::unknown(Type::object([("sekritun", Type::String)])))),
        ("z", hidden(Value::null(Type::object([("sekritnu", Type::String)])))),
        ("d", Value::tuple(vec![Value::object(deep)])),
        ("p", "plain".into()),
        ("q", 3.into()),
        ("pl", Value::list(Type::String, strings(&["a", "b"]))),
        ("pm", Value::map(Type::Number, vec![("x".into(), 1.into()), ("y".into(), 2.into())])),
        ("pn", Value::null(Type::String)),
        ("tm", "${x} %{ for v in x }${v + 1}%{ endfor }".into()),
        ("tn", text("tn ${x + 1} %{ if")),
    ];
    let ctx = EvalContext::new()
        .with_functions(functions::all().filter(|(name, _)| *name != "nonsensitive"))
        .with_functions(ext::all())
        .with_limits(Limits::default().with_generated_blocks(50).with_work(200_000));
    variables.into_iter().fold(ctx.child(), |ctx, (name, value)| ctx.with_variable(name, value))
}

/// The context of cases in which variables are sensitive.
pub(super) static SENSITIVE: LazyLock<EvalContext> =
    LazyLock::new(|| context(&Mark::sensitive(), '!'));

/// The context of cases in which variables have another mark.
pub(super) static OTHER: LazyLock<EvalContext> =
    LazyLock::new(|| context(&Mark::new("other"), '!'));

/// A context with other secret strings.
pub(super) static CHANGED: LazyLock<EvalContext> =
    LazyLock::new(|| context(&Mark::sensitive(), '?'));

/// The functions for expressions, with their maximum number of arguments.
pub(super) static FUNCTIONS: LazyLock<Vec<(String, usize)>> = LazyLock::new(|| {
    let all = functions::all().chain(ext::all());
    let mut functions: Vec<_> = all
        .filter(|(name, _)| *name != "nonsensitive")
        .map(|(name, function)| {
            let rest = if function.variadic().is_some() { 2 } else { 0 };
            (name.to_owned(), function.params().len() + rest)
        })
        .collect();
    functions.sort();
    functions
});
