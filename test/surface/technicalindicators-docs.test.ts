import { readFileSync } from "node:fs";
import { join } from "node:path";
import * as ours from "hindcast";
import * as theirs from "technicalindicators";
import { expect, test } from "vitest";
import { ROOT } from "../house/source-files.ts";

const page = readFileSync(join(ROOT, "docs/from-technicalindicators.md"), "utf8");
const prose = page.replaceAll(/^```[^]*?^```$/gm, "");

/** Names that a text has between backticks. */
function namesIn(text: string): string[] {
  return [...text.matchAll(/`([A-Za-z]+)`/g)].map(([, name]) => name!);
}

test("the page for who comes from technicalindicators names everything that it exports", () => {
  const named = new Set(namesIn(prose).map((name) => name.toLowerCase()));
  // Each study is a class and a function of one name; the shapes of a call, which two of them export as well, are none.
  const exported = Object.keys(theirs).filter((name) => !/^(__esModule|default|.+(Input|Output))$/.test(name));
  expect(exported.length).toBeGreaterThan(100);
  expect(exported.filter((name) => !named.has(name.toLowerCase()))).toEqual([]);
});

test("what its tables name as ours is there", () => {
  const rows = prose.split("\n").filter((line) => line.startsWith("| `"));
  expect(rows.length).toBeGreaterThan(40);
  const here = rows.flatMap((row) => namesIn(row.split("|")[2]!));
  expect(here.filter((name) => !Object.hasOwn(ours, name))).toEqual([]);
});
