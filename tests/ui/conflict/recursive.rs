use hcldyn::HclDecode;

#[derive(HclDecode)]
struct Group {
    #[hcl(block)]
    group: Vec<Group>,
}

fn main() {}
