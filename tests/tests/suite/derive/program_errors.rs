//! Mistakes in a program that its types hide from the derive. `Spec::check` finds them, and so does the first decoding of
//! a type.

use std::collections::BTreeMap;
use std::time::Duration;

use hcldyn::body::Body;
use hcldyn::decode::Instances;
use hcldyn::{HclDecode, HclValue};

use super::{good, problems};

/// Returns the mistakes in a type, one on each line.
fn mistakes<T: HclDecode>() -> String {
    T::spec().check().unwrap_err().to_string()
}

// The keywords of an enum without `ignore_case` are compared when the program is compiled.
#[derive(Debug, HclValue)]
#[hcl(ignore_case)]
enum Level {
    Info,
}

#[derive(Debug, HclDecode)]
struct Common {
    port: u16,
}

#[derive(Debug, HclDecode)]
struct Rest {
    #[hcl(remain)]
    rest: Body,
}

#[derive(Debug, HclDecode)]
struct Named {
    #[hcl(label)]
    name: String,
}

/// Aliases hide types from the derive.
type Pause = Duration;
type Address = std::net::Ipv4Addr;
type Alias = Common;

#[derive(Debug, HclDecode)]
enum Step {
    Run {},
    Wait {},
}

#[test]
fn string_defaults_that_the_type_rejects() {
    #[derive(Debug, HclDecode)]
    struct Config {
        #[hcl(default = "soon")]
        pause: Pause,
        #[hcl(default = "loud")]
        level: Level,
        #[hcl(from_str, default = "here")]
        address: Address,
    }
    assert_eq!(
        mistakes::<Config>(),
        "in pause, default: invalid default: a duration such as \"1h30m\", \"1.5s\" or \"250ms\" is required, not \"soon\"\n\
         in level, default: invalid default: \"info\" is required, not \"loud\".\n\
         in address, default: invalid default: \"here\" is not valid: invalid IPv4 address syntax"
    );
}

#[test]
fn the_first_run_reports_them() {
    #[derive(Debug, HclDecode)]
    struct Config {
        #[hcl(default = "soon")]
        pause: Pause,
    }
    let message = problems::<Config>("pause = \"1s\"");
    assert!(message.contains(
        "Invalid type; The program cannot decode a configuration into this type: in pause"
    ));
    let diags = hcldyn::Decoder::new().decode_str::<Config>("pause = \"1s\"").unwrap_err();
    assert_eq!(diags.to_string(), message);
}

#[test]
fn names_that_occur_twice_across_flattened_structs() {
    #[derive(Debug, HclDecode)]
    struct Twice {
        port: u16,
        #[hcl(flatten)]
        common: Common,
    }
    assert_eq!(mistakes::<Twice>(), "\"port\" is decoded twice, by \"port\" and by \"common\"");

    #[derive(Debug, HclDecode)]
    struct Both {
        #[hcl(flatten)]
        one: Common,
        #[hcl(flatten)]
        two: Alias,
    }
    #[derive(Debug, HclDecode)]
    struct Outer {
        #[hcl(block)]
        inner: Vec<Both>,
    }
    assert_eq!(
        mistakes::<Outer>(),
        "in inner, block \"inner\": \"port\" is decoded twice, by \"one\" and by \"two\""
    );

    #[derive(Debug, HclDecode)]
    struct Blocks {
        #[hcl(block)]
        run: Vec<Common>,
        #[hcl(blocks)]
        steps: Vec<Step>,
    }
    assert!(
        mistakes::<Blocks>().starts_with("\"run\" is decoded twice, by \"run\" and by \"steps\"")
    );
}

#[test]
fn a_second_remain() {
    #[derive(Debug, HclDecode)]
    struct Twice {
        #[hcl(flatten)]
        one: Rest,
        #[hcl(remain)]
        two: Body,
    }
    assert_eq!(mistakes::<Twice>(), "in two: the remaining items of the body are decoded twice");
}

#[test]
fn labels_of_a_whole_file() {
    assert_eq!(
        mistakes::<Named>(),
        "in name: the label \"name\" belongs to a body that is not in a block"
    );
    assert!(problems::<Named>("").contains("label"));
}

/// The flattened struct is the whole body elsewhere, and is lenient there only.
#[test]
fn a_flattened_struct_does_not_loosen_the_body() {
    #[derive(Debug, HclDecode)]
    #[hcl(unknown = "ignore")]
    struct Lenient {
        port: u16,
    }
    #[derive(Debug, HclDecode)]
    struct Strict {
        #[hcl(flatten)]
        lenient: Lenient,
    }
    assert_eq!(good::<Lenient>("port = 1\nprot = 2").port, 1);
    assert!(problems::<Strict>("port = 1\nprot = 2").contains("prot"));

    #[derive(Debug, HclDecode)]
    #[hcl(unknown = "ignore")]
    struct Outer {
        #[hcl(flatten)]
        common: Common,
        #[hcl(block)]
        strict: Option<Strict>,
    }
    assert_eq!(good::<Outer>("port = 1\nprot = 2").common.port, 1);
    assert!(problems::<Outer>("port = 1\nstrict {\n  port = 1\n  prot = 2\n}").contains("prot"));
}

/// An alias hides the type of a label from the derive.
#[test]
fn labels_of_collection_types() {
    type Names = Vec<String>;
    #[derive(Debug, HclDecode)]
    struct Block {
        #[hcl(label)]
        names: Names,
    }
    #[derive(Debug, HclDecode)]
    struct Config {
        #[hcl(block)]
        block: Option<Block>,
    }
    let message = problems::<Config>("block \"a\" {}");
    assert!(message.contains("a label is one string"), "{message}");
}

