/** The commands that choose files for the settings of the server. */

import { type QuickPickItem, window, workspace } from "vscode";

/** The patterns of spec files, and of files with variables. */
const SPECS = "**/*.{hcldec,spec.hcl}";
const VARIABLES = "**/*.{hcl,tfvars,json}";

/** Asks for the spec file, and sets it for the workspace. */
export async function chooseSpec(section: string): Promise<void> {
  const none = { label: "None", description: "Only what needs no spec file" };
  const choice = await window.showQuickPick([none, ...(await found(SPECS))], {
    title: "The spec file of files that name no other one",
  });
  if (choice !== undefined) {
    await update(section, "spec", choice === none ? undefined : choice.label);
  }
}

/** Asks for files with variables, and sets them for the workspace. */
export async function chooseVariables(section: string): Promise<void> {
  const chosen = workspace.getConfiguration(section).get<string[]>("variables", []);
  const items = (await found(VARIABLES)).map((it) => ({ ...it, picked: chosen.includes(it.label) }));
  const choices = await window.showQuickPick(items, {
    title: "Files with the values of variables",
    canPickMany: true,
  });
  if (choices !== undefined) {
    const files = choices.map((it) => it.label);
    await update(section, "variables", files.length === 0 ? undefined : files);
  }
}

/** Returns the files of the first folder that match a pattern, by their relative paths in order. */
async function found(pattern: string): Promise<QuickPickItem[]> {
  const folder = workspace.workspaceFolders?.[0];
  const files = await workspace.findFiles(pattern, "**/node_modules/**", 1000);
  const own = files.filter((file) => folder && workspace.getWorkspaceFolder(file) === folder);
  return own.map((file) => workspace.asRelativePath(file, false)).sort().map((label) => ({ label }));
}

async function update(section: string, setting: string, value: unknown): Promise<void> {
  if (workspace.workspaceFolders === undefined) {
    void window.showErrorMessage("Open a folder first: its settings keep the choice.");
    return;
  }
  await workspace.getConfiguration(section).update(setting, value, false);
}
