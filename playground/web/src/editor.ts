// An editor for one of the texts.

import {
  autocompletion,
  closeBrackets,
  closeBracketsKeymap,
  type Completion as Option,
  type CompletionContext,
  type CompletionResult,
  completionKeymap,
  snippet,
} from "@codemirror/autocomplete";
import { defaultKeymap, history, historyKeymap } from "@codemirror/commands";
import { bracketMatching, indentService, indentUnit } from "@codemirror/language";
import { type Diagnostic, lintGutter, lintKeymap, setDiagnostics } from "@codemirror/lint";
import { EditorState } from "@codemirror/state";
import {
  drawSelection,
  EditorView,
  highlightActiveLine,
  hoverTooltip,
  keymap,
  lineNumbers,
} from "@codemirror/view";
import type { Client } from "./client";
import { refreshed } from "./decorated";
import type { Completion, Fix, Pane, Problem, TextEdit } from "./protocol";
import { hints } from "./hints";
import { template } from "./snippet";
import { colours } from "./tokens";

export interface EditorOptions {
  parent: HTMLElement;
  pane: Pane;
  label: string;
  text: string;
  client: Client;
  /** Called after a change of the text. */
  changed(): void;
  apply(fix: Fix): void;
}

export class Editor {
  readonly #view: EditorView;
  readonly #options: EditorOptions;

  constructor(options: EditorOptions) {
    this.#options = options;
    const { parent, text } = options;
    this.#view = new EditorView({ parent, state: this.#state(text) });
  }

  get text(): string {
    return this.#view.state.doc.toString();
  }

  /** Replaces the text, without a step to undo. */
  reset(text: string): void {
    this.#view.setState(this.#state(text));
    this.#changed();
  }

  edit(edits: TextEdit[]): void {
    this.#view.dispatch({ changes: edits, userEvent: "input" });
  }

  show(problems: Problem[]): void {
    const diagnostics = problems.map((problem) => this.#diagnostic(problem));
    this.#view.dispatch(setDiagnostics(this.#view.state, diagnostics));
  }

  select(from: number, to: number): void {
    const end = this.#view.state.doc.length;
    this.#view.dispatch({
      selection: { anchor: Math.min(from, end), head: Math.min(to, end) },
      scrollIntoView: true,
    });
    this.#view.focus();
  }

  /** Shows the hints again, after a change of another text. */
  refresh(): void {
    this.#view.dispatch({ effects: refreshed.of(null) });
  }

  async format(): Promise<void> {
    const doc = this.#view.state.doc;
    const edits = await this.#options.client.ask("format", this.#options.pane);
    if (this.#view.state.doc.eq(doc)) this.edit(edits);
  }

  /** Returns the number of the line of an offset. */
  lineOf(offset: number): number {
    return this.#view.state.doc.lineAt(Math.min(offset, this.#view.state.doc.length)).number;
  }

  #state(doc: string): EditorState {
    const { client, pane, label } = this.#options;
    const format = () => {
      this.format().catch(() => undefined);
      return true;
    };
    return EditorState.create({
      doc,
      extensions: [
        lineNumbers(),
        history(),
        drawSelection(),
        highlightActiveLine(),
        bracketMatching(),
        closeBrackets(),
        indentUnit.of("  "),
        indentService.of(indentation),
        lintGutter(),
        colours(client, pane),
        hints(client, pane),
        autocompletion({ override: [(context) => this.#completions(context)], icons: false }),
        hoverTooltip((_, offset) => this.#hover(offset)),
        keymap.of([
          { key: "Shift-Alt-f", run: format },
          ...closeBracketsKeymap,
          ...completionKeymap,
          ...lintKeymap,
          ...historyKeymap,
          ...defaultKeymap,
        ]),
        EditorView.contentAttributes.of({ "aria-label": label }),
        EditorView.updateListener.of((update) => {
          if (update.docChanged) this.#changed();
        }),
      ],
    });
  }

  #changed(): void {
    this.#options.client.set(this.#options.pane, this.text);
    this.#options.changed();
  }

  #diagnostic({ from, to, severity, summary, detail, help, notes, fixes }: Problem): Diagnostic {
    const end = this.#view.state.doc.length;
    return {
      from: Math.min(from, end),
      to: Math.min(to, end),
      severity,
      message: [summary, detail, help, ...notes].filter(Boolean).join("\n"),
      actions: fixes.map((fix) => ({ name: fix.title, apply: () => this.#options.apply(fix) })),
    };
  }

  async #completions(context: CompletionContext): Promise<CompletionResult | null> {
    const { client, pane } = this.#options;
    const isTyped = context.matchBefore(/[\p{L}\d_.]$/u) !== null;
    if (!context.explicit && !isTyped) return null;
    const found = await client.ask("completions", pane, context.pos).catch(() => []);
    const [first] = found;
    if (first === undefined || context.aborted) return null;
    const options = found.map((it, index) => this.#option(it, index, context.pos));
    return { from: first.from, to: first.to, options, validFor: /^[\p{L}\d_-]*$/u };
  }

  #option(it: Completion, index: number, offset: number): Option {
    const { client, pane } = this.#options;
    return {
      label: it.label,
      detail: it.detail,
      // The first ones are the most likely.
      boost: Math.max(-99, 99 - index),
      apply: it.snippet === null ? it.insert : snippet(template(it.snippet)),
      info: async () => {
        const found = await client.ask("describe", pane, offset, it.label, it.kind).catch(() => null);
        return found === null || found.html === "" ? null : description(found.html);
      },
    };
  }

  async #hover(offset: number) {
    const found = await this.#options.client.ask("hover", this.#options.pane, offset).catch(() => null);
    if (found === null) return null;
    return { pos: found.from, end: found.to, above: true, create: () => ({ dom: description(found.html) }) };
  }
}

/** Returns an element with HTML of the worker, which has no elements that a text brings. */
function description(html: string): HTMLElement {
  const element = document.createElement("div");
  element.className = "description";
  element.innerHTML = html;
  return element;
}

/** Returns the columns of a new line: those of the line before it, and two more inside brackets that it opens. */
function indentation({ state }: { state: EditorState }, offset: number): number {
  const line = state.doc.lineAt(offset);
  const before = line.text.slice(0, offset - line.from);
  const own = /^ */.exec(before)?.[0].length ?? 0;
  return /[{[(]\s*$/.test(before) ? own + 2 : own;
}
