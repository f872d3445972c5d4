use hcldyn::HclDecode;

#[derive(HclDecode)]
#[hcl(tag = "kind")]
enum Config {
    Child(Box<Config>),
}

fn main() {}
