use hcldyn::HclDecode;

#[derive(HclDecode)]
#[hcl(dynamic, dynamic)]
#[hcl(unknown = "warn", unknown = "ignore")]
struct Config {}

fn main() {}
