//! `migrate`: configurations in an old form, and their new one.

use std::path::{Path, PathBuf};

use hcldyn_core::syntax::Source;
use hcldyn_core::{Decoder, Diagnostics, HclDecode};

use super::apart::apart;
use super::check::{counted, decoder_of};
use super::files::{self, FileChange, STDIN, Version};
use super::{FAILURE, Streams};

/// The exit code when there is an error, or a new form that is only shown.
const SOME_WRONG: u8 = 1;

/// The arguments of `config migrate`, which writes configurations in their new form.
#[derive(Clone, Debug, clap::Args)]
#[group(skip)]
#[command(defer(apart))]
pub struct MigrateArgs {
    /// Files (in native syntax) and directories. Each file is a configuration of its own, and so are the .hcl files of a
    /// directory together. "-" reads standard input. The default is the configuration that the program reads without
    /// arguments, if there is one.
    #[arg(id = "hcldyn.paths", value_name = "PATH")]
    paths: Vec<PathBuf>,
    /// The value of a variable. It overrides other values. It may be used several times.
    #[cfg(feature = "kit")]
    #[arg(id = "hcldyn.variables", long = "var", value_name = "NAME=VALUE")]
    variables: Vec<String>,
    /// Write the new forms to the files, after the diff.
    #[arg(id = "hcldyn.write", long = "write")]
    write: bool,
}

/// The results so far.
#[derive(Default)]
struct Total {
    changed: usize,
    has_errors: bool,
}

impl MigrateArgs {
    /// Shows, and with `--write` writes, the new forms of configurations by the migrations of a decoder. A path replaces
    /// the files of the decoder. Returns the exit code: 0, 1 if there is an error or a new form that is only shown, or
    /// [`FAILURE`] if there is nothing to read or the result can't be printed.
    pub fn run<T: HclDecode>(&self, decoder: &Decoder, streams: &mut Streams<'_>) -> u8 {
        if self.paths.is_empty() && !decoder.has_inputs() {
            streams.complain("error: expected a file or a directory to migrate\n");
            return FAILURE;
        }
        #[cfg(feature = "kit")]
        let decoder = &decoder.clone().variable_arguments(&self.variables);
        let own = self.paths.is_empty().then_some(None);
        let mut total = Total::default();
        for path in self.paths.iter().map(|path| Some(&**path)).chain(own) {
            let mut diags = Diagnostics::new();
            decoder.hide_sensitive::<T>(&mut diags);
            let diff = match decoder_of(decoder, path, streams, &mut diags) {
                Some(decoder) => self.migrate::<T>(&decoder, &mut total, &mut diags),
                None => String::new(),
            };
            total.has_errors |= diags.has_errors();
            streams.report(&diags);
            if streams.print(diff).is_break() {
                return FAILURE;
            }
        }
        streams.complain(&total.text(self.write));
        let is_only_shown = !self.write && total.changed > 0;
        if total.has_errors || is_only_shown { SOME_WRONG } else { 0 }
    }

    /// Migrates a configuration, and returns the diff.
    fn migrate<T: HclDecode>(
        &self,
        decoder: &Decoder,
        total: &mut Total,
        diags: &mut Diagnostics,
    ) -> String {
        let sources = |diags: &mut Diagnostics| match decoder.migrate::<T>() {
            Ok(sources) => sources,
            Err(errors) => {
                diags.append(errors);
                Vec::new()
            }
        };
        let mut migrated = sources(diags);
        let is_file =
            |source: &Source| source.name() != STDIN && Path::new(source.name()).is_file();
        let mut changes: Vec<FileChange<'_>> = Vec::new();
        let paths: Vec<PathBuf> = migrated.iter().map(|(old, _)| old.name().into()).collect();
        if self.write && !migrated.is_empty() {
            // The files are read again once no other command changes them.
            changes.extend(
                paths.iter().filter(|path| path.is_file()).map(|path| FileChange::begin(path)),
            );
            migrated = sources(diags);
        }
        let mut diff = String::new();
        for (old, new) in migrated {
            let shown = [diags.redacted(&old), diags.redacted(&new)];
            let versions = [
                Version::redacted(old.text(), &shown[0]),
                Version::redacted(new.text(), &shown[1]),
            ];
            diff += &files::diff(old.name(), versions);
            total.changed += 1;
            if self.write && is_file(&old) {
                let path = Path::new(old.name());
                let begun = changes.iter().position(|change| change.path() == path);
                let change = match begun {
                    Some(index) => changes.swap_remove(index),
                    None => FileChange::begin(path),
                };
                if !change.replace(&old, new.text(), diags) {
                    total.changed -= 1;
                }
            }
        }
        diff
    }
}

impl Total {
    fn text(&self, is_written: bool) -> String {
        let files = counted(self.changed, "file");
        match self.changed {
            0 => "nothing to migrate\n".to_owned(),
            _ if is_written => format!("migrated {files}\n"),
            _ => format!("{files} to migrate; --write writes the new form\n"),
        }
    }
}
