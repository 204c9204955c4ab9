import semver from "semver";
import { expect, test } from "vitest";
import { missingBinaries, readLockfile } from "./lockfile.ts";
import { readJson } from "./source-files.ts";

const HOW = "npm ci would fail on these platforms: run `node --import tsx test/house/lockfile.ts` to add the binaries";

test("package-lock.json has an entry for every optional binary, for all platforms", () => {
  const missing = missingBinaries(readLockfile().packages).map(({ name }) => name);
  expect(missing, HOW).toEqual([]);
});

test("missingBinaries finds an optional binary that has no entry in the lockfile", () => {
  const packages = {
    "node_modules/tool": { optionalDependencies: { "@tool/linux-x64": "1.0.0", "@tool/darwin-arm64": "^1.0.0" } },
    "node_modules/@tool/linux-x64": {},
  };
  expect(missingBinaries(packages).map(({ name, version }) => `${name}@${version}`)).toEqual([
    "@tool/darwin-arm64@1.0.0",
  ]);
});

// With the option engine-strict, npm refuses to install a package that needs another version of Node.
test("every installed package supports Node 20.19.0, the lowest version that package.json allows", () => {
  const others = Object.entries(readLockfile().packages).filter(
    ([, { dev, devOptional, peer, engines }]) =>
      !dev && !devOptional && !peer && engines?.node !== undefined && !semver.satisfies("20.19.0", engines.node),
  );
  expect(others).toEqual([]);
});

test("package.json has no scripts that run on installation and no overrides", () => {
  const { scripts, ...manifest } = readJson("package.json") as { scripts: Readonly<Record<string, string>> };
  expect(Object.keys(manifest)).not.toContain("overrides");
  const ran = ["preinstall", "install", "postinstall", "prepublish", "preprepare", "prepare", "postprepare"];
  expect(Object.keys(scripts).filter((name) => ran.includes(name))).toEqual([]);
});
