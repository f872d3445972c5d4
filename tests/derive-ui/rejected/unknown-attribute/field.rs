use hcldyn::HclDecode;

#[derive(HclDecode)]
struct Config {
    #[hcl(lable)]
    name: String,
    #[hcl(optional = true, dynamic)]
    ingress: Vec<Ingress>,
}

#[derive(HclDecode)]
struct Ingress {}

fn main() {}
