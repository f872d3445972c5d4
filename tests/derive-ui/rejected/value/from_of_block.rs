use hcldyn::HclDecode;

#[derive(HclDecode)]
#[hcl(from = "String")]
struct Config {}

fn main() {}
