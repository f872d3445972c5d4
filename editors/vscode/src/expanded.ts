/** The file with its `dynamic` blocks written out, as a document beside the source. */

import {
  Disposable,
  EventEmitter,
  type TextDocumentContentProvider,
  Uri,
  ViewColumn,
  languages,
  window,
  workspace,
} from "vscode";

import type { Server } from "./server";

/** The request of the server. */
const METHOD = "hcldyn/expanded";

/** The time in milliseconds after the last change of a source. */
const DELAY = 300;

export class Expanded implements TextDocumentContentProvider, Disposable {
  private readonly changed = new EventEmitter<Uri>();
  readonly onDidChange = this.changed.event;
  private readonly scheme: string;
  private readonly parts: Disposable;
  private timer: NodeJS.Timeout | undefined;

  constructor(
    private readonly server: Server,
    name: string,
  ) {
    this.scheme = `${name}-expanded`;
    this.parts = Disposable.from(
      this.changed,
      workspace.registerTextDocumentContentProvider(this.scheme, this),
      workspace.onDidChangeTextDocument(({ document }) => {
        if (document.uri.scheme !== this.scheme) {
          clearTimeout(this.timer);
          this.timer = setTimeout(() => this.refresh(), DELAY);
        }
      }),
    );
  }

  /** Shows the expanded file beside the active editor. */
  async show(): Promise<void> {
    const source = window.activeTextEditor?.document;
    if (source === undefined || source.uri.scheme === this.scheme) {
      void window.showErrorMessage("Open an HCL file first.");
      return;
    }
    const uri = Uri.from({ scheme: this.scheme, path: source.uri.path, query: source.uri.toString() });
    const document = await workspace.openTextDocument(uri);
    await languages.setTextDocumentLanguage(document, source.languageId);
    await window.showTextDocument(document, { viewColumn: ViewColumn.Beside, preserveFocus: true });
  }

  async provideTextDocumentContent(uri: Uri): Promise<string> {
    try {
      const text = await this.server.ask<string>(METHOD, { textDocument: { uri: uri.query } });
      return text ?? "# The server is not running.\n";
    } catch (error) {
      return `# ${error instanceof Error ? error.message : String(error)}\n`;
    }
  }

  dispose(): void {
    clearTimeout(this.timer);
    this.parts.dispose();
  }

  /** Asks again for all open documents. Each may depend on other files. */
  private refresh(): void {
    for (const { uri } of workspace.textDocuments) {
      if (uri.scheme === this.scheme) {
        this.changed.fire(uri);
      }
    }
  }
}
