//! Navigation, renaming, signatures and links.

use gen_lsp_types::{
    ActiveParameter, Definition, DefinitionParams, DefinitionResponse, DocumentHighlight,
    DocumentHighlightKind, DocumentHighlightParams, DocumentLink, DocumentLinkParams, Location,
    ParameterInformation, PrepareRenameParams, PrepareRenameResult, ReferenceParams, RenameParams,
    SignatureHelp, SignatureHelpParams, SignatureInformation, WorkspaceEdit,
};

use super::answers::documentation;
use super::requests::{Failure, View};
use super::uri;
use crate::ide;

impl View {
    pub(super) fn definition(&self, params: &DefinitionParams) -> Option<DefinitionResponse> {
        let (file, offset) = self.at(&params.text_document_position_params)?;
        let definition = self.snapshot.definition(&file, offset)?;
        let location = self.location(definition)?;
        Some(DefinitionResponse::Definition(Definition::Location(location)))
    }

    pub(super) fn references(&self, params: &ReferenceParams) -> Option<Vec<Location>> {
        let (file, offset) = self.at(&params.text_document_position_params)?;
        let is_included = params.context.include_declaration;
        let definition = self.snapshot.definition(&file, offset).filter(|_| is_included);
        let references = self.snapshot.references(&file, offset);
        let all = definition.into_iter().chain(references);
        Some(all.filter_map(|it| self.location(it)).collect())
    }

    pub(super) fn highlights(
        &self,
        params: &DocumentHighlightParams,
    ) -> Option<Vec<DocumentHighlight>> {
        let (file, offset) = self.at(&params.text_document_position_params)?;
        let lines = self.lines(&file)?;
        let highlight = |it: ide::Highlight| DocumentHighlight {
            range: lines.range(it.range),
            kind: Some(if it.is_definition {
                DocumentHighlightKind::Write
            } else {
                DocumentHighlightKind::Read
            }),
        };
        Some(self.snapshot.highlights(&file, offset).into_iter().map(highlight).collect())
    }

    pub(super) fn prepare_rename(
        &self,
        params: &PrepareRenameParams,
    ) -> Option<PrepareRenameResult> {
        let (file, offset) = self.at(&params.text_document_position_params)?;
        let range = self.snapshot.renamed_range(&file, offset)?;
        Some(PrepareRenameResult::Range(self.lines(&file)?.range(range)))
    }

    pub(super) fn rename(&self, params: &RenameParams) -> Result<Option<WorkspaceEdit>, Failure> {
        let Some((file, offset)) = self.at(&params.text_document_position_params) else {
            return Ok(None);
        };
        let edits = self.snapshot.rename(&file, offset, &params.new_name);
        edits.map(|edits| Some(self.workspace_edit(edits))).map_err(Failure::Rejected)
    }

    pub(super) fn signature_help(&self, params: &SignatureHelpParams) -> Option<SignatureHelp> {
        let (file, offset) = self.at(&params.text_document_position_params)?;
        let signature = self.snapshot.signature(&file, offset)?;
        let active = signature.active.map(|index| ActiveParameter::Int(index as u32));
        let parameters = signature
            .parameters
            .into_iter()
            .map(|label| ParameterInformation { label: label.into(), documentation: None });
        let docs = documentation(signature.markdown, self.client.markdown.signature);
        let information = SignatureInformation {
            label: signature.label,
            documentation: Some(docs),
            parameters: Some(parameters.collect()),
            active_parameter: active,
        };
        Some(SignatureHelp {
            signatures: vec![information],
            active_signature: Some(0),
            active_parameter: active,
        })
    }

    pub(super) fn links(&self, params: &DocumentLinkParams) -> Option<Vec<DocumentLink>> {
        let file = uri::name_of(&params.text_document.uri);
        let lines = self.lines(&file)?;
        let links = self.snapshot.links(&file).into_iter();
        let link = |(location, target): (ide::Location, String)| DocumentLink {
            range: lines.range(location.range),
            target: Some(uri::of_name(&target)),
            tooltip: None,
            data: None,
        };
        Some(links.map(link).collect())
    }

    fn location(&self, location: ide::Location) -> Option<Location> {
        let range = self.lines(&location.file)?.range(location.range);
        Some(Location { uri: self.uri(&location.file), range })
    }
}
