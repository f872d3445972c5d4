//! Reference pages: everything that a spec says is on the page, and nothing that it hides.

use std::collections::BTreeSet;

use hcldyn::cty::value_spec::Unexpected;
use hcldyn::cty::{Type, Value};
use hcldyn::docs::{Page, PageLayout, Reference};
use hcldyn::spec::{AttrSpec, BlocksSpec, LabelSpec, ObjectSpec, OneOfSpec, Rest, Spec, ValueRule};
use hcldyn::{EvalContext, HclDecode, HclValue, functions};
use hcldyn_tests::text::decode;

/// A gateway.
///
/// It has `listeners`.
#[derive(HclDecode)]
#[hcl(since = "0.1", exactly_one_of("key", "key_path"), validate(valid, "Ports are free."))]
#[expect(dead_code, reason = "only its spec is used")]
struct Gateway {
    /// The level of messages.
    ///
    /// Each level includes those after it.
    #[hcl(title = "Verbosity", default = "warning", former_name = "verbosity")]
    log_level: Level,
    #[hcl(sensitive, default = "hunter2")]
    key: String,
    key_path: Option<std::path::PathBuf>,
    #[hcl(alias = "threads", range = 1..=64, example = "8", since = "0.2")]
    workers: u16,
    #[hcl(deprecated = "Remove it.")]
    fast: Option<bool>,
    #[hcl(hide)]
    secret_switch: Option<bool>,
    endpoints: Vec<Endpoint>,
    /// A listener.
    #[hcl(dynamic, min_items = 1, max_items = 9)]
    listener: Vec<Listener>,
    #[hcl(block, hide)]
    internal: Option<Route>,
    #[hcl(block)]
    route: std::collections::BTreeMap<String, Route>,
}

#[derive(HclValue)]
enum Level {
    /// Everything.
    Debug,
    Warning,
    #[hcl(hide)]
    Trace,
}

#[derive(HclValue)]
#[expect(dead_code, reason = "only its spec is used")]
struct Endpoint {
    /// The name of the host.
    host: String,
    #[hcl(default = 80)]
    port: u16,
    #[hcl(sensitive, default = "hunter3")]
    token: String,
    #[hcl(hide)]
    burden: Option<u8>,
}

#[derive(HclDecode)]
#[hcl(tag = label)]
#[expect(dead_code, reason = "only its spec is used")]
enum Listener {
    /// A port.
    Tcp {
        #[hcl(label)]
        name: String,
        port: u16,
    },
    Unix {
        path: std::path::PathBuf,
    },
}

#[derive(HclDecode)]
#[expect(dead_code, reason = "only its spec is used")]
struct Route {
    /// The identity of the route.
    #[hcl(key)]
    id: String,
    when: hcldyn::Deferred<bool>,
    #[hcl(block)]
    route: Vec<Self>,
}

