use hcldyn::HclValue;

#[derive(HclValue)]
struct Endpoint {
    #[hcl(skip, default = 1)]
    cache: u16,
    #[hcl(skip)]
    host: u8,
    // The skipped field has no name, so this one can use it.
    #[hcl(name = "host")]
    address: String,
}

#[derive(HclValue)]
struct Name(#[hcl(skip)] String);

fn main() {}
