//! The kinds of fields, their types, and the options to combine them with.

use crate::attr::FieldKind;
use crate::symbol::Derive;

/// A type of a field, with a source for it.
pub(super) struct Sample {
    pub(super) ty: &'static str,
    /// The source of a value, or `None` if the kind rejects the type.
    pub(super) source: Option<&'static str>,
    /// The decoded value, as `Debug` prints it, or `_` for any.
    pub(super) decoded: &'static str,
    /// The value of `Default`, as `Debug` prints it, or `_` for a type without `Default`.
    pub(super) zero: &'static str,
    /// The value as a Rust expression, or `_` if it is not tested.
    pub(super) expr: &'static str,
}

const fn sample(
    ty: &'static str,
    source: &'static str,
    [decoded, zero, expr]: [&'static str; 3],
) -> Sample {
    Sample { ty, source: Some(source), decoded, zero, expr }
}

const fn wrong(ty: &'static str) -> Sample {
    Sample { ty, source: None, decoded: "_", zero: "_", expr: "_" }
}

/// Every kind of field of each derive.
pub(super) const KINDS: [(Derive, FieldKind); 17] = [
    (Derive::Decode, FieldKind::Attr),
    (Derive::Decode, FieldKind::Block),
    (Derive::Decode, FieldKind::Blocks),
    (Derive::Decode, FieldKind::Attrs),
    (Derive::Decode, FieldKind::Expr),
    (Derive::Decode, FieldKind::ExprClosure),
    (Derive::Decode, FieldKind::Label),
    (Derive::Decode, FieldKind::Labels),
    (Derive::Decode, FieldKind::Key),
    (Derive::Decode, FieldKind::Range),
    (Derive::Decode, FieldKind::Flatten),
    (Derive::Decode, FieldKind::Remain),
    (Derive::Decode, FieldKind::Skip),
    (Derive::Value, FieldKind::Attr),
    (Derive::Value, FieldKind::Flatten),
    (Derive::Value, FieldKind::Remain),
    (Derive::Value, FieldKind::Skip),
];

/// Every option of a field that is not a kind. `T` is the type of the field, or the content of its `Option`; `EXPR` is
/// its value, `LEAF` a value inside it, and `TEXT` the same as a string.
pub(super) const OPTIONS: [&str; 39] = [
    "name = \"other\"",
    "alias = \"other\"",
    "former_name = \"other\"",
    "deprecated = \"Old.\"",
    "default",
    "default = EXPR",
    "default = TEXT",
    "optional",
    "prefix = \"db_\"",
    "dynamic",
    "for_each",
    "count",
    "matrix",
    "first_fastest",
    "inherits",
    "min_items = 1",
    "max_items = 2",
    "with = same::<T>",
    "encode_with = copy::<T>",
    "from_str",
    "serde",
    "validate = valid::<T>",
    "sensitive",
    "flag(long = \"second\")",
    "from(file)",
    "range = 1..=9",
    "length = 1..=9",
    "non_empty",
    "unique",
    "matches = \"5|five\"",
    "one_of = [LEAF]",
    "conflicts_with = \"extra\"",
    "requires = \"extra\"",
    "or_attr",
    "or_block",
    "labels_as_blocks",
    "merge",
    "scope(a = u8)",
    "hide",
];

/// Returns the types of a kind of field. Those without a source are not combined with options.
pub(super) const fn samples(derive: Derive, kind: FieldKind) -> &'static [Sample] {
    match kind {
        FieldKind::Flatten if matches!(derive, Derive::Value) => VALUE_FLATTEN,
        FieldKind::Remain if matches!(derive, Derive::Value) => VALUE_REMAIN,
        FieldKind::Attr => ATTR,
        FieldKind::Block => BLOCK,
        FieldKind::Blocks => BLOCKS,
        FieldKind::Attrs => ATTRS,
        FieldKind::Expr => EXPR,
        FieldKind::ExprClosure => EXPR_CLOSURE,
        FieldKind::Label | FieldKind::Key => LABEL,
        FieldKind::Labels => LABELS,
        FieldKind::Range => RANGE,
        FieldKind::Flatten => FLATTEN,
        FieldKind::Remain => REMAIN,
        FieldKind::Skip => SKIP,
    }
}

