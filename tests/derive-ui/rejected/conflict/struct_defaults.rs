use hcldyn::HclDecode;

#[derive(HclDecode)]
#[hcl(default, derive_default, rename_all_fields = "camelCase")]
struct Both {
    #[hcl(label)]
    name: String,
    port: u16,
}

#[derive(HclDecode)]
#[hcl(tag = "type", default, derive_default)]
enum Kind {
    A { port: u16 },
}

fn main() {}
