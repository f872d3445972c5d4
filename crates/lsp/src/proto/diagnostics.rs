//! Diagnostics: pushed with a version, or pulled with the identity of a result.

use std::hash::{DefaultHasher, Hash, Hasher};

use gen_lsp_types::{
    CodeDescription, Diagnostic, DiagnosticRelatedInformation, DiagnosticServerCancellationData,
    DiagnosticSeverity, DiagnosticTag, DocumentDiagnosticParams, DocumentDiagnosticReport,
    FullDocumentDiagnosticReport, Location, PublishDiagnosticsParams, Range,
    RelatedFullDocumentDiagnosticReport, RelatedUnchangedDocumentDiagnosticReport,
    UnchangedDocumentDiagnosticReport, Uri,
};
use hcldyn_core::diag::{self, Severity, codes};
use hcldyn_core::syntax::Place;
use serde::Serialize;
use serde_json::Value;

use super::position::Lines;
use super::requests::View;
use super::uri;

/// The page that explains the codes.
const EXPLANATIONS: &str = "https://github.com/hcldyn/hcldyn/blob/main/docs/diagnostics.md";

/// Returns the parameters of the notification with the diagnostics of a version of a document.
pub(crate) fn publish(view: &View, file: &str, version: i32) -> Value {
    let params = PublishDiagnosticsParams {
        uri: view.uri(file),
        version: Some(version),
        diagnostics: view.diagnostics_of(file),
    };
    serde_json::to_value(params).unwrap_or_default()
}

/// Returns the parameters of the notification that removes the diagnostics of a document.
pub(crate) fn publish_none(view: &View, file: &str) -> Value {
    let uri = view.uri(file);
    let params = PublishDiagnosticsParams { uri, version: None, diagnostics: Vec::new() };
    serde_json::to_value(params).unwrap_or_default()
}

/// Returns the data of the error that makes a client ask for diagnostics again.
pub(crate) fn retrigger() -> Option<Value> {
    serde_json::to_value(DiagnosticServerCancellationData { retrigger_request: true }).ok()
}

impl View {
    pub(super) fn diagnostics(
        &self,
        params: &DocumentDiagnosticParams,
    ) -> DocumentDiagnosticReport {
        let items = self.diagnostics_of(&uri::name_of(&params.text_document.uri));
        let result_id = identity(&items);
        if params.previous_result_id.as_ref() == Some(&result_id) {
            let unchanged = UnchangedDocumentDiagnosticReport { result_id };
            return RelatedUnchangedDocumentDiagnosticReport {
                related_documents: None,
                unchanged_document_diagnostic_report: unchanged,
            }
            .into();
        }
        let full = FullDocumentDiagnosticReport { result_id: Some(result_id), items };
        RelatedFullDocumentDiagnosticReport {
            related_documents: None,
            full_document_diagnostic_report: full,
        }
        .into()
    }

    fn diagnostics_of(&self, file: &str) -> Vec<Diagnostic> {
        let Some(shown) = ShownFile::new(self, file) else { return Vec::new() };
        let report = self.snapshot.report(file);
        report.iter().map(|(diagnostic, place)| shown.diagnostic(diagnostic, place)).collect()
    }
}

/// A file that shows diagnostics.
pub(super) struct ShownFile<'v> {
    view: &'v View,
    file: &'v str,
    lines: Lines<'v>,
}

impl<'v> ShownFile<'v> {
    pub(super) fn new(view: &'v View, file: &'v str) -> Option<Self> {
        Some(Self { view, file, lines: view.lines(file)? })
    }

    /// Returns a diagnostic that the file shows at a location, or at its start. If it is about another location, that is a
    /// related one.
    pub(super) fn diagnostic(
        &self,
        diagnostic: &diag::Diagnostic,
        shown: Option<&Place>,
    ) -> Diagnostic {
        let own = diagnostic.place().filter(|place| Some(*place) != shown);
        let own = own.map(|place| self.related(place, &diagnostic.summary));
        let related = diagnostic.related.iter().map(|it| self.related(&it.place, &it.message));
        let related: Vec<_> = own.into_iter().chain(related).collect();
        let code = Some(&*diagnostic.code).filter(|code| !code.is_empty());
        let is_own = codes::ALL.iter().any(|known| known.name() == diagnostic.code);
        let href = is_own.then(|| Uri(format!("{EXPLANATIONS}#{}", diagnostic.code)));
        Diagnostic {
            range: shown.map(|place| self.range(place)).unwrap_or_default(),
            severity: Some(match diagnostic.severity {
                Severity::Warning => DiagnosticSeverity::Warning,
                _ => DiagnosticSeverity::Error,
            }),
            code: code.map(|code| code.to_owned().into()),
            code_description: href.map(|href| CodeDescription { href }),
            source: Some("hcldyn".to_owned()),
            message: message(diagnostic).into(),
            tags: tag(&diagnostic.code).map(|tag| vec![tag]),
            related_information: Some(related).filter(|related| !related.is_empty()),
            data: None,
        }
    }

    fn related(&self, place: &Place, message: &str) -> DiagnosticRelatedInformation {
        let uri = self.view.uri(place.source().name());
        let location = Location { uri, range: self.range(place) };
        DiagnosticRelatedInformation { location, message: message.to_owned() }
    }

    fn range(&self, place: &Place) -> Range {
        let (source, span) = (place.source(), place.span().range());
        if source.name() == self.file {
            return self.lines.range(span);
        }
        Lines::new(source.text(), self.view.client.encoding).range(span)
    }
}

/// Returns the whole message: the summary, the detail with the cure, and the values and circumstances.
fn message(diagnostic: &diag::Diagnostic) -> String {
    let mut message = format!("{}\n{}", diagnostic.summary, diagnostic.detail_with_help());
    for note in diagnostic.values.iter().chain(&diagnostic.context) {
        message += &format!("\n{note}");
    }
    message
}

fn tag(code: &str) -> Option<DiagnosticTag> {
    if code.starts_with("deprecated-") {
        Some(DiagnosticTag::Deprecated)
    } else if code.starts_with("unused-") {
        Some(DiagnosticTag::Unnecessary)
    } else {
        None
    }
}

/// Returns the identity of a result: equal ones have equal identities.
fn identity(items: &impl Serialize) -> String {
    let mut hasher = DefaultHasher::new();
    serde_json::to_string(items).unwrap_or_default().hash(&mut hasher);
    format!("{:x}", hasher.finish())
}
