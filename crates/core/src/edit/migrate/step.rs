//! The steps of migrations.

use std::fmt;
use std::sync::Arc;

use super::super::Document;
use super::new_expr::NewExpr;
use super::path::{PathPart, StepPath};
use crate::cty::internal::CollectVec;
use crate::cty::{Str, Type};
use crate::diag::Diagnostics;

/// A step from an old form of a configuration to a new one.
///
/// Paths have the notation of [`ItemPath`](super::super::ItemPath), without indexes. They name all items of a kind:
/// `server.port` is the attribute `port` of every `server` block. In a label, `*` is any number of characters:
/// `server["web-*"].port`.
#[derive(Clone, Debug)]
pub struct MigrationStep {
    name: Str,
    note: String,
    secrets: Vec<Str>,
    action: Result<Action, Diagnostics>,
}

/// The change that a step makes.
#[derive(Clone)]
pub(super) enum Action {
    Rename { from: StepPath, to: StepPath },
    Move { from: StepPath, to: StepPath },
    Split { from: StepPath, into: Vec<(Str, NewExpr)> },
    Convert { path: StepPath, old: Type, to: Box<NewExpr> },
    Remove { path: StepPath, if_empty: bool },
    Function(Arc<EditFunction>),
}

/// A function that edits a document.
type EditFunction = dyn Fn(&mut Document) -> Result<(), Diagnostics> + Send + Sync;

impl MigrationStep {
    /// Creates a step that renames attributes, or changes the type of blocks, also those that are written as keys of an
    /// object: `server.port` is also the key `port` of `server = { port = 80 }`. The new name can be followed by new labels,
    /// each for the old one of a block at its position: `MigrationStep::rename("azure", r#"backend["azure"]"#, r#"backend["azurerm"]"#)`.
    pub fn rename(name: impl Into<Str>, from: &str, to: &str) -> Self {
        Self::new(name, || {
            let (from, to) = (from.parse::<StepPath>()?, to.parse::<StepPath>()?);
            let is_name = to.blocks.is_empty() && !to.item.has_patterns();
            if is_name { Ok(Action::Rename { from, to }) } else { Err(invalid(&to)) }
        })
    }

    /// Creates a step that moves attributes or blocks into or out of blocks. The blocks with which both paths begin stay
    /// the same ones; missing blocks are added. The item can get another name.
    pub fn move_to(name: impl Into<Str>, from: &str, to: &str) -> Self {
        Self::new(name, || {
            let (from, to) = (from.parse::<StepPath>()?, to.parse::<StepPath>()?);
            let common = from.common(&to);
            let has_patterns = to.blocks[common..].iter().any(PathPart::has_patterns);
            if has_patterns || !to.item.labels.is_empty() {
                return Err(invalid(&to));
            }
            Ok(Action::Move { from, to })
        })
    }

    /// Creates a step that replaces attributes by one or more in the same body, each a name and an expression in which
    /// the variable `old` is the old value.
    pub fn split<N: Into<Str>, E: AsRef<str>>(
        name: impl Into<Str>,
        path: &str,
        into: impl IntoIterator<Item = (N, E)>,
    ) -> Self {
        Self::new(name, || {
            let parse = |(name, to): (N, E)| Ok((name.into(), NewExpr::parse(to.as_ref())?));
            let into = into.into_iter().map(parse).collect::<Result<_, Diagnostics>>()?;
            Ok(Action::Split { from: attribute(path)?, into })
        })
    }

    /// Creates a step that changes the value of attributes under the same name, to an expression in which the variable
    /// `old` is the old value. Values of the type `old` are in the old form, so the new ones must have another type.
    pub fn convert(name: impl Into<Str>, path: &str, old: Type, to: &str) -> Self {
        Self::new(name, || {
            Ok(Action::Convert { path: attribute(path)?, old, to: Box::new(NewExpr::parse(to)?) })
        })
    }

    /// Creates a step that removes attributes or blocks.
    pub fn remove(name: impl Into<Str>, path: &str) -> Self {
        Self::new(name, || Ok(Action::Remove { path: path.parse()?, if_empty: false }))
    }

    /// Creates a step that removes blocks without items and comments, such as those that another step moved items out of.
    pub fn remove_empty(name: impl Into<Str>, path: &str) -> Self {
        Self::new(name, || Ok(Action::Remove { path: path.parse()?, if_empty: true }))
    }

    /// Creates a step that is a function. It must leave a document in the new form as it is.
    ///
    /// ```
    /// use hcldyn::edit::migrate::{MigrationStep, Migrations};
    /// use hcldyn::edit::Document;
    /// use hcldyn::syntax::Source;
    /// use hcldyn::{Diagnostics, EvalContext};
    ///
    /// let steps = Migrations::new()
    ///     .step(MigrationStep::function("tls", |document: &mut Document| {
    ///         if document.get("secure").is_ok() {
    ///             document.remove("secure")?;
    ///             document.append_block("", "tls", &[])?;
    ///         }
    ///         Ok(())
    ///     }))
    ///     .then(Migrations::new().step(MigrationStep::remove_empty("cache", "cache")));
    ///
    /// let source = Source::new("a.hcl", "secure = true\ncache {}\n");
    /// let mut diags = Diagnostics::new();
    /// let migrated = steps.migrate(&source, &EvalContext::new(), &mut diags).unwrap();
    /// assert_eq!(migrated.text().split_whitespace().collect::<String>(), "tls{}");
    /// ```
    pub fn function(
        name: impl Into<Str>,
        edit: impl Fn(&mut Document) -> Result<(), Diagnostics> + Send + Sync + 'static,
    ) -> Self {
        Self::new(name, || Ok(Action::Function(Arc::new(edit))))
    }

