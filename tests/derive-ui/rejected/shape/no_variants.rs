use hcldyn::HclDecode;

#[derive(HclDecode)]
enum Never {}

fn main() {}
