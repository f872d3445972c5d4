use hcldyn::HclDecode;

#[derive(HclDecode)]
#[hcl(exactly_one_of("a", "b"))]
struct Unit;

#[derive(HclDecode)]
#[hcl(requires_if("a" = 1, "b"))]
struct Labelled {
    #[hcl(label)]
    name: String,
}

fn main() {}
