//! Differences between two specs: which of them break configurations.

use hcldyn::cty::value_spec::ItemDocs;
use hcldyn::cty::{Str, Type};
use hcldyn::ext::customdecode::closure_type;
use hcldyn::spec::outline::OutlineChange;
use hcldyn::spec::{AttrSpec, Spec};
use hcldyn_tests::spec_changes::run;
use hcldyn_tests::spec_files::read;

/// Returns the differences between two spec files, one on each line.
fn changes(old: &str, new: &str) -> String {
    let outline = |text| read(text, false).unwrap().outline();
    let changes = outline(old).changes(&outline(new));
    changes.iter().map(ToString::to_string).collect::<Vec<_>>().join("\n")
}

/// Checks the differences between pairs of objects with these items, in both directions.
fn check(cases: &[(&str, &str, &str, &str)]) {
    for (old, new, forward, back) in cases {
        let (old, new) = (format!("object {{\n{old}\n}}\n"), format!("object {{\n{new}\n}}\n"));
        assert_eq!(changes(&old, &new), *forward, "{old}{new}");
        assert_eq!(changes(&new, &old), *back, "{new}{old}");
        assert_eq!(changes(&old, &old), "");
    }
}

/// Returns the items of an object with an attribute of the type string with further arguments.
fn attr(arguments: &str) -> String {
    format!("attr \"a\" {{\n type = string\n {arguments}\n}}")
}

/// Checks the differences between two attributes, in both directions.
fn check_attrs(cases: &[(&str, &str, &str, &str)]) {
    for (old, new, forward, back) in cases {
        check(&[(&attr(old), &attr(new), forward, back)]);
    }
}

#[test]
fn attributes_that_come_and_go() {
    check(&[
        (
            "",
            "attr \"a\" {}",
            "compatible: a: attribute added: a",
            "breaking: a: attribute removed: a",
        ),
        (
            "",
            "attr \"a\" { required = true }",
            "breaking: a: required attribute added: a",
            "breaking: a: attribute removed: a",
        ),
        (
            "open_body \"rest\" {}",
            "attr \"a\" {}\nopen_body \"rest\" {}",
            "breaking: a: attribute added: a",
            "behavior: a: attribute removed: a",
        ),
        (
            "unexpected = \"warn\"",
            "attr \"a\" {}\nunexpected = \"warn\"",
            "compatible: a: attribute added: a",
            "behavior: a: attribute removed: a",
        ),
    ]);
}

#[test]
fn names_of_attributes() {
    check_attrs(&[
        ("", "aliases = [\"b\"]", "compatible: a: alias added: b", "breaking: a: alias removed: b"),
        (
            "",
            "former_names = [\"b\"]",
            "compatible: a: alias added: b",
            "breaking: a: alias removed: b",
        ),
        (
            "aliases = [\"b\"]",
            "former_names = [\"b\"]",
            "compatible: a: deprecated name added: b",
            "compatible: a: deprecated name removed: b",
        ),
        (
            "",
            "deprecated = \"Leave it out.\"",
            "compatible: a: deprecation added: Leave it out.",
            "compatible: a: deprecation removed: Leave it out.",
        ),
        ("", "docs = \"New.\"", "compatible: a: documentation", "compatible: a: documentation"),
        ("", "title = \"New.\"", "compatible: a: documentation", "compatible: a: documentation"),
        (
            "",
            "conditions = [\"It exists.\"]",
            "breaking: a: condition added: It exists.",
            "compatible: a: condition removed: It exists.",
        ),
    ]);
    let renamed = r#"attr "b" {
 name = "b"
 type = string
 former_names = ["a"]
}"#;
    check(&[(
        &attr(""),
        renamed,
        "compatible: a: name: a → b\ncompatible: a: deprecated name added: a",
        "breaking: b: attribute removed: b\ncompatible: b: name: b → a",
    )]);
    // Two attributes become one, so a configuration that sets both is an error.
    let both = changes(
        "object {\n attr \"a\" {}\n attr \"b\" {}\n}\n",
        "object {\n attr \"a\" { aliases = [\"b\"] }\n}\n",
    );
    assert!(both.contains("breaking: a: shared name added: a"), "{both}");
}

