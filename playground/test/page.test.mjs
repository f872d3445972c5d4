// The page in a headless Chromium: CHROMIUM is its path, by default that of Debian's package. With SCREENSHOTS, pictures of it
// are written to that folder.

import assert from "node:assert/strict";
import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import { after, before, beforeEach, test } from "node:test";
import { chromium } from "playwright-core";
import { serve } from "./server.mjs";

const PATIENCE = 30_000;
/** The variable to which the example of the page gives a value. */
const DECLARED = 'variable "workers" {}\n';
const { CHROMIUM = "/usr/bin/chromium", SCREENSHOTS } = process.env;

let server, browser, page;

before(async () => {
  if (SCREENSHOTS !== undefined) await mkdir(SCREENSHOTS, { recursive: true });
  server = await serve();
  browser = await chromium.launch({ executablePath: CHROMIUM, args: ["--no-sandbox", "--disable-gpu"] });
});

after(async () => {
  await browser?.close();
  server?.close();
});

beforeEach(async () => {
  await page?.close();
  page = await opened();
});

test("the first result", async (context) => {
  const shown = await page.evaluate(() => performance.now());
  context.diagnostic(`after ${Math.round(shown)} ms`);
  assert.match(await result(), /"region": "eu"/);
  await text("#summary", "No problems");
});

test("a mistake is underlined, and its fix corrects it", async () => {
  await write("configuration", `${DECLARED}regoin = "eu"\n`);
  await page.locator("#configuration .cm-lintRange-error", { hasText: "regoin" }).waitFor();
  await text("#summary", "1 error");
  await page.getByRole("button", { name: 'Change "regoin" to "region"' }).click();
  await text("#summary", "No problems");
  assert.match(await read("configuration"), /^region = "eu"$/m);
  await shows('"region": "eu"');
});

test("a fix by the keyboard", async () => {
  await write("configuration", `${DECLARED}regoin = "eu"\n`);
  await page.locator("#configuration .cm-lintRange-error").waitFor();
  await page.keyboard.press("Control+Shift+M");
  await page.getByRole("listbox", { name: "Diagnostics" }).waitFor();
  await page.keyboard.press("c");
  await text("#summary", "No problems");
  assert.match(await read("configuration"), /^region = "eu"$/m);
});

test("completion in a block", async () => {
  await write("configuration", `${DECLARED}region = "eu"\nserver "a" {\n  port = 80\n  \n}\n`);
  await page.keyboard.press("ArrowUp");
  await page.keyboard.press("ArrowUp");
  await page.keyboard.press("End");
  await page.keyboard.type("si");
  const option = page.locator(".cm-tooltip-autocomplete li[aria-selected]", { hasText: "size" });
  await option.waitFor();
  await page.locator(".cm-completionInfo", { hasText: "The size of its machine." }).waitFor();
  // The editor takes no key for a moment after it shows the list, and does not say when that has passed.
  await option.click();
  await page.locator("#configuration .cm-line", { hasText: 'size = ""' }).waitFor();
  await page.keyboard.type("large");
  await shows('"size": "large"');
});

test("hover describes an attribute", async () => {
  await page.locator("#configuration .token-property", { hasText: "port" }).first().hover();
  await page.locator(".cm-tooltip-hover .description", { hasText: "The port on which it listens." }).waitFor();
});

test("hover shows the value of an expression in a dynamic block", async () => {
  const line = page.locator("#configuration .cm-line", { hasText: "local.base + server.value" });
  const name = line.locator(".token-property", { hasText: "base" });
  await name.scrollIntoViewIfNeeded();
  await name.hover();
  await page.locator(".cm-tooltip-hover .description", { hasText: "9000" }).waitFor();
});

test("values beside the configuration follow the variables", async () => {
  await page.locator("#configuration .hint", { hasText: "www.example.com" }).first().waitFor();
  await page.getByRole("tab", { name: "Variables" }).click();
  await write("variables", 'domain = "example.org"\n');
  await page.locator("#configuration .hint", { hasText: "www.example.org" }).first().waitFor();
});

test("a variable changes the value", async () => {
  assert.doesNotMatch(await result(), /worker-3/);
  await page.getByRole("tab", { name: "Variables" }).click();
  await write("variables", "workers = 4\n");
  await shows("worker-3");
});

test("a mistake in the spec", async () => {
  await write("spec", 'object {\n  atr "a" {}\n}\n');
  await page.locator("#spec .cm-lintRange-error").first().waitFor();
  await page.locator("#problems .place", { hasText: "spec:2" }).first().waitFor();
});

test("formatting", async () => {
  await write("configuration", 'region="eu"\n');
  await page.getByRole("button", { name: "Format" }).click();
  await page.locator("#configuration .cm-line", { hasText: 'region = "eu"' }).waitFor();
});

test("every result", async () => {
  const texts = { Expanded: "server \"worker-2\" {", Sample: "region =", "JSON Schema": '"$schema"' };
  for (const [name, part] of Object.entries(texts)) {
    await page.getByRole("tab", { name }).click();
    await shows(part);
  }
  await page.getByRole("tab", { name: "Reference" }).click();
  await page.frameLocator("#result iframe").getByText("Where the servers run.").first().waitFor();
  await page.getByRole("tab", { name: "Graph" }).click();
  await page.locator("#result .node", { hasText: "local.hosts" }).click();
  assert.match(await page.evaluate(() => getSelection().toString()), /hosts/);
});

test("the arrow keys choose a result", async () => {
  await page.getByRole("tab", { name: "Value" }).focus();
  await page.keyboard.press("ArrowRight");
  assert.equal(await page.evaluate(() => document.activeElement.textContent), "Expanded");
  await shows("server");
  await page.keyboard.press("End");
  await shows('"$schema"');
});

