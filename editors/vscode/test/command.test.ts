import assert from "node:assert/strict";
import { test } from "node:test";

import { commandLine } from "../src/command";

test("the command of the settings is started as it is", () => {
  const settings = { command: ["app", "config", "lsp"], spec: "", variables: [] };
  assert.deepEqual(commandLine(settings, "/w"), { program: "app", args: ["config", "lsp"] });
});

test("the folder replaces its name in every part", () => {
  const settings = { command: ["${workspaceFolder}/app", "--x=${workspaceFolder}"], spec: "", variables: [] };
  assert.deepEqual(commandLine(settings, "/$&"), { program: "/$&/app", args: ["--x=/$&"] });
  assert.deepEqual(commandLine(settings, undefined)?.program, "${workspaceFolder}/app");
});

test("the spec file and the variables are arguments", () => {
  const settings = { command: ["hcldyn", "lsp"], spec: "a.hcldec", variables: ["b.hcl", "c.json"] };
  const args = ["lsp", "--spec", "a.hcldec", "--vars", "b.hcl", "--vars", "c.json"];
  assert.deepEqual(commandLine(settings, "/w")?.args, args);
});

test("an empty command starts nothing", () => {
  assert.equal(commandLine({ command: [], spec: "a", variables: [] }, "/w"), undefined);
});
