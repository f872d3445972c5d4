// The colours of an editor: those of the tokens that the worker finds.

import type { Range } from "@codemirror/state";
import { Decoration, type DecorationSet } from "@codemirror/view";
import type { Client } from "./client";
import { decorated } from "./decorated";
import type { Pane, Tokens } from "./protocol";

export function colours(client: Client, pane: Pane) {
  return decorated(40, async (length) => decorations(await client.ask("tokens", pane), length));
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
