use hcldyn::HclDecode;

#[derive(HclDecode)]
struct Config {
    #[hcl(with = "make")]
    a: String,
    #[hcl(validate = "self::check")]
    b: String,
}

fn main() {}
