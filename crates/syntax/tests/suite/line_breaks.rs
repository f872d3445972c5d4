//! Line breaks inside expressions. The expectations come from the reference.

use crate::checker::check_body;

const ACCEPTED: &[&str] = &[
    "a = {for k, v in m : k => c\n ? 1 : 2}\n",
    "a = {for k, v in m\n : k => c}\n",
    "a = {for k, v in m\n .x : k\n .y => c\n .z}\n",
    "a = {for k, v in m : k => c\n if\n k\n && v}\n",
    "a = {for k, v in m : k\n + 1 => c\n + 2 if c\n ? d : e}\n",
    "a = {for k\n,\nv in\nm : k => v\n...\n}\n",
    "a = [for v in m\n .x\n : v\n if v\n ]\n",
    "a = [for v in m\n ? a : b : v]\n",
    "a = {\n b = {for k, v in m : k => c\n ? 1 : 2}\n}\n",
    "b {\n a = {for k, v in m : k => c\n ? 1 : 2}\n}\n",
    "a = (!\n b)\n",
    "a = [-\n b]\n",
    "a = f(!\nb)\n",
    "a = {b = (-\n1)}\n",
    "a = [x[*\n]]\n",
    "a = (x[*\n].y)\n",
    "a = {b = (x[*\n])}\n",
    "a = (x[\n*\n])\n",
    "a = \"${x[*\n]}\"\n",
    "a = \"${\n b\n + c\n}\"\n",
    "a = \"%{ if a\n && b }x%{ endif }\"\n",
    "a = \"%{ if\n a }x%{ endif }\"\n",
    "a = \"%{ for x in y\n .z }x%{ endfor }\"\n",
    "a = \"%{ for\n x in y }x%{ endfor }\"\n",
    "a = {b = x[1\n]}\n",
];

const REJECTED: &[&str] = &[
    "b {\n x = f(1)\n ? 1 : 2\n}\n",
    "b {\n x = [1]\n ? 1 : 2\n}\n",
    "b {\n x = {a = 1}\n .a\n}\n",
    "b {\n x = \"${a}\"\n ? 1 : 2\n}\n",
    "b {\n x = var.\n y\n}\n",
    "b {\n x = a[1] +\n 2\n}\n",
    "b {\n x = (1) ? 2\n : 3\n}\n",
    "b {\n x = !\n y\n}\n",
    "x = {\n a = f(1)\n ? 1 : 2\n}\n",
    "x = {\n a = var.\n y\n}\n",
    "x = {\n a = [1]\n [0]\n}\n",
    "x = [{\n a = f(1)\n ? 1 : 2\n}]\n",
    "x = f(1)\n ? 1 : 2\n",
    "x = var.\n y\n",
    "x = a[*\n]\n",
    "x = {a = b[*\n]}\n",
    "b {\n x = {a = b[\n*]}\n}\n",
];

#[test]
fn brackets_and_templates_continue_after_line_breaks() {
    for text in ACCEPTED {
        assert_eq!(check_body(text).errors, [], "{text}");
    }
}

#[test]
fn other_expressions_end_at_line_breaks() {
    for text in REJECTED {
        assert_ne!(check_body(text).errors, [], "{text}");
    }
}

/// This includes brackets within brackets.
#[test]
fn errors_have_the_location_of_the_mistake() {
    for (text, offset) in [
        ("x = f({\n a = \"b\n})\n", 13),
        ("x = ({\n a = \"b\n})\n", 12),
        ("x = [{\n a = 1!\n}]\n", 13),
        ("x = [{\n a = 1 2\n}]\n", 14),
        ("x = [{\n a = 1\n b = ~\n}]\n", 19),
        ("x = m[{\n a = 1!\n}]\n", 14),
        ("x = \"${f({\n a = 1!\n})}\"\n", 17),
        ("x = [f({\n b = [1]\n a = {\n   c = \"b\n }\n})]\n", 32),
    ] {
        let places: Vec<_> = check_body(text).errors.iter().map(|it| it.span.start).collect();
        assert_eq!(places, [offset], "{text}");
    }
}
