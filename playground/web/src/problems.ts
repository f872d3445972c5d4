// The list of the errors and warnings of all texts.

import { type Fix, PANES, type Pane, type Problem } from "./protocol";

export interface ProblemsOptions {
  list: HTMLElement;
  summary: HTMLElement;
  lineOf(pane: Pane, offset: number): number;
  select(pane: Pane, problem: Problem): void;
  apply(fix: Fix): void;
}

/** Shows problems, with a button for each fix. */
export function listProblems(problems: Record<Pane, Problem[]>, options: ProblemsOptions): void {
  const all = PANES.flatMap((pane) => problems[pane].map((problem) => ({ pane, problem })));
  const count = (severity: string, noun: string) => {
    const found = all.filter(({ problem }) => problem.severity === severity).length;
    return found === 0 ? "" : `${found} ${noun}${found === 1 ? "" : "s"}`;
  };
  const counts = [count("error", "error"), count("warning", "warning")].filter(Boolean).join(", ");
  options.summary.textContent = counts === "" ? "No problems" : counts;
  options.list.replaceChildren(...all.map(({ pane, problem }) => item(pane, problem, options)));
}

function item(pane: Pane, problem: Problem, { lineOf, select, apply }: ProblemsOptions): HTMLElement {
  const place = button(`${pane}:${lineOf(pane, problem.from)}`, () => select(pane, problem));
  place.className = "place";
  const summary = document.createElement("strong");
  summary.textContent = problem.summary;
  const detail = document.createElement("span");
  detail.textContent = [problem.detail, problem.help].filter(Boolean).join(" ");
  const fixes = problem.fixes.map((fix) => button(fix.title, () => apply(fix)));
  const created = document.createElement("li");
  created.className = problem.severity;
  created.append(place, " ", summary, " ", detail, " ", ...fixes);
  return created;
}

function button(text: string, click: () => void): HTMLButtonElement {
  const created = document.createElement("button");
  created.type = "button";
  created.textContent = text;
  created.addEventListener("click", click);
  return created;
}
