use std::collections::BTreeMap;

use hcldyn::HclDecode;
use hcldyn::body::Body;

#[derive(HclDecode)]
struct Server {
    x: u8,
}

#[derive(HclDecode)]
struct FieldBtreemapStringServer {
    #[hcl(attrs)]
    field: BTreeMap<String, Server>,
}

#[derive(HclDecode)]
struct FieldVecU8 {
    #[hcl(attrs)]
    field: Vec<u8>,
}

#[derive(HclDecode)]
struct FieldU8 {
    #[hcl(attrs)]
    field: u8,
}

#[derive(HclDecode)]
struct FieldServer {
    #[hcl(attrs)]
    field: Server,
}

#[derive(HclDecode)]
struct FieldBody {
    #[hcl(attrs)]
    field: Body,
}

fn main() {}
