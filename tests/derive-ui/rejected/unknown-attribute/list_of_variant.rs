use hcldyn::HclDecode;

#[derive(HclDecode)]
enum Step {
    #[hcl(quux)]
    Run {
        #[hcl(quux = 3)]
        command: String,
    },
}

fn main() {}
