use hcldyn::HclDecode;

#[derive(HclDecode)]
struct Route {
    #[hcl(label)]
    all: Vec<String>,
    #[hcl(labels)]
    one: String,
    #[hcl(range)]
    place: String,
    #[hcl(range = "all")]
    place_of_all: hcldyn::syntax::Place,
}

#[derive(HclDecode)]
struct Maybe {
    #[hcl(labels)]
    all: Option<Vec<String>>,
    #[hcl(block, min_items = 1)]
    some: Option<Vec<Route>>,
}

fn main() {}
