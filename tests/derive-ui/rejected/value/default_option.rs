use hcldyn::HclValue;

#[derive(HclValue)]
struct Endpoint {
    #[hcl(default = 1)]
    port: Option<u16>,
}

fn main() {}
