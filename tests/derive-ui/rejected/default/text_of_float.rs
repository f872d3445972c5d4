use hcldyn::HclDecode;

#[derive(HclDecode)]
struct Config {
    #[hcl(default = "half")]
    share: f64,
    #[hcl(default = "NaN")]
    load: f32,
    #[hcl(default = "0.5")]
    right: f64,
}

fn main() {}