const ATTR: &[Sample] = &[
    sample("String", "\"5\"", ["\"5\"", "\"\"", "String::from(\"5\")"]),
    sample("u8", "5", ["5", "0", "5"]),
    sample("bool", "true", ["true", "false", "true"]),
    sample("Option<String>", "\"5\"", ["Some(\"5\")", "None", "Some(String::from(\"5\"))"]),
    sample("Option<u8>", "5", ["Some(5)", "None", "Some(5)"]),
    sample("Option<Option<u8>>", "null", ["Some(None)", "None", "Some(None)"]),
    sample("Vec<String>", "[\"5\"]", ["[\"5\"]", "[]", "[\"5\"]"]),
    sample("Vec<u8>", "[5]", ["[5]", "[]", "vec![5]"]),
    sample("Option<Vec<u8>>", "[5]", ["Some([5])", "None", "Some(vec![5])"]),
    sample("BTreeSet<u8>", "[5]", ["{5}", "{}", "[5]"]),
    sample("BTreeMap<String, u8>", "{ a = 5 }", ["{\"a\": 5}", "{}", "[(\"a\", 5)]"]),
    sample("(u8, String)", "[5, \"5\"]", ["(5, \"5\")", "(0, \"\")", "(5, \"5\")"]),
    sample("[u8; 1]", "[5]", ["[5]", "[0]", "[5]"]),
    sample("Box<u8>", "5", ["5", "0", "Box::new(5)"]),
    sample("Spanned<u8>", "5", ["5", "_", "_"]),
    sample("Option<Spanned<u8>>", "5", ["Some(5)", "None", "_"]),
    sample("Vec<Spanned<u8>>", "[5]", ["[5]", "[]", "_"]),
    sample("Spanned<Vec<u8>>", "[5]", ["[5]", "_", "_"]),
    sample("Level", "\"five\"", ["Five", "_", "Level::Five"]),
    sample("Vec<Level>", "[\"five\"]", ["[Five]", "[]", "vec![Level::Five]"]),
    sample("Object", "{ x = 5 }", ["Object { x: 5 }", "_", "Object { x: 5 }"]),
    sample(
        "Option<Object>",
        "{ x = 5 }",
        ["Some(Object { x: 5 })", "None", "Some(Object { x: 5 })"],
    ),
    sample("Vec<Object>", "[{ x = 5 }]", ["[Object { x: 5 }]", "[]", "vec![Object { x: 5 }]"]),
    sample("Value", "5", ["_", "_", "Value::from(5)"]),
    sample("Deferred<u8>", "5", ["_", "_", "Deferred::from(5)"]),
    sample("Vec<Deferred<u8>>", "[5]", ["_", "[]", "vec![Deferred::from(5)]"]),
    sample("Expression", "5", ["_", "_", "_"]),
    sample("ExpressionClosure", "5", ["_", "_", "_"]),
    wrong("Server"),
    wrong("Option<Server>"),
    wrong("Step"),
    wrong("Body"),
    wrong("Place"),
    wrong("&'static str"),
];

const BLOCK: &[Sample] = &[
    sample("Server", " {\n x = 5\n}", ["Server { x: 5 }", "_", "Server { x: 5 }"]),
    sample("Option<Server>", " {\n x = 5\n}", ["Some(Server { x: 5 })", "None", "_"]),
    sample("Vec<Server>", " {\n x = 5\n}", ["[Server { x: 5 }]", "[]", "_"]),
    sample("VecDeque<Server>", " {\n x = 5\n}", ["[Server { x: 5 }]", "[]", "_"]),
    sample("Box<[Server]>", " {\n x = 5\n}", ["[Server { x: 5 }]", "[]", "_"]),
    sample("Option<Vec<Server>>", " {\n x = 5\n}", ["Some([Server { x: 5 }])", "None", "_"]),
    sample(
        "BTreeMap<String, Server>",
        " \"a\" {\n x = 5\n}",
        ["{\"a\": Server { x: 5 }}", "{}", "_"],
    ),
    sample(
        "Option<BTreeMap<String, Server>>",
        " \"a\" {\n x = 5\n}",
        ["Some({\"a\": Server { x: 5 }})", "None", "_"],
    ),
    sample(
        "BTreeMap<String, Vec<Server>>",
        " \"a\" {\n x = 5\n}",
        ["{\"a\": [Server { x: 5 }]}", "{}", "_"],
    ),
    sample(
        "BTreeMap<String, BTreeMap<String, Server>>",
        " \"a\" \"b\" {\n x = 5\n}",
        ["{\"a\": {\"b\": Server { x: 5 }}}", "{}", "_"],
    ),
    sample("BTreeMap<Spanned<String>, Server>", " \"a\" {\n x = 5\n}", ["_", "{}", "_"]),
    sample("Box<Server>", " {\n x = 5\n}", ["Server { x: 5 }", "_", "_"]),
    sample("Option<Box<Server>>", " {\n x = 5\n}", ["Some(Server { x: 5 })", "None", "_"]),
    sample("Vec<Box<Server>>", " {\n x = 5\n}", ["[Server { x: 5 }]", "[]", "_"]),
    sample("Spanned<Server>", " {\n x = 5\n}", ["Server { x: 5 }", "_", "_"]),
    sample("Vec<Spanned<Server>>", " {\n x = 5\n}", ["[Server { x: 5 }]", "[]", "_"]),
    sample("Step", " {\n run {\n }\n}", ["Run", "_", "_"]),
    wrong("Option<Option<Server>>"),
    wrong("Vec<Option<Server>>"),
    wrong("Vec<Vec<Server>>"),
    wrong("BTreeSet<Server>"),
    wrong("[Server; 2]"),
    wrong("(Server, Server)"),
    wrong("u8"),
    wrong("Vec<String>"),
    wrong("Level"),
    wrong("Value"),
    wrong("Body"),
    wrong("Expression"),
    wrong("&'static Server"),
];

