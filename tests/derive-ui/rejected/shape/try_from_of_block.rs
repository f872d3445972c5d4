use hcldyn::HclDecode;

#[derive(HclDecode)]
#[hcl(try_from = "String")]
struct Config {}

fn main() {}
