// Makes an extension for one program: `npm run brand -- FOLDER --name … --title … --publisher … --files … --command …`.

import { cp, mkdir, readFile, readdir, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";

const root = fileURLToPath(new URL("..", import.meta.url));
const USAGE = `usage: npm run brand -- FOLDER --name NAME --title TITLE --publisher NAME --files PATTERNS --command COMMAND
  FOLDER       a new or empty folder for the extension
  --name       the name of the extension, and the prefix of its settings: lower-case letters, digits and "-"
  --title      the name that users see
  --publisher  your name in the marketplace
  --files      the names or patterns of files, separated by commas: "app.hcl,**/app.d/*.hcl"
  --command    the command of the server: "app config lsp"`;

const GRAMMAR = "syntaxes/hcl.tmLanguage.json";

/** The files and folders that are copied. */
const COPIED = [
  ".gitignore",
  ".vscodeignore",
  "LICENSE.txt",
  "language-configuration.json",
  "scripts/build.mjs",
  "snippets",
  "src",
  "tsconfig.json",
];

/** The scripts that the extension has. */
const SCRIPTS = ["build", "check", "vscode:prepublish"];

const options = Object.fromEntries(
  ["name", "title", "publisher", "files", "command"].map((it) => [it, { type: "string" }]),
);

const read = async (name) => JSON.parse(await readFile(join(root, name), "utf8"));

function fail(message) {
  console.error(`error: ${message}\n\n${USAGE}`);
  process.exit(2);
}

function chosen() {
  try {
    const { values, positionals } = parseArgs({ options, allowPositionals: true });
    const missing = Object.keys(options).find((it) => !values[it]?.trim());
    if (missing) fail(`--${missing} is missing`);
    if (positionals.length !== 1) fail("expected one folder");
    if (!/^[a-z][a-z0-9-]*$/.test(values.name)) fail(`"${values.name}" is not a name of an extension`);
    if (values.name === "hcldyn" || values.name === "hcl") fail(`the name "${values.name}" is taken`);
    const parts = (text, by) => text.split(by).map((it) => it.trim()).filter(Boolean);
    return { ...values, folder: positionals[0], files: parts(values.files, ","), command: parts(values.command, /\s+/) };
  } catch (error) {
    return fail(error.message);
  }
}

/** Returns the manifest of the extension. */
function branded(manifest, { name, title, publisher, files, command }) {
  const own = `${name}.command`;
  const inJson = files.map((pattern) => `workspaceContains:${pattern}.json`);
  const { languages, configuration, commands, ...contributes } = manifest.contributes;
  const { "hcldyn.command": commandSetting, "hcldyn.trace.server": trace } = configuration.properties;
  const [{ configuration: rules }] = languages;
  const ofLanguage = (items) => items.map((it) => ({ ...it, language: name }));
  return {
    ...manifest,
    name,
    displayName: title,
    description: `Errors, completion, descriptions and formatting of the configuration of ${title}`,
    publisher,
    repository: undefined,
    license: "SEE LICENSE IN LICENSE.txt",
    activationEvents: [`onLanguage:${name}`, ...inJson],
    capabilities: {
      ...manifest.capabilities,
      untrustedWorkspaces: { ...manifest.capabilities.untrustedWorkspaces, restrictedConfigurations: [own] },
    },
    contributes: {
      ...contributes,
      languages: [{ id: name, aliases: [title], filenamePatterns: files, configuration: rules }],
      grammars: ofLanguage(contributes.grammars).map((it) => ({ ...it, scopeName: scope(name) })),
      snippets: ofLanguage(contributes.snippets),
      semanticTokenScopes: ofLanguage(contributes.semanticTokenScopes),
      configurationDefaults: { [`[${name}]`]: contributes.configurationDefaults["[hcl]"] },
      commands: commands
        .filter((it) => it.command === "hcldyn.restart")
        .map((it) => ({ ...it, command: `${name}.restart`, category: title })),
      configuration: {
        title,
        properties: {
          [own]: { ...commandSetting, default: command },
          [`${name}.languages`]: { ...configuration.properties["hcldyn.languages"], default: [name] },
          [`${name}.trace.server`]: trace,
        },
      },
    },
    scripts: {
      ...Object.fromEntries(SCRIPTS.map((it) => [it, manifest.scripts[it]])),
      package: `vsce package --no-dependencies --skip-license --allow-missing-repository --out ${name}.vsix`,
    },
  };
}

/** Returns the scope of the grammar: two extensions can't have the same one. */
function scope(name) {
  return `source.hcl.${name}`;
}

const choice = chosen();
await mkdir(choice.folder, { recursive: true });
if ((await readdir(choice.folder)).length > 0) fail(`the folder ${choice.folder} is not empty`);
for (const name of COPIED) {
  await cp(join(root, name), join(choice.folder, name), { recursive: true, dereference: true });
}
const write = async (name, value) => {
  await mkdir(dirname(join(choice.folder, name)), { recursive: true });
  await writeFile(join(choice.folder, name), JSON.stringify(value, null, 2) + "\n");
};
await write(GRAMMAR, { ...(await read(GRAMMAR)), scopeName: scope(choice.name) });
const manifest = branded(await read("package.json"), choice);
const lock = await read("package-lock.json");
const named = { ...lock, name: choice.name };
named.packages[""] = { ...lock.packages[""], name: choice.name, license: manifest.license };
await write("package.json", manifest);
await write("package-lock.json", named);
const readme = `# ${choice.title}

${manifest.description}, by its language server: \`${choice.command.join(" ")}\`.
`;
await writeFile(join(choice.folder, "README.md"), readme);
console.log(`Wrote ${choice.folder}. Next: cd ${choice.folder} && npm ci && npm run package`);
