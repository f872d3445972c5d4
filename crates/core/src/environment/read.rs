//! Reading of environments with the files that they name.

use std::path::Path;

use super::{Environment, EnvironmentValue, EnvironmentVariable, InputText, TextForm};
use crate::diag::Diagnostics;
use crate::limits::Limits;
use crate::source::{Source, Span};
use crate::syntax;

/// The environments of a configuration.
#[derive(Clone, Debug, Default)]
pub(crate) struct Environments {
    unread: Vec<Environment>,
    /// The files that were read.
    pub(crate) sources: Vec<Source>,
    /// The variables that were read, those with precedence last.
    pub(crate) variables: Vec<EnvironmentVariable>,
}

impl Environments {
    pub(crate) fn add(&mut self, environment: Environment) {
        self.unread.push(environment);
    }

    /// Returns environments with variables that were read.
    #[cfg(feature = "artifact")]
    pub(crate) fn of(variables: Vec<EnvironmentVariable>) -> Self {
        Self { variables, ..Self::default() }
    }

    /// Returns the environments with their files read, within a remaining number of bytes for all files. Reports
    /// unreadable files, and leaves them out.
    pub(crate) fn read(&self, limits: &Limits, bytes: &mut u64, diags: &mut Diagnostics) -> Self {
        let mut read = Self { unread: Vec::new(), ..self.clone() };
        for environment in &self.unread {
            for file in &environment.files {
                let Some((source, lines)) = file.read(limits, bytes, diags) else { continue };
                read.sources.push(source);
                read.variables.extend(lines.into_iter().filter_map(|line| {
                    let name = line.name.text().to_owned();
                    let target = (environment.item)(&name)?;
                    let value = EnvironmentValue::File { name: line.name, text: line.text };
                    Some(EnvironmentVariable { name, target, form: environment.form, value })
                }));
            }
        }
        let mut of_process = Vec::new();
        for environment in &self.unread {
            for variable in &environment.variables {
                match environment.file_named_by(variable) {
                    Some((target, path)) => {
                        let Some((source, text)) = content(path, limits, bytes, diags) else {
                            continue;
                        };
                        let name = Source::without_text(source.name()).place(Span::default());
                        let value = EnvironmentValue::File { name, text };
                        let (name, form) = (variable.name.clone(), TextForm::default());
                        read.sources.push(source);
                        read.variables.push(EnvironmentVariable { name, target, form, value });
                    }
                    None => {
                        let form = environment.form;
                        of_process.push(EnvironmentVariable { form, ..variable.clone() });
                    }
                }
            }
        }
        read.variables.extend(of_process);
        read
    }
}

impl Environment {
    /// Returns the file that a variable names, and the item that its content sets.
    fn file_named_by<'v>(&self, variable: &'v EnvironmentVariable) -> Option<(String, &'v Path)> {
        let EnvironmentValue::Process(path) = &variable.value else { return None };
        Some((self.item_in_file.as_ref()?(&variable.target)?, Path::new(path)))
    }
}

/// Reads a file that contains one value. Returns its source, and the value without a line break at the end.
fn content(
    path: &Path,
    limits: &Limits,
    bytes: &mut u64,
    diags: &mut Diagnostics,
) -> Option<(Source, InputText)> {
    let source = syntax::read_one_of_several(path, limits, bytes, diags)?;
    diags.hide_value(&source);
    let text = source.text();
    let line = text.strip_suffix('\n').map(|it| it.strip_suffix('\r').unwrap_or(it));
    let content = source.place(Span::from(0..line.unwrap_or(text).len()));
    Some((source.clone(), InputText::part(content)))
}
