//! Events of templates.

use hcldyn_syntax::event::Event;
use hcldyn_syntax::source::Span;

use super::{Checker, OpenKind};

impl Checker<'_> {
    /// Checks an event of a template. Returns `true` if it is one.
    pub(super) fn template(&mut self, event: Event, span: Span) -> bool {
        match event {
            Event::TemplateStart(_) => {
                self.start(OpenKind::Template { start: span.start }, span.end);
            }
            Event::Text { .. } => {
                assert!(span.start < span.end, "a text without characters");
                self.part(span);
            }
            Event::Interpolation(_) => self.interpolation(span),
            Event::If(_) => {
                self.interpolation(span);
                self.start(OpenKind::If { has_else: false }, span.end);
            }
            Event::Else(_) => {
                self.part(span);
                let open = self.innermost();
                assert_eq!(
                    open.kind,
                    OpenKind::If { has_else: false },
                    "an `else` without an `if`"
                );
                open.kind = OpenKind::If { has_else: true };
            }
            Event::ForDirective { key, value, .. } => {
                self.interpolation(span);
                for variable in key.into_iter().chain([value]) {
                    self.check_span(variable);
                    assert!(span.start <= variable.start && variable.end <= span.end);
                }
                self.start(OpenKind::For, span.end);
            }
            Event::EndIf(_) | Event::EndFor(_) => self.end_directive(event, span),
            Event::TemplateEnd => {
                let open = self.end();
                let OpenKind::Template { start } = open.kind else {
                    panic!("{open:?} is not a template")
                };
                assert_eq!(start, span.start, "a template that starts somewhere else");
                assert!(open.at <= span.end, "a template that ends before its last part");
                self.push(span, open.depth + 1);
            }
            _ => return false,
        }
        true
    }

    fn part(&mut self, span: Span) {
        let open = self.innermost();
        let is_template =
            matches!(open.kind, OpenKind::Template { .. } | OpenKind::If { .. } | OpenKind::For);
        assert!(is_template, "a part of a template in {open:?}");
        let base = open.base;
        assert_eq!(self.operands.len(), base, "operands left in a template");
        self.follow(span);
    }

    /// Checks a part that pops an expression.
    fn interpolation(&mut self, span: Span) {
        let depth = self.pop(1, span);
        self.part(span);
        let open = self.innermost();
        open.depth = open.depth.max(depth);
    }

    fn end_directive(&mut self, event: Event, span: Span) {
        self.part(span);
        let open = self.end();
        let is_its_end = match event {
            Event::EndFor(_) => open.kind == OpenKind::For,
            _ => matches!(open.kind, OpenKind::If { .. }),
        };
        assert!(is_its_end, "{event:?} in {open:?}");
        self.follow(span);
        let outer = self.innermost();
        outer.depth = outer.depth.max(open.depth + 1);
    }
}
