use std::collections::BTreeMap;

use hcldyn::{HclDecode, HclValue};

#[derive(HclDecode)]
struct Server {
    x: u8,
}

#[derive(HclValue)]
enum Level {
    Five,
}

#[derive(HclDecode)]
struct FieldBtreemapStringServer {
    #[hcl(flatten)]
    field: BTreeMap<String, Server>,
}

#[derive(HclDecode)]
struct FieldLevel {
    #[hcl(flatten)]
    field: Level,
}

fn main() {}
