//! Many values that are set at once.

use std::collections::BTreeMap;
use std::ops::Range;

use super::edits::{Edits, Wanted};
use super::find::{self, Contents, DocumentItem, FoundItem};
use super::new_value::NewValue;
use super::{Document, ItemPath, Mode, ToItemPath};
use crate::cty::Value;
use crate::diag::Diagnostics;

impl Document {
    /// Sets many values, with the result of [`Self::set`] for one after the other.
    ///
    /// Values that exist, and get a new one without line breaks, are replaced together: the source is parsed once for
    /// all of them, not once for each. All other values are set one by one.
    ///
    /// # Errors
    ///
    /// Fails as [`Self::set`] does for the first value that can't be set. The document is then unchanged.
    ///
    /// ```
    /// use hcldyn::edit::Document;
    ///
    /// let mut document: Document = "server \"a\" {\n  port = 80\n}\nserver \"b\" {\n  port = 81\n}\n".parse()?;
    /// document.set_all([(r#"server["a"].port"#, 8080), (r#"server["b"].port"#, 8081)])?;
    /// assert_eq!(document.get(r#"server["b"].port"#)?.text(), "8081");
    ///
    /// let error = document.set_all([(r#"server["a"].port"#, 1), ("client.port", 2)]);
    /// assert!(error.is_err());
    /// assert_eq!(document.get(r#"server["a"].port"#)?.text(), "8080");
    /// # Ok::<(), hcldyn::Diagnostics>(())
    /// ```
    pub fn set_all<P: ToItemPath, V: Into<Value>>(
        &mut self,
        values: impl IntoIterator<Item = (P, V)>,
    ) -> Result<(), Diagnostics> {
        let values = values
            .into_iter()
            .map(|(path, value)| Ok((path.to_item_path()?, NewValue::of_value(&value.into())?)));
        self.set_each(values)
    }

    /// Sets many items to expressions, with the result of [`Self::set_expression`] for one after the other. The source is
    /// parsed as by [`Self::set_all`].
    pub(crate) fn set_all_expressions<'e>(
        &mut self,
        expressions: impl IntoIterator<Item = (ItemPath, &'e str)>,
    ) -> Result<(), Diagnostics> {
        let values = expressions
            .into_iter()
            .map(|(path, expression)| Ok((path, NewValue::of_expression(expression)?)));
        self.set_each(values)
    }

    fn set_each(
        &mut self,
        values: impl Iterator<Item = Result<(ItemPath, NewValue), Diagnostics>>,
    ) -> Result<(), Diagnostics> {
        let (document, contents) = (self.clone(), Contents::default());
        let mut batch = Batch { document, contents, replaced: BTreeMap::new() };
        for value in values {
            let (path, value) = value?;
            batch.set(&path, &value)?;
        }
        batch.apply()?;
        *self = batch.document;
        Ok(())
    }
}

/// A document with replaced values that are not applied yet.
struct Batch {
    document: Document,
    contents: Contents,
    /// The ends of the replaced ranges, their new text and the wanted value, by their starts. They do not overlap.
    replaced: BTreeMap<usize, (usize, String, Wanted)>,
}

impl Batch {
    fn set(&mut self, path: &ItemPath, value: &NewValue) -> Result<(), Diagnostics> {
        if let Some((range, text)) = self.independent(path, value) {
            self.replaced.insert(range.start, (range.end, text, value.wanted()));
            return Ok(());
        }
        self.apply()?;
        self.contents = Contents::default();
        self.document.write(path, value, Mode::Set)
    }

    /// Returns the range and the new text of a value, unless they may depend on the values replaced so far: text with
    /// line breaks is indented like the line before it.
    fn independent(&mut self, path: &ItemPath, value: &NewValue) -> Option<(Range<usize>, String)> {
        let found = find::find_in(&self.document.body, path, &mut self.contents).ok()?;
        let old = match &found {
            FoundItem::Item(DocumentItem::Attribute(attribute)) => &attribute.expr,
            FoundItem::Item(DocumentItem::Part(part)) => part.value(),
            _ => return None,
        };
        let (range, text) = value.replacement(self.document.text(), old);
        let before = self.replaced.range(..range.end).next_back();
        let is_free = before.is_none_or(|(_, (end, ..))| *end <= range.start);
        (is_free && !text.contains('\n')).then_some((range, text))
    }

    /// Applies the replacements.
    fn apply(&mut self) -> Result<(), Diagnostics> {
        if self.replaced.is_empty() {
            return Ok(());
        }
        let mut edits = Edits::default();
        for (start, (end, text, wanted)) in std::mem::take(&mut self.replaced) {
            edits.replace_item(start..end, text, wanted);
        }
        self.document.change(&edits)
    }
}
