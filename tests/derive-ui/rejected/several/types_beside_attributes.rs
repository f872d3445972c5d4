use hcldyn::HclDecode;

struct NotDecoded;

#[derive(HclDecode)]
struct Config {
    #[hcl(defualt = 3)]
    port: u16,
    name: NotDecoded,
    #[hcl(label = "id")]
    id: String,
    #[hcl(block)]
    server: NotDecoded,
}

fn main() {
    let _: Config = hcldyn::from_str("", &hcldyn::EvalContext::new()).unwrap();
}
