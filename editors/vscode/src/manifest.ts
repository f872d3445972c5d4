/** The parts of `package.json` that the code follows, so that an extension with another manifest needs no other code. */

/** A language of the manifest. */
export interface Language {
  id: string;
  extensions?: string[];
  filenamePatterns?: string[];
}

/** A manifest. */
export interface Manifest {
  /** The prefix of settings and commands. */
  name: string;
  displayName: string;
  contributes: {
    languages: Language[];
    commands: { command: string }[];
  };
}

/** A filter of documents, as the language client takes it. */
export type Filter = { language: string; pattern?: string };

/** Returns the filters of the documents that the server is asked about: those of the languages, and files in JSON syntax. */
export function filters(manifest: Manifest, languages: string[]): Filter[] {
  const patterns = manifest.contributes.languages.flatMap((it) => [
    ...(it.extensions ?? []).map((extension) => `**/*${extension}.json`),
    ...(it.filenamePatterns ?? []).map((pattern) => `${anywhere(pattern)}.json`),
  ]);
  return [
    ...languages.map((language) => ({ language })),
    ...["json", "jsonc"].flatMap((language) => patterns.map((pattern) => ({ language, pattern }))),
  ];
}

/** Returns `true` if the manifest has a command. */
export function hasCommand(manifest: Manifest, command: string): boolean {
  return manifest.contributes.commands.some((it) => it.command === command);
}

function anywhere(pattern: string): string {
  return pattern.startsWith("**/") || pattern.startsWith("/") ? pattern : `**/${pattern}`;
}
