use hcldyn::HclDecode;

#[derive(HclDecode)]
enum Step {
    #[hcl(name = "2 words")]
    Run {},
}

#[derive(HclDecode)]
#[hcl(tag = "2 words")]
enum Other {
    Run {},
}

fn main() {}
