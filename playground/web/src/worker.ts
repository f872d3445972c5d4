// The worker: hcldyn, which answers one request after the other. The first message has the module.

import { initSync, Playground } from "../generated/hcldyn.js";
import { drawn } from "./layout";
import type { Graph, Request, Response } from "./protocol";

let playground: Playground;

addEventListener("message", ({ data }: MessageEvent<Request>) => {
  if ("module" in data) {
    initSync({ module: data.module });
    playground = new Playground();
    send({ ready: true });
  } else if ("set" in data) {
    playground.set(data.set, data.text);
  } else {
    const { id, call, args } = data;
    try {
      send({ id, answer: answer(playground, call, args) });
    } catch (error) {
      send({ id, error: String(error) });
    }
  }
});

function answer(it: Playground, call: string, args: unknown[]): unknown {
  if (call === "tokens") return { roles: Playground.roles(), numbers: it.tokens(args[0] as string) };
  const functions = it as unknown as Record<string, (...args: unknown[]) => string>;
  const found = JSON.parse(functions[call]!.apply(it, args));
  return call === "result" && "graph" in found ? drawn(found.graph as Graph) : found;
}

function send(response: Response): void {
  postMessage(response);
}
