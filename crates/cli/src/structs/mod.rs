//! `hcldyn spec rust`: Rust structs from a spec file, a provider schema or a JSON Schema.

mod json_schema;
mod provider;

use std::path::PathBuf;

use hcldyn::Diagnostics;
use hcldyn::cli::{FAILURE, Streams, files};
use hcldyn::docs::structs;
use hcldyn::spec::{Spec, language};
use hcldyn::syntax::{Source, parse_body_by_name};

use crate::diags::unusable_schema;
use crate::functions::EffectsArg;

#[derive(Debug, clap::Args)]
pub(crate) struct StructsArgs {
    /// The spec file, JSON Schema or provider schema; "-" reads standard input.
    path: PathBuf,
    /// The resource type of a provider schema.
    #[arg(long = "type", value_name = "TYPE")]
    resource_type: Option<String>,
}

/// A spec from a file, with the parts of the file that it does not contain.
#[derive(Debug)]
struct ReadSpec {
    spec: Spec,
    losses: Vec<String>,
}

impl StructsArgs {
    /// Prints the structs, and lists on standard error the parts that they do not have. Returns the exit code.
    pub(crate) fn run(&self, streams: &mut Streams<'_>) -> u8 {
        let read = streams.reported(|streams, diags| {
            let source = files::read(&self.path, streams, diags)?;
            self.read(&source, diags)
        });
        let Some(ReadSpec { spec, losses }) = read else { return FAILURE };
        let code = structs::of_outline(&spec.outline());
        for loss in losses.iter().chain(&code.losses) {
            streams.complain(&format!("not written: {loss}\n"));
        }
        streams.print_all(code.text)
    }

    fn read(&self, source: &Source, diags: &mut Diagnostics) -> Option<ReadSpec> {
        let json = serde_json::from_str::<serde_json::Value>(source.text()).ok();
        let has = |name: &str| json.as_ref().is_some_and(|json| json.get(name).is_some());
        match json {
            Some(_) if has("provider_schemas") => {
                match provider::read(source.text(), self.resource_type.as_deref()) {
                    Ok(spec) => Some(ReadSpec { spec, losses: Vec::new() }),
                    Err(reason) => {
                        diags.push(unusable_schema(source.name(), &reason));
                        None
                    }
                }
            }
            Some(json) if has("$schema") || has("properties") => Some(json_schema::read(&json)),
            _ => {
                let library = EffectsArg::default().library(diags);
                let body = parse_body_by_name(source, diags);
                let file = language::read(&body, &library, diags)?;
                Some(ReadSpec { spec: file.spec, losses: Vec::new() })
            }
        }
    }
}
