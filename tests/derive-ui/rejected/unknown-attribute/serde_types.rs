use hcldyn::HclDecode;

#[derive(HclDecode)]
#[hcl(transparent, from = "String", into = "String", remote = "Other")]
struct Config {
    a: String,
}

#[derive(HclDecode)]
#[hcl(tag = "type", content = "c", rename_all_fields = "kebab-case", expecting = "a step")]
enum Step {
    Run {
        command: String,
    },
    #[hcl(other)]
    Other,
}

#[derive(HclDecode)]
#[hcl(untagged)]
enum Listener {
    Tcp { port: u16 },
}

fn main() {}
