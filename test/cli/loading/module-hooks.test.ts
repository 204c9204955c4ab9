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

test.each(["hindcast", "hindcast/indicators"])("%s resolves to this package", async (name) => {
  let parent: string | undefined;
  await resolve(name, { parentURL: urlOf("a.ts") }, (_, context) => {
    parent = context.parentURL;
    return { url: "file:///somewhere.js" };
  });
  expect(parent).toMatch(/\/cli\/loading\/module-hooks\.[jt]s$/);
});

test("other names resolve from the file that imports them", async () => {
  let parent: string | undefined;
  await resolve("hindcast-extras", { parentURL: urlOf("a.ts") }, (_, context) => {
    parent = context.parentURL;
    return { url: "node:fs", format: "builtin" };
  });
  expect(parent).toBe(urlOf("a.ts"));
});

test("TypeScript loads as a module whatever package.json says, and so does JavaScript with import or export", () => {
  expect(resolved("a.ts", "commonjs")).toMatchObject({ format: "module" });
  expect(resolved("a.mts", "module")).toMatchObject({ format: "module" });
  expect(resolved("module.js", "commonjs")).toMatchObject({ format: "module" });
  expect(resolved("script.js", "commonjs")).toMatchObject({ format: "commonjs" });
});

test("installed packages keep their module format", () => {
  expect(resolved("node_modules/x/index.ts", "commonjs")).toMatchObject({ format: "commonjs" });
});

test("resolve waits for an asynchronous next hook", async () => {
  const later = resolve("a.ts", {}, async () => ({ url: urlOf("a.ts"), format: "commonjs" }));
  expect(await later).toMatchObject({ format: "module" });
});
