use hcldyn::HclValue;

#[derive(HclValue)]
struct Pair(u8, u8);

#[derive(HclValue)]
struct Nothing;

fn main() {}
