//! The printing of `hcl-rs` bodies.
//!
//! The output of `hcl-rs` itself does not always have the same meaning: quotes in templates lose their escapes,
//! and operands lose their parentheses.

use hcl::expr::{
    BinaryOp, Conditional, Expression, ForExpr, FuncCall, Heredoc, HeredocStripMode, ObjectKey,
    Operation, TemplateExpr, Traversal, TraversalOperator, UnaryOp,
};
use hcl::{Attribute, Block, BlockLabel, Body, Identifier, Structure};
use hcl_edit::Span as _;
use hcl_edit::parser::parse_template;
use hcl_edit::template::{Directive, Element, Template};

use crate::source::Span;
use crate::syntax::native::{Layout, push_template_text, to_hcl_literal};

/// The printed source, and the spans of placeholders for invalid parts.
pub(super) struct PrintedBody {
    pub(super) text: String,
    pub(super) faults: Vec<(Span, Fault)>,
}

/// An invalid part of a body.
pub(super) enum Fault {
    /// An invalid name.
    Name(String),
    /// An invalid template.
    Template,
}

/// Prints a body, with one line for each attribute.
pub(super) fn body(body: &Body) -> PrintedBody {
    let mut printer = Printer { text: String::new(), indent: 0, faults: Vec::new() };
    printer.body(body);
    PrintedBody { text: printer.text, faults: printer.faults }
}

struct Printer {
    text: String,
    /// The number of blocks that enclose the current line.
    indent: usize,
    faults: Vec<(Span, Fault)>,
}

impl Printer {
    fn body(&mut self, body: &Body) {
        for structure in body {
            self.text.extend(std::iter::repeat_n("  ", self.indent));
            match structure {
                Structure::Attribute(attribute) => self.attribute(attribute),
                Structure::Block(block) => self.block(block),
            }
            self.text.push('\n');
        }
    }

    fn attribute(&mut self, attribute: &Attribute) {
        self.name(&attribute.key);
        self.text.push_str(" = ");
        match &attribute.expr {
            Expression::TemplateExpr(template) => match &**template {
                TemplateExpr::Heredoc(heredoc) => self.heredoc(&content(heredoc)),
                TemplateExpr::QuotedString(text) => self.template(text),
            },
            expr => self.expr(expr),
        }
    }

    fn block(&mut self, block: &Block) {
        self.name(&block.identifier);
        for label in &block.labels {
            self.text.push(' ');
            match label {
                BlockLabel::Identifier(name) => self.name(name),
                BlockLabel::String(text) => self.quoted(text),
            }
        }
        self.text.push_str(" {\n");
        self.indent += 1;
        self.body(&block.body);
        self.indent -= 1;
        self.text.extend(std::iter::repeat_n("  ", self.indent));
        self.text.push('}');
    }

    /// Prints a name. A program can create invalid names, which are replaced and recorded.
    fn name(&mut self, name: &Identifier) {
        let start = self.text.len();
        let valid = Identifier::sanitized(name.as_str());
        self.text.push_str(&valid);
        if valid != *name {
            self.fault(start, Fault::Name(name.to_string()));
        }
    }

    fn expr(&mut self, expr: &Expression) {
        match expr {
            Expression::Null => self.text.push_str("null"),
            Expression::Bool(value) => self.text.push_str(if *value { "true" } else { "false" }),
            Expression::Number(number) => self.text.push_str(&number.to_string()),
            Expression::String(text) => self.quoted(text),
            Expression::Array(elements) => {
                self.text.push('[');
                self.separated(elements);
                self.text.push(']');
            }
            Expression::Object(items) => self.object(items.iter()),
            Expression::TemplateExpr(template) => match &**template {
                TemplateExpr::QuotedString(text) => self.template(text),
                TemplateExpr::Heredoc(heredoc) => self.template(&content(heredoc)),
            },
            Expression::Variable(name) => self.name(name),
            Expression::Traversal(traversal) => self.traversal(traversal),
            Expression::FuncCall(call) => self.call(call),
            Expression::Parenthesis(inner) => self.in_parens(inner),
            Expression::Conditional(conditional) => self.conditional(conditional),
            Expression::Operation(operation) => match &**operation {
                Operation::Unary(operation) => self.unary(operation),
                Operation::Binary(operation) => self.binary(operation),
            },
            Expression::ForExpr(expr) => self.for_expr(expr),
            // A new variant of `hcl-rs` is printed by `hcl-rs` itself.
            other => self.text.push_str(&other.to_string()),
        }
    }

