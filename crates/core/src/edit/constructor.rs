//! Objects and tuples: the items and elements that are inserted and removed.

use std::ops::Range;

use super::diags;
use super::edits::{Edits, Wanted};
use super::geometry::Text;
use super::items::sign_like;
use super::new_value::{NewValue, key_text};
use super::path::PathStep;
use crate::cty::internal::CollectVec;
use crate::diag::Diagnostic;
use crate::expr::Expression;
use crate::syntax::native::{Layout, ends_with_heredoc};

/// The indentation of a part, if no other part shows it.
const INDENT: &str = "  ";

/// An object or a tuple constructor.
#[derive(Debug)]
pub(super) struct Constructor {
    pub(super) expr: Expression,
    pub(super) parts: Vec<Element>,
    is_object: bool,
}

/// An item of an object, or an element of a tuple.
#[derive(Debug)]
pub(super) struct Element {
    /// The key of an item.
    pub(super) key: Option<Expression>,
    pub(super) value: Expression,
}

/// A part of a constructor.
#[derive(Debug)]
pub(super) struct ConstructorPart {
    pub(super) constructor: Constructor,
    pub(super) index: usize,
}

impl ConstructorPart {
    pub(super) fn key(&self) -> Option<&Expression> {
        self.constructor.parts[self.index].key.as_ref()
    }

    /// Returns the key of another part of this name.
    pub(super) fn other_key(&self, name: &str) -> Option<&Expression> {
        let others = self.constructor.parts.iter().enumerate().filter(|(at, _)| *at != self.index);
        let mut keys = others.filter_map(|(_, part)| part.key.as_ref());
        keys.find(|key| key.as_name().is_some_and(|it| &*it == name))
    }

    pub(super) fn value(&self) -> &Expression {
        &self.constructor.parts[self.index].value
    }
}

impl Element {
    fn range(&self) -> Range<usize> {
        let start = self.key.as_ref().unwrap_or(&self.value).span().range().start;
        start..self.value.span().range().end
    }
}

impl Constructor {
    /// Returns the constructor that an expression is.
    pub(super) fn of(expr: &Expression) -> Option<Self> {
        let (parts, is_object): (Vec<_>, _) = match (expr.as_map(), expr.as_list()) {
            (Some(items), _) => {
                let item = |(key, value)| Element { key: Some(key), value };
                (items.into_iter().map(item).collect_vec(), true)
            }
            (None, Some(elements)) => {
                let element = |value| Element { key: None, value };
                (elements.into_iter().map(element).collect_vec(), false)
            }
            (None, None) => return None,
        };
        Some(Self { expr: expr.clone(), parts, is_object })
    }

    /// Returns the index of the part to which a step leads, or `None` if it can be added.
    pub(super) fn position(&self, step: &PathStep) -> Result<Option<usize>, Box<Diagnostic>> {
        match (self.is_object, step) {
            (true, PathStep::Name(key) | PathStep::Key(key)) => {
                let name = |part: &Element| part.key.as_ref()?.as_name();
                // The last one counts.
                Ok(self.parts.iter().rposition(|part| name(part).as_ref() == Some(key)))
            }
            (false, PathStep::Index(index)) if *index < self.parts.len() => Ok(Some(*index)),
            (false, PathStep::Index(index)) if *index == self.parts.len() => Ok(None),
            (false, PathStep::Index(index)) => {
                Err(Box::new(diags::no_element(self.expr.place(), self.parts.len(), *index)))
            }
            (true, PathStep::Index(_)) => Err(Box::new(diags::key_required(self.expr.place()))),
            (false, _) => Err(Box::new(diags::index_required(self.expr.place()))),
        }
    }

    /// Inserts a part at an index, which is at most the number of parts.
    pub(super) fn insert(
        &self,
        text: Text<'_>,
        index: usize,
        key: Option<&str>,
        value: &NewValue,
    ) -> Edits {
        let new = |indentation: &str, layout: Layout, rest: &str| {
            self.written(text, key, value, indentation, layout, rest)
        };
        let wanted = key.map_or_else(
            || value.wanted(),
            |key| Wanted::Entry(value.with_name(&key_text(key, self.notation()))),
        );
        match self.parts.get(index) {
            Some(next) => insert_before(text, next.range().start, new, wanted),
            None if self.parts.is_empty() => self.insert_only(text, new, wanted),
            None => self.append(text, new, wanted),
        }
    }

