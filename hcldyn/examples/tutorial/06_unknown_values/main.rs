use hcldyn::cty::{MaybeUnknown, Type, Value};
use hcldyn::diag::Report;
use hcldyn::{EvalContext, HclDecode};

#[derive(Debug, HclDecode)]
struct Server {
    name: String,
    address: MaybeUnknown<String>,
    backup: MaybeUnknown<Option<String>>,
    url: Value,
}

fn main() {
    let ctx = EvalContext::new().with_variable("id", Value::unknown(Type::String));
    match hcldyn::from_file::<Server>("server.hcl", &ctx) {
        Ok(server) => {
            println!("name:    {:?}", server.name);
            println!("address: {:?}", server.address);
            println!("backup:  {:?}", server.backup);
            println!("url:     begins with {:?}", server.url.range().prefix());
        }
        Err(problems) => println!("{}", Report::new(&problems)),
    }
}
