use hcldyn::HclValue;

#[derive(HclValue)]
struct Endpoint {
    #[hcl(optional)]
    port: Option<u16>,
    #[hcl(optional, default = 1)]
    weight: u16,
}

fn main() {}
