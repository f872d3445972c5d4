use hcldyn::HclDecode;

#[derive(HclDecode)]
struct Route {
    #[hcl(labels)]
    segments: Vec<String>,
    #[hcl(label)]
    method: String,
    #[hcl(key)]
    first: String,
    #[hcl(key)]
    second: String,
    #[hcl(labels)]
    more: Vec<String>,
}

#[derive(HclDecode)]
#[hcl(tag = label)]
enum Kind {
    A {
        #[hcl(labels)]
        names: Vec<String>,
    },
}

fn main() {}