    /// Removes a part, with one of the commas next to it and with the comments on its lines.
    pub(super) fn remove(&self, text: Text<'_>, index: usize) -> Edits {
        let Range { start, end } = self.parts[index].range();
        let own = self.comma_after(text, index);
        let comma = own.clone().or_else(|| self.comma_after(text, index.checked_sub(1)?));
        let is_own_on_line =
            own.as_ref().is_none_or(|comma| !text.text[end..comma.start].contains('\n'));
        let after = own.as_ref().map_or(end, |comma| comma.end);
        let rest = text.rest_of_line(after).filter(|_| is_own_on_line && text.is_first(start));
        let mut edits = Edits::of(start..end, Wanted::Nothing);
        if let Some(rest) = rest {
            // A comma after the part before stays if that is not the last one now.
            let is_last = index + 1 == self.parts.len();
            edits.replace(text.line_start(start)..rest, "");
            if let Some(comma) = comma.filter(|_| own.is_none() && is_last) {
                edits.replace(text.with_its_line(comma), "");
            }
            return edits;
        }
        match (own, comma) {
            (Some(own), _) if !text.has_comment(end..own.start) => {
                let is_last = index + 1 == self.parts.len();
                edits.replace(
                    if is_last {
                        text.spaces_before(start).start..own.end
                    } else {
                        start..text.spaces_after(own.end).end
                    },
                    "",
                );
            }
            (Some(own), _) => {
                edits.replace(start..text.spaces_after(end).end, "");
                edits.replace(own, "");
            }
            (None, Some(comma)) => {
                edits.replace(self.gap_before(text, index)..end, "");
                edits.replace(comma, "");
            }
            (None, None) => edits.replace(self.lone_range(text, index), ""),
        }
        edits
    }

    /// Inserts a part between empty brackets.
    fn insert_only(
        &self,
        text: Text<'_>,
        new: impl Fn(&str, Layout, &str) -> String,
        wanted: Wanted,
    ) -> Edits {
        let inside = self.inside();
        let outer = text.indentation(self.expr.span().range().start);
        if text.is_first(inside.end) {
            let indentation = outer.to_owned() + INDENT;
            let end = format!("{}{}", if self.is_object { "" } else { "," }, text.line_break);
            let new = new(&indentation, Layout::Lines, &end);
            let at = text.line_start(inside.end);
            return Edits::replacing(at..at, indentation + &new + &end, wanted);
        }
        let space = if self.is_object { " " } else { "" };
        let new = new(outer, Layout::Line, "]");
        if text.has_comment(inside.clone()) {
            return Edits::replacing(inside.end..inside.end, new + space, wanted);
        }
        Edits::replacing(inside, format!("{space}{new}{space}"), wanted)
    }

    /// Inserts a part after the last one.
    fn append(
        &self,
        text: Text<'_>,
        new: impl Fn(&str, Layout, &str) -> String,
        wanted: Wanted,
    ) -> Edits {
        let last = self.parts.len() - 1;
        let start = self.parts[last].range().start;
        let end = self.end_of(text, last);
        let is_after_line = text.text[..end].ends_with('\n');
        let comma = self.comma_after(text, last);
        let indentation = text.indentation(start);
        let after = comma.as_ref().map_or(end, |comma| comma.end);
        let is_closed_on_line = text.is_first(self.inside().end);
        let rest = if is_after_line && comma.is_none() {
            Some(end).filter(|_| is_closed_on_line)
        } else {
            text.rest_of_line(after).filter(|_| is_closed_on_line)
        };
        // In an object, the line break after a heredoc is a separator.
        let is_separated = is_after_line && self.is_object;
        let mut edits = Edits::default();
        let Some(rest) = rest else {
            let new = if is_separated {
                new(indentation, Layout::Line, text.line_break) + text.line_break
            } else {
                format!(", {}", new(indentation, Layout::Line, &text.text[end..]))
            };
            edits.replace_item(end..end, new, wanted);
            return edits;
        };
        let before_has_comma =
            || last.checked_sub(1).and_then(|it| self.comma_after(text, it)).is_some();
        if comma.is_none() && !is_separated && (!self.is_object || before_has_comma()) {
            let comma = if is_after_line {
                format!("{indentation},{}", text.line_break)
            } else {
                ",".to_owned()
            };
            edits.replace(end..end, comma);
        }
        let new_end = format!("{}{}", if comma.is_some() { "," } else { "" }, text.line_break);
        let new = new(indentation, Layout::Lines, &new_end);
        edits.replace_item(rest..rest, format!("{indentation}{new}{new_end}"), wanted);
        edits
    }

