use std::collections::BTreeMap;

use hcldyn::HclValue;
use hcldyn::body::Body;

#[derive(HclValue)]
struct Object {
    x: u8,
}

#[derive(HclValue)]
struct FieldOptionBTreeMapStringU8 {
    #[hcl(remain)]
    field: Option<BTreeMap<String, u8>>,
}

#[derive(HclValue)]
struct FieldVecU8 {
    #[hcl(remain)]
    field: Vec<u8>,
}

#[derive(HclValue)]
struct FieldObject {
    #[hcl(remain)]
    field: Object,
}

#[derive(HclValue)]
struct FieldBody {
    #[hcl(remain)]
    field: Body,
}

#[derive(HclValue)]
struct FieldString {
    #[hcl(remain)]
    field: String,
}

fn main() {}
