/** An extension that starts a language server for HCL. Its manifest has all names. */

import { type ExtensionContext, commands } from "vscode";

import { chooseSpec, chooseVariables } from "./choose";
import { Expanded } from "./expanded";
import { hasCommand } from "./manifest";
import { Server, manifestOf } from "./server";

let server: Server | undefined;

export async function activate(context: ExtensionContext): Promise<void> {
  const manifest = manifestOf(context);
  const { name } = manifest;
  const started = new Server(manifest);
  server = started;
  const expanded = new Expanded(started, name);
  const actions: Record<string, () => Promise<void>> = {
    restart: () => started.restart(),
    chooseSpec: () => chooseSpec(name),
    chooseVariables: () => chooseVariables(name),
    showExpanded: () => expanded.show(),
  };
  const registered = Object.entries(actions)
    .map(([action, run]) => [`${name}.${action}`, run] as const)
    .filter(([command]) => hasCommand(manifest, command))
    .map(([command, run]) => commands.registerCommand(command, run));
  context.subscriptions.push(started, expanded, ...registered);
  await started.restart();
}

export async function deactivate(): Promise<void> {
  await server?.stop();
}
