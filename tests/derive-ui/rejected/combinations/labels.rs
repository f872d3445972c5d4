use std::collections::BTreeSet;

use hcldyn::{HclDecode, Spanned};

#[derive(HclDecode)]
struct Server {
    x: u8,
}

#[derive(HclDecode)]
struct FieldFromStrVecSpannedString {
    #[hcl(labels, from_str)]
    field: Vec<Spanned<String>>,
}

#[derive(HclDecode)]
struct FieldBtreesetString {
    #[hcl(labels)]
    field: BTreeSet<String>,
}

#[derive(HclDecode)]
struct FieldVecServer {
    #[hcl(labels)]
    field: Vec<Server>,
}

#[derive(HclDecode)]
struct FieldStringString {
    #[hcl(labels)]
    field: (String, String),
}

fn main() {}
