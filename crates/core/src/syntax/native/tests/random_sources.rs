//! Random valid sources in native syntax, for property tests.
//!
//! They contain the hard parts: comments in unusual positions, brackets and quotes inside strings and comments,
//! nested templates, heredocs and one-line blocks.

use proptest::collection::vec;
use proptest::option;
use proptest::prelude::{BoxedStrategy, Just, Strategy, any, prop_oneof};
use proptest::sample::select;

/// Returns a body that both hcl-edit and the reference accept, with `\n` or `\r\n` as line breaks.
pub(crate) fn body_text() -> BoxedStrategy<String> {
    let body = body(block(block(one_line_block())));
    (body, any::<(bool, bool)>())
        .prop_map(|(mut text, (windows, final_newline))| {
            if !final_newline {
                text.truncate(text.trim_end_matches('\n').len());
            }
            if windows { text.replace('\n', "\r\n") } else { text }
        })
        .boxed()
}

/// Returns an expression that can follow `=`, without line breaks outside brackets.
pub(crate) fn expression() -> BoxedStrategy<String> {
    leaf()
        .prop_recursive(4, 24, 4, |inner| {
            prop_oneof![
                quoted(inner.clone()),
                tuple(inner.clone()),
                object(inner.clone()),
                operation(inner.clone()),
                call(inner.clone()),
                for_expression(inner.clone()),
                (inner.clone(), breaks(), breaks()).prop_map(|(e, a, b)| format!("({a}{e}{b})")),
                (inner.clone(), breaks()).prop_map(|(e, a)| format!("var.list[{a}{e}].name[*].id")),
            ]
        })
        .boxed()
}

fn leaf() -> BoxedStrategy<String> {
    const PLAIN: &[&str] = &[
        "1",
        "0.5",
        "1e3",
        "-2",
        "true",
        "null",
        "name",
        "each.value.id",
        "a-b",
        "list[0]",
        "list.*.id",
        "!flag",
        r#""""#,
        r#""plain""#,
        r#""a { [ ( b""#,
        r##""# no comment // /* ""##,
        r#""<<EOT""#,
        r#""quote \" slash \\""#,
        r#""$${not} %%{open} $$$${x} 5% $5""#,
        r#""\\""#,
        r#""\u00e9 ü $""#,
        "[]",
        "{}",
        "f()",
        "ünïcode",
    ];
    select(PLAIN).prop_map(str::to_owned).boxed()
}