    /// Sets the note, one or more sentences, that messages add: the reason, or what else to do.
    #[must_use]
    pub fn note(mut self, note: impl Into<String>) -> Self {
        self.note = note.into();
        self
    }

    /// Sets the names of attributes that the step changes and whose values are secret. The names of a step that is data
    /// are known: an old one is secret if its new one is.
    ///
    /// ```
    /// use hcldyn::edit::Document;
    /// use hcldyn::edit::migrate::MigrationStep;
    ///
    /// // No message shows the value of `pass`, which is not in the present form.
    /// let step = MigrationStep::function("login", |document: &mut Document| {
    ///     if document.get("pass").is_ok() { document.rename("pass", "password") } else { Ok(()) }
    /// })
    /// .secrets(["pass"]);
    /// assert_eq!(step.name(), "login");
    /// ```
    #[must_use]
    pub fn secrets<N: Into<Str>>(mut self, names: impl IntoIterator<Item = N>) -> Self {
        self.secrets = names.into_iter().map(Into::into).collect_vec();
        self
    }

    /// Returns the name.
    pub fn name(&self) -> &str {
        &self.name
    }

    fn new(name: impl Into<Str>, action: impl FnOnce() -> Result<Action, Diagnostics>) -> Self {
        let (note, secrets) = (String::new(), Vec::new());
        Self { name: name.into(), note, secrets, action: action() }
    }

    pub(super) fn note_text(&self) -> &str {
        &self.note
    }

    pub(super) fn action(&self) -> Result<&Action, &Diagnostics> {
        self.action.as_ref()
    }

    /// Returns the old names whose values are secret, if some new names are those of secrets.
    pub(crate) fn secret_names(&self, is_secret: impl Fn(&str) -> bool) -> Vec<Str> {
        let mut names = self.secrets.clone();
        match &self.action {
            Ok(Action::Rename { from, to } | Action::Move { from, to }) => {
                let is_secret = is_secret(&to.item.name);
                names.extend(is_secret.then(|| from.item.name.clone()));
            }
            Ok(Action::Split { from, into }) => {
                let is_secret = into.iter().any(|(name, _)| is_secret(name));
                names.extend(is_secret.then(|| from.item.name.clone()));
            }
            Ok(Action::Convert { .. } | Action::Remove { .. } | Action::Function(_)) | Err(_) => {}
        }
        names
    }
}

/// Parses the path to attributes.
fn attribute(path: &str) -> Result<StepPath, Diagnostics> {
    let path = path.parse::<StepPath>()?;
    if path.item.labels.is_empty() { Ok(path) } else { Err(invalid(&path)) }
}

fn invalid(path: &StepPath) -> Diagnostics {
    super::diags::invalid_path(&path.to_string()).into()
}

impl fmt::Debug for Action {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.title())
    }
}

impl Action {
    /// Returns the change as a command.
    pub(super) fn title(&self) -> String {
        match self {
            Self::Rename { from, to } => format!("Change \"{}\" to \"{}\"", from.item, to.item),
            Self::Move { from, to } => format!("Move \"{from}\" to \"{to}\""),
            Self::Split { from, into } => format!("Replace \"{}\" by {}", from.item, names(into)),
            Self::Convert { path, .. } => format!("Convert the value of \"{}\"", path.item),
            Self::Remove { path, .. } => format!("Remove \"{}\"", path.item),
            Self::Function(_) => "Write the new form".to_owned(),
        }
    }

    /// Returns the sentence about an item in the old form.
    pub(super) fn detail(&self) -> String {
        match self {
            Self::Rename { from, to } => format!("\"{}\" is now \"{}\".", from.item, to.item),
            Self::Move { from, to } => format!("\"{from}\" is now \"{to}\"."),
            Self::Split { from, into } => format!("\"{}\" is now {}.", from.item, names(into)),
            Self::Convert { path, to, .. } => {
                format!("The value of \"{}\" is now {}.", path.item, to.text())
            }
            Self::Remove { path, .. } => format!("\"{}\" is not used anymore.", path.item),
            Self::Function(_) => "The configuration has an old form here.".to_owned(),
        }
    }

    /// Returns the cure for an item that can't be migrated.
    pub(super) fn cure(&self) -> String {
        match self {
            Self::Rename { to, .. } => format!("Write \"{}\" instead.", to.item),
            Self::Move { to, .. } => format!("Write \"{to}\" instead."),
            Self::Split { into, .. } => format!("Write {} instead.", names(into)),
            Self::Convert { to, .. } => {
                format!("Write the new form, {}, where \"old\" is the old value.", to.text())
            }
            Self::Remove { path, .. } => format!("Remove \"{}\".", path.item),
            Self::Function(_) => "Write the new form.".to_owned(),
        }
    }
}

/// Returns names in quotes, as a list.
fn names(into: &[(Str, NewExpr)]) -> String {
    let names = into.iter().map(|(name, _)| format!("\"{name}\"")).collect_vec();
    match names.split_last() {
        Some((last, [])) => last.clone(),
        Some((last, first)) => format!("{} and {last}", first.join(", ")),
        None => String::new(),
    }
}
