use hcldyn::HclValue;

#[derive(HclValue)]
#[hcl(try_from = "String")]
struct Name(u8);

fn main() {}
