//! `show`, `get` and `explain`: the values of a configuration, and the layers that set them.

use std::fmt::Write as _;

use hcldyn_core::load::{Configuration, EffectiveSetting};
use hcldyn_core::spec::Encoder;
use hcldyn_core::syntax::to_hcl;
use hcldyn_core::{Decoder, Diagnostics, HclDecode};

use super::Streams;
use super::apart::apart;
use super::diags::value_not_shown;

/// The help of a path, which is plain text and not Markdown.
const PATH_HELP: &str = "The path of an attribute, or of a part of its value, such as server.web.port, tags[0] or 'server[\"a.b\"].port'";

/// The arguments of `config get` and `config explain`, which find values by their paths.
#[derive(Clone, Debug, clap::Args)]
#[group(skip)]
#[command(defer(apart))]
pub struct PathArgs {
    #[arg(id = "hcldyn.path", value_name = "PATH", help = PATH_HELP)]
    path: String,
}

impl PathArgs {
    /// Prints a value as an expression. A sensitive one is hidden. Returns the exit code: 0, or
    /// [`FAILURE`](super::FAILURE) for an invalid configuration or path.
    ///
    /// ```
    /// use clap::Parser;
    /// use hcldyn::cli::{PathArgs, Streams};
    /// use hcldyn::{Decoder, HclDecode};
    ///
    /// #[derive(Parser)]
    /// struct Arguments {
    ///     #[command(flatten)]
    ///     path: PathArgs,
    /// }
    ///
    /// #[derive(HclDecode)]
    /// struct Config {
    ///     port: u16,
    /// }
    ///
    /// let mut output = Vec::new();
    /// let mut streams = Streams::new(&[][..], &mut output, std::io::sink());
    /// let decoder = Decoder::new().text("app.hcl", "port = 80");
    /// let Arguments { path } = Arguments::parse_from(["get", "port"]);
    /// assert_eq!(path.get::<Config>(&decoder, &mut streams), 0);
    /// drop(streams);
    /// assert_eq!(output, b"80\n");
    /// ```
    pub fn get<T: HclDecode>(&self, decoder: &Decoder, streams: &mut Streams<'_>) -> u8 {
        streams.printed(|_, diags| {
            let loaded = decode::<T>(decoder, diags)?;
            Some(format!("{}\n", to_hcl(&self.setting(&loaded, diags)?.value)))
        })
    }

    /// Prints a value, and the layers that set it, the effective one first. A sensitive value is hidden. Returns the exit
    /// code as [`get`](Self::get) does.
    pub fn explain<T: HclDecode>(&self, decoder: &Decoder, streams: &mut Streams<'_>) -> u8 {
        streams.printed(|_, diags| {
            let loaded = decode::<T>(decoder, diags)?;
            let setting = self.setting(&loaded, diags)?;
            let mut layers = loaded.explain(&setting.path);
            if layers.is_empty() {
                layers.extend(setting.set_by.clone());
            }
            let mut text = format!("{setting}\n");
            text.extend(layers.iter().map(|layer| format!("  {layer}\n")));
            if layers.is_empty() {
                text += &format!("  {}\n", unset(&setting));
            }
            Some(text)
        })
    }

    fn setting<T>(
        &self,
        loaded: &Configuration<T>,
        diags: &mut Diagnostics,
    ) -> Option<EffectiveSetting> {
        loaded.setting_at(&self.path).map_err(|errors| diags.append(errors)).ok()
    }
}

/// Prints a whole configuration as HCL, with its defaults. Sensitive values are hidden. Returns the exit code: 0, or
/// [`FAILURE`](super::FAILURE) for an invalid configuration, and for values that can't be written.
pub(super) fn show<T: HclDecode>(decoder: &Decoder, streams: &mut Streams<'_>) -> u8 {
    streams.printed(|_, diags| {
        let loaded = decode::<T>(decoder, diags)?;
        let encoder = Encoder::new().keep_defaults().redact_sensitive();
        match encoder.encode(loaded.decoded_value(), &T::spec()) {
            Ok(text) => Some(text),
            Err(error) => {
                error.errors().for_each(|it| diags.push(value_not_shown(it)));
                None
            }
        }
    })
}

/// Returns every value on its own line, with the layer and the source location that set it. Sensitive values are hidden.
pub(super) fn listing<T>(loaded: &Configuration<T>) -> String {
    let mut text = String::new();
    for setting in loaded.settings() {
        let source =
            setting.set_by.as_ref().map_or(unset(&setting).to_owned(), ToString::to_string);
        let _ = writeln!(text, "{setting} # {source}");
    }
    text
}

/// Describes the origin of a value that no layer sets.
fn unset(setting: &EffectiveSetting) -> &'static str {
    if setting.value.is_null() { "not set" } else { "default" }
}

/// Decodes the configuration of a decoder. Errors are reported; warnings are not, since `config check` shows them.
pub(super) fn decode<T: HclDecode>(
    decoder: &Decoder,
    diags: &mut Diagnostics,
) -> Option<Configuration<T>> {
    decoder.decode::<T>().map_err(|errors| diags.append(errors)).ok()
}
