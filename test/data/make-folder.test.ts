import { statSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { makeFolder } from "../../src/data/exports.ts";
import { temporaryFiles } from "../support/temporary-files.ts";

const files = temporaryFiles();

test("makeFolder creates a folder and its parents, even when called several times at once or repeatedly", async () => {
  const path = join(files.folder, "a/b/c");
  await Promise.all([makeFolder(path), makeFolder(path), makeFolder(join(files.folder, "a/b/d"))]);
  await makeFolder(path);
  expect(statSync(path).isDirectory()).toBe(true);
  expect(statSync(join(files.folder, "a/b/d")).isDirectory()).toBe(true);
});

test("makeFolder fails if a file already has the folder's name, and keeps that file", async () => {
  const file = files.write("taken", "x");
  await expect(makeFolder(file)).rejects.toMatchObject({ code: "EEXIST" });
  await expect(makeFolder(join(file, "inside"))).rejects.toMatchObject({ code: "EEXIST" });
  expect(statSync(file).isFile()).toBe(true);
});
