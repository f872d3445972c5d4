use hcldyn::HclValue;

#[derive(HclValue)]
#[hcl(from = "a type")]
struct Name(String);

fn main() {}
