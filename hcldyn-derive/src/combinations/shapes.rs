//! The shapes of types, and the options of types to combine them with.

use crate::symbol::Derive;

/// A struct or an enum, with a source for it.
pub(super) struct Shape {
    /// The name in the snapshot.
    pub(super) name: &'static str,
    /// The options that the shape needs.
    pub(super) own: &'static str,
    pub(super) item: &'static str,
    /// The source, in which `MORE` is the place for further items, or an empty string if the shape alone is rejected.
    pub(super) source: &'static str,
    /// The decoded value, as `Debug` prints it.
    pub(super) decoded: &'static str,
    /// The value made from a number `x`, as a Rust expression.
    pub(super) made: &'static str,
}

const fn shape(
    [name, own]: [&'static str; 2],
    item: &'static str,
    [source, decoded, made]: [&'static str; 3],
) -> Shape {
    Shape { name, own, item, source, decoded, made }
}

const fn wrong(name: &'static str, item: &'static str) -> Shape {
    shape([name, ""], item, ["", "", ""])
}

impl Shape {
    /// Returns `true` for a struct, which has a `Default`.
    pub(super) fn is_struct(&self) -> bool {
        self.item.starts_with("struct")
    }

    pub(super) fn is_generic(&self) -> bool {
        self.item.contains("<T>")
    }
}

/// Every option of a type.
pub(super) const TYPE_OPTIONS: [&str; 26] = [
    "rename_all = \"camelCase\"",
    "rename_all_fields = \"camelCase\"",
    "bound = \"BOUND\"",
    "crate = \"hcldyn\"",
    "dynamic",
    "or_attr",
    "or_block",
    "labels_as_blocks",
    "merge",
    "unknown = \"warn\"",
    "unknown = \"ignore\"",
    "default",
    "derive_default",
    "validate = VALID",
    "with(u8 = same::<u8>)",
    "encode_with(u8 = copy::<u8>)",
    "exactly_one_of(\"x\", \"server\")",
    "at_least_one_of(\"x\", \"server\")",
    "requires_if(\"x\" = 5, \"big_name\")",
    "tag = label",
    "tag = \"type\"",
    "untagged",
    "ignore_case",
    "into_value",
    "from = \"u8\"",
    "try_from = \"u8\"",
];

/// Returns the shapes of a derive.
pub(super) const fn shapes(derive: Derive) -> &'static [Shape] {
    match derive {
        Derive::Decode | Derive::Encode => BODIES,
        Derive::Value => VALUES,
    }
}

const BODIES: &[Shape] = &[
    shape(
        ["struct", ""],
        "struct Item { x: u8, big_name: Option<u8>, #[hcl(block)] server: Vec<Server> }",
        ["item {\nx = 5\nMORE}\n", "Item { x: 5, big_name: None, server: [] }", "_"],
    ),
    shape(
        ["generic struct", ""],
        "struct Item<T> { x: T, big_name: Option<u8>, #[hcl(block)] server: Vec<Server> }",
        ["item {\nx = 5\nMORE}\n", "Item { x: 5, big_name: None, server: [] }", "_"],
    ),
    shape(["empty struct", ""], "struct Item {}", ["item {\n}\n", "Item", "_"]),
    shape(["unit struct", ""], "struct Item;", ["item {\n}\n", "Item", "_"]),
    wrong("newtype", "struct Item(u8);"),
    wrong("tuple struct", "struct Item(u8, u8);"),
    shape(
        ["enum by block type", ""],
        "enum Item { BigRun { big_name: u8 }, Halt(Server) }",
        ["item {\nbig_run {\nbig_name = 5\nMORE}\n}\n", "BigRun { big_name: 5 }", "_"],
    ),
    shape(
        ["enum by label", "tag = label"],
        "enum Item { BigRun { big_name: u8 }, Halt }",
        ["item \"big_run\" {\nbig_name = 5\nMORE}\n", "BigRun { big_name: 5 }", "_"],
    ),
    shape(
        ["enum by attribute", "tag = \"type\""],
        "enum Item { BigRun { big_name: u8 }, Halt(Server) }",
        ["item {\ntype = \"big_run\"\nbig_name = 5\nMORE}\n", "BigRun { big_name: 5 }", "_"],
    ),
    shape(
        ["generic enum", "tag = \"type\""],
        "enum Item<T> { BigRun { big_name: T }, Halt }",
        ["item {\ntype = \"big_run\"\nbig_name = 5\nMORE}\n", "BigRun { big_name: 5 }", "_"],
    ),
    wrong("enum of units", "enum Item { BigRun, Halt }"),
    wrong("enum of tuples", "enum Item { BigRun(Server, Server) }"),
    wrong("empty enum", "enum Item {}"),
];

/// The shapes with an option that selects variants, each with its source and its decoded value.
pub(super) const SELECTED: [(&str, &str, &str, &str); 7] = [
    (
        "enum by block type",
        "tag = label",
        "item \"big_run\" {\nbig_name = 5\n}\n",
        "BigRun { big_name: 5 }",
    ),
    (
        "enum by block type",
        "tag = \"type\"",
        "item {\ntype = \"big_run\"\nbig_name = 5\n}\n",
        "BigRun { big_name: 5 }",
    ),
    ("enum of units", "tag = label", "item \"big_run\" {\n}\n", "BigRun"),
    ("enum of units", "tag = \"type\"", "item {\ntype = \"big_run\"\n}\n", "BigRun"),
    ("enum of keywords", "tag = \"type\"", "{\ntype = \"big_run\"\n}", "BigRun"),
    ("enum with content", "untagged", "5", "BigRun(5)"),
    ("enum of keywords and others", "untagged", "\"big_run\"", "BigRun"),
];

const VALUES: &[Shape] = &[
    shape(
        ["struct", ""],
        "struct Item { x: u8, big_name: Option<u8> }",
        ["{\nx = 5\nMORE}", "Item { x: 5, big_name: None }", "Item { x, big_name: None }"],
    ),
    shape(
        ["generic struct", ""],
        "struct Item<T> { x: Option<T>, big_name: Option<u8> }",
        [
            "{\nx = 5\nMORE}",
            "Item { x: Some(5), big_name: None }",
            "Item { x: None, big_name: Some(x) }",
        ],
    ),
    shape(["empty struct", ""], "struct Item {}", ["{\nMORE}", "Item", "Item {}"]),
    shape(["unit struct", ""], "struct Item;", ["{\nMORE}", "Item", "Item"]),
    shape(["newtype", ""], "struct Item(u8);", ["5", "Item(5)", "Item(x)"]),
    shape(["tuple struct", ""], "struct Item(u8, u8);", ["", "", "Item(x, x)"]),
    shape(
        ["enum of keywords", ""],
        "enum Item { BigRun, Halt }",
        ["\"big_run\"", "BigRun", "Item::BigRun"],
    ),
    shape(
        ["enum of keywords and others", ""],
        "enum Item { BigRun, #[hcl(other)] Other(String) }",
        ["\"big_run\"", "BigRun", "Item::BigRun"],
    ),
    shape(
        ["tagged enum", "tag = \"type\""],
        "enum Item { BigRun { big_name: u8 }, Halt }",
        [
            "{\ntype = \"big_run\"\nbig_name = 5\nMORE}",
            "BigRun { big_name: 5 }",
            "Item::BigRun { big_name: x }",
        ],
    ),
    shape(
        ["generic enum", "tag = \"type\""],
        "enum Item<T> { BigRun { big_name: Option<T> }, Halt }",
        [
            "{\ntype = \"big_run\"\nbig_name = 5\nMORE}",
            "BigRun { big_name: Some(5) }",
            "Item::BigRun { big_name: None }",
        ],
    ),
    shape(
        ["enum by form", "untagged"],
        "enum Item { Number(u8), BigRun { big_name: u8 } }",
        ["{\nbig_name = 5\nMORE}", "BigRun { big_name: 5 }", "Item::Number(x)"],
    ),
    shape(["enum with content", ""], "enum Item { BigRun(u8) }", ["", "", "Item::BigRun(x)"]),
    wrong("empty enum", "enum Item {}"),
];
