use hcldyn::HclDecode;

#[derive(HclDecode)]
struct Config {
    #[hcl(conflicts_with = "key_fil")]
    key: Option<String>,
    key_file: Option<String>,
    #[hcl(requires = ["user", "quite_another"])]
    password: Option<String>,
}

fn main() {}
