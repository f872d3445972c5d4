use hcldyn::HclValue;

#[derive(HclValue)]
#[hcl(dynamic, tag = label, unknown = "warn")]
struct Endpoint {
    #[hcl(label)]
    name: String,
    #[hcl(alias = "x")]
    port: u16,
}

fn main() {}
