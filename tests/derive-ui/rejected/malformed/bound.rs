use hcldyn::HclDecode;

#[derive(HclDecode)]
#[hcl(bound = "T")]
struct Config<T> {
    value: T,
}

fn main() {}
