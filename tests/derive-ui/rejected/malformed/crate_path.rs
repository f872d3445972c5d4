use hcldyn::HclDecode;

#[derive(HclDecode)]
#[hcl(crate = "no path")]
struct Config {}

fn main() {}
