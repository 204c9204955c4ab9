import semver from "semver";
import { expect, test } from "vitest";
import { missingBinaries, readLockfile } from "./lockfile.ts";
import { readJson } from "./source-files.ts";

const HOW = "name them with `node --import tsx test/house/lockfile.ts`, or npm ci fails on a fresh machine";

test("the lockfile names the binaries of every platform", () => {
  const missing = missingBinaries(readLockfile().packages).map(({ name }) => name);
  expect(missing, HOW).toEqual([]);
});

test("a binary that no entry holds is found", () => {
  const packages = {
    "node_modules/tool": { optionalDependencies: { "@tool/linux-x64": "1.0.0", "@tool/darwin-arm64": "^1.0.0" } },
    "node_modules/@tool/linux-x64": {},
  };
  expect(missingBinaries(packages).map(({ name, version }) => `${name}@${version}`)).toEqual([
    "@tool/darwin-arm64@1.0.0",
  ]);
});

// engine-strict of the user's npm refuses what this test refuses. 20.19.0 is the least version that `engines` of package.json promises.
test("every package that an installation brings allows Node 20.19.0", () => {
  const others = Object.entries(readLockfile().packages).filter(
    ([, { dev, devOptional, peer, engines }]) =>
      !dev && !devOptional && !peer && engines?.node !== undefined && !semver.satisfies("20.19.0", engines.node),
  );
  expect(others).toEqual([]);
});

test("the manifest runs no script at a user's and relies on no overrides, which npm reads in the root project alone", () => {
  const { scripts, ...manifest } = readJson("package.json") as { scripts: Readonly<Record<string, string>> };
  expect(Object.keys(manifest)).not.toContain("overrides");
  const ran = ["preinstall", "install", "postinstall", "prepublish", "preprepare", "prepare", "postprepare"];
  expect(Object.keys(scripts).filter((name) => ran.includes(name))).toEqual([]);
});
