// The results of a configuration.

import { draw } from "./graph";
import type { Range, Result } from "./protocol";

/** The maximum number of characters that are shown. Browsers need seconds for millions of lines. */
const MAX_SHOWN = 200_000;

/** Shows a result in an element. Calls `select` with a range of the configuration that is chosen in it. */
export function show(result: Result, panel: HTMLElement, select: (range: Range) => void): void {
  if ("html" in result) {
    showPage(result.html, panel);
  } else if ("drawing" in result) {
    panel.replaceChildren(draw(result.drawing, select));
  } else if ("missing" in result) {
    showText(result.missing, "missing", panel);
  } else {
    showText("hcl" in result ? result.hcl : result.json, "text", panel);
  }
}

/** Shows a message in place of a result. */
export function showMessage(text: string, panel: HTMLElement): void {
  showText(text, "missing", panel);
}

function showText(whole: string, name: string, panel: HTMLElement): void {
  const rest = whole.length - MAX_SHOWN;
  const text = rest > 0 ? `${whole.slice(0, MAX_SHOWN)}\n… ${rest} more characters` : whole;
  const shown = panel.firstElementChild;
  if (shown?.className === name && shown.textContent === text) return;
  const created = document.createElement(name === "text" ? "pre" : "p");
  created.className = name;
  created.textContent = text;
  panel.replaceChildren(created);
}

/** Shows a page without scripts. One that is shown already keeps its position. */
function showPage(html: string, panel: HTMLElement): void {
  const shown = panel.firstElementChild;
  if (shown instanceof HTMLIFrameElement && shown.srcdoc === html) return;
  const frame = document.createElement("iframe");
  frame.title = "Reference page";
  frame.setAttribute("sandbox", "");
  frame.srcdoc = html;
  panel.replaceChildren(frame);
}
