use std::collections::BTreeMap;

use hcldyn::cty::Value;
use hcldyn::decode::Instances;
use hcldyn::diag::Report;
use hcldyn::ext::kit::Inputs;
use hcldyn::ext::repetition::Repetition;
use hcldyn::load::{Modules, Resolvers};
use hcldyn::{Decoder, EvalContext, HclDecode, functions};

/// The blocks of the language beside `variable`, `locals`, `output`, `data` and `module`.
#[derive(HclDecode)]
struct Infrastructure {
    #[hcl(for_each, count)]
    server: BTreeMap<String, Instances<Server>>,
}

#[derive(HclDecode)]
struct Server {
    host: String,
    disk: u32,
}

/// The arguments of `data "address"` blocks.
#[derive(HclDecode)]
struct Address {
    host: String,
}

fn main() {
    // A real program would ask a server here, and may wait for several answers at a time.
    let data = Resolvers::new().kind("address", |address: Address, _| {
        match address.host.strip_suffix(".example") {
            Some(name) => Ok(Value::from(format!("10.0.0.{}", name.len()))),
            None => Err(format!("{} is not a host of ours", address.host)),
        }
    });
    let repetition = Repetition::new().for_each("for_each").count("count");
    let decoder = Decoder::new()
        .context(EvalContext::new().with_functions(functions::all()))
        .file("infra.hcl")
        .inputs(Inputs::new().argument("domain=example"))
        .references("server")
        .resolver("data", data.repeated(repetition.clone()))
        .modules("module", Modules::below(".").repeated(repetition));

    match decoder.decode::<Infrastructure>() {
        Ok(loaded) => {
            for (name, instances) in &loaded.value.server {
                for (key, server) in instances {
                    println!("server.{name}{key}: {}, {} GB", server.host, server.disk);
                }
            }
            for output in loaded.outputs {
                println!("{} = {}", output.name, output.value.describe());
            }
        }
        Err(problems) => println!("{}", Report::new(&problems)),
    }
}
