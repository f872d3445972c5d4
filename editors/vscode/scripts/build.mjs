// Bundles the extension, with the licences of the packages in it; with `--tests`, the tests.

import { readdir, writeFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";
import { licences } from "./licences.mjs";

const root = fileURLToPath(new URL("..", import.meta.url));
process.chdir(root);

const options = { bundle: true, platform: "node", target: "node20", format: "cjs", logLevel: "warning" };

if (process.argv.includes("--tests")) {
  const tests = (await readdir("test")).filter((name) => name.endsWith(".test.ts"));
  await build({ ...options, entryPoints: tests.map((name) => `test/${name}`), outdir: "out/test" });
} else {
  const { metafile } = await build({
    ...options,
    entryPoints: ["src/extension.ts"],
    outfile: "out/extension.js",
    external: ["vscode"],
    minify: true,
    metafile: true,
  });
  await writeFile("out/THIRD-PARTY.txt", await licences(Object.keys(metafile.inputs)));
}
