//! The answers of `ide` as those of the protocol.

use gen_lsp_types::{
    BaseSymbolInformation, DocumentFormattingParams, DocumentRangeFormattingParams, DocumentSymbol,
    DocumentSymbolParams, DocumentSymbolResponse, Documentation, FoldingRange, FoldingRangeKind,
    FoldingRangeParams, Hover, HoverParams, Location, MarkupContent, MarkupKind, SelectionRange,
    SelectionRangeParams, SymbolInformation, SymbolKind, TextEdit, WorkspaceSymbolParams,
    WorkspaceSymbolResponse,
};
use hcldyn_syntax::source;

use super::position::Lines;
use super::requests::View;
use super::uri;
use crate::ide::{self, Fold, FoldKind, Symbol};

/// The maximum number of symbols of a workspace in one answer.
const MAX_SYMBOLS: usize = 1_000;

impl View {
    pub(super) fn hover(&self, params: &HoverParams) -> Option<Hover> {
        let (file, offset) = self.at(&params.text_document_position_params)?;
        let hover = self.snapshot.hover(&file, offset)?;
        let range = Some(self.lines(&file)?.range(hover.range));
        let kind =
            if self.client.markdown.hover { MarkupKind::Markdown } else { MarkupKind::PlainText };
        let contents = MarkupContent { kind, value: hover.markdown }.into();
        Some(Hover { contents, range })
    }

    pub(super) fn formatting(&self, params: &DocumentFormattingParams) -> Option<Vec<TextEdit>> {
        let file = uri::name_of(&params.text_document.uri);
        self.edits(&file, self.snapshot.format(&file))
    }

    pub(super) fn range_formatting(
        &self,
        params: &DocumentRangeFormattingParams,
    ) -> Option<Vec<TextEdit>> {
        let file = uri::name_of(&params.text_document.uri);
        let range = self.lines(&file)?.bytes(params.range);
        self.edits(&file, self.snapshot.format_range(&file, range))
    }

    fn edits(&self, file: &str, edits: Vec<source::TextEdit>) -> Option<Vec<TextEdit>> {
        let lines = self.lines(file)?;
        let edit = |it: source::TextEdit| TextEdit {
            range: lines.range(it.span.range()),
            new_text: it.text,
        };
        Some(edits.into_iter().map(edit).collect())
    }

    pub(super) fn folds(&self, params: &FoldingRangeParams) -> Option<Vec<FoldingRange>> {
        let file = uri::name_of(&params.text_document.uri);
        let lines = self.lines(&file)?;
        let fold = |fold: Fold| {
            let range = lines.range(fold.range);
            FoldingRange {
                start_line: range.start.line,
                start_character: Some(range.start.character),
                end_line: range.end.line,
                end_character: Some(range.end.character),
                kind: Some(match fold.kind {
                    FoldKind::Comment => FoldingRangeKind::Comment,
                    FoldKind::Region => FoldingRangeKind::Region,
                }),
                collapsed_text: None,
            }
        };
        Some(self.snapshot.folds(&file).into_iter().map(fold).collect())
    }

    pub(super) fn selections(&self, params: &SelectionRangeParams) -> Option<Vec<SelectionRange>> {
        let file = uri::name_of(&params.text_document.uri);
        let lines = self.lines(&file)?;
        let selections = params.positions.iter().map(|position| {
            let at = lines.offset(*position);
            let whole = SelectionRange { range: lines.range(at..at), parent: None };
            let around = self.snapshot.selections(&file, at).into_iter().rev();
            let ranges =
                around.map(|range| SelectionRange { range: lines.range(range), parent: None });
            ranges
                .reduce(|outer, inner| SelectionRange { parent: Some(outer.into()), ..inner })
                .unwrap_or(whole)
        });
        Some(selections.collect())
    }

    pub(super) fn symbols(&self, params: &DocumentSymbolParams) -> Option<DocumentSymbolResponse> {
        let file = uri::name_of(&params.text_document.uri);
        let lines = self.lines(&file)?;
        let symbols = self.snapshot.symbols(&file);
        let symbols: Vec<_> = symbols.into_iter().map(|it| document_symbol(it, &lines)).collect();
        Some(symbols.into())
    }

    #[expect(deprecated, reason = "the structure has no constructor without it")]
    pub(super) fn workspace_symbols(
        &self,
        params: &WorkspaceSymbolParams,
    ) -> Option<WorkspaceSymbolResponse> {
        let symbols = self.snapshot.workspace_symbols(&params.query, MAX_SYMBOLS);
        let symbol = |(file, symbol): (String, Symbol)| {
            let range = self.lines(&file)?.range(symbol.selection);
            Some(SymbolInformation {
                deprecated: None,
                location: Location { uri: self.uri(&file), range },
                base_symbol_information: BaseSymbolInformation {
                    name: symbol.name,
                    kind: kind_of(symbol.kind),
                    tags: None,
                    container_name: None,
                },
            })
        };
        let symbols: Vec<_> = symbols.into_iter().filter_map(symbol).collect();
        Some(symbols.into())
    }
}

/// Returns a symbol with those inside it. Blocks are nested at most as deep as the parser allows.
#[expect(deprecated, reason = "the structure has no constructor without it")]
fn document_symbol(symbol: Symbol, lines: &Lines<'_>) -> DocumentSymbol {
    let children: Vec<_> =
        symbol.children.into_iter().map(|it| document_symbol(it, lines)).collect();
    DocumentSymbol {
        name: symbol.name,
        detail: None,
        kind: kind_of(symbol.kind),
        tags: None,
        deprecated: None,
        range: lines.range(symbol.range),
        selection_range: lines.range(symbol.selection),
        children: Some(children).filter(|children| !children.is_empty()),
    }
}

fn kind_of(kind: ide::SymbolKind) -> SymbolKind {
    match kind {
        ide::SymbolKind::Attribute => SymbolKind::Property,
        ide::SymbolKind::Block => SymbolKind::Class,
    }
}

/// Returns documentation in Markdown, or the same text as a string.
pub(super) fn documentation(value: String, is_markdown: bool) -> Documentation {
    if is_markdown {
        MarkupContent { kind: MarkupKind::Markdown, value }.into()
    } else {
        value.into()
    }
}
