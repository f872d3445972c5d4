use hcldyn::HclDecode;

#[derive(HclDecode)]
#[hcl(tag = block)]
enum Config {
    A {},
}

fn main() {}
