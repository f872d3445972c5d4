//! Builds the tree from the parser's events.
//!
//! Events come in postfix order, so the builder only needs stacks: of operands, open bodies and open templates. It
//! does not build or move anything twice.

mod expression;
mod postfix;
mod structure;
mod template;
#[cfg(test)]
mod tests;

use hcldyn_syntax::error::SyntaxError;
use hcldyn_syntax::event::{Event, Receiver};
use hcldyn_syntax::repair::Repairs;

use self::postfix::PostfixOperand;
use self::structure::OpenBody;
use self::template::{OpenTemplate, TemplatePart};
use super::{diags, fixes};
use crate::cty::Str;
use crate::cty::internal::KeyMap;
use crate::diag::{Diagnostic, Diagnostics, Fix};
use crate::source::{Source, Span};
use crate::tree::{
    AttributeNode, BlockNode, BodyId, ExprId, ExprNode, LabelNode, NameId, Run, SpannedName, Tree,
};

/// The number of rows of recent names, and of names in a row. A file has few frequent names.
const ROWS: usize = 64;
const RECENT_NAMES: usize = 4;

/// The tree of a source during parsing.
pub(super) struct Builder<'t, 'd> {
    pub(super) tree: Tree,
    diags: &'d mut Diagnostics,
    text: &'t str,
    /// `true` if the source has bytes that are not UTF-8.
    is_lossy: bool,
    /// `true` if syntax errors get fixes: the source is a body.
    is_repaired: bool,
    /// The search for fixes, which starts with the first error.
    repairs: Option<Repairs<'t>>,
    /// The shared strings of long names.
    names: KeyMap<&'t str, Str>,
    /// The recently added names, in rows as returned by [`row_of_name`], newest first.
    recent_names: [[NameId; RECENT_NAMES]; ROWS],
    operands: Vec<PostfixOperand>,
    /// The markers of the open splats, innermost last.
    splats: Vec<Span>,
    /// The open templates, innermost last, and their parts.
    templates: Vec<OpenTemplate>,
    parts: Vec<TemplatePart<'t>>,
    /// The joined lines of a heredoc.
    joined: String,
    /// The open bodies, innermost last, and their items.
    bodies: Vec<OpenBody>,
    attributes: Vec<AttributeNode>,
    blocks: Vec<BlockNode>,
    /// The labels of the block whose header is being parsed.
    labels: Vec<LabelNode>,
}

impl<'t, 'd> Builder<'t, 'd> {
    pub(super) fn new(source: &'t Source, diags: &'d mut Diagnostics) -> Self {
        Self {
            tree: Tree::new(source.clone()),
            diags,
            text: source.text(),
            is_lossy: source.is_lossy(),
            is_repaired: false,
            repairs: None,
            names: KeyMap::default(),
            recent_names: [[NameId::NONE; RECENT_NAMES]; ROWS],
            operands: Vec::new(),
            splats: Vec::new(),
            templates: Vec::new(),
            parts: Vec::new(),
            joined: String::new(),
            bodies: Vec::new(),
            attributes: Vec::new(),
            blocks: Vec::new(),
            labels: Vec::new(),
        }
    }

    /// Adds fixes to the syntax errors of a body.
    pub(super) fn with_repairs(self) -> Self {
        Self { is_repaired: !self.is_lossy, ..self }
    }

    /// Finishes the body of the whole source.
    pub(super) fn finish_body(mut self) -> (Tree, BodyId) {
        let span = Span::new(0, self.text.len() as u32);
        let body = self.close_body(span);
        self.tree.fit();
        (self.tree, body)
    }

    /// Finishes the expression of the source.
    pub(super) fn finish_expression(&mut self) -> ExprId {
        self.pop()
    }

    fn report(&mut self, diagnostic: Diagnostic) {
        self.diags.push(diagnostic);
    }

    fn fix(&mut self, error: &SyntaxError) -> Option<Fix> {
        if !self.is_repaired {
            return None;
        }
        let repairs = self.repairs.get_or_insert_with(|| Repairs::new(self.text));
        repairs.repair(error).map(|repair| fixes::of_repair(&self.tree.source, &repair))
    }

