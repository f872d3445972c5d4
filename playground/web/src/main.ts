// The page: three editors, the problems in their texts, and the results.

import { Client, Interrupted, load } from "./client";
import { Editor } from "./editor";
import { EXAMPLES } from "./examples";
import { listProblems } from "./problems";
import { type Fix, PANES, type Pane, type Texts } from "./protocol";
import { show, showMessage } from "./results";
import { read, write } from "./share";
import { Tabs } from "./tabs";
import { themes } from "./theme";

/** The milliseconds after a change until the results follow. */
const DELAY = 120;

const LABELS: Record<Pane, string> = {
  configuration: "Configuration",
  spec: "Spec",
  variables: "Values of variables",
};

const byId = <E extends HTMLElement>(id: string) => document.getElementById(id) as E;
const [panel, status] = [byId("result"), byId("status")];

themes(byId<HTMLButtonElement>("theme"));
const [module, shared] = await Promise.all([load(), read(location.hash)]);
const first: Texts = shared ?? Object.values(EXAMPLES)[0]!;
const client = new Client(module, { configuration: first.configuration, spec: first.spec, variables: first.variables });
const editors = Object.fromEntries(PANES.map((pane) => [pane, editor(pane)])) as Record<Pane, Editor>;

const inputs = new Tabs(byId("inputs"), (chosen) => {
  for (const pane of ["spec", "variables"]) byId(pane).hidden = pane !== chosen;
});
const results = new Tabs(byId("results"), (chosen) => {
  panel.setAttribute("aria-labelledby", `tab-${chosen}`);
  refresh();
});

let timer: number | undefined;
let version = 0;
results.choose(shared?.tab ?? results.value);

const examples = byId<HTMLSelectElement>("examples");
if (shared !== undefined) examples.append(new Option("Shared", "", true, true));
examples.append(...Object.keys(EXAMPLES).map((title) => new Option(title)));
examples.addEventListener("change", () => {
  const texts = EXAMPLES[examples.value];
  if (texts !== undefined) open(texts);
});
byId("format").addEventListener("click", () => {
  for (const pane of PANES) editors[pane].format().catch(report);
});
byId("share").addEventListener("click", share);
addEventListener("hashchange", async () => {
  const state = await read(location.hash);
  if (state === undefined) return;
  open(state);
  results.choose(state.tab);
});

function editor(pane: Pane): Editor {
  const [parent, text] = [byId(pane), first[pane]];
  const follow = () => {
    if (pane !== "configuration") editors.configuration.refresh();
    changed();
  };
  return new Editor({ parent, pane, label: LABELS[pane], text, client, changed: follow, apply });
}

function open(texts: Texts): void {
  for (const pane of PANES) editors[pane].reset(texts[pane]);
}

function changed(): void {
  clearTimeout(timer);
  timer = setTimeout(refresh, DELAY);
}

/** Shows the problems and the chosen result, unless a text has changed when they come. */
async function refresh(): Promise<void> {
  clearTimeout(timer);
  const own = ++version;
  try {
    const answers = await Promise.all([client.ask("problems"), client.ask("result", results.value)]);
    if (own !== version) return;
    const [problems, result] = answers;
    for (const pane of PANES) editors[pane].show(problems[pane]);
    listProblems(problems, {
      list: byId("problems"),
      summary: byId("summary"),
      lineOf: (pane, offset) => editors[pane].lineOf(offset),
      select: (pane, { from, to }) => select(pane, from, to),
      apply,
    });
    show(result, panel, ({ from, to }) => select("configuration", from, to));
    document.body.dataset["state"] = "ready";
  } catch (error) {
    if (own === version) showMessage(report(error), panel);
  }
}

/** Applies a fix, which may change several texts. */
function apply(fix: Fix): void {
  for (const pane of PANES) {
    const edits = fix.edits.filter((edit) => edit.pane === pane);
    if (edits.length > 0) editors[pane].edit(edits);
  }
}

function select(pane: Pane, from: number, to: number): void {
  inputs.choose(pane);
  editors[pane].select(from, to);
}

/** Makes the address that of the present state, and copies it. */
async function share(): Promise<void> {
  const texts = Object.fromEntries(PANES.map((pane) => [pane, editors[pane].text])) as Texts;
  history.replaceState(null, "", await write({ ...texts, tab: results.value }));
  try {
    await navigator.clipboard.writeText(location.href);
    status.textContent = "The link is copied.";
  } catch {
    status.textContent = "The link is in the address bar.";
  }
}

/** Shows an error, and returns it as text. */
function report(error: unknown): string {
  const text = error instanceof Interrupted ? error.message : `Error: ${error}`;
  status.textContent = text;
  return text;
}
