//! Types that contain themselves have no spec: a request for it panics with the cycle.

use std::panic::catch_unwind;

use hcldyn::{FromValue, HclBlocks, HclDecode, HclValue, Spanned};

/// The message of a panic about a type that contains itself, without the modules of names.
fn problem<R>(ask: fn() -> R) -> String {
    let said = catch_unwind(|| drop(ask())).expect_err("this has no end");
    let said = said.downcast::<String>().expect("a panic with a message");
    said.split(' ')
        .map(|word| word.rsplit("::").next().unwrap_or(word))
        .collect::<Vec<_>>()
        .join(" ")
}

const BLOCK: &str = "a type cannot be a block of itself, take it as `remain`: ";
const VALUE: &str = "a value cannot hold itself, take the inner one as Value`: ";

#[test]
fn blocks() {
    #[derive(HclDecode)]
    struct Outer {
        #[hcl(block)]
        _inner: Option<Box<Inner>>,
    }
    #[derive(HclDecode)]
    struct Inner {
        #[hcl(block)]
        _outer: Option<Outer>,
    }
    assert_eq!(problem(Outer::spec), format!("{BLOCK}Outer > Inner > Outer"));
    // That it failed is forgotten when it is asked the next time.
    assert_eq!(problem(Inner::spec), format!("{BLOCK}Inner > Outer > Inner"));
}

#[test]
fn generic_blocks() {
    #[derive(HclDecode)]
    struct Outer<T> {
        #[hcl(block)]
        _inner: Option<Box<Inner<8>>>,
        _value: T,
    }
    #[derive(HclDecode)]
    struct Inner<const N: usize> {
        #[hcl(flatten)]
        _outer: Box<Outer<u8>>,
        _values: [u8; N],
    }
    for _ in 0..2 {
        assert_eq!(problem(Outer::<u8>::spec), format!("{BLOCK}Outer<u8> > Inner<8> > Outer<u8>"));
    }
}

/// The types are of one name, and what makes their specs is of the same form.
#[test]
fn generic_blocks_that_end() {
    #[derive(HclDecode)]
    struct Around<T> {
        #[hcl(block)]
        _inner: Option<T>,
    }
    type Around4<T> = Around<Around<Around<Around<T>>>>;
    type Around16<T> = Around4<Around4<Around4<Around4<T>>>>;
    type Around48<T> = Around16<Around16<Around16<T>>>;
    fn of_one_name() -> usize {
        #[derive(HclDecode)]
        struct Around {
            _value: u8,
        }
        Around48::<Around>::spec().depth()
    }
    // An object and the block in it for each of the structs around, and the innermost object.
    assert_eq!(of_one_name(), 2 * 48 + 1);
}

#[test]
fn blocks_of_several_types() {
    #[derive(HclDecode)]
    #[allow(dead_code)]
    enum Step {
        Group {
            #[hcl(blocks)]
            steps: Vec<Step2<8>>,
        },
    }
    #[derive(HclDecode)]
    #[allow(dead_code)]
    enum Step2<const N: usize> {
        Group {
            #[hcl(blocks)]
            steps: Vec<Step>,
        },
        Values {
            values: [u8; N],
        },
    }
    let way = "Step > Step2<8> > Step";
    assert_eq!(problem(Step::block_types), format!("{BLOCK}{way}"));
    assert!(problem(Step::spec).contains(way));
}

#[test]
fn values() {
    #[derive(HclValue)]
    struct Outer {
        _inner: Vec<Spanned<Inner<u8>>>,
    }
    #[derive(HclValue)]
    struct Inner<T> {
        _outer: Vec<Spanned<Outer>>,
        _value: T,
    }
    #[derive(HclDecode)]
    struct Config {
        _value: Outer,
    }
    for ask in [|| drop(Outer::ty()), || drop(Config::spec())] {
        assert_eq!(problem(ask), format!("{VALUE}Outer > Inner<u8> > Outer"));
    }
}
