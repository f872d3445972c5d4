use hcldyn::HclDecode;

#[derive(HclDecode)]
#[hcl(exactly_one_of("a"), at_least_one_of = ["a", "b"], requires_if("a", "b"))]
#[hcl(exactly_one_of("a", "bb"), requires_if("a" = 1, "a"))]
struct Config {
    #[hcl(range = 1..5)]
    a: u8,
    #[hcl(range = 5..=1)]
    b: u8,
    #[hcl(range = ..)]
    c: u8,
    #[hcl(range = 5)]
    d: u8,
    #[hcl(length = -1..=5)]
    e: String,
    #[hcl(length = 9..=5)]
    f: String,
    #[hcl(one_of = [])]
    g: String,
    #[hcl(one_of = "a")]
    h: String,
    #[hcl(matches = 5)]
    i: String,
    #[hcl(non_empty = true, unique, unique)]
    j: Vec<u8>,
}

#[derive(HclDecode)]
#[hcl(tag = "type", at_least_one_of("a", "b"))]
enum Kind {
    A { a: u8, b: u8 },
}

fn main() {}
