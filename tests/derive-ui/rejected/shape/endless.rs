use std::rc::Rc;

use hcldyn::{HclDecode, HclValue};

#[derive(HclDecode)]
struct Block {
    #[hcl(block)]
    inner: Box<Block>,
    #[hcl(block)]
    right: Option<Box<Block>>,
}

#[derive(HclDecode)]
struct Itself {
    #[hcl(block)]
    inner: Rc<Self>,
}

#[derive(HclDecode)]
#[hcl(tag = "type")]
enum EachVariant {
    A {
        #[hcl(block)]
        inner: Box<EachVariant>,
    },
}

#[derive(HclDecode)]
#[hcl(tag = "type")]
enum OneVariant {
    A {
        #[hcl(block)]
        inner: Box<OneVariant>,
    },
    B {},
}

#[derive(HclValue)]
struct Object {
    inner: Box<Object>,
}

#[derive(HclValue)]
struct Newtype(Box<Newtype>);

#[derive(HclValue)]
#[hcl(untagged)]
enum Form {
    A(Box<Form>),
}

fn main() {}
