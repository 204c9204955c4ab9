import { readFileSync } from "node:fs";
import { join } from "node:path";
import * as ours from "hindcast";
import * as calls from "hindcast/technicalindicators";
import * as theirs from "technicalindicators";
import { expect, test } from "vitest";
import { ROOT } from "../house/source-files.ts";

const page = readFileSync(join(ROOT, "docs/how-to/from-technicalindicators.md"), "utf8");
const prose = page.replaceAll(/^```[^]*?^```$/gm, "");

/** Returns the names between backticks in a text. */
function namesIn(text: string): string[] {
  return [...text.matchAll(/`([A-Za-z]+)`/g)].map(([, name]) => name!);
}

/** All names exported by technicalindicators, including its types. */
const exported = Object.keys(theirs).filter((name) => !["__esModule", "default"].includes(name));

test("every export of the package technicalindicators is exported by hindcast/technicalindicators or documented as missing", () => {
  const declared = readFileSync(join(ROOT, "node_modules/technicalindicators/declarations/index.d.ts"), "utf8");
  const types = [...declared.matchAll(/export \{([^}]*)\}/g)].flatMap(([, list]) => list!.trim().split(/\s*,\s*/));
  expect(types.length).toBeGreaterThan(100);
  expect(types.filter((name) => !exported.includes(name))).toEqual([]);
  const absent = namesIn(prose.slice(prose.indexOf("## What Hindcast lacks")));
  expect(exported.filter((name) => !(name in calls || absent.includes(name)))).toEqual([]);
});

test("docs/how-to/from-technicalindicators.md mentions every export of the package technicalindicators", () => {
  const named = new Set(namesIn(prose).map((name) => name.toLowerCase()));
  expect(exported.filter((name) => !named.has(name.toLowerCase()))).toEqual([]);
});

test("docs/how-to/from-technicalindicators.md names as replacements only functions that hindcast exports", () => {
  const rows = prose.split("\n").filter((line) => line.startsWith("| `"));
  expect(rows.length).toBeGreaterThan(25);
  const here = rows.flatMap((row) => namesIn(row.split("|")[2]!));
  expect(here.filter((name) => !(name in ours || name in ours.ta))).toEqual([]);
});
