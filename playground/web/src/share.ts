// Links that hold the whole state, compressed, after the number sign: no server sees them.

import { PANES, type Texts } from "./protocol";

/** The version of the notation, which begins the part after the number sign. */
const PREFIX = "#v1-";

/** The maximum length of the state of a link. A short link can hold a text of any length. */
const MAX_LENGTH = 4 << 20;

export interface State extends Texts {
  /** The result that is shown. */
  tab: string;
}

/** Returns the part of a link after the address of the page. */
export async function write(state: State): Promise<string> {
  const bytes = new TextEncoder().encode(JSON.stringify(state));
  const compressed = new Blob([bytes]).stream().pipeThrough(new CompressionStream("deflate-raw"));
  const packed = new Uint8Array(await new Response(compressed).arrayBuffer());
  const binary = Array.from(packed, (byte) => String.fromCharCode(byte)).join("");
  return PREFIX + btoa(binary).replace(/\+/g, "-").replace(/\//g, "_").replace(/=+$/, "");
}

/** Returns the state of a link; `undefined` if it has none, or not a valid one. */
export async function read(hash: string): Promise<State | undefined> {
  if (!hash.startsWith(PREFIX)) return undefined;
  try {
    const binary = atob(hash.slice(PREFIX.length).replace(/-/g, "+").replace(/_/g, "/"));
    const packed = Uint8Array.from(binary, (character) => character.charCodeAt(0));
    const text = await inflated(new Blob([packed]).stream());
    const state: unknown = JSON.parse(text);
    return isState(state) ? state : undefined;
  } catch {
    return undefined;
  }
}

async function inflated(packed: ReadableStream<Uint8Array<ArrayBuffer>>): Promise<string> {
  const reader = packed.pipeThrough(new DecompressionStream("deflate-raw")).getReader();
  const [decoder, parts] = [new TextDecoder(), [] as string[]];
  let length = 0;
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return parts.join("");
    length += value.length;
    if (length > MAX_LENGTH) throw new Error("the state is too long");
    parts.push(decoder.decode(value, { stream: true }));
  }
}

function isState(state: unknown): state is State {
  if (typeof state !== "object" || state === null) return false;
  const values = state as Record<string, unknown>;
  return [...PANES, "tab"].every((key) => typeof values[key] === "string");
}
