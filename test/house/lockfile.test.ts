import { expect, test } from "vitest";
import { missingBinaries, readLockfile } from "./lockfile.ts";

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
