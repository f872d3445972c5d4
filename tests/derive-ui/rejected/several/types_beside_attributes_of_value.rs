use hcldyn::HclValue;

struct NotConverted;

#[derive(HclValue)]
struct Endpoint {
    #[hcl(defualt = 3)]
    port: u16,
    host: NotConverted,
    #[hcl(dynamic)]
    paths: Vec<String>,
}

#[derive(HclValue)]
#[hcl(tag = "type")]
enum Sink {
    File {
        #[hcl(default = "x")]
        size: u8,
        path: NotConverted,
    },
}

fn main() {
    let _ = hcldyn::cty::FromValue::from_value(&hcldyn::cty::Value::from(1)).map(|_: Endpoint| ());
}
