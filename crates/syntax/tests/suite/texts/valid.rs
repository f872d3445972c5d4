//! Valid HCL.

use proptest::collection::vec;
use proptest::prelude::*;
use proptest::sample::select;

fn name() -> impl Strategy<Value = &'static str> {
    select(&["a", "b_1", "größe", "a-b", "iffy", "format"][..])
}

fn operator() -> impl Strategy<Value = &'static str> {
    select(&["+", "-", "*", "/", "%", "==", "!=", "<", "<=", ">", ">=", "&&", "||"][..])
}

/// Literal characters without a meaning in any template.
fn literal() -> impl Strategy<Value = &'static str> {
    select(&["", " ", "text", "größe", "$ ", "% ", "$${a}", "%%{a}", "}", "{", "# c", "/* c"][..])
}

fn leaf() -> impl Strategy<Value = String> {
    let number = select(&["0", "12", "1.5", "1e10", "2.5E-3"][..]);
    let string = vec(prop_oneof![literal(), select(&[r"\n", r"\u00e9", r#"\""#][..])], 0..4);
    prop_oneof![
        3 => name().prop_map(str::to_owned),
        2 => number.prop_map(str::to_owned),
        1 => select(&["null", "true", "false"][..]).prop_map(str::to_owned),
        2 => string.prop_map(|parts| format!("\"{}\"", parts.concat())),
    ]
}

/// An expression. It has line breaks only inside brackets.
pub(crate) fn expression() -> impl Strategy<Value = String> {
    leaf().prop_recursive(5, 40, 4, |inner| {
        let pair = (inner.clone(), inner.clone());
        let steps = (name(), vec(step(inner.clone()), 1..4));
        prop_oneof![
            2 => (pair.clone(), operator()).prop_map(|((a, b), op)| format!("{a} {op} {b}")),
            1 => (pair.clone(), inner.clone()).prop_map(|((a, b), c)| format!("({a}) ? {b} : {c}")),
            1 => inner.clone().prop_map(|a| format!("!({a})")),
            1 => inner.clone().prop_map(|a| format!("-{a}")),
            1 => inner.clone().prop_map(|a| format!("(\n{a} # c\n)")),
            2 => steps.prop_map(|(root, steps)| format!("{root}{}", steps.concat())),
            1 => vec(inner.clone(), 0..4).prop_map(|items| format!("[{}]", items.join(", "))),
            1 => vec(inner.clone(), 1..4).prop_map(|items| format!("[\n{},\n]", items.join(",\n"))),
            2 => object(inner.clone()),
            2 => call(inner.clone()),
            1 => for_expression(inner.clone()),
            2 => parts(inner).prop_map(|parts| format!("\"{parts}\"")),
        ]
    })
}

fn step(inner: BoxedStrategy<String>) -> impl Strategy<Value = String> {
    prop_oneof![
        3 => name().prop_map(|name| format!(".{name}")),
        1 => Just(".0.a".to_owned()),
        1 => Just("[*]".to_owned()),
        1 => Just(".*.a[0]".to_owned()),
        1 => inner.prop_map(|key| format!("[{key}]")),
    ]
}

fn object(inner: BoxedStrategy<String>) -> impl Strategy<Value = String> {
    let key = prop_oneof![
        name().prop_map(str::to_owned),
        Just("\"k\"".to_owned()),
        inner.clone().prop_map(|key| format!("({key})")),
    ];
    let equals = select(&[" = ", ": "][..]);
    let item =
        (key, equals, inner).prop_map(|(key, equals, value)| format!("{key}{equals}{value}"));
    (vec(item, 0..4), any::<bool>()).prop_map(|(items, on_lines)| {
        if on_lines {
            format!("{{\n{}\n}}", items.join("\n"))
        } else {
            format!("{{ {} }}", items.join(", "))
        }
    })
}

fn call(inner: BoxedStrategy<String>) -> impl Strategy<Value = String> {
    let function = select(&["f", "a::b", "a::b::c"][..]);
    (function, vec(inner, 0..4), any::<bool>()).prop_map(|(function, args, is_expanded)| {
        let end = if is_expanded && !args.is_empty() { "...)" } else { ")" };
        format!("{function}({}{end}", args.join(", "))
    })
}

fn for_expression(inner: BoxedStrategy<String>) -> impl Strategy<Value = String> {
    let condition =
        prop_oneof![Just(String::new()), inner.clone().prop_map(|a| format!(" if {a}"))];
    (inner.clone(), inner.clone(), inner, condition, 0..3).prop_map(
        |(all, key, value, condition, form)| match form {
            0 => format!("[for a in {all} : {value}{condition}]"),
            1 => format!("{{ for a, b in {all} : {key} => {value}{condition} }}"),
            _ => format!("{{ for a, b in {all} : {key} => {value}...{condition} }}"),
        },
    )
}

/// Parts of a template on one line.
fn parts(inner: BoxedStrategy<String>) -> impl Strategy<Value = String> {
    let part = prop_oneof![
        2 => literal().prop_map(str::to_owned),
        2 => inner.clone().prop_map(|a| format!(" ${{{a}}}")),
        1 => inner.clone().prop_map(|a| format!(" ${{~ {a} ~}}")),
        1 => inner.clone().prop_map(|a| format!(" %{{ if {a} }}x%{{ endif }}")),
        1 => inner.clone().prop_map(|a| format!(" %{{ if {a} ~}}x%{{ else }} y%{{~ endif }}")),
        1 => inner.prop_map(|a| format!(" %{{ for a, b in {a} }}${{b}}%{{ endfor }}")),
    ];
    // The space separates a sign from the next part.
    vec(part.prop_map(|part| format!("{part} ")), 0..4).prop_map(|parts| parts.concat())
}

/// A template without quotes.
pub(crate) fn template() -> impl Strategy<Value = String> {
    vec(parts(expression().boxed()), 0..4).prop_map(|lines| lines.join("\n"))
}

fn attribute() -> impl Strategy<Value = String> {
    let heredoc = (select(&["<<E", "<<-E"][..]), vec(parts(leaf().boxed()), 0..3)).prop_map(
        |(start, lines)| {
            let lines: String = lines.iter().map(|line| format!("    {line}\n")).collect();
            format!("{start}\n{lines}  E")
        },
    );
    let value = prop_oneof![4 => expression(), 1 => heredoc];
    (name(), value).prop_map(|(name, value)| format!("{name} = {value}\n"))
}

fn header() -> impl Strategy<Value = String> {
    let label = select(&["l", "\"l\"", "\"a b\\n\"", "\"\""][..]);
    (name(), vec(label, 0..3)).prop_map(|(ty, labels)| {
        labels.iter().fold(ty.to_owned(), |header, label| format!("{header} {label}"))
    })
}

/// A body of attributes and blocks.
pub(crate) fn body() -> impl Strategy<Value = String> {
    let other = select(&["\n", "# c\n", "// c\r\n", "/* c\n c */\n"][..]).prop_map(str::to_owned);
    let one_line =
        (header(), leaf()).prop_map(|(header, value)| format!("{header} {{ a = {value} }}\n"));
    let item = prop_oneof![
        4 => attribute(),
        1 => other,
        1 => one_line,
        1 => header().prop_map(|header| format!("{header} {{}}\n")),
    ];
    let items = vec(item, 0..5).prop_map(|items| items.concat());
    items.prop_recursive(3, 20, 4, |inner| {
        let block = (header(), inner.clone()).prop_map(|(header, body)| {
            let body: String = body.split_inclusive('\n').map(|line| format!("  {line}")).collect();
            format!("{header} {{\n{body}}}\n")
        });
        (inner, vec(block, 0..3)).prop_map(|(items, blocks)| items + &blocks.concat())
    })
}
