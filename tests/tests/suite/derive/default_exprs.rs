//! Defaults that are expressions of the field's type, or constants, or contain strings and arrays.

use std::collections::{BTreeMap, HashMap, HashSet};

use hcldyn::cty::FromValue;
use hcldyn::{EvalContext, HclDecode, HclValue};

use super::{good, good_in, problems};

const DEFAULT_PORT: u16 = 8080;
const DEFAULT_NAME: &str = "web";
static DEFAULT_SHARE: f64 = 0.25;

/// An object, which has no conversion into a value.
#[derive(Debug, Clone, PartialEq, HclValue)]
struct Point {
    x: u8,
    y: u8,
}

#[derive(Debug, PartialEq, HclValue)]
struct Percent(u8);

impl Percent {
    const HALF: Self = Self(50);
}

#[derive(Debug, PartialEq, HclDecode)]
struct Config {
    #[hcl(default = DEFAULT_PORT)]
    port: u16,
    #[hcl(default = DEFAULT_NAME)]
    name: String,
    #[hcl(default = DEFAULT_SHARE)]
    share: f64,
    #[hcl(default = u64::MAX)]
    most: u64,
    #[hcl(default = Point { x: 1, y: 2 })]
    point: Point,
    #[hcl(default = Percent(3))]
    percent: Percent,
    #[hcl(default = Percent::HALF)]
    half: Percent,
    #[hcl(default = [0.5, 1.0])]
    weights: Vec<f64>,
    #[hcl(default = ("a", 1))]
    pair: (String, u16),
    #[hcl(default = [("a", 1), ("b", 2)])]
    map: BTreeMap<String, u16>,
    #[hcl(default = [("a", ["x", "y"])])]
    lists: HashMap<String, Vec<String>>,
    #[hcl(default = [[1, 2], [3, 4]])]
    rows: Vec<Vec<u8>>,
    #[hcl(default = [["a", "b"], ["c", "d"]])]
    names: [[String; 2]; 2],
    #[hcl(default = ["a"])]
    set: HashSet<String>,
    #[hcl(default = vec![1.5; 2])]
    repeated: Vec<f64>,
    #[hcl(default)]
    empty: Vec<Point>,
}

#[test]
fn expressions() {
    let config: Config = good("");
    assert_eq!((config.port, &*config.name, config.share), (8080, "web", 0.25));
    assert_eq!((config.most, config.point), (u64::MAX, Point { x: 1, y: 2 }));
    assert_eq!((config.percent, config.half), (Percent(3), Percent(50)));
    assert_eq!((config.weights, config.pair), (vec![0.5, 1.0], ("a".to_owned(), 1)));
    assert_eq!(
        config.map.into_iter().collect::<Vec<_>>(),
        [("a".to_owned(), 1), ("b".to_owned(), 2)]
    );
    assert_eq!(config.lists["a"], ["x", "y"]);
    assert_eq!(config.rows, [[1, 2], [3, 4]]);
    assert_eq!(config.names, [["a", "b"], ["c", "d"]]);
    assert!(config.set.contains("a"));
    assert_eq!((config.repeated, config.empty), (vec![1.5, 1.5], Vec::new()));
}

#[test]
fn given_values_take_precedence() {
    let config: Config =
        good("weights = [2]\npoint = { x = 3, y = 4 }\nport = null\npercent = null");
    assert_eq!((config.weights, config.point), (vec![2.0], Point { x: 3, y: 4 }));
    assert_eq!((config.port, config.percent), (8080, Percent(3)));
    assert!(problems::<Config>("weights = [\"a\"]").contains("weights"));
    assert!(problems::<Config>("percent = 256").contains("from 0 to 255"));
}

#[test]
fn a_default_of_a_type_parameter() {
    #[derive(HclDecode)]
    struct Generic<T: Default + FromValue> {
        #[hcl(default = T::default())]
        value: T,
    }
    let ctx = EvalContext::new();
    assert_eq!(good_in::<Generic<f64>>("", &ctx).value, 0.0);
    assert_eq!(good_in::<Generic<String>>("value = 3", &ctx).value, "3");
}

#[test]
fn expressions_in_objects() {
    #[derive(Debug, PartialEq, HclValue)]
    struct Object {
        #[hcl(default = DEFAULT_NAME)]
        name: String,
        #[hcl(default = [("a", [0.5])])]
        map: BTreeMap<String, Vec<f64>>,
        #[hcl(default = Point { x: 1, y: 2 })]
        point: Point,
    }
    #[derive(HclDecode)]
    struct Outer {
        object: Object,
    }
    let object = good::<Outer>("object = {}").object;
    assert_eq!((&*object.name, object.point), ("web", Point { x: 1, y: 2 }));
    assert_eq!(object.map["a"], [0.5]);
}
