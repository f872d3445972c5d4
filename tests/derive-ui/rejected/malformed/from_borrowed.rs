use hcldyn::HclValue;

#[derive(HclValue)]
#[hcl(try_from = "&str")]
struct Name(String);

#[derive(HclValue)]
#[hcl(from = "&[u8]")]
struct Bytes(Vec<u8>);

fn main() {}