#[test]
fn values_of_attributes() {
    check_attrs(&[
        (
            "",
            "required = true",
            "breaking: a: required added: true",
            "compatible: a: required removed: true",
        ),
        (
            "",
            "default = \"x\"",
            "behavior: a: default added: \"x\"",
            "behavior: a: default removed: \"x\"",
        ),
        (
            "default = \"x\"",
            "required = true",
            "behavior: a: default removed: \"x\"\nbreaking: a: required added: true",
            "behavior: a: default added: \"x\"\ncompatible: a: required removed: true",
        ),
        (
            "default = \"x\"",
            "default = \"y\"",
            "behavior: a: default: \"x\" → \"y\"",
            "behavior: a: default: \"y\" → \"x\"",
        ),
        (
            "",
            "sensitive = true",
            "behavior: a: sensitive added: true",
            "behavior: a: sensitive removed: true",
        ),
        (
            "",
            "or_block = true",
            "compatible: a: or_block added: true",
            "breaking: a: or_block removed: true",
        ),
    ]);
}

#[test]
fn types_are_narrower_or_wider() {
    for (narrow, wide) in [
        ("number", "string"),
        ("bool", "string"),
        ("list(number)", "list(string)"),
        ("object({a = number})", "object({a = string, b = optional(number)})"),
        ("object({a = number})", "object({a = optional(number)})"),
        ("tuple([number])", "tuple([string])"),
        ("number", "any"),
    ] {
        let attr = |ty| format!("attr \"a\" {{ type = {ty} }}");
        let forward = format!("behavior: a: type: {narrow} → {wide}");
        let back = format!("breaking: a: type: {wide} → {narrow}");
        check(&[(&attr(narrow), &attr(wide), &forward, &back)]);
    }
    for (one, other) in
        [("number", "bool"), ("list(string)", "map(string)"), ("string", "list(string)")]
    {
        let attr = |ty| format!("attr \"a\" {{ type = {ty} }}");
        let forward = format!("breaking: a: type: {one} → {other}");
        let back = format!("breaking: a: type: {other} → {one}");
        check(&[(&attr(one), &attr(other), &forward, &back)]);
    }
    // Lists and sets convert to each other, with other values.
    check(&[(
        "attr \"a\" { type = list(string) }",
        "attr \"a\" { type = set(string) }",
        "behavior: a: type: list(string) → set(string)",
        "behavior: a: type: set(string) → list(string)",
    )]);
}

#[test]
fn values_with_rules() {
    let object = |attributes: &str| format!("attr \"a\" {{\n object {{\n{attributes}\n}}\n}}");
    let x = "attribute \"x\" { type = number }";
    let optional = r#"attribute "y" {
 type = number
 optional = true
}"#;
    let required = "attribute \"y\" { type = number }";
    let is_breaking = |old: &str, new: &str| {
        let changes = changes(
            &format!("object {{\n{}\n}}\n", object(old)),
            &format!("object {{\n{}\n}}\n", object(new)),
        );
        assert!(!changes.is_empty());
        changes.contains("breaking")
    };
    assert!(!is_breaking(x, &format!("{x}\n{optional}")));
    assert!(is_breaking(x, &format!("{x}\n{required}")));
    assert!(is_breaking(&format!("{x}\n{optional}"), x));
    assert!(!is_breaking(&format!("{x}\n{optional}"), &format!("unexpected = \"ignore\"\n{x}")));
    assert!(is_breaking(&format!("unexpected = \"ignore\"\n{x}"), x));
    assert!(!is_breaking(x, "attribute \"x\" {\n type = number\n aliases = [\"z\"]\n}"));
    assert!(is_breaking("attribute \"x\" {\n type = number\n aliases = [\"z\"]\n}", x));

    let variants = |names: &str| {
        let names = names.split(' ').map(|name| format!("variant \"{name}\" {{}}\n"));
        format!("attr \"a\" {{\n variants {{\n{}}}\n}}", names.collect::<String>())
    };
    check(&[(
        &variants("x"),
        &variants("x y"),
        "compatible: a: type: one of x → one of x, y",
        "breaking: a: type: one of x, y → one of x",
    )]);
    let number = |max: u8| format!("attr \"a\" {{\n integer {{\n min = 0\n max = {max}\n}}\n}}");
    check(&[(
        &number(9),
        &number(10),
        "compatible: a: type: whole number from 0 to 9 → whole number from 0 to 10",
        "breaking: a: type: whole number from 0 to 10 → whole number from 0 to 9",
    )]);
}

