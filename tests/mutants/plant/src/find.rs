//! The expression, arm or function that a mutant changes.

use std::ops::Range;

use serde_json::Value;
use syn::spanned::Spanned;
use syn::visit::{self, Visit};

use crate::edit::Edit;

type Found = Result<Edit, &'static str>;

/// Returns the change of the source for a mutant, or why it can only be made alone.
pub fn edit(source: &str, mutant: &Value) -> Found {
    let Ok(file) = syn::parse_file(source) else { return Err("cannot be parsed") };
    let at = &mutant["span"]["start"];
    let (Some(line), Some(column)) = (at["line"].as_u64(), at["column"].as_u64()) else {
        return Err("has no position");
    };
    let mut search = Search {
        source,
        genre: mutant["genre"].as_str().unwrap_or_default(),
        replacement: mutant["replacement"].as_str().unwrap_or_default(),
        id: &mutant["id"],
        start: offset(source, line as usize, column as usize),
        found: Err("is not found"),
    };
    search.visit_file(&file);
    search.found
}

/// Returns the byte of a line and a column. Both count from one, and columns are in characters.
fn offset(source: &str, line: usize, column: usize) -> usize {
    let start: usize = source.split_inclusive('\n').take(line - 1).map(str::len).sum();
    start + source[start..].chars().take(column - 1).map(char::len_utf8).sum::<usize>()
}

struct Search<'a> {
    source: &'a str,
    genre: &'a str,
    replacement: &'a str,
    id: &'a Value,
    start: usize,
    found: Found,
}

impl Search<'_> {
    fn is_at(&self, genre: &str, node: impl Spanned) -> bool {
        self.genre == genre && range(node).start == self.start
    }

    fn text(&self, node: impl Spanned) -> &str {
        &self.source[range(node)]
    }

    /// Chooses between a new expression and the present one.
    fn choose(&mut self, expr: impl Spanned, new: &str) {
        let claimed = range(expr);
        let head = format!("(if {} {{ {new} }} else {{ ", self.condition());
        let inserts = vec![(claimed.start, head), (claimed.end, " })".to_owned())];
        self.found = Ok(Edit { id: self.id.clone(), claimed, inserts });
    }

    fn condition(&self) -> String {
        format!("crate::planted::is_on({})", self.id)
    }

    fn function(&mut self, signature: &syn::Signature, block: &syn::Block) {
        let is_here = block.stmts.first().is_some_and(|first| self.is_at("FnValue", first));
        if !is_here {
            return;
        }
        if self.text(&signature.output).contains("impl ") {
            self.found = Err("returns an unnamed type");
            return;
        }
        let text = format!("if {} {{ return {}; }} ", self.condition(), self.replacement);
        let (claimed, inserts) = (self.start..self.start, vec![(self.start, text)]);
        self.found = Ok(Edit { id: self.id.clone(), claimed, inserts });
    }
}

impl<'ast> Visit<'ast> for Search<'_> {
    fn visit_item_fn(&mut self, item: &'ast syn::ItemFn) {
        self.function(&item.sig, &item.block);
        visit::visit_item_fn(self, item);
    }

    fn visit_impl_item_fn(&mut self, item: &'ast syn::ImplItemFn) {
        self.function(&item.sig, &item.block);
        visit::visit_impl_item_fn(self, item);
    }

    fn visit_trait_item_fn(&mut self, item: &'ast syn::TraitItemFn) {
        if let Some(block) = &item.default {
            self.function(&item.sig, block);
        }
        visit::visit_trait_item_fn(self, item);
    }

    fn visit_expr_binary(&mut self, expr: &'ast syn::ExprBinary) {
        if self.is_at("BinaryOperator", expr.op) {
            let (left, right) = (self.text(&expr.left), self.text(&expr.right));
            if has_let(&expr.left) || has_let(&expr.right) {
                self.found = Err("is part of a chain of `let`");
            } else {
                let new = format!("({left}) {} ({right})", self.replacement);
                self.choose(expr, &new);
            }
        }
        visit::visit_expr_binary(self, expr);
    }

    fn visit_expr_unary(&mut self, expr: &'ast syn::ExprUnary) {
        if self.is_at("UnaryOperator", expr.op) {
            let new = format!("({})", self.text(&expr.expr));
            self.choose(expr, &new);
        }
        visit::visit_expr_unary(self, expr);
    }

    fn visit_expr_struct(&mut self, expr: &'ast syn::ExprStruct) {
        if let Some(field) = expr.fields.iter().find(|field| self.is_at("StructField", field)) {
            let (whole, field) = (range(expr), range(field));
            let rest = self.source[field.end..whole.end].trim_start().trim_start_matches(',');
            let new = format!("{}{rest}", &self.source[whole.start..field.start]);
            self.choose(expr, &new);
        }
        visit::visit_expr_struct(self, expr);
    }

    fn visit_arm(&mut self, arm: &'ast syn::Arm) {
        let (pattern, guard) = match &arm.pat {
            syn::Pat::Guard(guarded) => (&*guarded.pat, Some(&*guarded.guard)),
            pattern => (pattern, None),
        };
        match guard {
            Some(guard) if self.is_at("MatchArmGuard", guard) => {
                if has_let(guard) {
                    self.found = Err("is part of a chain of `let`");
                } else {
                    self.choose(guard, &self.replacement.to_owned());
                }
            }
            _ if self.is_at("MatchArm", arm) => {
                let (pattern, condition) = (range(pattern), self.condition());
                let (end, inserts) = match guard.map(range) {
                    Some(guard) => {
                        let head = (guard.start, format!("!{condition} && ("));
                        (guard.end, vec![head, (guard.end, ")".to_owned())])
                    }
                    None => (pattern.end, vec![(pattern.end, format!(" if !{condition}"))]),
                };
                self.found = Ok(Edit { id: self.id.clone(), claimed: pattern.end..end, inserts });
            }
            _ => {}
        }
        visit::visit_arm(self, arm);
    }
}

fn range(node: impl Spanned) -> Range<usize> {
    node.span().byte_range()
}

/// Returns whether a condition binds names for its later parts.
fn has_let(expr: &syn::Expr) -> bool {
    match expr {
        syn::Expr::Let(_) => true,
        syn::Expr::Binary(binary) => has_let(&binary.left) || has_let(&binary.right),
        _ => false,
    }
}
