use hcldyn::HclDecode;

#[derive(HclDecode)]
#[hcl(version, author)]
struct Config {
    #[hcl(short, num_args = 1..)]
    a: Vec<String>,
    #[hcl(possible_values = ["a"], value_name = "X")]
    b: String,
    #[hcl(visible_alias = "x", value_delimiter = ',')]
    c: Vec<String>,
    #[hcl(required_if_eq("a", "b"), required_unless_present = "b")]
    d: Option<String>,
    #[hcl(default_values_t = ["x"], action = ArgAction::Append)]
    e: Vec<String>,
    #[hcl(with = "humantime_serde")]
    f: String,
}

fn main() {}
