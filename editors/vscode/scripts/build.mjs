// Bundles the extension, with the licences of the packages in it; with `--tests`, the tests.

import { readFile, readdir, writeFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";

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

/** Returns the licences of the packages of bundled files. */
async function licences(files) {
  const folders = files.map((file) => file.match(/^.*node_modules\/(?:@[^/]+\/)?[^/]+/)?.[0]);
  const texts = [...new Set(folders.filter(Boolean))].sort().map(async (folder) => {
    const { name, version, license } = JSON.parse(await readFile(`${folder}/package.json`, "utf8"));
    const file = (await readdir(folder)).find((it) => /^licen[cs]e/i.test(it));
    const text = file === undefined ? "" : await readFile(`${folder}/${file}`, "utf8");
    return `${name} ${version}, ${license}\n\n${text.trim()}\n`;
  });
  return (await Promise.all(texts)).join("\n----\n\n");
}
