// The extension in the workbench of Visual Studio Code in a browser. Prints what its user sees: `workbench.mjs URL FOLDER`.

import { join } from "node:path";
import { chromium } from "playwright-core";

const PATIENCE = 60_000;
const [, , url, shots] = process.argv;

const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium",
  args: ["--no-sandbox", "--disable-gpu"],
});
const page = await browser.newPage({ viewport: { width: 1100, height: 650 } });
page.setDefaultTimeout(PATIENCE);

try {
  await page.goto(url);
  await step("diagnostics", diagnostics);
  await step("hover over port", hover);
  await step("quick fix", quickFix);
  await step("completion in broken text", completion);
  await step("commands", commands);
  await step("formatting", formatting);
} catch (error) {
  console.log(String(error));
  process.exitCode = 1;
} finally {
  await page.screenshot({ path: join(shots, "last.png") });
  await browser.close();
}

async function step(name, run) {
  console.log(`== ${name}`);
  await run();
  await page.screenshot({ path: join(shots, `${name.replaceAll(" ", "-")}.png`) });
}

async function diagnostics() {
  await open("app.hcl");
  await page.locator(".squiggly-error").first().waitFor();
  await page.keyboard.press("Control+Shift+M");
  const rows = page.locator(".markers-panel .monaco-list-row");
  await rows.nth(2).waitFor();
  for (const row of (await rows.allInnerTexts()).slice(1)) console.log(row.replace(/\s*\n\s*/g, " "));
  await page.keyboard.press("Control+J");
}

async function hover() {
  await line("eighty").hover({ position: { x: 30, y: 9 } });
  const shown = page.locator(".monaco-hover:not(.hidden) .hover-contents", { hasText: "number" }).first();
  await shown.waitFor();
  console.log(await shown.innerText());
}

async function quickFix() {
  await line("sise").click({ position: { x: 30, y: 9 } });
  await page.keyboard.press("Control+.");
  const actions = page.locator(".action-widget .monaco-list-row.action");
  await actions.first().waitFor();
  console.log((await actions.first().innerText()).trim());
  await page.keyboard.press("Enter");
  await line("size").waitFor();
  console.log(plain(await line("size").innerText()));
}

async function completion() {
  await page.keyboard.press("Control+End");
  // Typed in one piece, brackets are not closed by the editor.
  await page.keyboard.insertText('\nservice "db" {\nport = 1 +\n');
  await page.keyboard.type("si");
  const rows = page.locator(".suggest-widget.visible .monaco-list-row");
  await rows.first().waitFor();
  console.log(await rows.first().getAttribute("aria-label"));
  await page.keyboard.press("Escape");
}

async function commands() {
  await run("HCL by hcldyn: Restart the Server");
  await page.locator(".squiggly-error").first().waitFor();
  await run("HCL by hcldyn: Choose the Spec File");
  const rows = page.locator(".quick-input-list .monaco-list-row");
  await rows.nth(1).waitFor();
  for (const row of await rows.all()) console.log(await row.getAttribute("aria-label"));
  await page.keyboard.press("Escape");
}

async function formatting() {
  await open("layout.hcl");
  await line("a=1").waitFor();
  await run("Format Document");
  await line("a      = 1").waitFor();
  const lines = (await page.locator(".editor-instance .view-line").allInnerTexts()).map(plain);
  console.log(lines.join("\n").trimEnd());
}

/** Opens a file of the folder. */
async function open(name) {
  const row = page.locator(".explorer-folders-view .monaco-list-row", { has: page.getByText(name, { exact: true }) });
  await row.first().dblclick();
  await page.locator(`.tab.active[data-resource-name="${name}"]`).waitFor();
}

/** Runs a command of the palette. */
async function run(command) {
  await page.keyboard.press("F1");
  await page.locator(".quick-input-widget input[type=text]").first().waitFor();
  await page.keyboard.type(command);
  await page.locator(".quick-input-list .monaco-list-row", { hasText: command }).first().waitFor();
  await page.keyboard.press("Enter");
}

/** Returns the line of the editor with a text. */
function line(text) {
  return page.locator(".editor-instance .view-line").filter({ hasText: new RegExp(text.replaceAll(" ", "[ \\u00a0]")) }).first();
}

function plain(text) {
  return text.replaceAll("\u00a0", " ").trimEnd();
}
