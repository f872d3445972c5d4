use hcldyn::HclDecode;

#[derive(HclDecode)]
#[hcl(label)]
struct Config {}

fn main() {}
