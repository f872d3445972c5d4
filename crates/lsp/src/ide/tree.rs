//! The parts and the items of a source, by the events of the parser.

use hcldyn_syntax::error::SyntaxError;
use hcldyn_syntax::event::{Event, Receiver};
use hcldyn_syntax::parser;
use hcldyn_syntax::source::Span;

/// A source as the parser reads it. Errors are left out.
#[derive(Debug, Default)]
pub(super) struct Tree {
    /// The events in postfix order, each with the span of the whole part, operands included.
    pub(super) parts: Vec<(Event, Span)>,
    pub(super) items: Vec<Item>,
    /// The parts in which `for` variables are known.
    pub(super) scopes: Vec<LocalScope>,
    pub(super) calls: Vec<Call>,
}

/// A call of a function.
#[derive(Debug)]
pub(super) struct Call {
    pub(super) name: Span,
    pub(super) arguments: Vec<Span>,
}

/// A part of a source with variables of its own.
#[derive(Debug)]
pub(super) struct LocalScope {
    /// The spans of the names.
    pub(super) names: Vec<Span>,
    pub(super) collection: Span,
    pub(super) span: Span,
}

/// An attribute or a block.
#[derive(Debug)]
pub(super) struct Item {
    /// The name of the attribute, or the type of the block.
    pub(super) name: Span,
    /// The labels of a block, with their quotes in native syntax.
    pub(super) labels: Vec<Span>,
    pub(super) span: Span,
    /// The items of a block; `None` for an attribute.
    pub(super) items: Option<Vec<Self>>,
}

impl Tree {
    /// Parses a source.
    pub(super) fn of(text: &str) -> Self {
        let mut builder = Builder::default();
        parser::parse_body(text, &mut builder);
        while !builder.outer.is_empty() {
            builder.leave_block(Span::empty(text.len() as u32));
        }
        builder.into_tree()
    }

    /// Returns all items, each before those inside it, with the number of blocks around it.
    pub(super) fn all_items(&self) -> Vec<(&Item, usize)> {
        let mut found = Vec::new();
        let mut open: Vec<_> = self.items.iter().rev().map(|item| (item, 0)).collect();
        while let Some((item, depth)) = open.pop() {
            found.push((item, depth));
            open.extend(item.items.iter().flatten().rev().map(|item| (item, depth + 1)));
        }
        found
    }
}

impl Item {
    /// Returns the span from the name to the last label.
    pub(super) fn header(&self) -> Span {
        self.labels.last().map_or(self.name, |last| self.name.to(*last))
    }
}

/// The tree of the events so far.
#[derive(Default)]
pub(super) struct Builder {
    tree: Tree,
    /// The spans of the expressions without a parent.
    values: Vec<Span>,
    /// The number of expressions before each open template.
    templates: Vec<usize>,
    labels: Vec<Span>,
    /// The open `for` directives.
    directives: Vec<LocalScope>,
    /// The open blocks, each with the items before it.
    outer: Vec<(Item, Vec<Item>)>,
}

impl Builder {
    pub(super) fn into_tree(self) -> Tree {
        self.tree
    }

    fn leave_block(&mut self, close: Span) {
        let Some((mut block, before)) = self.outer.pop() else { return };
        block.span = block.span.to(close);
        block.items = Some(std::mem::replace(&mut self.tree.items, before));
        self.tree.items.push(block);
    }

    /// Returns the span of an expression with its operands.
    fn whole(&mut self, event: Event, span: Span) -> Span {
        let operands = self.values.split_off(self.values.len().saturating_sub(event.operands()));
        let whole = operands.first().map_or(span, |first| first.to(span));
        self.values.push(whole);
        match event {
            // The collection, the first operand, does not see the variables.
            Event::For { key_var, value_var, .. } => self.tree.scopes.push(LocalScope {
                names: key_var.into_iter().chain([value_var]).collect(),
                collection: operands.first().copied().unwrap_or(whole.at_start()),
                span: Span::new(operands.first().map_or(whole.start, |it| it.end), whole.end),
            }),
            Event::Call { name, .. } => self.tree.calls.push(Call { name, arguments: operands }),
            Event::ForDirective { key, value, .. } => self.directives.push(LocalScope {
                names: key.into_iter().chain([value]).collect(),
                collection: operands.first().copied().unwrap_or(whole.at_start()),
                span: Span::empty(span.end),
            }),
            Event::EndFor(_) => {
                let scope = self.directives.pop();
                let closed = scope.map(|it| LocalScope { span: it.span.to(span), ..it });
                self.tree.scopes.extend(closed);
            }
            _ => {}
        }
        whole
    }
}

impl Receiver for Builder {
    fn event(&mut self, event: Event, span: Span) {
        let whole = match event {
            Event::Attribute { name } => {
                let span = self.values.pop().map_or(name, |value| name.to(value)).to(name.to(span));
                self.tree.items.push(Item { name, labels: Vec::new(), span, items: None });
                span
            }
            Event::Label { .. } => {
                self.labels.push(span);
                span
            }
            Event::BlockStart { ty } => {
                let labels = std::mem::take(&mut self.labels);
                let block = Item { name: ty, labels, span: ty.to(span), items: None };
                self.outer.push((block, std::mem::take(&mut self.tree.items)));
                span
            }
            Event::BlockEnd => {
                self.leave_block(span);
                span
            }
            Event::Unreadable => {
                self.labels.clear();
                span
            }
            Event::TemplateStart(_) => {
                self.templates.push(self.values.len());
                span
            }
            Event::TemplateEnd => {
                self.values.truncate(self.templates.pop().unwrap_or_default());
                self.values.push(span);
                span
            }
            event => self.whole(event, span),
        };
        self.tree.parts.push((event, whole));
    }

    fn error(&mut self, _: SyntaxError) {}
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns the source text of each item, indented by the blocks around it.
    fn items(text: &str) -> Vec<String> {
        let tree = Tree::of(text);
        let items = tree.all_items().into_iter();
        items.map(|(item, depth)| "  ".repeat(depth) + &text[item.span.range()]).collect()
    }

    #[test]
    fn items_are_nested() {
        assert_eq!(
            items("a = 1 + b.c\nd \"e\" {\n  f = [1]\n}\n"),
            ["a = 1 + b.c", "d \"e\" {\n  f = [1]\n}", "  f = [1]"]
        );
    }

    #[test]
    fn a_broken_item_leaves_the_others() {
        assert_eq!(items("a = 1\nb = (\nc = 3\n")[0], "a = 1");
        let open = items("a {\n  b = 1\n");
        assert_eq!(open[1], "  b = 1");
    }

    #[test]
    fn a_part_has_its_operands() {
        let text = "a = f(1, [x.y])";
        let tree = Tree::of(text);
        let calls = tree.parts.iter().filter(|(event, _)| matches!(event, Event::Call { .. }));
        assert_eq!(calls.map(|(_, span)| &text[span.range()]).collect::<Vec<_>>(), ["f(1, [x.y])"]);
    }
}