test("a link holds the whole state", async () => {
  await write("configuration", 'region = "us" # é 😀\n');
  await page.getByRole("tab", { name: "Expanded" }).click();
  await page.getByRole("button", { name: "Share" }).click();
  await page.locator("#status", { hasText: "link" }).waitFor();
  const other = await opened(page.url());
  assert.equal(await other.locator("#configuration .cm-line").first().innerText(), 'region = "us" # é 😀');
  assert.equal(await other.getByRole("tab", { selected: true }).last().innerText(), "Expanded");
  await other.close();
});

test("an example of every kind is valid", async () => {
  for (const title of ["Nomad job", "Packer template", "Terragrunt"]) {
    await page.locator("#examples").selectOption(title);
    await text("#summary", "No problems");
    await page.locator("#examples").selectOption(`${title} with mistakes`);
    await page.locator("#summary", { hasText: "error" }).waitFor();
  }
});

test("a bomb leaves the page responsive", async (context) => {
  const bomb = Array.from({ length: 8 }).reduce((inner, _, at) => `[for x${at} in range(500) : ${inner}]`, "1");
  await write("configuration", `region = ${bomb}\n`);
  await page.waitForTimeout(200);
  const longest = await page.evaluate(async () => {
    let [longest, last] = [0, performance.now()];
    while (document.body.dataset.bomb === undefined && performance.now() - last < 5000) {
      await new Promise(requestAnimationFrame);
      const now = performance.now();
      longest = Math.max(longest, now - last);
      last = now;
      if (document.querySelector("#summary").textContent.includes("error")) return longest;
    }
    return longest;
  });
  context.diagnostic(`the longest time without a frame: ${Math.round(longest)} ms`);
  await page.locator("#summary", { hasText: "error" }).waitFor();
  await write("configuration", `${DECLARED}region = "eu"\n`);
  await shows('"region": "eu"');
});

test("a worker that does not answer is started again", async () => {
  const own = await browser.newPage();
  own.setDefaultTimeout(PATIENCE);
  let answers = false;
  await own.route("**/worker.js", (route) => {
    if (answers) return route.continue();
    return route.fulfill({ contentType: "text/javascript", body: "postMessage({ ready: true });" });
  });
  await own.goto(server.url);
  await own.locator("#configuration .cm-content").waitFor();
  answers = true;
  await own.locator("#result", { hasText: "took too long" }).waitFor();
  await own.locator("#configuration .cm-content").click();
  await own.keyboard.type("# more");
  await own.locator("#result", { hasText: '"region": "eu"' }).waitFor();
  await own.close();
});

test("light, dark and narrow", async () => {
  for (const [name, colorScheme, width, height] of [
    ["light", "light", 1280, 800],
    ["dark", "dark", 1280, 800],
    ["narrow", "light", 420, 900],
  ]) {
    const shown = await browser.newPage({ colorScheme, viewport: { width, height } });
    shown.setDefaultTimeout(PATIENCE);
    await shown.goto(server.url);
    await shown.locator("body[data-state=ready]").waitFor();
    await shown.locator(".token-property").first().waitFor();
    const { wide, background } = await shown.evaluate(() => ({
      wide: document.documentElement.scrollWidth,
      background: getComputedStyle(document.body).backgroundColor,
    }));
    assert.ok(wide <= width, `${name}: ${wide} pixels`);
    assert.equal(background, colorScheme === "dark" ? "rgb(22, 24, 29)" : "rgb(246, 247, 249)");
    await picture(shown, name);
    await shown.getByRole("tab", { name: "Graph" }).click();
    await shown.locator("#result svg").waitFor();
    await picture(shown, `${name}-graph`);
    await shown.locator("#examples").selectOption("Nomad job with mistakes");
    await shown.locator("#summary", { hasText: "error" }).waitFor();
    await shown.getByRole("tab", { name: "Reference" }).click();
    await shown.locator("#result iframe").waitFor();
    await picture(shown, `${name}-mistakes`);
    await shown.close();
  }
});

test("the switch of colours", async () => {
  const background = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor);
  const [button, before] = [page.locator("#theme"), await background()];
  await button.click();
  assert.equal(await background(), before);
  await button.click();
  assert.equal(await background(), "rgb(22, 24, 29)");
});

/** Opens the page, and waits for its first result. */
async function opened(url = server.url) {
  const created = await browser.newPage({ viewport: { width: 1280, height: 800 } });
  created.setDefaultTimeout(PATIENCE);
  const errors = [];
  created.on("pageerror", (error) => errors.push(error));
  await created.goto(url);
  await created.locator("body[data-state=ready]").waitFor();
  assert.deepEqual(errors, []);
  return created;
}

/** Replaces the text of an editor, as by pasting. */
async function write(pane, content) {
  await page.locator(`#${pane} .cm-content`).click();
  await page.keyboard.press("Control+A");
  await page.keyboard.insertText(content);
}

async function read(pane) {
  const lines = await page.locator(`#${pane} .cm-line`).allInnerTexts();
  return lines.join("\n").trim();
}

function result() {
  return page.locator("#result").innerText();
}

async function shows(part) {
  await page.locator("#result", { hasText: part }).waitFor();
}

async function text(selector, content) {
  await page.locator(selector).and(page.getByText(content, { exact: true })).waitFor();
}

async function picture(shown, name) {
  if (SCREENSHOTS !== undefined) await shown.screenshot({ path: join(SCREENSHOTS, `${name}.png`) });
}
