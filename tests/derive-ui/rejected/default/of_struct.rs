use hcldyn::HclDecode;

#[derive(HclDecode)]
#[hcl(default)]
struct WithoutDefault {
    port: u16,
}

#[derive(Default, HclDecode)]
#[hcl(default)]
struct InVain {
    #[hcl(label)]
    name: String,
    #[hcl(default = 80)]
    port: u16,
}

fn main() {}