    /// Returns a new part as source text.
    fn written(
        &self,
        text: Text<'_>,
        key: Option<&str>,
        value: &NewValue,
        indentation: &str,
        layout: Layout,
        rest: &str,
    ) -> String {
        let value = value.written(text, indentation, layout, rest);
        let Some(key) = key else { return value };
        let key = key_text(key, self.notation());
        let last = self.parts.last().and_then(|it| Some((it.key.as_ref()?, &it.value)));
        let Some((last_key, last_value)) = last else { return format!("{key} = {value}") };
        let is_aligned =
            layout == Layout::Lines && !value.contains('\n') && !last_value.text().contains('\n');
        let width = if is_aligned { key.chars().count() } else { usize::MAX };
        let sign = sign_like(text, last_key.span().range(), last_value.span().range().start, width);
        format!("{key}{sign}{value}")
    }

    /// Returns the last key as an example for the notation of others.
    fn notation(&self) -> &str {
        self.parts.last().and_then(|it| it.key.as_ref()).map_or("", Expression::text)
    }

    /// Returns the range between the brackets.
    fn inside(&self) -> Range<usize> {
        let Range { start, end } = self.expr.span().range();
        start + 1..end - 1
    }

    /// Returns the comma after a part.
    fn comma_after(&self, text: Text<'_>, index: usize) -> Option<Range<usize>> {
        let next = self.parts.get(index + 1).map_or(self.inside().end, |next| next.range().start);
        text.comma(self.parts[index].range().end..next)
    }

    /// Returns the offset after a part at which other source text can follow: after the line of the end marker if the part
    /// ends with a heredoc.
    fn end_of(&self, text: Text<'_>, index: usize) -> usize {
        let range = self.parts[index].range();
        if !ends_with_heredoc(&text.text[range.clone()]) {
            return range.end;
        }
        text.text[range.end..].find('\n').map_or(range.end, |at| range.end + at + 1)
    }

    /// Returns the start of the whitespace before a part after another one, but not of a line break that is required by
    /// the part or a comment before it.
    fn gap_before(&self, text: Text<'_>, index: usize) -> usize {
        let start = self.parts[index].range().start;
        let before = index.checked_sub(1);
        let end = before.map_or(self.inside().start, |before| self.end_of(text, before));
        if text.has_comment(end..start) {
            return text.spaces_before(start).start;
        }
        text.text[..start].trim_end().len().max(end)
    }

    /// Returns the range of a part without a comma next to it, and of the whitespace that is not needed without it.
    fn lone_range(&self, text: Text<'_>, index: usize) -> Range<usize> {
        let Range { start, end } = self.parts[index].range();
        let inside = self.inside();
        if self.parts.len() == 1
            && !text.has_comment(inside.start..start)
            && !text.has_comment(end..inside.end)
        {
            return inside;
        }
        match self.parts.get(index + 1).map(|next| next.range().start) {
            Some(next) if !text.has_comment(end..next) => start..next,
            Some(_) => start..end,
            None => self.gap_before(text, index)..end,
        }
    }
}

/// Inserts an element before another one.
fn insert_before(
    text: Text<'_>,
    at: usize,
    new: impl Fn(&str, Layout, &str) -> String,
    wanted: Wanted,
) -> Edits {
    let indentation = text.indentation(at);
    let new = if text.is_first(at) {
        format!("{},{}{indentation}", new(indentation, Layout::Lines, ","), text.line_break)
    } else {
        format!("{}, ", new(indentation, Layout::Line, ","))
    };
    Edits::replacing(at..at, new, wanted)
}
