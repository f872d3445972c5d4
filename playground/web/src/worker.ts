// The worker: hcldyn, which answers one request after the other.

import init, { Playground } from "../generated/hcldyn.js";
import { drawn } from "./layout";
import type { Graph, Request, Response } from "./protocol";

const playground = start();

addEventListener("message", async ({ data }: MessageEvent<Request>) => {
  const it = await playground;
  if ("set" in data) {
    it.set(data.set, data.text);
    return;
  }
  const { id, call, args } = data;
  try {
    send({ id, answer: answer(it, call, args) });
  } catch (error) {
    send({ id, error: String(error) });
  }
});

async function start(): Promise<Playground> {
  await init({ module_or_path: new URL("hcldyn_bg.wasm", import.meta.url) });
  const it = new Playground();
  send({ ready: true });
  return it;
}

function answer(it: Playground, call: string, args: unknown[]): unknown {
  if (call === "tokens") return { roles: Playground.roles(), numbers: it.tokens(args[0] as string) };
  const functions = it as unknown as Record<string, (...args: unknown[]) => string>;
  const found = JSON.parse(functions[call]!.apply(it, args));
  return call === "result" && "graph" in found ? drawn(found.graph as Graph) : found;
}

function send(response: Response): void {
  postMessage(response);
}
