//! Steps as the text of a migrations file.

use std::fmt::Write as _;

use super::super::path::quoted;
use super::Migrations;
use super::step::{Action, MigrationStep};
use crate::syntax::native::type_to_hcl;

impl Migrations {
    /// Returns the steps as the text of a migrations file, one block for each of them. Functions can't be written: a
    /// comment names each of them.
    ///
    /// ```
    /// use hcldyn::edit::migrate::{MigrationStep, Migrations};
    ///
    /// let migrations = Migrations::new().step(MigrationStep::rename("pool", "max_conns", "pool_size"));
    /// let text = "rename \"pool\" {\n  from = \"max_conns\"\n  to   = \"pool_size\"\n}\n";
    /// assert_eq!(migrations.to_hcl(), text);
    /// ```
    pub fn to_hcl(&self) -> String {
        let blocks: Vec<_> = self.steps.iter().map(MigrationStep::block).collect();
        blocks.join("\n")
    }
}

impl MigrationStep {
    fn block(&self) -> String {
        let name = quoted(self.name());
        let mut items = Vec::new();
        if !self.note_text().is_empty() {
            items.push(("note", quoted(self.note_text())));
        }
        let ty = match self.action() {
            Ok(Action::Rename { from, to }) => {
                items
                    .extend([("from", quoted(&from.to_string())), ("to", quoted(&to.to_string()))]);
                "rename"
            }
            Ok(Action::Move { from, to }) => {
                items
                    .extend([("from", quoted(&from.to_string())), ("to", quoted(&to.to_string()))]);
                "move"
            }
            Ok(Action::Split { from, into }) => {
                items.push(("from", quoted(&from.to_string())));
                let width = into.iter().map(|(name, _)| name.chars().count()).max();
                let width = width.unwrap_or_default();
                let into = into.iter().map(|(name, to)| {
                    let spaces = " ".repeat(width - name.chars().count());
                    format!("    {name}{spaces} = {}\n", to.text())
                });
                items.push(("into", format!("{{\n{}  }}", into.collect::<String>())));
                "split"
            }
            Ok(Action::Convert { path, old, to }) => {
                items.push(("path", quoted(&path.to_string())));
                items.extend([("old", type_to_hcl(old)), ("to", to.text().to_owned())]);
                "convert"
            }
            Ok(Action::Remove { path, if_empty }) => {
                items.push(("path", quoted(&path.to_string())));
                if *if_empty {
                    items.push(("if_empty", "true".to_owned()));
                }
                "remove"
            }
            Ok(Action::Function(_)) => return format!("# {name}: a function of the program\n"),
            Err(_) => return format!("# {name}: an invalid step\n"),
        };
        let width = items.iter().map(|(name, _)| name.len()).max().unwrap_or_default();
        let mut block = format!("{ty} {name} {{\n");
        for (name, value) in items {
            // Writing to a string never fails.
            let _ = writeln!(block, "  {name:width$} = {value}");
        }
        block + "}\n"
    }
}
