use hcldyn::HclDecode;

#[derive(HclDecode)]
#[hcl(rename = "x")]
struct Config {
    name: String,
}

fn main() {}
