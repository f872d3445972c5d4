// A server of the files of the page.

import { readFile } from "node:fs/promises";
import { createServer } from "node:http";
import { extname } from "node:path";

const TYPES = {
  ".css": "text/css",
  ".html": "text/html",
  ".js": "text/javascript",
  ".txt": "text/plain",
  ".wasm": "application/wasm",
};

/** Serves the built page on a free port of this machine. */
export async function serve() {
  const server = createServer(async ({ url }, response) => {
    const name = new URL(url, "http://localhost").pathname.slice(1) || "index.html";
    try {
      const content = await readFile(new URL(`../dist/${name}`, import.meta.url));
      response.writeHead(200, { "Content-Type": TYPES[extname(name)] }).end(content);
    } catch {
      response.writeHead(404).end();
    }
  });
  await new Promise((listening) => server.listen(0, "127.0.0.1", listening));
  return { url: `http://127.0.0.1:${server.address().port}/`, close: () => server.close() };
}
