// Compares the colours of the grammar with the semantic tokens of a server: `npm run agreement -- SERVER PATH...`.
//
// A token of the server agrees if the grammar gives all its characters the same kind. A token of the grammar with a kind
// that the server knows, where the server has none, disagrees. Fails if less than 97 % agree; `--list` prints the others.

import { spawn } from "node:child_process";
import { readFileSync, readdirSync, statSync } from "node:fs";
import { createRequire } from "node:module";
import { join, resolve } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import rpc from "vscode-languageserver-protocol/node";
import onigurumaModule from "vscode-oniguruma";
import textmate from "vscode-textmate";

const LEAST = 0.97;
const PATIENCE = 120_000;
const SUFFIXES = [".hcl", ".hcldec", ".tf"];

/** The kinds of the server, by the scopes of the grammar from the innermost one. An embedded expression has none. */
const KINDS = [
  ["comment", "comment"],
  ["constant.character.escape", "string"],
  ["invalid.illegal.escape", "string"],
  ["constant.language", "keyword"],
  ["constant.numeric", "number"],
  ["entity.name.function", "function"],
  ["entity.name.type", "type"],
  ["keyword.control", "keyword"],
  ["keyword.operator.assignment", undefined],
  ["keyword.operator", "operator"],
  ["meta.embedded", undefined],
  ["punctuation.section.embedded", undefined],
  ["string", "string"],
  ["variable.other.enummember", "enumMember"],
  ["variable.other.property", "property"],
  ["variable.other.readwrite", "variable"],
  ["variable.parameter", "parameter"],
];

const root = fileURLToPath(new URL("..", import.meta.url));
const args = process.argv.slice(2).filter((it) => it !== "--list");
const lists = process.argv.includes("--list");
const [program, ...paths] = args;
if (program === undefined || paths.length === 0) {
  console.error("usage: npm run agreement -- [--list] SERVER PATH...");
  process.exit(2);
}
setTimeout(() => fail(`the server did not answer within ${PATIENCE / 1000} s`), PATIENCE).unref();

const grammar = await loadGrammar();
const server = spawn(program, ["lsp"], { stdio: ["pipe", "pipe", "inherit"] });
server.on("error", (error) => fail(`${program}: ${error.message}`));
const connection = rpc.createProtocolConnection(server.stdout, server.stdin);
connection.listen();
const { capabilities } = await connection.sendRequest("initialize", {
  processId: process.pid,
  rootUri: null,
  capabilities: { textDocument: { diagnostic: {}, semanticTokens: { formats: ["relative"] } } },
});
await connection.sendNotification("initialized", {});
const { tokenTypes } = capabilities.semanticTokensProvider.legend;

const total = { agree: 0, all: 0 };
const byKind = new Map();
for (const file of paths.flatMap((path) => files(resolve(path)))) {
  const text = readFileSync(file, "utf8");
  const lines = text.split(/\r?\n/);
  const expected = await semantic(file, text);
  const actual = colours(lines);
  count(file, lines, expected, actual);
}
await connection.sendRequest("shutdown");
await connection.sendNotification("exit");

for (const [kind, { agree, all }] of [...byKind].sort()) {
  console.log(`${kind.padEnd(12)} ${String(agree).padStart(7)} of ${String(all).padStart(7)}`);
}
const share = total.all === 0 ? 0 : total.agree / total.all;
console.log(`${(100 * share).toFixed(2)} % of ${total.all} tokens agree`);
process.exit(share < LEAST ? 1 : 0);

/** Counts the tokens of a file. */
function count(file, lines, expected, actual) {
  const covered = new Set();
  const add = (kind, agrees, line, start, length, other) => {
    const counts = byKind.get(kind) ?? { agree: 0, all: 0 };
    byKind.set(kind, counts);
    for (const it of [counts, total]) {
      it.all += 1;
      it.agree += agrees ? 1 : 0;
    }
    if (lists && !agrees) {
      console.log(`${file}:${line + 1}:${start + 1}: ${kind}, not ${other}: ${lines[line].slice(start, start + length)}`);
    }
  };
  for (const { line, start, length, kind } of expected) {
    const kinds = actual[line].slice(start, start + length);
    for (let at = start; at < start + length; at += 1) covered.add(`${line}:${at}`);
    add(kind, kinds.every((it) => it === kind), line, start, length, [...new Set(kinds)].join(" and "));
  }
  // A run of characters of one kind counts once.
  actual.forEach((kinds, line) => {
    kinds.forEach((kind, at) => {
      const isAlone = (it) => kinds[it] === kind && !covered.has(`${line}:${it}`);
      if (kind !== undefined && lines[line][at].trim() !== "" && isAlone(at) && !(at > 0 && isAlone(at - 1))) {
        add(kind, false, line, at, 1, "a token of the server");
      }
    });
  });
}

/** Returns the kind of each character by the grammar. */
function colours(lines) {
  let stack = textmate.INITIAL;
  return lines.map((line) => {
    const { tokens, ruleStack } = grammar.tokenizeLine(line, stack);
    stack = ruleStack;
    const kinds = tokens.flatMap((it) => Array(it.endIndex - it.startIndex).fill(kindOf(it.scopes)));
    return kinds.slice(0, line.length);
  });
}

function kindOf(scopes) {
  for (const scope of scopes.slice().reverse()) {
    const known = KINDS.find(([prefix]) => scope === prefix || scope.startsWith(`${prefix}.`));
    if (known !== undefined) return known[1];
  }
  return undefined;
}

/** Returns the tokens of a file by the server. */
async function semantic(file, text) {
  const uri = pathToFileURL(file).href;
  const textDocument = { uri, languageId: "hcl", version: 1, text };
  await connection.sendNotification("textDocument/didOpen", { textDocument });
  const { data } = await connection.sendRequest("textDocument/semanticTokens/full", { textDocument: { uri } });
  await connection.sendNotification("textDocument/didClose", { textDocument: { uri } });
  const tokens = [];
  let [line, start] = [0, 0];
  for (let at = 0; at < data.length; at += 5) {
    const [lines, characters, length, type] = data.slice(at, at + 4);
    [line, start] = [line + lines, lines === 0 ? start + characters : characters];
    tokens.push({ line, start, length, kind: tokenTypes[type] });
  }
  return tokens;
}

/** Returns the files at a path, at any depth. */
function files(path) {
  if (!statSync(path).isDirectory()) return [path];
  const found = readdirSync(path).sort().flatMap((name) => files(join(path, name)));
  return found.filter((it) => SUFFIXES.some((suffix) => it.endsWith(suffix)));
}

async function loadGrammar() {
  const { OnigScanner, OnigString, loadWASM } = onigurumaModule;
  const wasm = createRequire(import.meta.url).resolve("vscode-oniguruma/release/onig.wasm");
  await loadWASM(readFileSync(wasm));
  const path = join(root, "syntaxes/hcl.tmLanguage.json");
  const raw = textmate.parseRawGrammar(readFileSync(path, "utf8"), path);
  const registry = new textmate.Registry({
    onigLib: Promise.resolve({
      createOnigScanner: (patterns) => new OnigScanner(patterns),
      createOnigString: (text) => new OnigString(text),
    }),
    loadGrammar: async () => raw,
  });
  return registry.loadGrammar(raw.scopeName);
}

function fail(message) {
  console.error(`error: ${message}`);
  process.exit(2);
}