    fn separated<'a>(&mut self, elements: impl IntoIterator<Item = &'a Expression>) {
        for (rank, element) in elements.into_iter().enumerate() {
            self.text.push_str(if rank > 0 { ", " } else { "" });
            self.expr(element);
        }
    }

    fn object<'a>(&mut self, items: impl Iterator<Item = (&'a ObjectKey, &'a Expression)>) {
        self.text.push('{');
        for (rank, (key, value)) in items.enumerate() {
            self.text.push_str(if rank > 0 { ", " } else { " " });
            match key {
                // Without quotes, it would start a `for` expression.
                ObjectKey::Identifier(name) if name.as_str() == "for" => self.quoted(name),
                ObjectKey::Identifier(name) => self.name(name),
                ObjectKey::Expression(
                    key @ (Expression::Null
                    | Expression::Bool(_)
                    | Expression::Number(_)
                    | Expression::String(_)),
                ) => self.expr(key),
                ObjectKey::Expression(key) => self.in_parens(key),
                other => self.text.push_str(&other.to_string()),
            }
            self.text.push_str(" = ");
            self.expr(value);
        }
        self.text.push_str(" }");
    }

    fn traversal(&mut self, traversal: &Traversal) {
        match &traversal.expr {
            source @ (Expression::Variable(_)
            | Expression::Traversal(_)
            | Expression::FuncCall(_)
            | Expression::Parenthesis(_)) => self.expr(source),
            source => self.in_parens(source),
        }
        for operator in &traversal.operators {
            match operator {
                TraversalOperator::AttrSplat => self.text.push_str(".*"),
                TraversalOperator::FullSplat => self.text.push_str("[*]"),
                TraversalOperator::GetAttr(name) => {
                    self.text.push('.');
                    self.name(name);
                }
                TraversalOperator::Index(key) => {
                    self.text.push('[');
                    self.expr(key);
                    self.text.push(']');
                }
                TraversalOperator::LegacyIndex(index) => self.text.push_str(&format!(".{index}")),
            }
        }
    }

    fn call(&mut self, call: &FuncCall) {
        for namespace in &call.name.namespace {
            self.name(namespace);
            self.text.push_str("::");
        }
        self.name(&call.name.name);
        self.text.push('(');
        self.separated(&call.args);
        self.text.push_str(if call.expand_final { "...)" } else { ")" });
    }

    fn conditional(&mut self, conditional: &Conditional) {
        let is_nested = |expr: &Expression| matches!(expr, Expression::Conditional(_));
        self.in_parens_if(is_nested, &conditional.cond_expr);
        self.text.push_str(" ? ");
        self.in_parens_if(is_nested, &conditional.true_expr);
        self.text.push_str(" : ");
        self.expr(&conditional.false_expr);
    }

    fn unary(&mut self, operation: &UnaryOp) {
        self.text.push_str(operation.operator.as_str());
        self.in_parens_if(|operand| precedence(operand) < UNARY, &operation.expr);
    }

    /// Prints a binary operation. Operators of equal precedence are evaluated from left to right.
    fn binary(&mut self, operation: &BinaryOp) {
        let own = operation.operator.precedence();
        self.in_parens_if(|operand| precedence(operand) < own, &operation.lhs_expr);
        self.text.push_str(&format!(" {} ", operation.operator));
        self.in_parens_if(|operand| precedence(operand) <= own, &operation.rhs_expr);
    }

    fn for_expr(&mut self, expr: &ForExpr) {
        self.text.push_str(if expr.key_expr.is_some() { "{ for " } else { "[for " });
        if let Some(key) = &expr.key_var {
            self.name(key);
            self.text.push_str(", ");
        }
        self.name(&expr.value_var);
        self.text.push_str(" in ");
        self.expr(&expr.collection_expr);
        self.text.push_str(" : ");
        if let Some(key) = &expr.key_expr {
            self.expr(key);
            self.text.push_str(" => ");
        }
        self.expr(&expr.value_expr);
        if expr.grouping && expr.key_expr.is_some() {
            self.text.push_str("...");
        }
        if let Some(condition) = &expr.cond_expr {
            self.text.push_str(" if ");
            self.expr(condition);
        }
        self.text.push_str(if expr.key_expr.is_some() { " }" } else { "]" });
    }

    fn in_parens_if(&mut self, is_needed: impl Fn(&Expression) -> bool, expr: &Expression) {
        if is_needed(expr) { self.in_parens(expr) } else { self.expr(expr) }
    }

    fn in_parens(&mut self, expr: &Expression) {
        self.text.push('(');
        self.expr(expr);
        self.text.push(')');
    }

    /// Prints a string without template parts.
    fn quoted(&mut self, text: &str) {
        let literal = to_hcl_literal(&text.into(), Layout::Line);
        // Every string has a literal.
        self.text.push_str(&literal.unwrap_or_default());
    }

    /// Prints a template of whole lines as a heredoc, because `~` strips at most one line in a heredoc.
    fn heredoc(&mut self, text: &str) {
        let is_whole = text.is_empty() || text.ends_with('\n');
        if !is_whole || text.contains('\r') || parse_template(text).is_err() {
            return self.template(text);
        }
        let mut marker = "EOT".to_owned();
        while text.lines().any(|line| line.trim_start().starts_with(&marker)) {
            marker.push('_');
        }
        self.text.push_str(&format!("<<{marker}\n{text}{marker}"));
    }

    /// Prints a template in quotes, given in the form of a heredoc. Only its text outside interpolations and
    /// directives needs escapes.
    fn template(&mut self, text: &str) {
        let start = self.text.len();
        let Ok(template) = parse_template(text) else {
            self.quoted(text);
            self.fault(start, Fault::Template);
            return;
        };
        let mut literals = Vec::new();
        literal_spans(&template, &mut literals);
        self.text.push('"');
        let mut done = 0;
        for literal in literals {
            self.text.push_str(&text[done..literal.start]);
            push_template_text(&text[literal.clone()], &mut self.text);
            done = literal.end;
        }
        self.text.push_str(&text[done..]);
        self.text.push('"');
    }

    fn fault(&mut self, start: usize, fault: Fault) {
        self.faults.push((Span::from(start..self.text.len()), fault));
    }
}

