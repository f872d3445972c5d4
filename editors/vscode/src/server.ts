/** The server: one process at a time, which changed settings restart. */

import { Disposable, type ExtensionContext, commands, window, workspace } from "vscode";
import { LanguageClient, type LanguageClientOptions } from "vscode-languageclient/node";

import { type Command, commandLine } from "./command";
import { type Manifest, filters } from "./manifest";

/** The settings that need another server. */
const RESTARTING = ["command", "languages", "spec", "variables"];

/** The schemes of documents that the server is asked about. Others are views, such as that of an expanded file. */
const SCHEMES = ["file", "untitled"];

/** A client that leaves the message about a failed start to the extension. */
class Client extends LanguageClient {
  isStarting = true;

  override error(message: string, data?: unknown, show?: boolean | "force"): void {
    super.error(message, data, this.isStarting ? false : show);
  }
}

export class Server implements Disposable {
  private client: Client | undefined;
  /** The last of the starts and stops, which happen one after the other. */
  private last: Promise<void> = Promise.resolve();
  private readonly listener: Disposable;

  constructor(private readonly manifest: Manifest) {
    this.listener = workspace.onDidChangeConfiguration((event) => {
      if (RESTARTING.some((it) => event.affectsConfiguration(`${manifest.name}.${it}`))) {
        void this.restart();
      }
    });
  }

  /** Stops the server if it runs, and starts it with the present settings. */
  restart(): Promise<void> {
    return this.next(async () => {
      await this.end();
      await this.begin();
    });
  }

  /** Stops the server. */
  stop(): Promise<void> {
    return this.next(() => this.end());
  }

  /** Returns the answer of a request, or `undefined` if no server runs. */
  async ask<T>(method: string, params: unknown): Promise<T | undefined> {
    await this.last;
    return this.client?.sendRequest<T>(method, params);
  }

  dispose(): void {
    this.listener.dispose();
  }

  private next(step: () => Promise<void>): Promise<void> {
    this.last = this.last.then(step);
    return this.last;
  }

  private async begin(): Promise<void> {
    const { name, displayName } = this.manifest;
    const settings = workspace.getConfiguration(name);
    const folder = workspace.workspaceFolders?.[0]?.uri.fsPath;
    const command = commandLine(
      {
        command: settings.get<string[]>("command", []),
        spec: settings.get("spec", ""),
        variables: settings.get<string[]>("variables", []),
      },
      folder,
    );
    if (command === undefined) {
      void window.showErrorMessage(`The setting ${name}.command needs a program, such as ["hcldyn", "lsp"].`);
      return;
    }
    const options: LanguageClientOptions = {
      documentSelector: filters(this.manifest, settings.get<string[]>("languages", [])).flatMap((filter) =>
        SCHEMES.map((scheme) => ({ scheme, ...filter })),
      ),
    };
    const process = { command: command.program, args: command.args, options: { cwd: folder } };
    const client = new Client(name, displayName, process, options);
    try {
      await client.start();
      client.isStarting = false;
      this.client = client;
    } catch (error) {
      await this.explain(command, error);
    }
  }

  private async end(): Promise<void> {
    const client = this.client;
    this.client = undefined;
    // A server that has crashed can't be asked to leave.
    await client?.dispose().catch(() => undefined);
  }

  private async explain({ program, args }: Command, error: unknown): Promise<void> {
    const line = [program, ...args].join(" ");
    const message = `The language server "${line}" can't be started. Install ${program}, or change the setting ${this.manifest.name}.command.`;
    const open = "Open the Settings";
    void window.showErrorMessage(`${message} (${String(error)})`, open).then((choice) => {
      if (choice === open) {
        void commands.executeCommand("workbench.action.openSettings", `${this.manifest.name}.command`);
      }
    });
  }
}

/** Returns the manifest of the extension. */
export function manifestOf(context: ExtensionContext): Manifest {
  return context.extension.packageJSON as Manifest;
}