const BLOCKS: &[Sample] = &[
    sample("Step", "run {\n}", ["Run", "_", "Step::Run {}"]),
    sample("Option<Step>", "run {\n}", ["Some(Run)", "None", "_"]),
    sample("Vec<Step>", "run {\n}", ["[Run]", "[]", "_"]),
    sample("VecDeque<Step>", "run {\n}", ["[Run]", "[]", "_"]),
    sample("Box<[Step]>", "run {\n}", ["[Run]", "[]", "_"]),
    sample("Option<Vec<Step>>", "run {\n}", ["Some([Run])", "None", "_"]),
    sample("Box<Step>", "run {\n}", ["Run", "_", "_"]),
    sample("Vec<Box<Step>>", "run {\n}", ["[Run]", "[]", "_"]),
    sample("Spanned<Step>", "run {\n}", ["Run", "_", "_"]),
    sample("Vec<Spanned<Step>>", "run {\n}", ["[Run]", "[]", "_"]),
    wrong("BTreeMap<String, Step>"),
    wrong("Vec<Option<Step>>"),
    wrong("Vec<Server>"),
    wrong("Vec<Tagged>"),
    wrong("u8"),
    wrong("Level"),
    wrong("Body"),
];

const ATTRS: &[Sample] = &[
    sample("BTreeMap<String, u8>", " {\n a = 5\n}", ["{\"a\": 5}", "{}", "_"]),
    sample("HashMap<String, u8>", " {\n a = 5\n}", ["{\"a\": 5}", "{}", "_"]),
    sample("BTreeMap<Level, u8>", " {\n five = 5\n}", ["{Five: 5}", "{}", "_"]),
    sample("Option<BTreeMap<String, u8>>", " {\n a = 5\n}", ["Some({\"a\": 5})", "None", "_"]),
    sample("BTreeMap<String, Vec<u8>>", " {\n a = [5]\n}", ["{\"a\": [5]}", "{}", "_"]),
    sample("BTreeMap<String, Spanned<u8>>", " {\n a = 5\n}", ["{\"a\": 5}", "{}", "_"]),
    sample("BTreeMap<String, Deferred<u8>>", " {\n a = 5\n}", ["_", "{}", "_"]),
    wrong("BTreeMap<String, Server>"),
    wrong("Vec<u8>"),
    wrong("u8"),
    wrong("Server"),
    wrong("Body"),
];

const EXPR: &[Sample] = &[
    sample("Expression", "5", ["_", "_", "_"]),
    sample("Option<Expression>", "5", ["_", "None", "_"]),
    wrong("ExpressionClosure"),
    wrong("Vec<Expression>"),
    wrong("Box<Expression>"),
    wrong("u8"),
];

const EXPR_CLOSURE: &[Sample] = &[
    sample("ExpressionClosure", "5", ["_", "_", "_"]),
    sample("Option<ExpressionClosure>", "5", ["_", "None", "_"]),
    wrong("Expression"),
    wrong("Deferred<u8>"),
    wrong("Vec<ExpressionClosure>"),
    wrong("u8"),
];

const LABEL: &[Sample] = &[
    sample("String", "\"5\"", ["\"5\"", "\"\"", "_"]),
    sample("u8", "\"5\"", ["5", "0", "_"]),
    sample("Level", "\"five\"", ["Five", "_", "_"]),
    sample("Box<str>", "\"5\"", ["\"5\"", "\"\"", "_"]),
    sample("Spanned<String>", "\"5\"", ["\"5\"", "_", "_"]),
    wrong("Option<String>"),
    wrong("Vec<String>"),
    wrong("BTreeMap<String, u8>"),
    wrong("Server"),
    wrong("Expression"),
    wrong("Deferred<u8>"),
    wrong("Body"),
    wrong("&'static str"),
];

