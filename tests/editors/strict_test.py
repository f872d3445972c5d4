"""A strict client: each message of the server must follow the protocol and the capabilities of the client.

`HCLDYN` is the program, and the working directory a copy of the folder `project`.
"""

import os
from pathlib import Path

import pytest
import pytest_lsp
from lsprotocol import types
from pygls import uris
from pygls.exceptions import JsonRpcException
from pygls.protocol import default_converter
from pytest_lsp import ClientServerConfig, LanguageClient, client_capabilities
from pytest_lsp.client import register_lsp_features
from pytest_lsp.protocol import LanguageClientProtocol

CLIENTS = ["emacs", "neovim", "visual-studio-code"]

# The answers to edits that came first.
OUTDATED = {types.LSPErrorCodes.ContentModified, types.LSPErrorCodes.ServerCancelled}


class StrictProtocol(LanguageClientProtocol):
    """Rejects messages with parts that the protocol does not have."""

    def structure_message(self, data):
        message = super().structure_message(data)
        if "jsonrpc" in data:
            expected, actual = without_nulls(self._converter.unstructure(message)), without_nulls(data)
            assert actual == expected, f"unexpected parts: {actual} is read as {expected}"
        return message


def without_nulls(value):
    if isinstance(value, dict):
        return {key: without_nulls(it) for key, it in value.items() if it is not None}
    if isinstance(value, (list, tuple)):
        return [without_nulls(it) for it in value]
    return value


def strict_client():
    client = LanguageClient(protocol_cls=StrictProtocol, converter_factory=default_converter)
    register_lsp_features(client)
    client.feature(types.CLIENT_REGISTER_CAPABILITY)(lambda params: None)
    client.feature(types.WORKSPACE_INLAY_HINT_REFRESH)(lambda params: None)
    return client


def uri(name):
    return uris.from_fs_path(str(Path(name).resolve()))


@pytest_lsp.fixture(
    params=CLIENTS,
    config=ClientServerConfig(
        server_command=[os.environ["HCLDYN"], "lsp"], client_factory=strict_client
    ),
)
async def client(request, lsp_client: LanguageClient):
    folder = types.WorkspaceFolder(uri=uri("."), name="project")
    params = types.InitializeParams(
        capabilities=client_capabilities(request.param), workspace_folders=[folder]
    )
    await lsp_client.initialize_session(params)
    yield
    await lsp_client.shutdown_session()


def open_document(client, name, text):
    document = types.TextDocumentItem(uri=uri(name), language_id="hcl", version=1, text=text)
    client.text_document_did_open(types.DidOpenTextDocumentParams(text_document=document))


def change_document(client, name, version, text):
    document = types.VersionedTextDocumentIdentifier(uri=uri(name), version=version)
    changes = [types.TextDocumentContentChangeWholeDocument(text=text)]
    client.text_document_did_change(
        types.DidChangeTextDocumentParams(text_document=document, content_changes=changes)
    )


async def ask_everything(client, name, position):
    """Makes all requests about a position of a document, and returns their answers by name."""
    document = types.TextDocumentIdentifier(uri=uri(name))
    at = {"text_document": document, "position": position}
    options = types.FormattingOptions(tab_size=2, insert_spaces=True)
    whole = types.Range(types.Position(0, 0), types.Position(1000, 0))
    context = types.CodeActionContext(diagnostics=[])
    requests = {
        "code_action": types.CodeActionParams(document, whole, context),
        "completion": types.CompletionParams(**at),
        "definition": types.DefinitionParams(**at),
        "diagnostic": types.DocumentDiagnosticParams(document),
        "document_highlight": types.DocumentHighlightParams(**at),
        "document_link": types.DocumentLinkParams(document),
        "document_symbol": types.DocumentSymbolParams(document),
        "folding_range": types.FoldingRangeParams(document),
        "formatting": types.DocumentFormattingParams(document, options),
        "hover": types.HoverParams(**at),
        "inlay_hint": types.InlayHintParams(document, whole),
        "prepare_rename": types.PrepareRenameParams(**at),
        "range_formatting": types.DocumentRangeFormattingParams(document, whole, options),
        "references": types.ReferenceParams(
            context=types.ReferenceContext(include_declaration=True), **at
        ),
        "selection_range": types.SelectionRangeParams(document, [position]),
        "semantic_tokens_full": types.SemanticTokensParams(document),
        "semantic_tokens_range": types.SemanticTokensRangeParams(document, whole),
        "signature_help": types.SignatureHelpParams(**at),
    }
    answers = {}
    for request, params in requests.items():
        try:
            answers[request] = await getattr(client, f"text_document_{request}_async")(params)
        except JsonRpcException as error:
            assert error.code in OUTDATED, f"{request}: {error}"
    completions = answers.get("completion")
    if completions and completions.items:
        await client.completion_item_resolve_async(completions.items[0])
    await client.workspace_symbol_async(types.WorkspaceSymbolParams(query=""))
    return answers


@pytest.mark.asyncio
async def test_each_position(client):
    """Every answer about every word of the configuration is valid, and some are known."""
    text = Path("app.hcl").read_text()
    open_document(client, "app.hcl", text)
    for line, content in enumerate(text.splitlines()):
        for character in {len(content), len(content) - len(content.lstrip()), len(content) // 2}:
            answers = await ask_everything(client, "app.hcl", types.Position(line, character))
    codes = [it.code for it in answers["diagnostic"].items]
    assert codes == ["wrong-type", "unexpected-attribute"]
    assert [it.name for it in answers["document_symbol"]] == ["name", "service web"]


@pytest.mark.asyncio
async def test_typing(client):
    """Every answer is valid after each typed character, also where the text is broken."""
    text = Path("main.hcl").read_text() + 'größe = "😀${upper("x")}"\ny = <<-A\n  %{ if var.zone }a\n  A\n'
    open_document(client, "typed.hcl", "")
    for end in range(1, len(text) + 1):
        change_document(client, "typed.hcl", end + 1, text[:end])
        line = text[:end].splitlines(keepends=True)[-1]
        row = text.count("\n", 0, end)
        column = 0 if line.endswith("\n") else len(line.encode("utf-16-le")) // 2
        await ask_everything(client, "typed.hcl", types.Position(row, column))


@pytest.mark.asyncio
@pytest.mark.filterwarnings("error::pytest_lsp.LspSpecificationWarning")
async def test_format_of_documentation(client):
    """Documentation is in Markdown only for clients that have named this format."""
    open_document(client, "app.hcl", 'name = "shop"\n\n')
    await ask_everything(client, "app.hcl", types.Position(1, 0))


@pytest.mark.asyncio
async def test_documents_that_are_not_open(client):
    """A request about an unknown document has no answer, and is not an error of the server."""
    answers = await ask_everything(client, "nowhere.hcl", types.Position(3, 3))
    assert answers["hover"] is None
