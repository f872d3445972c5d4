use hcldyn::HclDecode;

#[derive(HclDecode)]
struct Config {
    #[hcl(requires = "key_file")]
    key: Option<String>,
    #[hcl(name = "key-file")]
    key_file: Option<String>,
}

fn main() {}
