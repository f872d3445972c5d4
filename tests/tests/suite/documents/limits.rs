//! Documents of specs whose items are too many.

use hcldyn::cty::value_spec::{ObjectAttribute, ObjectValueSpec, ValueSpec};
use hcldyn::cty::{Type, Value};
use hcldyn::docs::sample::Sample;
use hcldyn::docs::{END, Reference, START, insert, json_schema};
use hcldyn::spec::{AttrSpec, BlocksSpec, Spec, ValueRule};

/// The maximum number of parts in a table, and of lines in an example.
const MAX_PARTS: usize = 2_000;

/// The number of lines around an example of a block.
const HEADER_LINES: usize = 2;

fn required() -> Spec {
    AttrSpec::new("a", Type::String).required().into()
}

/// Returns the spec of required blocks, nested some levels deep, `count` of them on each level.
fn nested(count: usize, levels: usize) -> Spec {
    (0..levels).fold(required(), |spec, _| {
        let block = |name: String| BlocksSpec::new(name, spec.clone()).required().into();
        Spec::tuple((0..count).map(|index| block(format!("b{index}"))))
    })
}

/// Returns the lines of the examples on a page.
fn examples(page: &str) -> Vec<Vec<&str>> {
    let blocks = page.split("```").skip(1).step_by(2);
    blocks.map(|block| block.lines().skip(1).collect()).collect()
}

/// Returns the page of an attribute, an object with a number of strings.
fn page_of_object(parts: usize) -> String {
    let part = |index| ObjectAttribute::new(format!("a{index}"), Type::String);
    let object = ValueSpec::Object(ObjectValueSpec::new((0..parts).map(part)).into());
    Reference::new(Spec::from(AttrSpec::new("x", object)).outline()).markdown()
}

#[test]
fn an_object_of_many_parts_has_no_example_where_its_table_is_cut() {
    // The object counts as a part, and its braces are lines.
    let page = page_of_object(MAX_PARTS - 2);
    assert!(!page.contains("Further parts are left out."));
    assert!(examples(&page).iter().any(|example| example.len() == MAX_PARTS));
    let page = page_of_object(MAX_PARTS + 1);
    assert!(page.contains("Further parts are left out."));
    assert!(examples(&page).iter().all(|example| example.len() < MAX_PARTS));
}

#[test]
fn an_example_of_many_blocks_is_cut() {
    let page = |spec: Spec| Reference::new(spec.outline()).markdown();
    let whole = page(nested(3, 3));
    assert!(!whole.contains("left out"));
    // 12 outer blocks of two lines each, with 12 blocks of three lines in each.
    assert!(
        examples(&page(nested(12, 2))).iter().any(|example| example.len() == 12 * (2 + 12 * 3))
    );
    let cut = page(nested(8, 4));
    assert!(cut.contains("# Further items are left out.\n"));
    for example in examples(&cut) {
        assert!(example.len() <= MAX_PARTS + 1 + HEADER_LINES, "{}", example.len());
    }
}

/// Documents have a limit for all their tables and examples together.
#[test]
fn many_tables_and_long_items_are_cut() {
    let part = |index| ObjectAttribute::new(format!("a{index}"), Type::String);
    let object = || ValueSpec::Object(ObjectValueSpec::new((0..1_000).map(part)).into());
    let specs = |count| (0..count).map(|index| AttrSpec::new(format!("x{index}"), object()).into());
    let page = |count: usize| Reference::new(Spec::tuple(specs(count)).outline()).markdown();
    assert!(!page(2).contains("Further parts are left out."));
    // Its table and its example need a bit more than 2,000 parts.
    assert!(page(60).contains("Further parts are left out."));

    // Ten levels of two blocks, each with a long comment, would have 10 MB.
    let docs = "word ".repeat(1_000);
    let spec = (0..10).fold(required(), |spec, _| {
        let block = |name| BlocksSpec::new(name, spec.clone()).doc(docs.as_str()).into();
        Spec::tuple([block("a"), block("b")])
    });
    let text = Sample::new(&spec.outline()).text();
    assert!(text.len() < 4 << 20, "{}", text.len());
    let schema = json_schema::of_value(&spec);
    assert!(schema.len() < 16 << 20, "{}", schema.len());
}

#[test]
fn many_allowed_values_count_as_many_items() {
    let values = |count: i32| (0..count).map(Value::from).collect();
    let required = |count| {
        let attr = |index| {
            let attr = AttrSpec::new(format!("a{index}"), Type::Number).required();
            attr.rule(ValueRule::OneOf(values(count))).into()
        };
        let inner = Spec::tuple((0..10).map(attr));
        let block = |index| BlocksSpec::new(format!("b{index}"), inner.clone()).required().into();
        Spec::tuple((0..60).map(block))
    };
    let sample = |spec: Spec| Sample::new(&spec.outline()).text();
    assert!(sample(required(10)).starts_with("b0 {\n"));
    // 600 attributes with about 20 items each.
    assert!(sample(required(5_000)).starts_with("# A sample has at most 10,000 items,"));
    let schema = |count| json_schema::of_value(&required(count)).len();
    assert!(schema(5_000) < 20 * schema(10));
}

/// Docs of an item do not change what follows them on the page, nor the markers around it.
#[test]
fn docs_of_an_item_end_with_it() {
    let docs = format!("Text.\n\n<script>\n\n{END}\n\n```hcl\n{END}\na = 1");
    let spec = Spec::tuple([
        Spec::from(AttrSpec::new("a", Type::String).doc(docs)),
        AttrSpec::new("b", Type::String).doc("`b").into(),
    ]);
    let page = Reference::new(spec.outline()).markdown();
    assert_eq!(page.lines().filter(|line| line.starts_with("```")).count() % 2, 0, "{page}");
    assert!(page.contains("\\<script>") && !page.contains("\n<script>"), "{page}");
    assert!(page.contains("\\`b"), "{page}");
    let file = format!("# App\n\n{START}\n{END}\n\nMore.\n");
    let once = insert(&file, &page).unwrap();
    assert_eq!(insert(&once, &page), Ok(once.clone()));
    assert!(once.ends_with("\n\nMore.\n"));
}

#[test]
fn a_sample_says_why_it_has_no_items() {
    fn endless() -> Spec {
        BlocksSpec::lazy("b", endless).required().into()
    }
    let sample = |spec: &Spec| Sample::new(&spec.outline()).text();
    assert!(sample(&nested(6, 4)).starts_with("b0 {\n"));
    assert_eq!(
        sample(&nested(8, 5)),
        "# A sample has at most 10,000 items, where long ones count several times. The\n\
         # required items of this configuration are more. Make some of them optional in\n\
         # the spec.\n"
    );
    assert!(sample(&nested(1, 59)).starts_with("b0 {\n"));
    assert_eq!(
        sample(&nested(1, 60)),
        "# A sample has blocks nested at most 60 levels deep. The required blocks of\n\
         # this configuration are nested deeper. Make some of them optional in the spec.\n"
    );
    assert_eq!(
        sample(&endless()),
        "# A sample must end. The required items of this configuration contain\n\
         # themselves. Make some of them optional in the spec.\n"
    );
    let name = r#"# A sample is in native syntax, which needs a name of letters, digits, "_" and
# "-" for each item. The required item "a b" has another name. Write it in JSON
# syntax.
"#;
    assert_eq!(sample(&AttrSpec::new("a b", Type::String).required().into()), name);
    assert_eq!(sample(&BlocksSpec::new("a b", Spec::any()).required().into()), name);
}
