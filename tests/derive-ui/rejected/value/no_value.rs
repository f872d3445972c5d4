use hcldyn::HclValue;

#[derive(HclValue)]
struct Endpoint {
    mine: Mine,
}

struct Mine;

fn main() {}
