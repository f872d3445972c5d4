use hcldyn::HclDecode;

#[derive(HclDecode)]
#[hcl(untagged)]
enum Config {
    A {},
}

fn main() {}
