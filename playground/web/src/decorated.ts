// Decorations of an editor that the worker finds, some time after each change.

import { StateEffect, StateField } from "@codemirror/state";
import { Decoration, type DecorationSet, EditorView, ViewPlugin, type ViewUpdate } from "@codemirror/view";

/** The maximum length of a text with decorations. Browsers need seconds for a million of them. */
const MAX_LENGTH = 300_000;

/** A request for decorations, because something else than the text has changed. */
export const refreshed = StateEffect.define<null>();

/** Shows the decorations that a function finds for a text of a length, once it has not changed for some milliseconds. */
export function decorated(delay: number, find: (length: number) => Promise<DecorationSet>) {
  const setFound = StateEffect.define<DecorationSet>();
  const shown = StateField.define<DecorationSet>({
    create: () => Decoration.none,
    update(found, transaction) {
      const set = transaction.effects.find((effect) => effect.is(setFound));
      return set === undefined ? found.map(transaction.changes) : set.value;
    },
    provide: (field) => EditorView.decorations.from(field),
  });
  const plugin = ViewPlugin.define((view) => {
    let timer = setTimeout(ask);
    async function ask(): Promise<void> {
      const doc = view.state.doc;
      if (doc.length > MAX_LENGTH) return;
      const found = await find(doc.length).catch(() => undefined);
      if (found !== undefined && view.state.doc.eq(doc)) view.dispatch({ effects: setFound.of(found) });
    }
    return {
      update({ docChanged, transactions }: ViewUpdate) {
        const isRequested = transactions.some(({ effects }) => effects.some((it) => it.is(refreshed)));
        if (!docChanged && !isRequested) return;
        clearTimeout(timer);
        timer = setTimeout(ask, delay);
      },
      destroy: () => clearTimeout(timer),
    };
  });
  return [shown, plugin];
}
