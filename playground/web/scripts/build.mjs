// Writes the page into `dist`, with the licences of the packages in it, and checks its size.

import { copyFile, mkdir, readFile, readdir, rm, writeFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { gzipSync } from "node:zlib";
import { build } from "esbuild";
import { licences } from "../../../editors/vscode/scripts/licences.mjs";

/** The maximum size of all files that a browser loads, compressed. */
const MAX_BYTES = 2_500_000;

process.chdir(fileURLToPath(new URL("../..", import.meta.url)));
await rm("dist", { recursive: true, force: true });
await mkdir("dist");

const { metafile } = await build({
  entryPoints: ["web/src/main.ts", "web/src/worker.ts", "web/style.css"],
  entryNames: "[name]",
  outdir: "dist",
  bundle: true,
  format: "esm",
  target: "es2022",
  minify: true,
  metafile: true,
  loader: { ".hcl": "text" },
  logLevel: "warning",
});
await copyFile("web/index.html", "dist/index.html");
await copyFile("web/generated/hcldyn_bg.wasm", "dist/hcldyn_bg.wasm");

const loaded = await readdir("dist");
const sizes = await Promise.all(loaded.map(async (name) => [name, gzipSync(await readFile(`dist/${name}`), { level: 9 }).length]));
for (const [name, size] of sizes) console.log(`${name}: ${size} bytes compressed`);
const total = sizes.reduce((sum, [, size]) => sum + size, 0);
console.log(`all: ${total} of at most ${MAX_BYTES} bytes`);
if (total > MAX_BYTES) process.exit(1);
await writeFile("dist/THIRD-PARTY.txt", await licences(Object.keys(metafile.inputs)));
