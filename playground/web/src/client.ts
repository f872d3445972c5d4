// The page's side of the worker, which is started again if it does not answer.

import type { Call, Calls, Pane, Request, Response, Texts } from "./protocol";

/** The milliseconds that the worker may take for an answer, once it is ready. */
const PATIENCE = 5_000;

/** Loads the module of the worker. Workers that are started again need not load it. */
export async function load(): Promise<WebAssembly.Module> {
  const url = new URL("hcldyn_bg.wasm", import.meta.url);
  try {
    return await WebAssembly.compileStreaming(fetch(url));
  } catch {
    // Some servers send another type of content.
    return WebAssembly.compile(await (await fetch(url)).arrayBuffer());
  }
}

/** The worker has failed or took too long, and was started again. */
export class Interrupted extends Error {}

interface Waiting {
  resolve(answer: unknown): void;
  reject(error: Error): void;
}

export class Client {
  readonly #module: WebAssembly.Module;
  readonly #texts: Texts;
  readonly #waiting = new Map<number, Waiting>();
  #worker: Worker;
  #isReady = false;
  #timer: number | undefined;
  #next = 0;

  constructor(module: WebAssembly.Module, texts: Texts) {
    this.#module = module;
    this.#texts = { ...texts };
    this.#worker = this.#start();
  }

  /** Sets a text. Later requests are about it. */
  set(pane: Pane, text: string): void {
    this.#texts[pane] = text;
    this.#send({ set: pane, text });
  }

  /** Asks for an answer. Fails with `Interrupted` if there is none in time. */
  ask<C extends Call>(call: C, ...args: Calls[C][0]): Promise<Calls[C][1]> {
    const id = this.#next++;
    return new Promise<Calls[C][1]>((resolve, reject) => {
      this.#waiting.set(id, { resolve: resolve as (answer: unknown) => void, reject });
      this.#send({ id, call, args });
      if (this.#timer === undefined) this.#watch();
    });
  }

  #start(): Worker {
    const worker = new Worker(new URL("worker.js", import.meta.url), { type: "module" });
    worker.addEventListener("message", ({ data }: MessageEvent<Response>) => {
      if (worker === this.#worker) this.#receive(data);
    });
    worker.addEventListener("error", (event) => {
      if (worker === this.#worker) this.#restart(event.message || "The worker can't be loaded.");
    });
    this.#worker = worker;
    this.#send({ module: this.#module });
    for (const [pane, text] of Object.entries(this.#texts)) this.#send({ set: pane as Pane, text });
    return worker;
  }

  #send(request: Request): void {
    this.#worker.postMessage(request);
  }

  #receive(response: Response): void {
    if ("ready" in response) {
      this.#isReady = true;
    } else if ("error" in response) {
      // After a failure, the state of the module is not known.
      this.#restart(response.error);
      return;
    } else {
      this.#waiting.get(response.id)?.resolve(response.answer);
      this.#waiting.delete(response.id);
    }
    this.#watch();
  }

  /** Starts the time for the next answer. */
  #watch(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    if (!this.#isReady || this.#waiting.size === 0) return;
    this.#timer = setTimeout(() => this.#restart("The evaluation took too long and was stopped."), PATIENCE);
  }

  #restart(reason: string): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#worker.terminate();
    const waiting = [...this.#waiting.values()];
    this.#waiting.clear();
    this.#isReady = false;
    this.#start();
    for (const { reject } of waiting) reject(new Interrupted(reason));
  }
}
