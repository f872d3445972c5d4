//! `schema`: the JSON Schema of configurations, or of decoded values.

use clap::ValueEnum;
use hcldyn_core::spec::Spec;
use hcldyn_docs::json_schema;

use super::apart::apart;

/// The arguments of `config schema`, which prints a JSON Schema.
#[derive(Clone, Debug, clap::Args)]
#[group(skip)]
#[command(defer(apart))]
pub struct SchemaArgs {
    /// The documents that the schema describes.
    #[arg(id = "hcldyn.of", long = "of", value_enum, default_value_t = Described::Configuration, value_name = "OF")]
    of: Described,
}

#[derive(Clone, Copy, Debug, ValueEnum)]
enum Described {
    /// Configurations in HCL's JSON syntax.
    Configuration,
    /// Decoded values, as JSON.
    Value,
}

impl SchemaArgs {
    /// Returns the schema by a spec. `whole` is the spec of everything that a configuration may contain, which can be
    /// more (`Decoder::whole_spec`).
    pub fn text(&self, spec: &Spec, whole: &Spec) -> String {
        match self.of {
            Described::Configuration => json_schema::of_configuration(&whole.outline()),
            Described::Value => json_schema::of_value(spec),
        }
    }
}