/// The precedence of unary operators, above that of all binary operators.
const UNARY: u8 = 7;

fn precedence(expr: &Expression) -> u8 {
    match expr {
        Expression::Conditional(_) => 0,
        Expression::Operation(operation) => match &**operation {
            Operation::Unary(_) => UNARY,
            Operation::Binary(operation) => operation.operator.precedence(),
        },
        _ => u8::MAX,
    }
}

/// Returns the template of a heredoc, without the indentation that `<<-` strips.
fn content(heredoc: &Heredoc) -> String {
    let lines = || heredoc.template.split_inclusive('\n');
    let blanks = |line: &str| line.len() - line.trim_start_matches(' ').len();
    let stripped = match heredoc.strip {
        HeredocStripMode::None => 0,
        HeredocStripMode::Indent => {
            let written = lines().filter(|line| !line.trim().is_empty());
            written.map(blanks).min().unwrap_or(0)
        }
    };
    lines().map(|line| &line[stripped.min(blanks(line))..]).collect()
}

/// Returns the spans of the literal parts of a template, in source order.
fn literal_spans(template: &Template, spans: &mut Vec<std::ops::Range<usize>>) {
    for element in template {
        match element {
            Element::Literal(literal) => spans.extend(literal.span()),
            Element::Interpolation(_) => {}
            Element::Directive(directive) => match &**directive {
                Directive::If(directive) => {
                    literal_spans(&directive.if_expr.template, spans);
                    let otherwise = directive.else_expr.iter();
                    otherwise.for_each(|it| literal_spans(&it.template, spans));
                }
                Directive::For(directive) => literal_spans(&directive.for_expr.template, spans),
            },
        }
    }
}
