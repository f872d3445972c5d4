//! A receiver that checks the postfix order of events, and the spans of events and errors.
//!
//! The fuzz target `syntax` includes this file too.

mod expressions;
mod templates;

use hcldyn_syntax::error::SyntaxError;
use hcldyn_syntax::event::{Event, Receiver};
use hcldyn_syntax::parser::{MAX_BLOCK_NESTING, parse_body, parse_expression, parse_template};
use hcldyn_syntax::source::Span;

/// The result of a checked parse.
#[derive(Debug)]
pub(crate) struct Checked {
    /// The errors, in the order of their reports.
    pub(crate) errors: Vec<SyntaxError>,
    /// `true` if there is an `Error` or an `Unreadable` event.
    pub(crate) is_damaged: bool,
    /// The depth of the deepest tree of operands. A chain of operators counts once.
    pub(crate) depth: usize,
}

/// Parses a source as a body and checks all events.
pub(crate) fn check_body(text: &str) -> Checked {
    let mut checker = Checker::new(text);
    parse_body(text, &mut checker);
    checker.finish(0)
}

/// Parses a source as an expression and checks all events.
pub(crate) fn check_expression(text: &str) -> Checked {
    check_expression_from(text, 0)
}

/// Parses the end of a source as an expression and checks all events.
pub(crate) fn check_expression_from(text: &str, start: usize) -> Checked {
    let mut checker = Checker::new(text);
    parse_expression(text, start..text.len(), &mut checker);
    checker.finish(1)
}

/// Parses a source as a template and checks all events.
pub(crate) fn check_template(text: &str) -> Checked {
    let mut checker = Checker::new(text);
    parse_template(text, 0..text.len(), &mut checker);
    checker.finish(1)
}

/// An expression on the stack.
#[derive(Clone, Copy, Debug)]
struct Operand {
    span: Span,
    depth: usize,
    /// `true` for a chain of binary operators, which another operator can continue.
    is_row: bool,
}

/// A part that is still open.
#[derive(Debug)]
struct Open {
    kind: OpenKind,
    /// The number of operands below those inside.
    base: usize,
    /// The end of the last part inside.
    at: u32,
    /// The depth of the deepest part inside.
    depth: usize,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum OpenKind {
    Root,
    Block,
    Template { start: u32 },
    If { has_else: bool },
    For,
    Splat { source: Span },
}

struct Checker<'t> {
    text: &'t str,
    operands: Vec<Operand>,
    /// The open parts, the root first.
    open: Vec<Open>,
    blocks: u32,
    /// The end of the last label of the next block.
    labels: Option<u32>,
    result: Checked,
}

impl<'t> Checker<'t> {
    fn new(text: &'t str) -> Self {
        let root = Open { kind: OpenKind::Root, base: 0, at: 0, depth: 0 };
        let result = Checked { errors: Vec::new(), is_damaged: false, depth: 0 };
        Self { text, operands: Vec::new(), open: vec![root], blocks: 0, labels: None, result }
    }

    fn finish(self, operands: usize) -> Checked {
        assert_eq!(self.operands.len(), operands, "operands at the end");
        assert_eq!(self.open.len(), 1, "open at the end: {:?}", self.open.last());
        assert_eq!(self.labels, None, "labels without a block");
        let has_errors = !self.result.errors.is_empty();
        assert!(has_errors || !self.result.is_damaged, "a damaged part without an error");
        self.result
    }

    fn check_span(&self, span: Span) {
        assert!(self.text.get(span.range()).is_some(), "{span:?} is not a slice of the source");
    }

    fn innermost(&mut self) -> &mut Open {
        self.open.last_mut().expect("the root is never popped")
    }

    fn start(&mut self, kind: OpenKind, at: u32) {
        let base = self.operands.len();
        self.open.push(Open { kind, base, at, depth: 0 });
    }

    /// Ends the innermost open part, which must not contain operands.
    fn end(&mut self) -> Open {
        let open = self.open.pop().expect("something is open");
        assert_eq!(self.operands.len(), open.base, "operands left in {open:?}");
        open
    }

    /// Checks that a part comes after the previous one.
    fn follow(&mut self, span: Span) {
        let open = self.innermost();
        assert!(span.start >= open.at, "a part at {span:?} starts before {}, in {open:?}", open.at);
        open.at = span.end;
    }

    /// Pops operands and returns the depth of the deepest.
    fn pop(&mut self, count: usize, whole: Span) -> usize {
        let base = self.innermost().base;
        let start = self.operands.len().checked_sub(count).filter(|start| *start >= base);
        let start =
            start.unwrap_or_else(|| panic!("{count} operands are popped: {:?}", self.operands));
        let (mut depth, mut at) = (0, whole.start);
        for part in self.operands.drain(start..) {
            let Operand { span, .. } = part;
            depth = depth.max(part.depth);
            assert!(
                at <= span.start && span.end <= whole.end,
                "{part:?} is outside of {at}, {whole:?}"
            );
            at = span.end;
        }
        depth
    }

    fn push(&mut self, span: Span, depth: usize) {
        self.result.depth = self.result.depth.max(depth);
        self.operands.push(Operand { span, depth, is_row: false });
    }

    /// Checks an event of a body. Returns `true` if it is one.
    fn item(&mut self, event: Event, span: Span) -> bool {
        match event {
            Event::Label { .. } => {
                self.in_body();
                assert!(self.labels.is_none_or(|end| end <= span.start), "labels out of order");
                self.labels = Some(span.end);
                return true;
            }
            Event::Attribute { name } => {
                assert_eq!(self.labels, None, "labels of an attribute");
                assert_eq!(name.start, span.start, "an attribute starts with its name");
                self.pop(1, Span::new(name.end, span.end));
                self.in_body();
                self.follow(span);
            }
            Event::BlockStart { ty } => {
                self.in_body();
                assert!(self.labels.is_none_or(|end| end <= span.start), "labels after the brace");
                assert!(ty.end <= span.start, "the type of a block is after its brace");
                self.follow(ty.to(span));
                self.start(OpenKind::Block, span.end);
                self.blocks += 1;
                assert!(self.blocks <= MAX_BLOCK_NESTING, "blocks are nested too deeply");
            }
            Event::BlockEnd => {
                assert_eq!(self.labels, None, "labels at the end of a block");
                self.in_body();
                self.follow(span);
                assert_eq!(self.end().kind, OpenKind::Block);
                self.blocks -= 1;
                self.follow(span);
            }
            Event::Unreadable => {
                self.in_body();
                self.follow(span);
                self.result.is_damaged = true;
            }
            _ => {
                assert_eq!(self.labels, None, "an expression between labels");
                return false;
            }
        }
        self.labels = None;
        true
    }

    /// Checks that no operands are left in a body.
    fn in_body(&mut self) {
        let open = self.innermost();
        assert!(matches!(open.kind, OpenKind::Root | OpenKind::Block), "an item in {open:?}");
        let base = open.base;
        assert_eq!(
            self.operands.len(),
            base,
            "operands left in a body: {:?}",
            self.operands.last()
        );
    }
}

impl Receiver for Checker<'_> {
    fn event(&mut self, event: Event, span: Span) {
        self.check_span(span);
        if !self.item(event, span) && !self.template(event, span) {
            self.expression(event, span);
        }
    }

    fn error(&mut self, error: SyntaxError) {
        self.check_span(error.span);
        if let Some(related) = error.related {
            self.check_span(related);
        }
        self.result.errors.push(error);
    }
}