#[test]
fn conditions_on_values() {
    check_attrs(&[
        (
            "one_of = [\"x\"]",
            "one_of = [\"x\", \"y\"]",
            "compatible: a: allowed values: \"x\" → \"x\", \"y\"",
            "breaking: a: allowed values: \"x\", \"y\" → \"x\"",
        ),
        (
            "",
            "pattern = \"^a\"",
            "breaking: a: pattern added: ^a",
            "compatible: a: pattern removed: ^a",
        ),
        (
            "pattern = \"^a\"",
            "pattern = \"^b\"",
            "breaking: a: pattern: ^a → ^b",
            "breaking: a: pattern: ^b → ^a",
        ),
        (
            "pattern = \"^a\"",
            "pattern = \"^a\"\n condition { pattern = \"b$\" }",
            "breaking: a: pattern added: b$",
            "compatible: a: pattern removed: b$",
        ),
        ("pattern = \"^a\"", "pattern = \"^a\"\n condition { pattern = \"^a\" }", "", ""),
        (
            "max_length = 5",
            "max_length = 6",
            "compatible: a: length: 0..5 → 0..6",
            "breaking: a: length: 0..6 → 0..5",
        ),
        (
            "",
            "duration = true",
            "breaking: a: duration added: true",
            "compatible: a: duration removed: true",
        ),
        // The only allowed value matches the pattern.
        (
            "one_of = [\"ab\"]",
            "pattern = \"^a\"",
            "compatible: a: pattern added: ^a\ncompatible: a: allowed values removed: \"ab\"",
            "breaking: a: allowed values added: \"ab\"\ncompatible: a: pattern removed: ^a",
        ),
    ]);
    let number = |range| format!("attr \"a\" {{\n type = number\n {range}\n}}");
    check(&[(
        &number("min = 1\n max = 5"),
        &number("min = 1"),
        "compatible: a: range: 1..5 → 1..",
        "breaking: a: range: 1.. → 1..5",
    )]);
    let list = |unique| format!("attr \"a\" {{\n type = list(string)\n {unique}\n}}");
    check(&[(
        &list(""),
        &list("unique = true"),
        "breaking: a: unique added: true",
        "compatible: a: unique removed: true",
    )]);
}

#[test]
fn blocks_that_come_and_go() {
    let server = "block_list \"s\" {\n object {}\n}";
    let required = r#"block_list "s" {
 min_items = 1
 object {}
}"#;
    check(&[
        ("", server, "compatible: s: block added: s", "breaking: s: block removed: s"),
        ("", required, "breaking: s: required block added: s", "breaking: s: block removed: s"),
        (
            "",
            "block \"s\" {\n required = true\n object {}\n}",
            "breaking: s: required block added: s",
            "breaking: s: block removed: s",
        ),
    ]);
}

#[test]
fn options_of_blocks() {
    let blocks = |options| format!("block_tuple \"s\" {{\n{options}\n object {{}}\n}}");
    for (old, new, forward, back) in [
        (
            "",
            "min_items = 1",
            "breaking: s: minimum number of blocks: 0 → 1",
            "compatible: s: minimum number of blocks: 1 → 0",
        ),
        (
            "",
            "max_items = 3",
            "breaking: s: maximum number of blocks added: 3",
            "compatible: s: maximum number of blocks removed: 3",
        ),
        (
            "max_items = 3",
            "max_items = 2",
            "breaking: s: maximum number of blocks: 3 → 2",
            "compatible: s: maximum number of blocks: 2 → 3",
        ),
        (
            "",
            "dynamic = true",
            "compatible: s: dynamic added: true",
            "breaking: s: dynamic removed: true",
        ),
        (
            "",
            "or_attr = true",
            "compatible: s: or_attr added: true",
            "breaking: s: or_attr removed: true",
        ),
        (
            "",
            "labels_as_blocks = true",
            "compatible: s: labels_as_blocks added: true",
            "breaking: s: labels_as_blocks removed: true",
        ),
        ("", "aliases = [\"t\"]", "compatible: s: alias added: t", "breaking: s: alias removed: t"),
        ("", "layers = \"append\"", "behavior: s: layers", "behavior: s: layers"),
        ("", "docs = \"New.\"", "compatible: s: documentation", "compatible: s: documentation"),
    ] {
        check(&[(&blocks(old), &blocks(new), forward, back)]);
    }
}