const LABELS: &[Sample] = &[
    sample("Vec<String>", "\"5\" \"5\"", ["[\"5\", \"5\"]", "[]", "_"]),
    sample("Vec<u8>", "\"5\"", ["[5]", "[]", "_"]),
    sample("VecDeque<String>", "\"5\"", ["[\"5\"]", "[]", "_"]),
    sample("Box<[String]>", "\"5\"", ["[\"5\"]", "[]", "_"]),
    sample("Vec<Spanned<String>>", "\"5\"", ["[\"5\"]", "[]", "_"]),
    wrong("String"),
    wrong("Option<Vec<String>>"),
    wrong("BTreeSet<String>"),
    wrong("Vec<Vec<String>>"),
    wrong("Vec<Option<String>>"),
    wrong("Vec<Server>"),
    wrong("(String, String)"),
];

const RANGE: &[Sample] = &[
    sample("Place", "", ["_", "_", "_"]),
    wrong("Option<Place>"),
    wrong("String"),
    wrong("Spanned<u8>"),
];

const FLATTEN: &[Sample] = &[
    sample("Server", "x = 5", ["Server { x: 5 }", "_", "Server { x: 5 }"]),
    sample("Box<Server>", "x = 5", ["Server { x: 5 }", "_", "_"]),
    sample("Step", "run {\n}", ["Run", "_", "_"]),
    sample("Tagged", "type = \"run\"", ["Run", "_", "_"]),
    sample("BTreeMap<String, u8>", "x = 5", ["{\"x\": 5}", "{}", "_"]),
    sample("HashMap<String, u8>", "x = 5", ["{\"x\": 5}", "{}", "_"]),
    sample("BTreeMap<String, Deferred<u8>>", "x = 5", ["_", "{}", "_"]),
    sample("Option<Server>", "x = 5", ["Some(Server { x: 5 })", "None", "_"]),
    sample("Option<Box<Server>>", "x = 5", ["Some(Server { x: 5 })", "None", "_"]),
    wrong("Option<Option<Server>>"),
    wrong("Option<BTreeMap<String, u8>>"),
    wrong("Option<u8>"),
    wrong("Vec<Server>"),
    wrong("BTreeMap<String, Server>"),
    wrong("Body"),
    wrong("Value"),
    wrong("Level"),
    wrong("u8"),
];

const VALUE_FLATTEN: &[Sample] = &[
    sample("Object", "x = 5", ["Object { x: 5 }", "_", "Object { x: 5 }"]),
    sample("Box<Object>", "x = 5", ["Object { x: 5 }", "_", "_"]),
    sample("BTreeMap<String, u8>", "x = 5", ["{\"x\": 5}", "{}", "_"]),
    sample("HashMap<String, u8>", "x = 5", ["{\"x\": 5}", "{}", "_"]),
    sample("BTreeMap<String, Deferred<u8>>", "x = 5", ["_", "{}", "_"]),
    wrong("Option<Object>"),
    wrong("Vec<Object>"),
    wrong("Server"),
    wrong("Value"),
    wrong("Level"),
    wrong("u8"),
];

const VALUE_REMAIN: &[Sample] = &[
    sample("BTreeMap<String, u8>", "x = 5", ["{\"x\": 5}", "{}", "_"]),
    sample("HashMap<String, Value>", "x = 5", ["_", "{}", "_"]),
    sample("IndexMap<String, u8>", "x = 5", ["{\"x\": 5}", "{}", "_"]),
    sample("BTreeMap<String, Object>", "y = { x = 5 }", ["{\"y\": Object { x: 5 }}", "{}", "_"]),
    wrong("Option<BTreeMap<String, u8>>"),
    wrong("Vec<u8>"),
    wrong("Object"),
    wrong("Body"),
    wrong("String"),
];

const REMAIN: &[Sample] = &[
    sample("Body", "x = 5", ["_", "_", "_"]),
    sample("BTreeMap<String, u8>", "x = 5", ["{\"x\": 5}", "{}", "_"]),
    sample("HashMap<String, Value>", "x = 5", ["_", "{}", "_"]),
    wrong("Option<Body>"),
    wrong("Box<Body>"),
    wrong("Option<BTreeMap<String, u8>>"),
    wrong("Vec<u8>"),
    wrong("Server"),
    wrong("String"),
];

const SKIP: &[Sample] = &[
    sample("u8", "", ["0", "0", "5"]),
    sample("Option<NotDecoded>", "", ["None", "None", "_"]),
    sample("Vec<NotDecoded>", "", ["[]", "[]", "_"]),
    wrong("NotDecoded"),
];