/// Constants, patterns and computed values are only known when the program runs.
#[test]
fn defaults_that_break_a_condition() {
    const TEN: u8 = 10;
    #[derive(Debug, HclDecode)]
    #[hcl(default)]
    struct Config {
        #[hcl(range = 1..=9)]
        of_struct: u8,
        #[hcl(range = 1..=9, default = TEN)]
        of_constant: u8,
        #[hcl(range = 1.., default)]
        of_type: u8,
        #[hcl(matches = "^a", default = "b")]
        of_pattern: String,
    }
    impl Default for Config {
        fn default() -> Self {
            Self { of_struct: 0, of_constant: 1, of_type: 1, of_pattern: "a".into() }
        }
    }
    assert_eq!(
        mistakes::<Config>(),
        "in of_struct, default: the default must be a number from 1 to 9, not 0\n\
         in of_constant, default: the default must be a number from 1 to 9, not 10\n\
         in of_type, default: the default must be a number of at least 1, not 0\n\
         in of_pattern, default: the default must be a string that matches \"^a\", not \"b\""
    );
}

#[test]
fn labels_as_blocks_without_blocks() {
    #[derive(Debug, HclDecode)]
    struct Config {
        #[hcl(block, labels_as_blocks)]
        common: Option<Common>,
    }
    assert_eq!(
        mistakes::<Config>(),
        "in common: labels can only be the types of nested blocks, but the blocks have none inside"
    );
}

#[test]
fn types_that_require_each_other() {
    #[derive(Debug, HclDecode)]
    struct Config {
        #[hcl(block)]
        a: Option<A>,
    }
    #[derive(Debug, HclDecode)]
    struct A {
        #[hcl(block)]
        b: Box<B>,
    }
    #[derive(Debug, HclDecode)]
    struct B {
        #[hcl(block)]
        a: Box<A>,
        #[hcl(block)]
        c: Option<Box<Self>>,
    }
    let found = mistakes::<Config>();
    let message = "in a, block \"a\", b, block \"b\": each block contains another one of its type, without an end";
    assert!(found.lines().any(|line| line == message), "{found}");
    assert!(problems::<Config>("").contains(message));
}

/// A type parameter hides the presence and the type of a field from the derive.
#[test]
fn rules_that_no_body_meets() {
    #[derive(Debug, HclDecode)]
    #[hcl(requires_if("a" = "x", "c"))]
    struct Config<T: hcldyn::cty::FromValue> {
        #[hcl(conflicts_with = "b")]
        a: T,
        b: Option<u8>,
        c: Option<u8>,
    }
    assert_eq!(
        mistakes::<Config<u8>>(),
        "\"a\" is always set, so \"b\", which must not be set beside it, never is\n\
         a rule compares \"a\", which is of type number, with a value of type string"
    );
}

#[test]
fn valid_types_have_no_mistakes() {
    #[derive(Debug, HclDecode)]
    struct Config {
        #[hcl(flatten)]
        common: Common,
        #[hcl(flatten)]
        rest: Rest,
        #[hcl(block)]
        named: Vec<Named>,
        #[hcl(blocks)]
        steps: Vec<Step>,
        #[hcl(default = [("a", 1)])]
        map: BTreeMap<String, u8>,
        #[hcl(default = "info")]
        level: Level,
    }
    Config::spec().check().unwrap();
}

#[test]
fn a_field_with_the_name_of_an_attribute_that_repeats_its_block() {
    #[derive(HclDecode)]
    #[allow(dead_code, reason = "never decoded")]
    struct Config {
        #[hcl(matrix)]
        test: BTreeMap<String, Instances<Test>>,
        #[hcl(inherits)]
        target: BTreeMap<String, Target>,
    }
    #[derive(HclDecode)]
    #[allow(dead_code, reason = "never decoded")]
    struct Test {
        name: String,
    }
    #[derive(HclDecode)]
    #[allow(dead_code, reason = "never decoded")]
    struct Target {
        inherits: Vec<String>,
    }
    let mistakes = mistakes::<Config>();
    for (name, effect) in [("name", "repetition"), ("inherits", "inheritance")] {
        let mistake = format!(
            "the attribute {name:?} belongs to the {effect} of the block; give the block's own attribute another name, \
             or remove it"
        );
        assert!(mistakes.contains(&mistake), "{mistakes}");
    }
    assert_eq!(mistakes.lines().count(), 2, "{mistakes}");
}

/// Types that all contain each other have very many paths from one to another.
#[test]
fn many_types_that_contain_each_other() {
    macro_rules! recursive {
        ($($name:ident),*) => { recursive! { @each [$($name),*] $($name),* } };
        (@each $all:tt $($name:ident),*) => { $(recursive! { @one $name $all })* };
        (@one $name:ident [$($all:ident),*]) => {
            #[derive(Debug, HclDecode)]
            #[allow(non_snake_case, reason = "the fields have the names of their types")]
            struct $name {
                $(#[hcl(block)] $all: Vec<$all>,)*
            }
        };
    }
    recursive! { A, B, C, D, E, F, G, H, I, J, K, L, M, N }
    A::spec().check().unwrap();
    assert_eq!(good::<A>("B {\n  C {}\n}").B[0].C.len(), 1);
}
