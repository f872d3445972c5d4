//! The source locations of traversals.

use hcldyn::Traversal;
use hcldyn_tests::text::parse;

/// Returns the location and the text of each part.
fn parts(traversal: &Traversal) -> Vec<String> {
    let part_places = traversal.part_places();
    part_places.map(|place| format!("{} {}", place.start(), place.text())).collect()
}

#[test]
fn each_step_has_a_place_with_its_dot_or_brackets() {
    let of = |text: &str| parts(&parse(text).as_traversal().unwrap());
    assert_eq!(of("a"), ["1:1 a"]);
    let all = ["1:1 a", "1:2 .b", "1:4 [\"c d\"]", "1:11 [0]", "1:14 .e"];
    assert_eq!(of("a.b[\"c d\"][0].e"), all);
    assert_eq!(of("a.0.b"), ["1:1 a", "1:2 .0", "1:4 .b"]);
    assert_eq!(of("é.ü[1]"), ["1:1 é", "1:2 .ü", "1:4 [1]"]);
}

/// A computed index ends a traversal, and its expression has traversals of its own.
#[test]
fn variables_of_an_expression_have_the_places_of_their_parts() {
    let expr = parse("[for x in a.b[0] : x.y + c.d[e.f].g]");
    let variables: Vec<_> = expr.variables().iter().map(parts).collect();
    let expected = [
        vec!["1:11 a", "1:12 .b", "1:14 [0]"],
        vec!["1:26 c", "1:27 .d"],
        vec!["1:30 e", "1:31 .f"],
    ];
    assert_eq!(variables, expected);
}
