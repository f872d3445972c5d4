//! `schema`: the JSON Schema of configurations, or of decoded values, and the TypeScript types of decoded values.

use clap::ValueEnum;
use hcldyn_core::spec::Spec;
use hcldyn_docs::{json_schema, typescript};

use super::apart::apart;

/// The arguments of `config schema`, which prints a JSON Schema or TypeScript types.
#[derive(Clone, Debug, clap::Args)]
#[group(skip)]
#[command(defer(apart))]
pub struct SchemaArgs {
    /// The documents that a JSON Schema describes.
    #[arg(id = "hcldyn.of", long = "of", value_enum, default_value_t = Described::Configuration, value_name = "OF")]
    of: Described,
    /// The language of the schema.
    #[arg(id = "hcldyn.format", long = "format", value_enum, default_value_t = Format::JsonSchema, value_name = "FORMAT")]
    format: Format,
}

#[derive(Clone, Copy, Debug, ValueEnum)]
enum Described {
    /// Configurations in HCL's JSON syntax.
    Configuration,
    /// Decoded values, as JSON.
    Value,
}

#[derive(Clone, Copy, Debug, ValueEnum)]
enum Format {
    /// JSON Schema.
    JsonSchema,
    /// The types of decoded values in TypeScript, whatever --of is.
    #[value(name = "typescript")]
    TypeScript,
}

impl SchemaArgs {
    /// Returns the schema by a spec. `whole` is the spec of everything that a configuration may contain, which can be
    /// more (`Decoder::whole_spec`).
    pub fn text(&self, spec: &Spec, whole: &Spec) -> String {
        match (self.format, self.of) {
            (Format::TypeScript, _) => typescript::of_value(spec),
            (Format::JsonSchema, Described::Configuration) => {
                json_schema::of_configuration(&whole.outline())
            }
            (Format::JsonSchema, Described::Value) => json_schema::of_value(spec),
        }
    }
}
