use hcldyn::HclDecode;

#[derive(HclDecode)]
#[hcl(deny_unknown_fields)]
struct Config {}

fn main() {}
