use hcldyn::HclDecode;

struct State;

#[derive(HclDecode)]
struct Config {
    #[hcl(skip)]
    state: State,
}

fn main() {}
