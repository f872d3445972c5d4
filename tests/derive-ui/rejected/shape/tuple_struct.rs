use hcldyn::HclDecode;

#[derive(HclDecode)]
struct Port(u16);

#[derive(HclDecode)]
struct Pair(u16, u16);

fn main() {}
