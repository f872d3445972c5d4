//! `sample`: an annotated sample of a configuration.

use hcldyn_core::spec::outline::Outline;
use hcldyn_docs::sample::Sample;

use super::apart::apart;

/// The arguments of `config sample`, which prints an annotated sample.
#[derive(Clone, Debug, clap::Args)]
#[group(skip)]
#[command(defer(apart))]
pub struct SampleArgs {
    /// Leave out optional attributes and blocks.
    #[arg(id = "hcldyn.required", long = "required")]
    required: bool,
    /// Leave out the documentation.
    #[arg(id = "hcldyn.no_docs", long = "no-docs")]
    no_docs: bool,
}

impl SampleArgs {
    /// Returns the sample of a configuration.
    pub fn text(&self, outline: &Outline) -> String {
        let mut sample = Sample::new(outline);
        if self.required {
            sample = sample.required_only();
        }
        if self.no_docs {
            sample = sample.without_docs();
        }
        sample.text()
    }
}
