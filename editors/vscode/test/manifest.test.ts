import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";

import { type Manifest, filters, hasCommand } from "../src/manifest";

const own = JSON.parse(readFileSync("package.json", "utf8"));

test("documents are those of the languages, and their forms in JSON syntax", () => {
  assert.deepEqual(filters(own, ["hcl", "terraform"]), [
    { language: "hcl" },
    { language: "terraform" },
    { language: "json", pattern: "**/*.hcl.json" },
    { language: "json", pattern: "**/*.hcldec.json" },
    { language: "jsonc", pattern: "**/*.hcl.json" },
    { language: "jsonc", pattern: "**/*.hcldec.json" },
  ]);
});

test("patterns of names match in every folder", () => {
  const languages = [{ id: "app", filenamePatterns: ["app.hcl", "**/app.d/*.hcl"] }];
  const manifest = { name: "app", displayName: "App", contributes: { languages, commands: [] } };
  const patterns = filters(manifest, ["app"]).map((it) => it.pattern);
  assert.deepEqual(patterns.slice(1, 3), ["**/app.hcl.json", "**/app.d/*.hcl.json"]);
});

test("all commands of the manifest have an action", () => {
  const code = readFileSync("src/extension.ts", "utf8");
  for (const { command } of (own as Manifest).contributes.commands) {
    assert.ok(hasCommand(own, command));
    assert.match(code, new RegExp(`${command.replace("hcldyn.", "")}: \\(\\)`));
  }
});

test("Terraform's files belong to its extension", () => {
  const { languages, configuration } = own.contributes;
  const names = languages.flatMap((it: { extensions: string[] }) => it.extensions);
  assert.deepEqual(names, [".hcl", ".hcldec"]);
  assert.deepEqual(configuration.properties["hcldyn.languages"].default, ["hcl"]);
});

test("settings have a description and a default", () => {
  for (const [name, setting] of Object.entries<Record<string, unknown>>(own.contributes.configuration.properties)) {
    assert.ok(setting.description ?? setting.markdownDescription, name);
    assert.notEqual(setting.default, undefined, name);
  }
});
