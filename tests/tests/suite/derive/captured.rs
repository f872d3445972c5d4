//! Captured expressions inside lists, maps, tuples and objects.

use std::collections::{BTreeMap, VecDeque};

use hcldyn::cty::Value;
use hcldyn::{Deferred, Expression, ExpressionClosure, HclDecode, HclValue};

use super::{good, problems};

/// Returns the results of expressions that refer to `x`, which is 40.
fn results<'a>(all: impl IntoIterator<Item = &'a Deferred<u8>>) -> Vec<u8> {
    let result = |it: &Deferred<u8>| it.evaluate(&[("x", Value::from(40))]).unwrap();
    all.into_iter().map(result).collect()
}

#[test]
fn elements_are_captured() {
    #[derive(Debug, HclDecode)]
    struct Config {
        list: Vec<Deferred<u8>>,
        sequence: VecDeque<Deferred<u8>>,
        array: [Deferred<u8>; 2],
        pair: (u8, Deferred<u8>),
        map: BTreeMap<String, Deferred<u8>>,
        nested: Option<BTreeMap<String, Vec<Deferred<u8>>>>,
        #[hcl(default)]
        none: Vec<Deferred<u8>>,
        closures: Vec<ExpressionClosure>,
        expressions: BTreeMap<String, Expression>,
    }
    let text = "
list = [x, 1]
sequence = [x + 1]
array = [x + 2, x + 3]
pair = [1, x + 4]
map = { a = x + 5, b = 2 }
nested = { a = [x + 6] }
closures = [y.z]
expressions = { a = y[0] }
";
    let config: Config = good(text);
    assert_eq!(results(&config.list), [40, 1]);
    assert_eq!(results(&config.sequence), [41]);
    assert_eq!(results(&config.array), [42, 43]);
    assert_eq!(results([&config.pair.1]), [44]);
    assert_eq!(results(config.map.values()), [45, 2]);
    assert_eq!(results(&config.nested.unwrap()["a"]), [46]);
    assert!(config.none.is_empty());
    assert_eq!(config.closures[0].expression.text(), "y.z");
    assert_eq!(config.expressions["a"].text(), "y[0]");
}

/// The elements of a computed list have no expressions of their own.
#[test]
fn only_written_elements_are_captured() {
    #[derive(Debug, HclDecode)]
    struct Config {
        list: Vec<Deferred<u8>>,
    }
    assert_eq!(
        problems::<Config>("list = x\n"),
        "t.hcl:1:8: error: Variables not available; No variables are available here, so \"x\" can't be used. For a string, write \"x\"."
    );
    assert_eq!(
        problems::<Config>("list = [for n in [1] : n]\n"),
        "t.hcl:1:8: error: Wrong type; Invalid value for \"list\": element 0: a deferred expression is required, not a number."
    );
    assert_eq!(
        problems::<Config>("list = [300, \"a\"]\n"),
        "t.hcl:1:9: error: Invalid value for \"list\": element 0: a whole number from 0 to 255 is required, not 300.\n\
         t.hcl:1:14: error: Invalid value for \"list\": element 1: a number is required."
    );
}

#[derive(Debug, HclValue)]
#[hcl(tag = "kind")]
enum Rule {
    When { name: String, weight: Deferred<u8> },
    All(Rules),
    Never,
}

#[derive(Debug, HclValue)]
struct Rules {
    weights: Vec<Deferred<u8>>,
}

#[derive(Debug, HclValue)]
#[hcl(untagged)]
enum Weight {
    Off,
    Constant(u8),
    Of { weight: Deferred<u8> },
    Sum(Vec<Deferred<u8>>),
}

#[derive(Debug, HclDecode)]
struct Variants {
    #[hcl(default)]
    rules: Vec<Rule>,
    #[hcl(default)]
    weights: Vec<Weight>,
}

#[test]
fn attributes_of_variants_are_captured() {
    let text = "
rules = [
  { kind = \"when\", name = \"a\", weight = x },
  { kind = \"all\", weights = [x + 1, 2] },
  { kind = \"never\" },
]
weights = [\"off\", 7, { weight = x + 3 }, [x + 4, 5]]
";
    let Variants { rules, weights } = good(text);
    match &*rules {
        [Rule::When { name, weight }, Rule::All(all), Rule::Never] => {
            assert_eq!((name.as_str(), results([weight])), ("a", vec![40]));
            assert_eq!(results(&all.weights), [41, 2]);
        }
        other => panic!("{other:?}"),
    }
    match &*weights {
        [Weight::Off, Weight::Constant(7), Weight::Of { weight }, Weight::Sum(all)] => {
            assert_eq!((results([weight]), results(all)), (vec![43], vec![44, 5]));
        }
        other => panic!("{other:?}"),
    }
}

/// Without a variant, it is not known which attributes are captured, so none of them is evaluated.
#[test]
fn an_unknown_variant_is_the_only_error() {
    assert_eq!(
        problems::<Variants>("rules = [{ kind = \"wen\", weight = x }]\n"),
        "t.hcl:1:19: error: Unexpected value; Invalid value for \"rules\": element 0: attribute \"kind\": \
         \"when\", \"all\" or \"never\" is required, not \"wen\". Did you mean \"when\"?"
    );
    assert_eq!(
        problems::<Variants>("rules = [{ weight = x }]\n"),
        "t.hcl:1:10: error: Missing attribute; The required attribute \"kind\" is not set."
    );
}
