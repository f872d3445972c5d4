//! Writes the bindings of a WebAssembly module for pages: `hcldyn-playground-bindgen MODULE FOLDER`.
//!
//! It does what the command `wasm-bindgen --target web` does, with the version of the library that Cargo has locked.

use std::env;
use std::error::Error;

use wasm_bindgen_cli_support::Bindgen;

fn main() -> Result<(), Box<dyn Error>> {
    let mut arguments = env::args_os().skip(1);
    let (Some(module), Some(folder)) = (arguments.next(), arguments.next()) else {
        return Err("expected the module and the folder to write to".into());
    };
    let mut bindgen = Bindgen::new();
    bindgen.web(true)?.typescript(true).input_path(module).out_name("hcldyn");
    bindgen.remove_name_section(true).remove_producers_section(true);
    bindgen.generate(folder)?;
    Ok(())
}