fn valid(_: &Gateway, _: &mut hcldyn::decode::Validation<'_>) {}

/// Everything that the pages must show of `Gateway`, without markup.
const SHOWN: &[&str] = &[
    "A gateway.",
    "listeners",
    "Since 0.1.",
    "Ports are free.",
    "Exactly one of",
    "log_level",
    "The level of messages.",
    "Each level includes those after it.",
    "Verbosity",
    "warning",
    "verbosity",
    "keyword",
    "debug",
    "Everything.",
    "key_path",
    "path",
    "(sensitive)",
    "The value is sensitive.",
    "workers",
    "threads",
    "from 1 to 64",
    "Since 0.2.",
    "whole number from 0 to 65535",
    "Deprecated.",
    "Remove it.",
    "list of objects",
    "[…].host",
    "The name of the host.",
    "80",
    "A listener.",
    "1 to 9",
    "blocks may generate it",
    "tcp",
    "unix",
    "A port.",
    "any number",
    "The identity of the route.",
    "when",
    "expression for a bool",
    "evaluated later",
];

fn whole(reference: &Reference) -> [String; 3] {
    [reference.markdown(), reference.html(), reference.man()]
}

/// Returns a page without markup that is inside words.
fn plain(page: &str) -> String {
    let tags = ["<code>", "</code>", "<strong>", "</strong>", "`", "\\f", "\\"];
    tags.iter().fold(page.to_owned(), |page, tag| page.replace(tag, ""))
}

#[test]
fn everything_is_shown() {
    let reference = Reference::of::<Gateway>();
    for page in whole(&reference) {
        let page = plain(&page);
        let missing: Vec<_> = SHOWN.iter().filter(|words| !page.contains(**words)).collect();
        assert!(missing.is_empty(), "{missing:?} in\n{page}");
    }
}

#[test]
fn hidden_items_and_sensitive_defaults_are_not_shown() {
    let reference = Reference::of::<Gateway>();
    for page in whole(&reference) {
        for hidden in ["secret_switch", "hunter", "internal", "burden", "trace"] {
            assert!(!page.contains(hidden), "{hidden} in\n{page}");
        }
    }
}

#[test]
fn kinds_of_items() {
    let port = || Spec::from(AttrSpec::new("port", Type::Number));
    let tags = BlocksSpec::attributes("tags", Type::String).doc("Free words.").required();
    let rules = BlocksSpec::new("rule", port()).map("zone").grouped().or_attr();
    let all = ObjectSpec::new([
        ("tags", tags.into()),
        ("rule", rules.into()),
        ("other", Spec::Rest(Rest::Attributes(Type::Bool.into()))),
        ("mode", AttrSpec::new("mode", Type::String).or_block().merge().into()),
        ("size", AttrSpec::new("size", Type::Number).default_text("half the memory").into()),
        ("names", AttrSpec::new("names", Type::list(Type::String)).rule(ValueRule::Unique).into()),
    ]);
    let all = all.requires("mode", ["size"]).requires_if("mode", "b", ["names"]);
    let page = plain(&Reference::new(Spec::from(all).outline()).markdown());
    for words in [
        "Free words.",
        "Its arguments may have any names. Type of each: string.",
        "exactly one",
        "Its key is the label zone. Several blocks may have one key.",
        "It may also be written as an argument.",
        "Further arguments may have any names. Type of each: bool.",
        "It may also be written as a block.",
        "half the memory",
        "It must have unique elements.",
        "If mode is set, size must be set too.",
        "If mode is \"b\", names must be set too.",
    ] {
        assert!(page.contains(words), "{words} in\n{page}");
    }
    let lenient = ObjectSpec::new([("port", port())]).unexpected(Unexpected::Warn);
    let page = Reference::new(Spec::from(lenient).outline()).markdown();
    assert!(page.contains("Other items cause a warning."));
}

/// A spec with characters that have a meaning in the formats.
fn hostile() -> Spec {
    let bad = "<script>alert(1)</script> | a_b *c* `d` \n.SH x";
    let attr = AttrSpec::new("a|b", Type::String).doc(bad).title(bad).since(bad).example(bad);
    let attr = attr.deprecated(bad).alias("<i>").condition(bad).default_text(bad);
    let nested = Spec::tuple([LabelSpec::new(0, "\"<l>").doc(bad).into(), attr.into()]);
    let block = BlocksSpec::new("<b>", nested).doc("[x](javascript:alert) <img src=x onerror=y>");
    let forms = [("<f>", Spec::tuple([])), ("g", Spec::tuple([]))];
    Spec::tuple([
        Spec::from(block.tuple()),
        OneOfSpec::by_attribute("<t>", forms).doc(bad).into(),
        Spec::from(AttrSpec::new("d", Type::String)).or(Spec::Literal("<x> | ``` \\".into())),
    ])
}

#[test]
fn text_has_no_meaning_in_the_formats() {
    let reference = Reference::new(hostile().outline()).title("<h1> & \"t\"");
    let reference = reference.variable("<v>", "<w> | w").function("<f>", "\n.SH f");
    let html = reference.html();
    let (html, script) = html.split_once("<script>").unwrap();
    assert_eq!(script.matches("<").count(), 3, "it ends the script and the page: {script}");
    for markup in
        ["<script", "<img", "<b>", "<i>", "<f>", "<t>", "<v>", "<w>", "<x>", "<l>", "<h1> "]
    {
        assert!(!html.contains(markup), "{markup} in\n{html}");
    }
    assert!(!html.contains("javascript:"));
    let balance = |tag: &str| {
        html.matches(&format!("<{tag}")).count() - html.matches(&format!("</{tag}>")).count()
    };
    for tag in ["code", "section", "div", "table", "ul", "pre", "nav", "h4"] {
        assert_eq!(balance(tag), 0, "{tag}");
    }
    // A row has as many cells as its table has columns.
    let markdown = reference.markdown();
    let mut columns = 0;
    for line in markdown.lines() {
        let cells = line.replace("\\|", "").matches('|').count();
        match line.starts_with('|') {
            true if columns == 0 => columns = cells,
            true => assert_eq!(cells, columns, "{line}"),
            false => columns = 0,
        }
    }
    let requests = reference.man();
    assert!(!requests.lines().any(|line| line == ".SH x" || line == ".SH f"), "{requests}");
}

/// Returns the targets of all links and all anchors of pages, with the names of the pages.
fn links(
    pages: &[Page],
    link: [&str; 2],
    anchor: [&str; 2],
) -> (BTreeSet<String>, BTreeSet<String>) {
    let between = |text: &str, [start, end]: [&str; 2]| {
        let parts = text.split(start).skip(1);
        parts.map(|part| part.split(end).next().unwrap_or_default().to_owned()).collect::<Vec<_>>()
    };
    let (mut targets, mut anchors) = (BTreeSet::new(), BTreeSet::new());
    for page in pages {
        for target in between(&page.text, link) {
            let own = target.starts_with('#');
            targets.insert(if own { format!("{}{target}", page.name) } else { target });
        }
        for name in between(&page.text, anchor) {
            assert!(anchors.insert(format!("{}#{name}", page.name)), "{name} occurs twice");
        }
    }
    (targets, anchors)
}

#[test]
fn links_lead_to_anchors() {
    for outline in [Gateway::spec().outline(), hostile().outline()] {
        let reference = Reference::new(outline);
        for layout in [PageLayout::Whole, PageLayout::Split] {
            let pages = reference.html_pages(layout);
            let (targets, anchors) = links(&pages, ["href=\"", "\""], ["id=\"", "\""]);
            let broken: Vec<_> =
                targets.difference(&anchors).filter(|it| it.contains('#')).collect();
            assert!(broken.is_empty() && targets.len() > 3, "{broken:?}");
            let pages = reference.markdown_pages(layout);
            let (targets, anchors) = links(&pages, ["](", ")"], ["id=\"", "\""]);
            let broken: Vec<_> =
                targets.difference(&anchors).filter(|it| it.contains('#')).collect();
            assert!(broken.is_empty(), "{broken:?}");
        }
    }
}

/// A page works without scripts, and loads nothing.
#[test]
fn html_pages_are_complete() {
    let html = Reference::of::<Gateway>().html();
    for loaded in ["src=", "<link", "url(", "@import", "http:"] {
        assert!(!html.contains(loaded), "{loaded}");
    }
    let (start, rest) = html.split_once("<script>").unwrap();
    let (script, end) = rest.split_once("</script>").unwrap();
    assert!(start.ends_with("</main>\n") && end == "\n</body>\n</html>\n");
    // The filter is made by the script, so it does not appear without one.
    assert!(script.contains("createElement(\"input\")") && !start.contains("<input"));
}

#[test]
fn each_block_type_has_a_page() {
    let pages = Reference::of::<Gateway>().markdown_pages(PageLayout::Split);
    let names: Vec<_> = pages.iter().map(|page| page.name.as_str()).collect();
    assert_eq!(names, ["index.md", "listener.md", "route.md"]);
    assert!(pages[0].text.contains("[`listener`](listener.md#listener)"));
    assert!(pages[1].text.contains("port"));
}

#[test]
fn names_of_a_context() {
    let ctx = EvalContext::new().with_variable("env", "x").with_functions(functions::all());
    let page = Reference::of::<Gateway>().context(&ctx).markdown();
    assert!(page.contains("| `env` | `string` |"));
    assert!(page.contains("| `upper("), "{page}");
    assert!(page.contains("| `alltrue(list)` | `true` if all"), "{page}");
}

#[test]
fn lengths_and_patterns_are_described() {
    #[derive(HclDecode)]
    #[expect(dead_code, reason = "only the spec is read")]
    struct Config {
        #[hcl(non_empty)]
        hosts: Vec<String>,
        #[hcl(length = 1..=3)]
        code: String,
        #[hcl(matches = r"^\d+$")]
        number: String,
    }
    let page = Reference::of::<Config>().markdown();
    for fact in [
        "It must have at least 1 element.",
        "It must have 1 to 3 characters.",
        r"It must match the regular expression `^\d+$`.",
    ] {
        assert!(page.contains(fact), "{fact}: {page}");
    }
}

/// An example of the page decodes, as far as the required items have plausible values.
#[test]
fn examples_decode() {
    let spec: Spec = BlocksSpec::new(
        "server",
        Spec::object([
            ("port", AttrSpec::new("port", Type::Number).required().into()),
            ("name", LabelSpec::new(0, "name").into()),
            ("hosts", AttrSpec::new("hosts", Type::list(Type::String)).required().into()),
        ]),
    )
    .required()
    .into();
    let page = Reference::new(spec.outline()).markdown();
    let example = page.split("```hcl\n").nth(1).and_then(|rest| rest.split("```").next()).unwrap();
    assert_eq!(example, "server \"name\" {\n  port  = 1\n  hosts = [\"example\"]\n}\n");
    let server = Value::object([
        ("port", 1.into()),
        ("name", "name".into()),
        ("hosts", Value::list(Type::String, vec!["example".into()])),
    ]);
    assert_eq!(decode(example, spec, &EvalContext::new()), (server, String::new()));
}

/// Items that exclude or need each other are in one example only as the rules allow.
#[test]
fn examples_follow_the_rules() {
    let attr = |name: &str| (name.to_owned(), Spec::from(AttrSpec::new(name, Type::Number)));
    let example = |object: ObjectSpec| {
        let page = Reference::new(Spec::from(object).outline()).markdown();
        page.split("```hcl\n").nth(1).unwrap().split("```").next().unwrap().to_owned()
    };
    let all = || ObjectSpec::new(["a", "b", "c"].map(attr));
    assert_eq!(example(all().exactly_one_of(["b", "c"])), "b = 1\n");
    assert_eq!(example(all().at_most_one_of(["a", "b"])), "a = 1\nc = 1\n");
    assert_eq!(example(all().requires("a", ["b"])), "b = 1\nc = 1\n");
    assert_eq!(example(all()), "a = 1\nb = 1\nc = 1\n");
}

#[derive(HclDecode)]
#[expect(dead_code, reason = "only its spec is used")]
struct Limit {
    #[hcl(scope(request = Request, load = f64))]
    when: hcldyn::Deferred<bool>,
    #[hcl(scope(load = f64))]
    weights: Vec<hcldyn::Deferred<u8>>,
}

/// The request to be served.
#[derive(HclValue)]
#[expect(dead_code, reason = "only its spec is used")]
struct Request {
    /// Such as `GET`.
    method: String,
    user: Option<String>,
}

#[test]
fn variables_of_an_expression_that_is_evaluated_later() {
    let page = Reference::of::<Limit>().markdown();
    let table = r"It can use the variables below.

| Variable | Type | Description |
|---|---|---|
| `request` | object | The request to be served. |
| `request.method` | string | Such as `GET`. |
| `request.user` | string |  |
| `load` | number |  |
";
    assert!(page.contains(table), "{page}");
    assert_eq!(page.matches("| `load` | number |  |").count(), 2, "{page}");
    let sample = hcldyn::docs::sample::sample::<Limit>();
    assert!(sample.contains("# It can use the variables \"request\" and \"load\".\n"), "{sample}");
    assert!(sample.contains("# It can use the variable \"load\".\n"), "{sample}");
}
