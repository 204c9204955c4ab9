import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { ROOT } from "../house/source-files.ts";

const PAGE = readFileSync(join(ROOT, "docs/explanation/architecture.md"), "utf8");
const PROCESS = ["--import", "tsx", "--conditions=@hindcast/source", "test/surface/ways-process.ts"];

/** The rows of the table under a heading: a file of `src`, and what runs in it. */
function way(heading: string): { readonly file: string; readonly runs: string }[] {
  const section = PAGE.split(`\n## ${heading}\n`)[1]!.split("\n## ")[0]!;
  const rows = section.matchAll(/^\| `([^`]+)` \| `([^`]+)` \|/gm);
  return [...rows].map(([, file, runs]) => ({ file: file!, runs: runs! }));
}

describe("what the page on architecture says", () => {
  const ran = JSON.parse(execFileSync(process.execPath, PROCESS, { cwd: ROOT, encoding: "utf8" })) as Record<
    "close" | "order" | "fill",
    readonly string[]
  >;

  // Functions of object literals have no name there.
  const missing = (heading: keyof typeof ran, files: ReturnType<typeof way>) =>
    files.filter(({ file, runs }) => ![runs, ""].some((name) => ran[heading].includes(`${file} ${name}`)));

  test("of the way of a close runs when a file becomes a chart, in no more than fourteen files", () => {
    const files = way("The way of a close");
    expect(files.length).toBeLessThanOrEqual(14);
    // The pane draws in a browser.
    const pane = files.pop()!;
    expect(readFileSync(join(ROOT, "src", pane.file), "utf8")).toContain(`export function ${pane.runs}(`);
    expect(missing("close", files)).toEqual([]);
    expect(files.length).toBeGreaterThan(8);
  });

  test("of the way of an order runs when one is posted and told, in no more than eighteen files", () => {
    const files = way("The way of an order");
    expect(files.length).toBeLessThanOrEqual(18);
    expect(missing("order", files)).toEqual([]);
    expect(files.length).toBeGreaterThan(12);
  });

  test("of the way of a fill runs when an order that rests is filled", () => {
    const files = way("The way of a fill");
    expect(missing("fill", files)).toEqual([]);
    expect(files.length).toBeGreaterThan(8);
  });
});
