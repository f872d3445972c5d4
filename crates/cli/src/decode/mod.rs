//! `hcldyn decode`: a configuration as data, by a spec file. It has all arguments of the reference's `hcldec`, and
//! [`hcldec`] is that program itself.

pub(crate) mod hcldec;
pub(crate) mod remain;

use std::path::{Path, PathBuf};

use clap::ValueEnum;
use hcldyn::cli::{FAILURE, Streams, files, json};
use hcldyn::diag::escape_line;
use hcldyn::{Diagnostics, spec};

use crate::functions::EffectsArg;
use crate::input;
use crate::references::VariableReference;
use crate::spec::{Data, Decoding, DynamicArg};
use crate::values::{self, Nulls, ResultFormat};
use crate::variables::VariablesArg;

/// The exit code for errors that are not in the files.
const OTHER_FAILURE: u8 = 1;

/// The cure for a result with sensitive values, which ends the error message.
const SENSITIVE_HINT: &str = "; to write sensitive values, use `hcldyn decode --show-sensitive`";

/// The arguments of `hcldec`.
#[derive(Debug, clap::Args)]
pub(crate) struct DecodeArgs {
    /// The spec file, which describes how to decode. hcldec requires it.
    #[arg(short, long, value_name = "FILE")]
    spec: Option<PathBuf>,
    /// Write the result to this file instead of standard output. A regular file is replaced as a whole; a
    /// link, a device or a pipe is written to.
    #[arg(short, long, value_name = "FILE")]
    out: Option<PathBuf>,
    #[command(flatten)]
    vars: VariablesArg,
    /// The format of diagnostics on standard error. The default is a readable report.
    #[arg(long, value_name = "FORMAT")]
    diags: Option<DiagsFormat>,
    /// Print the referenced variables as JSON instead of decoding.
    #[arg(long)]
    var_refs: bool,
    /// Print the value with its type.
    #[arg(long)]
    with_type: bool,
    /// Keep null attributes, which are omitted from JSON and HCL by default.
    #[arg(long)]
    keep_nulls: bool,
    /// Print the version.
    #[arg(short, long)]
    version: bool,
    /// Files (in JSON syntax if they end in .json) and directories (their .hcl, .tf, .hcl.json and .tf.json
    /// files), which are decoded as one configuration. The default is standard input.
    #[arg(value_name = "PATH")]
    paths: Vec<PathBuf>,
}

/// The arguments of `hcldyn decode` in addition to those of `hcldec`.
#[derive(Debug, clap::Args)]
pub(crate) struct DecodeMoreArgs {
    #[command(flatten)]
    effects: EffectsArg,
    #[command(flatten)]
    dynamic: DynamicArg,
    /// The format of the result. MessagePack keeps nulls and unknown values.
    #[arg(long, value_enum, default_value_t = ResultFormat::Json)]
    format: ResultFormat,
    /// Write sensitive values to the result. They stay hidden in diagnostics.
    #[arg(long)]
    show_sensitive: bool,
    /// `true` if a configuration can be decoded without a spec file.
    #[arg(skip = true)]
    is_spec_optional: bool,
}

/// The format of diagnostics.
#[derive(Clone, Copy, Debug, ValueEnum)]
pub(crate) enum DiagsFormat {
    /// One JSON object.
    Json,
}

/// The output, or `None` if there are errors in the files. Fails with a message for any other error.
type Written = Result<Option<Vec<u8>>, String>;

impl DecodeMoreArgs {
    /// Returns the arguments of `hcldec`, which expands no `dynamic` blocks.
    fn of_hcldec() -> Self {
        Self {
            effects: EffectsArg::default(),
            dynamic: DynamicArg::NOT_EXPANDED,
            format: ResultFormat::Json,
            show_sensitive: false,
            is_spec_optional: false,
        }
    }
}

/// Decodes, writes the result, and reports diagnostics.
pub(crate) fn run(options: &DecodeArgs, more: &DecodeMoreArgs, streams: &mut Streams<'_>) -> u8 {
    if options.version {
        return streams.print_all(concat!(env!("CARGO_PKG_VERSION"), "\n"));
    }
    let mut diags = Diagnostics::new();
    let written = written(options, more, streams, &mut diags);
    diags.sort();
    match options.diags {
        None => streams.report(&diags),
        Some(DiagsFormat::Json) if diags.is_empty() => {}
        Some(DiagsFormat::Json) => {
            streams.complain(&json::text(&json::JsonDiagnostics::new(&diags)));
        }
    }
    match written.and_then(|bytes| bytes.map(|bytes| save(options, &bytes, streams)).transpose()) {
        Ok(Some(exit_code)) => exit_code,
        Ok(None) => FAILURE,
        Err(error) => {
            streams.complain(&format!("Error: {}\n\n", escape_line(&error)));
            OTHER_FAILURE
        }
    }
}

fn written(
    options: &DecodeArgs,
    more: &DecodeMoreArgs,
    streams: &mut Streams<'_>,
    diags: &mut Diagnostics,
) -> Written {
    if options.spec.is_none() && !more.is_spec_optional {
        return Err("the spec file is missing; add --spec=FILE".to_owned());
    }
    let (vars, dynamic) = (&options.vars, more.dynamic.get());
    let decoding = match &options.spec {
        Some(spec) => Decoding::read(spec, vars, &more.effects, dynamic, streams, diags),
        None => Decoding::without_spec(vars, &more.effects, dynamic, streams, diags),
    };
    let Some(decoding) = decoding else { return Ok(None) };
    let body = input::body(&options.paths, streams, diags);
    if diags.has_errors() {
        return Ok(None);
    }
    if options.var_refs {
        let variables = spec::variables(&body, &decoding.spec);
        let references = variables.iter().map(|it| VariableReference::new(it, &decoding.ctx));
        return Ok(Some(json::text(&references.collect::<Vec<_>>()).into_bytes()));
    }
    let as_json = more.format == ResultFormat::Json && !options.with_type && !options.keep_nulls;
    let value = match decoding.decode_to_data(body, as_json, diags) {
        Data::Json(_) if diags.has_errors() => return Ok(None),
        Data::Json(text) => return Ok(Some(values::json_line(text))),
        Data::Value(value) => value,
    };
    if diags.has_errors() {
        return Ok(None);
    }
    let value = if more.show_sensitive { value.unmark_deep().0 } else { value };
    let nulls = if options.keep_nulls { Nulls::Kept } else { Nulls::Dropped };
    let written = if options.with_type {
        values::typed(&value, more.format, nulls)
    } else {
        values::untyped(&value, more.format, nulls)
    };
    let hint = if value.contains_marked() { SENSITIVE_HINT } else { "" };
    written.map(Some).map_err(|error| error + hint)
}

/// Writes the result to a file or to standard output.
fn save(options: &DecodeArgs, bytes: &[u8], streams: &mut Streams<'_>) -> Result<u8, String> {
    let Some(path) = options.out.as_deref() else { return Ok(streams.print_all(bytes)) };
    let name = Path::display(path);
    files::write(path, bytes).map_err(|error| format!("{name} can't be written: {error}"))?;
    Ok(0)
}
