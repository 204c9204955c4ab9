import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { expect, test } from "vitest";
import { resolve } from "../../../src/cli/loading/module-hooks.ts";
import { temporaryFolder } from "../temporary-folder.ts";

const folder = temporaryFolder({
  "module.js": 'import { ta } from "hindcast";\nexport const a = ta;\n',
  "script.js": "// does not import or export\nmodule.exports = import('x');\n",
});
const urlOf = (name: string) => pathToFileURL(join(folder, name)).href;
const resolved = (name: string, format: string) => resolve(name, {}, () => ({ url: urlOf(name), format }));

test.each(["hindcast", "hindcast/indicators"])(
  "an import of %s in a strategy resolves to the running package",
  async (name) => {
    let parent: string | undefined;
    await resolve(name, { parentURL: urlOf("a.ts") }, (_, context) => {
      parent = context.parentURL;
      return { url: "file:///somewhere.js" };
    });
    expect(parent).toMatch(/\/cli\/loading\/module-hooks\.[jt]s$/);
  },
);

test("an import of another package in a strategy resolves from the strategy's file", async () => {
  let parent: string | undefined;
  await resolve("hindcast-extras", { parentURL: urlOf("a.ts") }, (_, context) => {
    parent = context.parentURL;
    return { url: "node:fs", format: "builtin" };
  });
  expect(parent).toBe(urlOf("a.ts"));
});

test("TypeScript, and JavaScript with import or export, load as ES modules whatever package.json says", () => {
  expect(resolved("a.ts", "commonjs")).toMatchObject({ format: "module" });
  expect(resolved("a.mts", "module")).toMatchObject({ format: "module" });
  expect(resolved("module.js", "commonjs")).toMatchObject({ format: "module" });
  expect(resolved("script.js", "commonjs")).toMatchObject({ format: "commonjs" });
});

test("files in node_modules keep the module format that Node chose", () => {
  expect(resolved("node_modules/x/index.ts", "commonjs")).toMatchObject({ format: "commonjs" });
});

test("the module hook resolve waits for the next hook in the chain if that is asynchronous", async () => {
  const later = resolve("a.ts", {}, async () => ({ url: urlOf("a.ts"), format: "commonjs" }));
  expect(await later).toMatchObject({ format: "module" });
});
