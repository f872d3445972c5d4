//! The details of a hint, which are only computed for one that a user looks at.

use hcldyn_core::Diagnostics;
use hcldyn_core::ext::dynblock::Expansion;

use super::HintKind;
use super::blocks::list;
use crate::ide::Snapshot;
use crate::ide::hover::of_function;
use crate::ide::names::Names;
use crate::ide::tree::Call;
use crate::ide::values::{Scopes, Site, block_of, took_too_long, unless_panics};
use crate::ide::workspace::File;

impl Snapshot {
    /// Returns the details of a hint at an offset in Markdown: a value with its type, all generated blocks, or the function
    /// of a parameter. `None` if it has none, or the source does not have the hint any more. No details show a sensitive
    /// value.
    ///
    /// ```
    /// use hcldyn::syntax::Source;
    /// use hcldyn_lsp::ide::{HintKinds, Language, Workspace};
    ///
    /// let mut workspace = Workspace::new();
    /// workspace.set(Source::new("a.hcl", "size = 2 * 3\n"), Language::without_spec().into());
    /// let snapshot = workspace.snapshot();
    /// let hint = snapshot.hints("a.hcl", 0..12, HintKinds::default()).remove(0);
    /// let docs = snapshot.hint_docs("a.hcl", hint.offset, hint.kind).unwrap();
    /// assert!(docs.contains("`6` (number)"));
    /// ```
    pub fn hint_docs(&self, file: &str, offset: usize, kind: HintKind) -> Option<String> {
        let file = self.file(file)?;
        match kind {
            HintKind::Value => self.value_of_attribute(file, Site::of(file, offset).attribute?),
            HintKind::Blocks => self.blocks_at(file, offset),
            HintKind::Parameter => function_at(self, file, offset),
        }
    }

    /// Returns the blocks that the `dynamic` block whose header ends at an offset generates.
    fn blocks_at(&self, file: &File, offset: usize) -> Option<String> {
        let mut blocks = Site::of(file, offset).blocks;
        let item = blocks.pop()?;
        let evaluated = self.evaluated(file);
        let ctx = evaluated.answering(&self.cancellation);
        let mut diags = Diagnostics::new();
        let generated = ctx.limits().clone().share(|| {
            let scopes = Scopes::inside(file, &blocks, &ctx);
            let [scope] = &*scopes.first else { return None };
            let dynamic = block_of(&scope.body, item).filter(|_| scopes.count == 1)?;
            let collection = dynamic.body.attribute("for_each")?.expr.span().range();
            if evaluated.is_secret(&file.source, &collection) {
                return None;
            }
            unless_panics(|| Expansion::new(&scope.ctx).generate(&dynamic, &mut diags))?
        })?;
        let is_complete = !diags.has_errors() && !took_too_long(&diags);
        is_complete.then(|| list(&generated)).flatten()
    }
}

/// Returns the description of the function that has an argument at an offset.
fn function_at(snapshot: &Snapshot, file: &File, offset: usize) -> Option<String> {
    let starts = |call: &&Call| call.arguments.iter().any(|it| it.range().start == offset);
    let call = file.tree().calls.iter().find(starts)?;
    let name = file.source.slice(call.name);
    if let Some(function) = file.language.context.function(name) {
        return Some(of_function(name, function));
    }
    let names = Names::around(snapshot, file);
    let (definition, _) = names.function(name)?;
    Some(format!("`{}`\n\nDefined at {}.\n", definition.name(), definition.place))
}
