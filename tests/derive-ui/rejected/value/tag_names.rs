use hcldyn::HclValue;

#[derive(HclValue)]
#[hcl(tag = "kind")]
enum Sink {
    File { kind: String },
    Pipe {
        #[hcl(name = "kind")]
        name: String,
    },
    Http {
        #[hcl(alias = "kind")]
        url: String,
    },
}

#[derive(HclValue)]
#[hcl(tag = "the kind")]
enum Other {
    A,
}

fn main() {}
