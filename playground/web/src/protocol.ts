// The messages between the page and the worker, and the answers in them.

export const PANES = ["configuration", "spec", "variables"] as const;
export type Pane = (typeof PANES)[number];
export type Texts = Record<Pane, string>;

export interface Range {
  from: number;
  to: number;
}

export interface TextEdit extends Range {
  insert: string;
}

export interface PaneEdit extends TextEdit {
  pane: Pane;
}

export interface Fix {
  title: string;
  isSafe: boolean;
  edits: PaneEdit[];
}

export interface Problem extends Range {
  severity: "error" | "warning";
  code: string;
  summary: string;
  detail: string;
  help: string;
  notes: string[];
  fixes: Fix[];
}

export interface Completion extends Range {
  label: string;
  kind: string;
  insert: string;
  snippet: string | null;
  detail: string;
}

/** A text that is shown beside a source. */
export interface Hint {
  at: number;
  text: string;
  before: boolean;
}

export interface Graph {
  nodes: (Range & { title: string; kind: string })[];
  edges: [number, number][];
}

/** A graph with the places of its nodes and edges. */
export interface Drawing {
  width: number;
  height: number;
  nodes: (Graph["nodes"][number] & { x: number; y: number; width: number; height: number })[];
  edges: { x: number; y: number }[][];
}

/** A result has one of these. */
export type Result =
  | { hcl: string }
  | { json: string }
  | { html: string }
  | { drawing: Drawing }
  | { missing: string };

/** The answers by the names of the calls. A request has the arguments of the function of that name. */
export interface Calls {
  problems: [arguments: [], answer: Record<Pane, Problem[]>];
  result: [arguments: [kind: string], answer: Result];
  completions: [arguments: [pane: Pane, offset: number], answer: Completion[]];
  describe: [
    arguments: [pane: Pane, offset: number, label: string, kind: string],
    answer: { detail: string; html: string } | null,
  ];
  hover: [arguments: [pane: Pane, offset: number], answer: (Range & { html: string }) | null];
  format: [arguments: [pane: Pane], answer: TextEdit[]];
  hints: [arguments: [pane: Pane], answer: Hint[]];
  tokens: [arguments: [pane: Pane], answer: Tokens];
}

/** The start, the end and the role of each token. */
export interface Tokens {
  roles: string[];
  numbers: Uint32Array;
}

export type Call = keyof Calls;

export type Request = { module: WebAssembly.Module } | { set: Pane; text: string } | { id: number; call: Call; args: unknown[] };

export type Response = { ready: true } | { id: number; answer: unknown } | { id: number; error: string };
