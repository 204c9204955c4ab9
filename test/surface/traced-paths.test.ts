import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { ROOT } from "../house/source-files.ts";

const PAGE = readFileSync(join(ROOT, "docs/explanation/architecture.md"), "utf8");
const PROCESS = ["--import", "tsx", "--conditions=@hindcast/source", "test/surface/traced-paths-process.ts"];

/** Reads the table below a heading of the page, whose rows name a file in `src` and a function in it. */
function pathOf(heading: string): { readonly file: string; readonly runs: string }[] {
  const section = PAGE.split(`\n## ${heading}\n`)[1]!.split("\n## ")[0]!;
  const rows = section.matchAll(/^\| `([^`]+)` \| `([^`]+)` \|/gm);
  return [...rows].map(([, file, runs]) => ({ file: file!, runs: runs! }));
}

describe("docs/explanation/architecture.md", () => {
  const ran = JSON.parse(execFileSync(process.execPath, PROCESS, { cwd: ROOT, encoding: "utf8" })) as Record<
    "close" | "order" | "fill",
    readonly string[]
  >;

  // A function also counts as run if the profile has one without a name in its file: methods of object literals have none.
  const missing = (heading: keyof typeof ran, files: ReturnType<typeof pathOf>) =>
    files.filter(({ file, runs }) => ![runs, ""].some((name) => ran[heading].includes(`${file} ${name}`)));

  test("names only functions that run between reading a file and drawing a chart, in at most fourteen files", () => {
    const files = pathOf("The path of a close");
    expect(files.length).toBeLessThanOrEqual(14);
    // The last file draws in a browser and does not run in this test, so only its text is checked.
    const pane = files.pop()!;
    expect(readFileSync(join(ROOT, "src", pane.file), "utf8")).toContain(`export function ${pane.runs}(`);
    expect(missing("close", files)).toEqual([]);
    expect(files.length).toBeGreaterThan(8);
  });

  test("names only functions that run between a posted order and the message about it, in at most eighteen files", () => {
    const files = pathOf("The path of an order");
    expect(files.length).toBeLessThanOrEqual(18);
    expect(missing("order", files)).toEqual([]);
    expect(files.length).toBeGreaterThan(12);
  });

  test("names only functions that run when a resting order fills", () => {
    const files = pathOf("The path of a fill");
    expect(missing("fill", files)).toEqual([]);
    expect(files.length).toBeGreaterThan(8);
  });
});
