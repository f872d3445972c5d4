//! Mistakes in a program that its types hide from the derive. `Spec::check` finds them, and so does the first run of a
//! program with debug assertions.

use std::collections::BTreeMap;
use std::time::Duration;

use hcldyn::{Body, HclDecode, HclValue};

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
        pause: Duration,
        #[hcl(default = "loud")]
        level: Level,
        #[hcl(from_str, default = "here")]
        address: std::net::Ipv4Addr,
    }
    assert_eq!(
        mistakes::<Config>(),
        "in pause, default: invalid default: a duration such as \"1h30m\", \"1.5s\" or \"250ms\" is required, not \"soon\"\n\
         in level, default: invalid default: \"info\" is required, not \"loud\".\n\
         in address, default: invalid default: \"here\" is not valid: invalid IPv4 address syntax"
    );
}

#[test]
#[cfg(debug_assertions)]
fn the_first_run_reports_them() {
    #[derive(Debug, HclDecode)]
    struct Config {
        #[hcl(default = "soon")]
        pause: Duration,
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
        two: Common,
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