#[test]
fn collections_of_blocks() {
    let blocks = |kind: &str, body: &str| format!("{kind} \"s\" {{\n{body}\n}}");
    let single = blocks("block", "object {}");
    let tuple = blocks("block_tuple", "object {}");
    let list = blocks("block_list", "object {}");
    let labelled = blocks("block_tuple", "label { name = \"n\" }");
    let object = blocks("block_object", "labels = [\"n\"]\n object {}");
    check(&[
        (
            &single,
            &tuple,
            "compatible: s: maximum number of blocks removed: 1\nbehavior: s: collection: one block → tuple",
            "breaking: s: maximum number of blocks added: 1\nbehavior: s: collection: tuple → one block",
        ),
        // The blocks of a list get one type, which is not certain.
        (
            &list,
            &tuple,
            "behavior: s: collection: list → tuple",
            "breaking: s: collection: tuple → list",
        ),
        (
            &tuple,
            &labelled,
            "breaking: s: number of labels: 0 → 1",
            "breaking: s: number of labels: 1 → 0",
        ),
        // The labels of an object are unique.
        (
            &labelled,
            &object,
            "breaking: s: collection: tuple → object",
            "behavior: s: collection: object → tuple",
        ),
        // A block that is ignored under its name is missing among the required ones.
        (
            "unexpected = \"warn\"\nblock \"s\" {\nrequired = true\naliases = [\"t\"]\nobject {}\n}",
            "unexpected = \"warn\"\nblock \"s\" {\nrequired = true\nobject {}\n}",
            "breaking: s: alias removed: t",
            "compatible: s: alias added: t",
        ),
    ]);
    // So do the blocks in them.
    let nested =
        |ty: &str| blocks("block_list", &format!("object {{\n{}\n}}", blocks("block", ty)));
    let [old, new] =
        ["number", "any"].map(|ty| nested(&format!("attr {{\nname = \"a\"\ntype = {ty}\n}}")));
    let back = "breaking: s.s.a: type: any → number";
    check(&[(&old, &new, "breaking: s.s.a: type: number → any", back)]);
}

#[test]
fn paths_lead_into_blocks_and_forms() {
    let server = |ty| {
        let form = format!("form \"tcp\" {{\n attr {{\n name = \"port\"\n type = {ty}\n}}\n}}");
        let object = format!("object {{\n one_of \"at\" {{\n label = \"kind\"\n{form}\n}}\n}}");
        format!("object {{\n block_tuple \"listener\" {{\n{object}\n}}\n}}\n")
    };
    assert_eq!(
        changes(&server("string"), &server("number")),
        "breaking: listener[tcp].port: type: string → number"
    );
}

#[test]
fn forms_of_bodies() {
    let forms = |tag: &str, forms: &str| {
        let forms = forms.split(' ').map(|form| format!("form \"{form}\" {{\n object {{}}\n}}\n"));
        let forms: String = forms.collect();
        format!("one_of \"x\" {{\n attribute = \"{tag}\"\n{forms}}}")
    };
    check(&[
        (
            &forms("kind", "a"),
            &forms("kind", "a b"),
            "compatible: .: form added: b",
            "breaking: .: form removed: b",
        ),
        (
            &forms("kind", "a"),
            &forms("type", "a"),
            "breaking: .: forms removed: by kind\nbreaking: .: forms added: by type",
            "breaking: .: forms removed: by type\nbreaking: .: forms added: by kind",
        ),
    ]);
}

#[test]
fn rules_of_bodies() {
    let object = |rule: &str| {
        let rule = if rule.is_empty() { String::new() } else { format!("rule {{\n{rule}\n}}") };
        format!("attr \"a\" {{}}\nattr \"b\" {{}}\nattr \"c\" {{}}\n{rule}")
    };
    let most = "at_most_one_of = [\"a\", \"b\"]";
    check(&[
        (
            &object(""),
            &object(most),
            "breaking: .: rule added: at most one of a, b",
            "compatible: .: rule removed: at most one of a, b",
        ),
        (
            &object("exactly_one_of = [\"a\", \"b\"]"),
            &object(most),
            "compatible: .: rule added: at most one of a, b\ncompatible: .: rule removed: exactly one of a, b",
            "breaking: .: rule added: exactly one of a, b\ncompatible: .: rule removed: at most one of a, b",
        ),
        (
            &object("requires = { a = [\"b\"] }"),
            &object("requires = { a = [\"b\", \"c\"] }"),
            "breaking: .: rule added: a requires b, c\ncompatible: .: rule removed: a requires b",
            "compatible: .: rule added: a requires b\ncompatible: .: rule removed: a requires b, c",
        ),
        // The attribute counts as left out under a name that is ignored.
        (
            "unexpected = \"ignore\"\nattr \"a\" { aliases = [\"b\"] }\nrule { at_least_one_of = [\"a\"] }",
            "unexpected = \"ignore\"\nattr \"a\" {}\nrule { at_least_one_of = [\"a\"] }",
            "breaking: a: alias removed: b",
            "compatible: a: alias added: b",
        ),
    ]);
}

