import assert from "node:assert/strict";
import { execFileSync, spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";

const OPTIONS = {
  "--name": "app",
  "--title": "App",
  "--publisher": "you",
  "--files": "app.hcl, **/app.d/*.hcl",
  "--command": "app config lsp",
};

function branded(check: (folder: string) => void): void {
  const folder = mkdtempSync(join(tmpdir(), "brand-"));
  try {
    check(folder);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

test("an extension for a program has names, files and a server of its own", () => {
  branded((folder) => {
    execFileSync("node", ["scripts/brand.mjs", folder, ...Object.entries(OPTIONS).flat()]);
    const text = readFileSync(join(folder, "package.json"), "utf8");
    const manifest = JSON.parse(text);
    const { languages, commands, configuration, grammars } = manifest.contributes;
    assert.deepEqual([manifest.name, manifest.displayName, manifest.publisher], ["app", "App", "you"]);
    assert.deepEqual(languages[0].filenamePatterns, ["app.hcl", "**/app.d/*.hcl"]);
    assert.deepEqual(Object.keys(configuration.properties), ["app.command", "app.languages", "app.trace.server"]);
    assert.deepEqual(configuration.properties["app.command"].default, ["app", "config", "lsp"]);
    assert.deepEqual(commands.map((it: { command: string }) => it.command), ["app.restart"]);
    assert.equal(grammars[0].scopeName, "source.hcl.app");
    assert.equal(JSON.parse(readFileSync(join(folder, grammars[0].path), "utf8")).scopeName, "source.hcl.app");
    assert.ok(!/"hcldyn[."]/.test(text), text);
    assert.equal(JSON.parse(readFileSync(join(folder, "package-lock.json"), "utf8")).packages[""].name, "app");
  });
});

test("missing and invalid options are errors", () => {
  branded((folder) => {
    const run = (options: Record<string, string>) =>
      spawnSync("node", ["scripts/brand.mjs", folder, ...Object.entries(options).flat()], { encoding: "utf8" });
    const { "--files": _, ...withoutFiles } = OPTIONS;
    assert.match(run(withoutFiles).stderr, /^error: --files is missing\n/);
    assert.match(run({ ...OPTIONS, "--name": "My App" }).stderr, /^error: "My App" is not a name of an extension\n/);
    assert.equal(run({ ...OPTIONS, "--name": "hcl" }).status, 2);
  });
});
