// The licences of the packages in a bundle, for the extension and the playground.

import { readFile, readdir } from "node:fs/promises";

/** Returns the licences of the packages of bundled files, whose paths are relative to the current directory. */
export async function licences(files) {
  const folders = files.map((file) => file.match(/^.*node_modules\/(?:@[^/]+\/)?[^/]+/)?.[0]);
  const texts = [...new Set(folders.filter(Boolean))].sort().map(async (folder) => {
    const { name, version, license } = JSON.parse(await readFile(`${folder}/package.json`, "utf8"));
    const file = (await readdir(folder)).find((it) => /^licen[cs]e/i.test(it));
    const text = file === undefined ? "" : await readFile(`${folder}/${file}`, "utf8");
    return `${name} ${version}, ${license}\n\n${text.trim()}\n`;
  });
  return (await Promise.all(texts)).join("\n----\n\n");
}
