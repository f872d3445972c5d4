//! Events of expressions.

use hcldyn_syntax::event::Event;
use hcldyn_syntax::source::Span;

use super::{Checker, OpenKind, Operand};

impl Checker<'_> {
    pub(super) fn expression(&mut self, event: Event, span: Span) {
        match event {
            Event::Attr { name } => self.step(span, name),
            Event::LegacyIndex { number } => self.step(span, number),
            Event::Index => {
                let depth = self.pop(1, span);
                self.step(span, span);
                let target = self.top();
                target.depth = target.depth.max(depth + 1);
            }
            Event::Binary { operator, .. } => self.binary(span, operator),
            Event::SplatStart => {
                let source = *self.top();
                assert!(source.span.end <= span.start, "a splat before its source");
                // From here on, steps are steps into each element.
                self.start(OpenKind::Splat { source: source.span }, span.end);
                self.innermost().base -= 1;
            }
            Event::SplatEnd => self.splat_end(span),
            Event::Error { parts } => {
                self.result.is_damaged = true;
                self.operator(span, parts as usize);
            }
            Event::Unary { operator, .. } => {
                assert_eq!(operator.start, span.start, "a sign is the start of its operation");
                self.operator(span, 1);
            }
            Event::Parens => self.operator(span, 1),
            Event::Conditional => self.operator(span, 3),
            Event::Tuple { elements } => self.operator(span, elements as usize),
            Event::Object { items } => self.operator(span, 2 * items as usize),
            Event::For { key_var, value_var, has_key, has_condition, .. } => {
                for variable in key_var.into_iter().chain([value_var]) {
                    self.check_inside(variable, span);
                }
                self.operator(span, 2 + usize::from(has_key) + usize::from(has_condition));
            }
            Event::Call { name, args, .. } => {
                self.check_inside(name, span);
                self.operator(Span::new(name.end, span.end), args as usize);
                self.top().span = span;
            }
            Event::Null
            | Event::True
            | Event::False
            | Event::Number
            | Event::Variable
            | Event::Key
            | Event::String { .. } => {
                assert!(span.start < span.end, "{event:?} without characters");
                self.operator(span, 0);
            }
            other => panic!("{other:?} is not an event of an expression"),
        }
    }

    /// Pops the parts of an expression and pushes the expression.
    fn operator(&mut self, span: Span, parts: usize) {
        let depth = self.pop(parts, span);
        self.push(span, depth + 1);
    }

    fn top(&mut self) -> &mut Operand {
        let base = self.innermost().base;
        assert!(self.operands.len() > base, "no operand");
        self.operands.last_mut().expect("there are more than the base")
    }

    fn check_inside(&self, part: Span, whole: Span) {
        self.check_span(part);
        assert!(whole.start <= part.start && part.end <= whole.end, "{part:?} is not in {whole:?}");
    }

    fn step(&mut self, span: Span, name: Span) {
        self.check_inside(name, span);
        let target = self.top();
        assert!(target.span.end <= span.start, "a step at {span:?} into {target:?}");
        target.span = target.span.to(span);
        target.is_row = false;
    }

    fn binary(&mut self, span: Span, operator: Span) {
        self.check_inside(operator, span);
        let right = *self.top();
        self.pop(1, Span::new(operator.end, span.end));
        let left = *self.top();
        self.pop(1, Span::new(span.start, operator.start));
        // A chain of operators is one level.
        let left_depth = if left.is_row { left.depth } else { left.depth + 1 };
        self.push(span, left_depth.max(right.depth + 1));
        self.top().is_row = true;
    }

    fn splat_end(&mut self, span: Span) {
        let each = *self.top();
        self.pop(1, span);
        let open = self.end();
        let OpenKind::Splat { source } = open.kind else { panic!("{open:?} is not a splat") };
        assert!(
            span.start <= source.start && open.at <= span.end,
            "a splat that does not cover itself"
        );
        self.push(span, each.depth + 1);
    }
}
