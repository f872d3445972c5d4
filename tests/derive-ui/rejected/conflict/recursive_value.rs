use hcldyn::HclValue;

#[derive(HclValue)]
struct Group {
    groups: Vec<Group>,
}

fn main() {}
