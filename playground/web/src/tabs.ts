// Tabs that the arrow keys choose from.

/** Makes the buttons of an element tabs. Calls `chosen` with the value of the one that is chosen. */
export class Tabs {
  readonly #buttons: HTMLButtonElement[];
  readonly #chosen: (value: string) => void;
  #value = "";

  constructor(list: HTMLElement, chosen: (value: string) => void) {
    this.#buttons = [...list.querySelectorAll<HTMLButtonElement>("[role=tab]")];
    this.#chosen = chosen;
    for (const button of this.#buttons) button.addEventListener("click", () => this.choose(button.value));
    list.addEventListener("keydown", (event) => this.#key(event));
    this.#mark(this.#buttons[0]);
  }

  get value(): string {
    return this.#value;
  }

  /** Chooses a tab. Values without one have no effect. */
  choose(value: string): void {
    const button = this.#buttons.find((it) => it.value === value);
    if (button === undefined) return;
    this.#mark(button);
    this.#chosen(value);
  }

  #mark(chosen: HTMLButtonElement | undefined): void {
    this.#value = chosen?.value ?? "";
    for (const button of this.#buttons) {
      const isChosen = button === chosen;
      button.setAttribute("aria-selected", String(isChosen));
      button.tabIndex = isChosen ? 0 : -1;
    }
  }

  #key(event: KeyboardEvent): void {
    const [at, count] = [this.#buttons.findIndex((it) => it.value === this.#value), this.#buttons.length];
    const next = { ArrowRight: at + 1, ArrowLeft: at - 1 + count, Home: 0, End: count - 1 }[event.key];
    if (next === undefined) return;
    event.preventDefault();
    const button = this.#buttons[next % count]!;
    button.focus();
    this.choose(button.value);
  }
}
