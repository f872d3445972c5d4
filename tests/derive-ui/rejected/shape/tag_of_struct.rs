use hcldyn::HclDecode;

#[derive(HclDecode)]
#[hcl(tag = label)]
struct Config {}

fn main() {}
