use hcldyn::HclValue;

#[derive(HclValue)]
#[hcl(from = "String")]
struct Endpoint {
    #[hcl(name = "address")]
    host: String,
}

impl From<String> for Endpoint {
    fn from(host: String) -> Self {
        Self { host }
    }
}

fn main() {}
