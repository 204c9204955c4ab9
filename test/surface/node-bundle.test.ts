import { readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { node } from "../cli/child-process.ts";
import { filesUnder, readJson, ROOT } from "../house/source-files.ts";
import { packageSubpaths } from "./package-subpaths.ts";

const subpaths = packageSubpaths();
const files = filesUnder(["dist/node"], ".js");

test("every subpath of the package exports the same names to Node as to bundlers, and all share one class HindcastError", async () => {
  const program = `
    const subpaths = ${JSON.stringify(subpaths.map(({ publicName, output }) => [publicName, output]))};
    const answers = {};
    const errors = new Set();
    for (const [name, output] of subpaths) {
      const bundled = await import(name);
      const modules = await import(new URL(output, ${JSON.stringify(`file://${ROOT}/`)}));
      answers[name] = [Object.keys(bundled).sort(), Object.keys(modules).sort()];
      if (bundled.HindcastError !== undefined) errors.add(bundled.HindcastError);
    }
    process.stdout.write(JSON.stringify({ answers, errors: errors.size }));`;
  const { out, err } = await node(["--input-type=module", "--eval", program]);
  expect(err).toBe("");
  const { answers, errors } = JSON.parse(out) as { answers: Record<string, [string[], string[]]>; errors: number };
  expect(Object.keys(answers)).toEqual(subpaths.map(({ publicName }) => publicName));
  for (const [bundled, modules] of Object.values(answers)) expect(bundled).toEqual(modules);
  expect(errors).toBe(1);
});

test("the bundle for Node declares constants with const, not var, which V8 optimizes less", () => {
  const ours = files
    .filter(({ path }) => !path.includes("rolldown-runtime"))
    .map(({ path, text }) => {
      const modules = text.split(/^(?=\/\/ (?:src|node_modules)\/)/m);
      return { path, text: modules.filter((one) => !one.startsWith("// node_modules/")).join("") };
    });
  expect(ours.length).toBeGreaterThan(50);
  expect(ours.some(({ text }) => /^const /m.test(text))).toBe(true);
  const variables = ours.flatMap(({ path, text }) =>
    [...text.matchAll(/^var \w+(?<!_exports|_default) = (?!class\b).*/gm)].map(([line]) => `${path}: ${line}`),
  );
  expect(variables).toEqual([]);
});

test("the bundle for Node contains the license of every package that is bundled in it", () => {
  const licences = readFileSync(join(ROOT, "dist/node/LICENCES.txt"), "utf8");
  expect([...licences.matchAll(/^[@a-z/-]+: \w+\S*$/gm)].map(([line]) => line)).toEqual([
    "@noble/hashes: LICENSE",
    "date-fns-tz: LICENSE.md",
    "typebox: license",
    "apache-arrow: LICENSE.txt",
    "apache-arrow: NOTICE.txt",
    "flatbuffers: LICENSE",
    "tslib: CopyrightNotice.txt",
    "tslib: LICENSE.txt",
  ]);
  const foreign = new Set(
    files.flatMap(({ path, text }) => {
      const bundled = [...text.matchAll(/^\/\/#? ?(?:region )?node_modules\/((?:@[^/]+\/)?[^/]+)/gm)].map(
        ([, name]) => name!,
      );
      const listed =
        /^\/\*! Holds (.+), under the licences in LICENCES\.txt\. \*\/$/m.exec(text)?.[1]?.split(", ") ?? [];
      expect(new Set(bundled), path).toEqual(new Set(listed));
      return bundled;
    }),
  );
  expect([...foreign].toSorted()).toEqual([
    "@noble/hashes",
    "apache-arrow",
    "date-fns-tz",
    "flatbuffers",
    "tslib",
    "typebox",
  ]);
});

test.skipIf(process.platform === "win32")(
  "the built file of the command line has the permission to be executed",
  () => {
    expect(statSync(join(ROOT, "dist/node/cli/main.js")).mode & 0o111).toBe(0o111);
  },
);

test("package.json lists every package that the bundle for Node imports", () => {
  const { dependencies, peerDependencies } = readJson("package.json") as Readonly<Record<string, object>>;
  const named = new Set(Object.keys({ ...dependencies, ...peerDependencies }));
  const taken = files.flatMap(({ path, text }) =>
    [...text.matchAll(/^(?:import|export)\b[^;]*?\bfrom "([^"]+)"|\bimport\("([^"]+)"\)/gm)].map(([, from, later]) => ({
      path,
      name: /^(?:@[^/]+\/)?[^/]+/.exec((from ?? later)!)![0],
    })),
  );
  const elsewhere = taken.filter(({ name }) => !/^(?:\.|node:)/.test(name) && name !== "hindcast");
  expect(elsewhere.length).toBeGreaterThan(20);
  expect(elsewhere.filter(({ name }) => !named.has(name))).toEqual([]);
});
