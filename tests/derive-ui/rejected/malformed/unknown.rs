use hcldyn::HclDecode;

#[derive(HclDecode)]
#[hcl(unknown = "error")]
struct Config {}

fn main() {}
