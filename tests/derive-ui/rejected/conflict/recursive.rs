use hcldyn::HclDecode;

#[derive(HclDecode)]
struct Group {
    #[hcl(flatten)]
    group: Box<Group>,
}

fn main() {}
