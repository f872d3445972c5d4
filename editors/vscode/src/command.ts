/** The command line of the server. */

/** The settings that determine the command line of the server. */
export interface Settings {
  /** The program and its arguments. */
  command: string[];
  /** The spec file of files that name no other one; empty for none. */
  spec: string;
  /** The files with variables. */
  variables: string[];
}

/** A program with its arguments. */
export interface Command {
  program: string;
  args: string[];
}

/**
 * Returns the command line of the server, or `undefined` for an empty command. `${workspaceFolder}` in its parts is
 * replaced by the folder.
 */
export function commandLine(settings: Settings, folder: string | undefined): Command | undefined {
  const [program, ...args] = settings.command.map((part) =>
    folder === undefined ? part : part.replaceAll("${workspaceFolder}", () => folder),
  );
  if (!program) {
    return undefined;
  }
  if (settings.spec) {
    args.push("--spec", settings.spec);
  }
  args.push(...settings.variables.flatMap((file) => ["--vars", file]));
  return { program, args };
}
