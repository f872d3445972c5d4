use hcldyn::HclDecode;

#[derive(HclDecode)]
struct Config {
    #[hcl(example = 80)]
    port: u16,
    #[hcl(hide = true)]
    trace: bool,
    #[hcl(title = "A", title = "B")]
    name: String,
}

fn main() {}
