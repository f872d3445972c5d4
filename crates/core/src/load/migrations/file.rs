//! Migrations files: steps as data.

use crate::HclDecode;
use crate::cty::Str;
use crate::decode::from::from_source;
use crate::diag::{Diagnostic, Diagnostics};
use crate::edit::migrate::{MigrationStep, Migrations};
use crate::expr::{EvalContext, Expression};
use crate::ext::typeexpr::type_constraint;
use crate::source::Source;

/// A migrations file.
#[derive(HclDecode)]
#[hcl(crate = "crate")]
struct File {
    #[hcl(blocks)]
    steps: Vec<StepBlock>,
}

/// A step, as a block of its kind.
#[derive(HclDecode)]
#[hcl(crate = "crate")]
enum StepBlock {
    /// Gives attributes another name, or blocks another type.
    Rename(Renaming),
    /// Moves attributes or blocks into or out of blocks.
    Move(Renaming),
    /// Replaces an attribute by one or more in the same body.
    Split(Splitting),
    /// Changes the value of an attribute.
    Convert(Conversion),
    /// Removes attributes or blocks.
    Remove(Removal),
}

#[derive(HclDecode)]
#[hcl(crate = "crate")]
struct Renaming {
    /// The name of the step.
    #[hcl(label)]
    name: Str,
    /// Sentences that messages add.
    note: Option<String>,
    /// The path of the items in the old form.
    from: String,
    /// The new name, or the new path.
    to: String,
}

#[derive(HclDecode)]
#[hcl(crate = "crate")]
struct Splitting {
    /// The name of the step.
    #[hcl(label)]
    name: Str,
    /// Sentences that messages add.
    note: Option<String>,
    /// The path of the attributes in the old form.
    from: String,
    /// The new attributes, with expressions in which `old` is the old value.
    into: Expression,
}

#[derive(HclDecode)]
#[hcl(crate = "crate")]
struct Conversion {
    /// The name of the step.
    #[hcl(label)]
    name: Str,
    /// Sentences that messages add.
    note: Option<String>,
    /// The path of the attributes.
    path: String,
    /// The type of values in the old form.
    old: Expression,
    /// The new value, as an expression in which `old` is the old value.
    to: Expression,
}

#[derive(HclDecode)]
#[hcl(crate = "crate")]
struct Removal {
    /// The name of the step.
    #[hcl(label)]
    name: Str,
    /// Sentences that messages add.
    note: Option<String>,
    /// The path of the items.
    path: String,
    /// `true` removes only blocks without items and comments.
    #[hcl(default)]
    if_empty: bool,
}

impl Migrations {
    /// Reads steps from a migrations file, in native or JSON syntax:
    ///
    /// ```hcl
    /// rename "pool-size" {
    ///   from = "upstream[\"*\"].max_conns"
    ///   to   = "pool_size"
    /// }
    ///
    /// move "listen" {
    ///   note = "A server has several listeners."
    ///   from = "port"
    ///   to   = "server.listen.port"
    /// }
    ///
    /// split "address" {
    ///   from = "server.address"
    ///   into = {
    ///     host = split(":", old)[0]
    ///     port = split(":", old)[1]
    ///   }
    /// }
    ///
    /// convert "seconds" {
    ///   path = "timeout"
    ///   old  = number
    ///   to   = "${old}s"
    /// }
    ///
    /// remove "user" {
    ///   path = "user"
    /// }
    /// ```
    ///
    /// # Errors
    ///
    /// Fails if the file has errors, also in the paths and expressions of steps.
    ///
    /// ```
    /// use hcldyn::edit::migrate::Migrations;
    /// use hcldyn::syntax::Source;
    /// use hcldyn::{Decoder, HclDecode};
    ///
    /// #[derive(HclDecode)]
    /// struct Config { timeout: String }
    ///
    /// let steps = "convert \"seconds\" {\n  path = \"timeout\"\n  old  = number\n  to   = \"${old}s\"\n}\n";
    /// let migrations = Migrations::read(&Source::new("migrations.hcl", steps))?;
    /// assert_eq!(migrations.to_hcl(), steps);
    ///
    /// let decoder = Decoder::new().migrations(migrations);
    /// assert_eq!(decoder.decode_str::<Config>("timeout = 30")?.value.timeout, "30s");
    /// # Ok::<(), hcldyn::Diagnostics>(())
    /// ```
    pub fn read(source: &Source) -> Result<Self, Diagnostics> {
        let ctx = EvalContext::new();
        let file = from_source::<File>(source, &ctx)?;
        let mut diags = Diagnostics::new();
        let steps = file.steps.into_iter().filter_map(|block| block.step(&mut diags));
        let migrations = steps.fold(Self::new(), Self::step);
        diags.into_result(Some(()))?;
        migrations.check()?;
        Ok(migrations)
    }
}

impl StepBlock {
    fn step(self, diags: &mut Diagnostics) -> Option<MigrationStep> {
        let (step, note) = match self {
            Self::Rename(it) => (MigrationStep::rename(it.name, &it.from, &it.to), it.note),
            Self::Move(it) => (MigrationStep::move_to(it.name, &it.from, &it.to), it.note),
            Self::Split(it) => {
                let Some(items) = it.into.as_map() else {
                    return diags.fail(not_an_object(&it.into));
                };
                let mut into = Vec::new();
                for (key, value) in &items {
                    let Some(name) =
                        key.as_keyword().or_else(|| Some(key.as_literal()?.as_str()?.into()))
                    else {
                        return diags.fail(not_an_object(key));
                    };
                    into.push((name, value.text()));
                }
                (MigrationStep::split(it.name, &it.from, into), it.note)
            }
            Self::Convert(it) => {
                let old = type_constraint(&it.old, diags);
                (MigrationStep::convert(it.name, &it.path, old, it.to.text()), it.note)
            }
            Self::Remove(it) if it.if_empty => {
                (MigrationStep::remove_empty(it.name, &it.path), it.note)
            }
            Self::Remove(it) => (MigrationStep::remove(it.name, &it.path), it.note),
        };
        Some(step.note(note.unwrap_or_default()))
    }
}

fn not_an_object(into: &Expression) -> Diagnostic {
    super::super::diags::split_without_object(into.place())
}
