use hcldyn::{HclDecode, HclValue};

#[derive(HclDecode)]
struct Config {
    #[hcl(default = "default_name")]
    a: String,
    #[hcl(default = "Config::default_name")]
    b: String,
    #[hcl(default = "String::new")]
    c: String,
    #[hcl(default = "Vec::new")]
    d: Vec<String>,
    #[hcl(default = "my_name")]
    right: String,
    #[hcl(default = String::from("default_name"))]
    also_right: String,
}

#[derive(HclValue)]
struct Object {
    #[hcl(default = "default_name")]
    a: String,
}

fn main() {}