/// Returns a quoted template with literals, interpolations and directives.
fn quoted(inner: BoxedStrategy<String>) -> impl Strategy<Value = String> {
    let literal =
        select(&["", "a", " } ", r#"\""#, r"\\", "$${", "%%{ ", "{", "# ", "$", " <<E "][..]);
    let part = prop_oneof![literal.prop_map(str::to_owned), sequence(inner, "")];
    // A `$` or `%` directly before a sequence would escape it.
    vec(part, 0..4).prop_map(|parts| format!("\"{}\"", parts.join(" ")))
}

/// Returns an interpolation, or a complete directive whose branches end in `gap`.
fn sequence(inner: BoxedStrategy<String>, gap: &'static str) -> BoxedStrategy<String> {
    prop_oneof![
        (inner.clone(), breaks(), breaks()).prop_map(|(e, a, b)| format!("${{{a}{e}{b}}}")),
        inner.clone().prop_map(|e| format!("${{~ {e} ~}}")),
        inner
            .clone()
            .prop_map(move |e| format!("%{{ if {e} }}yes{gap}%{{ else }}no{gap}%{{ endif }}")),
        inner.prop_map(move |e| format!("%{{~ for k, v in {e} ~}}${{v}}{gap}%{{ endfor ~}}")),
    ]
    .boxed()
}

/// Returns a heredoc from `<<` to its closing name, without the following line break.
fn heredoc(inner: BoxedStrategy<String>) -> impl Strategy<Value = String> {
    let literal = select(
        &[
            "text", "", "  \"open", "EOTX", "x EOT", "} ] )", "# kept", "/* kept", "$${EOT}", "\\",
            "a = 1", "<<EOT",
        ][..],
    );
    let line = prop_oneof![
        3 => literal.prop_map(str::to_owned),
        1 => sequence(inner.clone(), "\n"),
        1 => sequence(inner, "").prop_map(|sequence| format!("{sequence}EOT")),
    ];
    let delimiter = select(&["EOT", "E-O_T", "ÉTÉ"][..]);
    (delimiter, select(&["", "-"][..]), select(&["", "  ", "\t"][..]), vec(line, 1..4)).prop_map(
        |(delimiter, flush, indent, lines)| {
            let lines: String = lines.iter().map(|line| format!("{indent}{line}\n")).collect();
            format!("<<{flush}{delimiter}\n{lines}{indent}{delimiter}")
        },
    )
}

fn tuple(inner: BoxedStrategy<String>) -> impl Strategy<Value = String> {
    let element = prop_oneof![4 => inner.clone(), 1 => heredoc(inner).prop_map(|text| text + "\n")];
    (vec((breaks(), element, breaks()), 1..4), any::<bool>(), breaks()).prop_map(
        |(elements, trailing_comma, end)| {
            let elements: Vec<_> = elements.iter().map(|(a, e, b)| format!("{a}{e}{b}")).collect();
            format!("[{}{}{end}]", elements.join(","), if trailing_comma { "," } else { "" })
        },
    )
}

fn object(inner: BoxedStrategy<String>) -> impl Strategy<Value = String> {
    let key = prop_oneof![
        Just(String::from("key")),
        Just(String::from("format")),
        Just(String::from("for_"))
    ];
    let key = (key, select(&["", "\"", "("][..]));
    let value = prop_oneof![
        4 => (inner.clone(), spaces(), select(&[",", "\n", ",\n", " # , }\n", " // {\n\n", " ,"][..]))
            .prop_map(|(value, spaces, end)| format!("{value}{spaces}{end}")),
        1 => heredoc(inner).prop_map(|text| text + "\n"),
    ];
    let pair = (breaks(), key, spaces(), select(&["=", ":"][..]), spaces(), value);
    vec(pair, 0..4).prop_map(|pairs| {
        let pairs = pairs.into_iter().enumerate();
        let pairs = pairs.map(|(index, (start, (key, quote), a, sign, b, value))| {
            let key = match quote {
                "(" => format!("(\"{key}{index}\")"),
                _ => format!("{quote}{key}{index}{quote}"),
            };
            format!("{start}{key}{a}{sign}{b}{value}")
        });
        format!("{{{}}}", pairs.collect::<String>())
    })
}

fn operation(inner: BoxedStrategy<String>) -> impl Strategy<Value = String> {
    const OPERATORS: &[&str] =
        &["+", "-", "*", "/", "%", "<", "<=", ">", ">=", "==", "!=", "&&", "||"];
    prop_oneof![
        (inner.clone(), spaces(), select(OPERATORS), spaces(), inner.clone())
            .prop_map(|(left, a, operator, b, right)| format!("({left}){a}{operator} {b}{right}")),
        (inner.clone(), inner.clone(), inner).prop_map(|(c, t, e)| format!("({c}) ? {t} : {e}")),
    ]
}

fn call(inner: BoxedStrategy<String>) -> impl Strategy<Value = String> {
    let last =
        prop_oneof![4 => inner.clone(), 1 => heredoc(inner.clone()).prop_map(|text| text + "\n")];
    (select(&["f", "ns::g", "f "][..]), inner, breaks(), last, select(&["", ",", "...", "\n"][..]))
        .prop_map(|(name, first, gap, last, end)| format!("{name}({first},{gap}{last}{end})"))
}

fn for_expression(inner: BoxedStrategy<String>) -> impl Strategy<Value = String> {
    let condition = option::of(inner.clone());
    (inner.clone(), inner, condition, breaks(), any::<bool>()).prop_map(
        |(from, value, condition, gap, object)| {
            let condition =
                condition.map(|condition| format!("{gap} if {condition}")).unwrap_or_default();
            if object {
                format!("{{{gap}for k, v in {from} :{gap} k => {value}{condition}{gap}}}")
            } else {
                format!("[{gap}for v in {from} : {value}{condition}{gap}]")
            }
        },
    )
}

/// Returns whitespace without line breaks.
fn spaces() -> BoxedStrategy<&'static str> {
    prop_oneof![4 => Just(" "), 1 => select(&["", "\t  ", " /* { \" */", "/**/", " /* <<EOT\n ( * / */ "][..])].boxed()
}

/// Returns whitespace for use inside brackets, where line breaks are allowed.
fn breaks() -> BoxedStrategy<&'static str> {
    const BREAKS: &[&str] =
        &["\n", "\n\n  ", " # } \" ${\n", "// <<EOT\n  ", "/* [\n*/\n", "\n\t/* /* */ "];
    prop_oneof![4 => spaces(), 1 => select(BREAKS)].boxed()
}

