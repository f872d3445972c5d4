//! `set`: a value of a configuration, written where it is set.

use std::path::{Path, PathBuf};
use std::slice;

use hcldyn_core::edit::{Document, ItemPath};
use hcldyn_core::load::{Configuration, Layer};
use hcldyn_core::spec::Change;
use hcldyn_core::syntax::Source;
use hcldyn_core::{Decoder, Diagnostics, HclDecode};

use super::apart::apart;
use super::effective::decode;
use super::files::{self, FileChange};
use super::{FAILURE, Streams, diags};

/// The arguments of `config set`, which changes a value in the files of a configuration.
#[derive(Clone, Debug, clap::Args)]
#[group(skip)]
#[command(defer(apart))]
pub struct SetArgs {
    /// The path of an attribute, such as server.web.port or 'server["a.b"].port'.
    #[arg(id = "hcldyn.path", value_name = "PATH")]
    path: String,
    /// The expression, such as 80, '"text"' or var.name. It is written as it is.
    #[arg(id = "hcldyn.value", value_name = "VALUE", allow_hyphen_values = true)]
    value: String,
}

/// A value that was written.
struct Written {
    file: PathBuf,
    changes: Vec<Change>,
    /// `false` if a layer above the file sets the attribute too.
    is_effective: bool,
}

impl SetArgs {
    /// Sets an attribute in the last file that sets it; if none does, in the first file that can contain it. The changed
    /// configuration is decoded before the file is written. Comments and layout stay. Prints the differences, and returns
    /// the exit code: 0, or [`FAILURE`] if the file stays as it is.
    pub fn run<T: HclDecode>(&self, decoder: &Decoder, streams: &mut Streams<'_>) -> u8 {
        let Some(written) = streams.reported(|_, diags| self.write::<T>(decoder, diags)) else {
            return FAILURE;
        };
        if !written.is_effective {
            let (file, path) = (written.file.display(), &self.path);
            let text = format!("warning: {file} is written, but another layer overrides {path}\n");
            streams.complain(&text);
        }
        let changes = written.changes.iter().map(|change| format!("{change}\n"));
        streams.print_all(changes.collect::<String>())
    }

    fn write<T: HclDecode>(&self, decoder: &Decoder, sink: &mut Diagnostics) -> Option<Written> {
        let Self { path, value } = self;
        let before = decode::<T>(decoder, sink)?;
        // An override has the intended effect, and its errors hide secrets.
        let intended = decoder.clone().overrides("VALUE", [format!("{path} = {value}")]);
        let intended = decode::<T>(&intended, sink)?;
        let item = before.edit_path(path).map_err(|errors| sink.append(errors)).ok()?;
        let mut failures = Diagnostics::new();
        for file in self.candidates(&before) {
            let change = FileChange::begin(&file);
            let (source, after) = match self.edited(&file, &item) {
                Ok(edited) => edited,
                Err(errors) if failures.is_empty() => {
                    failures = errors;
                    continue;
                }
                Err(_) => continue,
            };
            let decoded = decode::<T>(&decoder.clone().edited(slice::from_ref(&after)), sink)?;
            let is_effective = intended.changes(&decoded).is_empty();
            if !change.replace(&source, after.text(), sink) {
                return None;
            }
            return Some(Written { file, changes: before.changes(&decoded), is_effective });
        }
        if failures.is_empty() {
            failures.push(diags::nothing_to_change());
        }
        sink.append(failures);
        None
    }

    /// Returns the last file that sets the attribute, or all files if none does.
    fn candidates<T>(&self, loaded: &Configuration<T>) -> Vec<PathBuf> {
        let mut layers = loaded.explain(&self.path).into_iter();
        let is_file = |path: &&PathBuf, name: &str| path.as_path() == Path::new(name);
        let last = layers.find_map(|it| match it.layer {
            Layer::Files | Layer::DropIns => {
                let name = it.place.source().name();
                loaded.files.iter().find(|path| is_file(path, name)).cloned()
            }
            _ => None,
        });
        last.map_or_else(|| loaded.files.clone(), |file| vec![file])
    }

    /// Returns the source of a file, and that with the value.
    fn edited(&self, file: &Path, item: &ItemPath) -> Result<(Source, Source), Diagnostics> {
        let mut diags = Diagnostics::new();
        let source = files::read_file(file, &mut diags);
        let source = diags.into_result(source)?;
        let mut document = Document::parse(&source)?;
        document.set_expression(item, &self.value)?;
        Ok((source, document.source().clone()))
    }
}
