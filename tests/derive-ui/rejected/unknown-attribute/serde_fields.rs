use hcldyn::HclDecode;

#[derive(HclDecode)]
struct Config {
    #[hcl(rename = "n")]
    a: String,
    #[hcl(skip_serializing_if = "Option::is_none")]
    b: Option<String>,
    #[hcl(skip_deserializing)]
    c: String,
    #[hcl(serialize_with = "f")]
    d: String,
    #[hcl(borrow)]
    e: String,
    #[hcl(getter = "f")]
    f: String,
}

fn main() {}