/// Returns items on separate lines, with unique attribute names and a line break at the end.
fn body(block: BoxedStrategy<String>) -> BoxedStrategy<String> {
    const LEADS: &[&str] =
        &["", "\n", "  ", "# lead {\n", "/* lead */ ", "/* a\n b */\n", "// \"\n\t"];
    const ENDS: &[&str] =
        &["\n", " \n", " # end }\n", "\t// \"end\n", " /* [ */ \n", "/* a\n */ # b\n\n"];
    let attribute =
        (spaces(), spaces(), expression()).prop_map(|(a, b, value)| format!("{a}={b}{value}"));
    let heredoc = (spaces(), select(&["=", "= 1 <", "= f() ||"][..]), heredoc(expression()))
        .prop_map(|(a, start, value)| format!("{a}{start}{value}"));
    let item = prop_oneof![
        3 => (attribute, select(ENDS)),
        2 => (block, select(ENDS)),
        // Only whitespace may follow a closing name.
        2 => (heredoc, select(&["\n", "  \n\n"][..])),
    ];
    let last = select(&["", "# last", "/* last { */", "\n \n"][..]);
    (vec((select(LEADS), item), 0..5), last)
        .prop_map(|(items, last)| {
            let items = items.into_iter().enumerate().map(|(index, (lead, (item, end)))| {
                if item.starts_with(char::is_alphabetic) {
                    format!("{lead}{item}{end}")
                } else {
                    format!("{lead}name{index}{item}{end}")
                }
            });
            format!("{}{last}\n", items.collect::<String>())
        })
        .boxed()
}

fn block(inner: BoxedStrategy<String>) -> BoxedStrategy<String> {
    let open = select(&["\n", " # open\n", " /* { */ // {\n"][..]);
    let block = (block_head(), open, body(inner))
        .prop_map(|(head, open, body)| format!("{head}{{{open}{body}}}"));
    prop_oneof![block, one_line_block()].boxed()
}

fn one_line_block() -> BoxedStrategy<String> {
    let attribute = (spaces(), expression(), spaces())
        .prop_map(|(a, value, b)| format!("{a}one ={a}{value}{b}"));
    (block_head(), option::of(attribute))
        .prop_map(|(head, attribute)| format!("{head}{{{}}}", attribute.unwrap_or_default()))
        .boxed()
}

fn block_head() -> impl Strategy<Value = String> {
    let labels = select(&["", "\"label\" ", "\"a {\" b ", "bare", "\"\\\"\" "][..]);
    (select(&["block", "dynamic", "b-2"][..]), spaces(), labels)
        .prop_map(|(name, a, labels)| format!("{name} {a}{labels}"))
}
