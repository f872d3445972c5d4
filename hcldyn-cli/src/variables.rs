//! The variables and functions that expressions may use.

use std::path::{Path, PathBuf};

use hcldyn::cty::json::from_plain_json;
use hcldyn::source::Source;
use hcldyn::{Diagnostics, EvalContext, ext, functions, parse_body};

use crate::{diags, input};

/// Files of variables, as an argument of the command.
#[derive(Debug, clap::Args)]
pub(crate) struct Variables {
    /// A file of variables: the attributes of an HCL file such as .hcl or .tfvars, or those of the
    /// object in a .json file. May be given several times; the last file that sets a variable counts.
    #[arg(long = "vars", value_name = "FILE")]
    files: Vec<PathBuf>,
}

impl Variables {
    /// All functions, and the variables that the files set. Their expressions may use the functions,
    /// but no variables.
    pub(crate) fn context(&self, diags: &mut Diagnostics) -> Option<EvalContext> {
        let functions =
            EvalContext::new().with_functions(functions::all()).with_functions(ext::all());
        let mut ctx = functions.child();
        for file in &self.files {
            let source = input::read(file, diags)?;
            match is_json(file) {
                true => set_from_json(&mut ctx, &source, diags),
                false => set_from_hcl(&mut ctx, &source, &functions, diags),
            }
        }
        (!diags.has_errors()).then_some(ctx)
    }
}

fn is_json(file: &Path) -> bool {
    file.extension().is_some_and(|extension| extension.eq_ignore_ascii_case("json"))
}

fn set_from_hcl(
    ctx: &mut EvalContext,
    source: &Source,
    functions: &EvalContext,
    diags: &mut Diagnostics,
) {
    for attribute in parse_body(source, diags).just_attributes(diags) {
        ctx.set_variable(attribute.name, attribute.expr.value(functions, diags));
    }
}

fn set_from_json(ctx: &mut EvalContext, source: &Source, diags: &mut Diagnostics) {
    let value = match from_plain_json(source.text()) {
        Ok(value) => value,
        Err(error) => return diags.push(diags::not_json(source.name(), &error)),
    };
    let Some(object) = value.as_object() else {
        return diags.push(diags::not_a_json_object(source.name(), &value));
    };
    for (name, value) in object.iter() {
        ctx.set_variable(name.clone(), value.clone());
    }
}
