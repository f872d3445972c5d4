use hcldyn::{HclDecode, HclValue};

#[derive(HclDecode)]
#[hcl(rename_all = kebab_case)]
struct Path {
    a: u8,
}

#[derive(HclValue)]
#[hcl(rename_all = "SnakeCase")]
enum Similar {
    A,
}

#[derive(HclDecode)]
#[hcl(rename_all(serialize = "camelCase", deserialize = "kebab-case"))]
struct Directions {
    a: u8,
}

#[derive(HclDecode)]
#[hcl(rename_all = "verbatim")]
struct Unknown {
    a: u8,
}

fn main() {}