    fn slice(&self, span: Span) -> &'t str {
        self.text.get(span.range()).unwrap_or_default()
    }

    /// Returns the string of a name. Long names share one string.
    fn intern(&mut self, name: &'t str) -> Str {
        if Str::is_inline(name) {
            Str::new(name)
        } else {
            self.names.get_or_insert_with(name, || Str::new(name)).clone()
        }
    }

    /// Returns the index of the name in a span. Adds the name unless it was added recently.
    fn name_id(&mut self, span: Span) -> NameId {
        let name = self.slice(span);
        let row = row_of_name(name);
        if let Some(id) = self.recent_names[row].iter().find(|id| self.tree.is_name(**id, name)) {
            return *id;
        }
        let text = self.intern(name);
        let id = self.tree.add_name(text);
        self.recent_names[row].rotate_right(1);
        self.recent_names[row][0] = id;
        id
    }

    fn name(&mut self, span: Span) -> SpannedName {
        SpannedName { text: self.intern(self.slice(span)), span }
    }

    /// Pushes a node as an operand.
    #[inline]
    fn push(&mut self, node: ExprNode, span: Span) {
        let id = self.tree.add_node(node, span);
        self.operands.push(PostfixOperand::node(id, span));
    }

    /// Pops the topmost operand.
    #[inline]
    fn pop(&mut self) -> ExprId {
        match self.operands.pop() {
            Some(operand) => self.finish(operand),
            // The parser pushes an operand for each one that it pops.
            None => self.tree.add_node(ExprNode::Error(Run::EMPTY), Span::default()),
        }
    }
}

impl Receiver for Builder<'_, '_> {
    // Most callers pass a known event, so inlining leaves one arm. Without optimisation, inlining would enlarge
    // every frame.
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn event(&mut self, event: Event, span: Span) {
        match event {
            Event::Attribute { name } => self.attribute(name, span),
            Event::Label { quoted } => self.label(span, quoted),
            Event::BlockStart { ty } => self.open_block(ty, span),
            Event::BlockEnd => self.close_block(span),
            Event::Unreadable => self.unreadable(),
            Event::TemplateStart(kind) => self.open_template(kind),
            Event::Text { escaped } => self.text(span, escaped),
            Event::Interpolation(strip) => self.interpolation(strip),
            Event::If(strip) => self.if_directive(strip, span),
            Event::Else(strip) => self.sequence(TemplatePart::Else, strip),
            Event::EndIf(strip) | Event::EndFor(strip) => {
                self.sequence(TemplatePart::End { span }, strip);
            }
            Event::ForDirective { key, value, strip } => {
                self.for_directive(key, value, strip, span);
            }
            Event::TemplateEnd => self.close_template(span),
            Event::Attr { name } => self.attr(name, span),
            Event::LegacyIndex { number } => self.legacy_index(number, span),
            Event::Index => self.index(span),
            Event::SplatStart => self.open_splat(span),
            Event::SplatEnd => self.close_splat(),
            _ => self.expression(event, span),
        }
    }

    #[cold]
    fn error(&mut self, error: SyntaxError) {
        // Bytes that are not UTF-8 have been reported when the source was read.
        if !self.is_lossy || !self.slice(error.span).contains(char::REPLACEMENT_CHARACTER) {
            let diagnostic = diags::syntax(&self.tree.source, &error);
            let fix = self.fix(&error);
            self.report(diagnostic.with_fix(fix));
        }
    }
}

/// Returns the row for a name, computed from its length and its first and last letters.
fn row_of_name(name: &str) -> usize {
    let bytes = name.as_bytes();
    let ends = match (bytes.first_chunk(), bytes.last_chunk()) {
        (Some(first), Some(last)) => {
            u32::from_le_bytes(*first) ^ u32::from_le_bytes(*last).rotate_left(15)
        }
        _ => bytes.iter().fold(0, |all, byte| all << 8 | u32::from(*byte)),
    };
    // The upper bits of the product depend on all bits of the number.
    ((ends ^ name.len() as u32).wrapping_mul(0x9E37_79B1) >> 26) as usize
}
