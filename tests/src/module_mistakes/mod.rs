//! Valid Terraform modules with one planted mistake each, which `hcldyn terraform lint` must report once, at its location.

mod base;
mod forms;

use std::fs;
use std::io;
use std::ops::Range;
use std::path::Path;
use std::sync::{Arc, LazyLock};

use hcldyn::Diagnostics;
use hcldyn::diag::Diagnostic;
use hcldyn_terraform::{Lint, ProviderSchemas};

use self::forms::{Form, KINDS, PLACES};
use crate::random::Random;

/// Names of declarations.
const NAMES: [&str; 8] = ["alpha", "bravo", "delta", "hotel", "oscar", "tango", "victor", "zulu"];

/// Valid declarations that are added at random.
const VALID: [&str; 5] = [
    "output \"extra_a\" {\n  value = try(var.sites[0].other, null)\n}\n",
    "output \"extra_b\" {\n  value = { for key, it in var.by_name : key => it.port + 1 }\n}\n",
    "resource \"terraform_data\" \"extra_c\" {\n  input            = module.network.id\n  triggers_replace = [var.name]\n}\n",
    "variable \"extra_d\" {\n  type    = map(string)\n  default = {}\n}\noutput \"extra_d\" {\n  value = lookup(var.extra_d, \"a\", \"b\")\n}\n",
    "moved {\n  from = terraform_data.before\n  to   = terraform_data.server\n}\n",
];

/// A module with a planted mistake.
#[derive(Debug)]
pub struct Planted {
    /// The kind of the mistake.
    pub kind: &'static str,
    /// The files with their paths.
    pub files: Vec<(String, String)>,
    /// The path of the file with the mistake.
    pub file: String,
    /// The bytes of the mistake in the file.
    pub mistake: Range<usize>,
    /// `true` if the module uses the provider with the [schema](SCHEMA).
    pub has_schema: bool,
}

/// The diagnostics of a planted mistake, as lines.
#[derive(Debug, Default)]
pub struct Found {
    /// Those at its location.
    pub right: Vec<String>,
    /// The others.
    pub others: Vec<String>,
}

/// The schema of the provider of some modules, as Terraform prints it.
pub const SCHEMA: &str = base::SCHEMA;

static SCHEMAS: LazyLock<Option<Arc<ProviderSchemas>>> =
    LazyLock::new(|| ProviderSchemas::new(SCHEMA.to_owned()).ok().map(Arc::new));

impl Planted {
    /// Plants a mistake. The kind is that of the index.
    pub fn new(seed: u64, index: u64) -> Self {
        let mut random = Random::new(seed, index);
        let kind = &KINDS[index as usize % KINDS.len()];
        let form = &kind.forms[(index as usize / KINDS.len()) % kind.forms.len()];
        let name = format!("{}_{}", random.pick(&NAMES), random.below(1000));
        let (file, old, text) = match form {
            Form::Block(text) => ("main.tf", None, (*text).to_owned()),
            Form::Expr(expr) => ("main.tf", None, random.pick(&PLACES).replace('$', expr)),
            Form::Replace(file, old, new) => (*file, Some(*old), (*new).to_owned()),
        };
        let text = text.replace('@', &name);
        let mut files: Vec<(String, String)> = base::FILES
            .iter()
            .map(|(path, text)| ((*path).to_owned(), (*text).to_owned()))
            .collect();
        for (path, content) in &mut files {
            if path == "versions.tf" && kind.has_schema {
                content.push_str(base::PROVIDER);
            }
            if path == "main.tf" {
                for valid in VALID.iter().filter(|_| random.percent(30)) {
                    *content += &format!("\n{valid}");
                }
            }
            if path == file {
                *content = match old {
                    Some(old) => content.replacen(old, &text, 1),
                    None => format!("{content}\n{text}"),
                };
            }
        }
        let content = files.iter_mut().find(|(path, _)| path == file).map(|(_, text)| text);
        let mistake = content.map(take_marks).unwrap_or_default();
        let (kind, has_schema) = (kind.name, kind.has_schema);
        Self { kind, files, file: file.to_owned(), mistake, has_schema }
    }

    /// Writes the files, and the list of modules that `terraform init` would write.
    ///
    /// # Errors
    ///
    /// Fails if a file cannot be written.
    pub fn write(&self, folder: &Path) -> io::Result<()> {
        for (path, text) in &self.files {
            let path = folder.join(path);
            fs::create_dir_all(path.parent().unwrap_or(folder))?;
            fs::write(path, text)?;
        }
        Ok(())
    }

    /// Returns the text of the mistake.
    pub fn text(&self) -> &str {
        let file = self.files.iter().find(|(path, _)| *path == self.file);
        file.map_or("", |(_, text)| &text[self.mistake.clone()])
    }

    /// Returns the lines of the mistake, from 1.
    pub fn lines(&self) -> Range<usize> {
        let file = self.files.iter().find(|(path, _)| *path == self.file);
        let text = file.map_or("", |(_, text)| text);
        let line = |end: usize| text[..end].matches('\n').count() + 1;
        line(self.mistake.start)..line(self.mistake.end) + 1
    }

    /// Checks the module, whose files are in a folder.
    pub fn lint(&self, folder: &Path) -> Found {
        let schemas = SCHEMAS.clone().filter(|_| self.has_schema);
        let lint = schemas.into_iter().fold(Lint::new(), Lint::schemas);
        let path = folder.join(&self.file);
        let mut found = Found::default();
        for diagnostic in &lint.run(folder, Diagnostics::new()).diags {
            let list =
                if self.is_at(&path, diagnostic) { &mut found.right } else { &mut found.others };
            list.push(diagnostic.to_string());
        }
        found
    }

    fn is_at(&self, path: &Path, diagnostic: &Diagnostic) -> bool {
        diagnostic.place().is_some_and(|place| {
            let start = place.span().start as usize;
            Path::new(place.source().name()) == path
                && self.mistake.start <= start
                && start < self.mistake.end
        })
    }
}

impl Found {
    /// Returns `true` if the mistake is found once, and nothing else.
    pub fn is_once(&self) -> bool {
        self.right.len() == 1 && self.others.is_empty()
    }
}

/// Removes the marks of a mistake, and returns the range between them.
fn take_marks(text: &mut String) -> Range<usize> {
    let (Some(start), Some(end)) = (text.find('«'), text.find('»')) else { return 0..0 };
    *text = text.replace(['«', '»'], "");
    start..end - '«'.len_utf8()
}
