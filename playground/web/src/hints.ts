// The values and names that an editor shows beside a text.

import { Decoration, type EditorView, WidgetType } from "@codemirror/view";
import type { Client } from "./client";
import { decorated } from "./decorated";
import type { Pane } from "./protocol";

/** The milliseconds after a change, so that hints do not move while a user types. */
const DELAY = 300;

export function hints(client: Client, pane: Pane) {
  return decorated(DELAY, async (length) => {
    const found = await client.ask("hints", pane);
    const inside = found.filter(({ at }) => at <= length);
    const widgets = inside.map(({ at, text, before }) => {
      const shown = before ? `${text} ` : ` ${text}`;
      return Decoration.widget({ widget: new Hint(shown), side: before ? -1 : 1 }).range(at);
    });
    return Decoration.set(widgets, true);
  });
}

class Hint extends WidgetType {
  constructor(readonly text: string) {
    super();
  }

  override eq(other: Hint): boolean {
    return other.text === this.text;
  }

  override toDOM(_: EditorView): HTMLElement {
    const created = document.createElement("span");
    created.className = "hint";
    created.textContent = this.text;
    return created;
  }
}