#[test]
fn items_that_no_spec_names() {
    check(&[
        (
            "",
            "unexpected = \"ignore\"",
            "compatible: .: unexpected items: deny → ignore",
            "breaking: .: unexpected items: ignore → deny",
        ),
        (
            "unexpected = \"warn\"",
            "unexpected = \"ignore\"",
            "compatible: .: unexpected items: warn → ignore",
            "compatible: .: unexpected items: ignore → warn",
        ),
        (
            "",
            "open_body \"rest\" {}",
            "compatible: .: remaining items added: decoded as data",
            "breaking: .: remaining items removed: decoded as data",
        ),
        (
            "open_body \"rest\" {}",
            "any \"rest\" {}",
            "behavior: .: remaining items: decoded as data → decoded as merged data",
            "behavior: .: remaining items: decoded as merged data → decoded as data",
        ),
        (
            "remain_attrs \"rest\" { element_type = number }",
            "remain_attrs \"rest\" { element_type = string }",
            "behavior: .: remaining items: attributes of type number → attributes of type string",
            "breaking: .: remaining items: attributes of type string → attributes of type number",
        ),
    ]);
}

#[test]
fn variables_of_an_expression_that_is_evaluated_later() {
    let outline = |docs| Spec::from(AttrSpec::new("a", closure_type()).with_docs(docs)).outline();
    let object =
        |names: &[&str]| Type::object(names.iter().map(|name| (Str::from(*name), Type::String)));
    let docs = |ty: Type| ItemDocs::default().variable("v", ty);
    for (old, new, forward, back) in [
        (
            ItemDocs::default(),
            docs(Type::Bool),
            "compatible: a: variable added: v: bool",
            "breaking: a: variable removed: v: bool",
        ),
        (
            docs(object(&["b"])),
            docs(object(&["b", "c"])),
            "compatible: a: variable: v: object({b = string}) → v: object({b = string, c = string})",
            "breaking: a: variable: v: object({b = string, c = string}) → v: object({b = string})",
        ),
        (
            docs(Type::list(Type::Bool)),
            docs(Type::list(Type::Number)),
            "breaking: a: variable: v: list(bool) → v: list(number)",
            "breaking: a: variable: v: list(number) → v: list(bool)",
        ),
    ] {
        let (old, new) = (outline(old), outline(new));
        let text = |changes: Vec<OutlineChange>| {
            changes.iter().map(ToString::to_string).collect::<Vec<_>>().join("\n")
        };
        assert_eq!(text(old.changes(&new)), forward);
        assert_eq!(text(new.changes(&old)), back);
        assert_eq!(text(old.changes(&old)), "");
    }
}

#[test]
fn specs_that_contain_themselves_are_compared_once() {
    let spec = |ty| {
        let rule = format!(
            "attr \"x\" {{ type = {ty} }}\nblock_tuple \"rule\" {{\n use {{ spec = \"rule\" }}\n}}"
        );
        format!(
            "spec \"rule\" {{\n object {{\n{rule}\n}}\n}}\nblock_tuple {{\n block_type = \"rule\"\n use {{ spec = \"rule\" }}\n}}\n"
        )
    };
    assert_eq!(
        changes(&spec("string"), &spec("number")),
        "breaking: rule.x: type: string → number"
    );
}

#[test]
fn harmless_changes_of_random_specs_break_no_configuration() {
    let (mut harmless, mut valid, mut broken) = (0, 0, 0);
    for index in 0..150 {
        let pair = run(7, index);
        assert!(pair.mistake.is_none(), "{index}: {}", pair.mistake.unwrap());
        if pair.differs && !pair.is_breaking {
            harmless += 1;
            valid += pair.valid;
        }
        broken += usize::from(pair.broken > 0);
    }
    assert!(harmless >= 5 && valid >= 20 && broken >= 5, "{harmless} {valid} {broken}");
}
