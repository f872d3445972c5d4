use hcldyn::HclDecode;

#[derive(HclDecode)]
struct Config {
    #[hcl(rename = "x")]
    a: String,
    #[hcl(required)]
    b: String,
    #[hcl(deserialize_with = "f")]
    c: String,
    #[hcl(body)]
    d: hcldyn::body::Body,
}

fn main() {}
