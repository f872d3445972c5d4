use hcldyn::HclDecode;

#[derive(HclDecode)]
#[hcl(rename_all = "Snake")]
struct Config {}

fn main() {}
