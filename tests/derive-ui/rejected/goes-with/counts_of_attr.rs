use hcldyn::HclDecode;

#[derive(HclDecode)]
struct Config {
    #[hcl(min_items = 1, max_items = 2)]
    list: Vec<String>,
}

fn main() {}
