// The colours of an editor: those of the tokens that the worker finds.

import { type Range, StateEffect, StateField } from "@codemirror/state";
import { Decoration, type DecorationSet, EditorView, ViewPlugin, type ViewUpdate } from "@codemirror/view";
import type { Client } from "./client";
import type { Pane, Tokens } from "./protocol";

/** The milliseconds after a change until the tokens are asked for. */
const DELAY = 40;

/** The maximum length of a text with colours. Browsers need seconds for a million of them. */
const MAX_LENGTH = 300_000;

const setTokens = StateEffect.define<DecorationSet>();

const shown = StateField.define<DecorationSet>({
  create: () => Decoration.none,
  update(tokens, transaction) {
    const set = transaction.effects.find((effect) => effect.is(setTokens));
    return set === undefined ? tokens.map(transaction.changes) : set.value;
  },
  provide: (field) => EditorView.decorations.from(field),
});

export function colours(client: Client, pane: Pane) {
  const plugin = ViewPlugin.define((view) => {
    let timer = setTimeout(ask);
    async function ask(): Promise<void> {
      const doc = view.state.doc;
      if (doc.length > MAX_LENGTH) return;
      const tokens = await client.ask("tokens", pane).catch(() => undefined);
      if (tokens !== undefined && view.state.doc.eq(doc)) {
        view.dispatch({ effects: setTokens.of(decorations(tokens, doc.length)) });
      }
    }
    return {
      update({ docChanged }: ViewUpdate) {
        if (!docChanged) return;
        clearTimeout(timer);
        timer = setTimeout(ask, DELAY);
      },
      destroy: () => clearTimeout(timer),
    };
  });
  return [shown, plugin];
}

function decorations({ roles, numbers }: Tokens, length: number): DecorationSet {
  const marks = roles.map((role) => Decoration.mark({ class: `token-${role}` }));
  const ranges: Range<Decoration>[] = [];
  for (let at = 0; at + 2 < numbers.length; at += 3) {
    const [from, to, role] = [numbers[at]!, numbers[at + 1]!, numbers[at + 2]!];
    const mark = marks[role];
    if (mark !== undefined && from < to && to <= length) ranges.push(mark.range(from, to));
  }
  return Decoration.set(ranges);
}
