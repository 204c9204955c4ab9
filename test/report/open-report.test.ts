import { chmodSync, existsSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { openReport } from "hindcast/report";
import { describe, expect, test, vi } from "vitest";
import { openPage } from "../../src/report/open-report.ts";
import { withoutReadings } from "../cli/answer.ts";
import { call } from "../cli/call.ts";
import { temporaryFolder } from "../cli/temporary-folder.ts";
import { ROOT } from "../house/source-files.ts";
import { eightDaysResult } from "./fixture.ts";

/** A program that writes its argument to a file, in place of the one that opens files. */
const OPENER = `#!/bin/sh\nprintf %s "$1" > "$0.new" && mv "$0.new" "$(dirname "$0")/opened.txt"\n`;
const folder = temporaryFolder({ "xdg-open": OPENER, open: OPENER });
for (const name of ["xdg-open", "open"]) chmodSync(join(folder, name), 0o755);
const opened = join(folder, "opened.txt");

const PATH = `${folder}:${process.env["PATH"]}`;
const ENV = { PATH, DISPLAY: ":0" };

/** A terminal with an environment; `columns` make it one, otherwise output goes to a pipe. */
function terminalOf(env: Readonly<Record<string, string>>, isTTY = true) {
  const output = { isTTY, columns: 80, write: () => true };
  return { stdout: output, stderr: output, env };
}

describe("a page", () => {
  test.each(["linux", "darwin"])("is opened by the program of %s", async (platform) => {
    rmSync(opened, { force: true });
    const page = join(folder, "a page & more.html");
    expect(await openPage(page, terminalOf(ENV), platform)).toBe("");
    await vi.waitFor(() => expect(readFileSync(opened, "utf8")).toBe(page));
  });

  test.each<[string, Readonly<Record<string, string>>, boolean, string]>([
    ["in CI", { ...ENV, CI: "true" }, true, "CI is set"],
    ["without a terminal", ENV, false, "there is no terminal"],
    ["without a display", { PATH }, true, "there is no display"],
    ["without a program that opens it", { ...ENV, PATH: "/nowhere" }, true, "xdg-open was not found"],
  ])("is not opened %s, and the reason is reported", async (_, env, isTTY, reason) => {
    rmSync(opened, { force: true });
    expect(await openPage(join(folder, "page.html"), terminalOf(env, isTTY), "linux")).toBe(reason);
    expect(existsSync(opened)).toBe(false);
  });
});

test("openReport writes the page of a result, and reports that a test has no browser", async () => {
  const file = join(folder, "own.html");
  const report = await openReport(eightDaysResult(), file);
  expect(report).toMatchObject({ file, opened: false });
  expect(report.reason).not.toBe("");
  expect(readFileSync(file, "utf8")).toContain("<title>scripted on ACME");
});

describe("hindcast run --open", () => {
  const run = ["run", "sma-cross", "--data", `${ROOT}/data/sp500-2000.csv`, "--open"];

  test("opens the report in the folder of --out", async () => {
    rmSync(opened, { force: true });
    const out = join(folder, "out");
    const answer = await call([...run, "--out", out], { columns: 200, env: ENV });
    expect(answer.out).toContain(`Opened ${join(out, "report.html")} in the browser.`);
    await vi.waitFor(() => expect(readFileSync(opened, "utf8")).toBe(join(out, "report.html")));
  });

  test("writes the report to a temporary folder without --out, and says why it was not opened", async () => {
    const answer = await call(run, { env: { ...ENV, CI: "1" } });
    const [, file] = /\n(.*report\.html) was not opened: CI is set\.\n$/.exec(answer.out)!;
    expect(readFileSync(file!, "utf8")).toContain("<title>sma-cross on");
    rmSync(join(file!, ".."), { recursive: true });
  });

  test("keeps the JSON on standard output, and reports the page on standard error", async () => {
    const answer = withoutReadings(await call([...run, "--json"], { env: ENV }));
    expect(JSON.parse(answer.out)).toHaveProperty("strategy", "sma-cross");
    const [, file] = /^(.*report\.html) was not opened: there is no terminal\.\n$/.exec(answer.err)!;
    rmSync(join(file!, ".."), { recursive: true });
  });

  test("is refused together with --no-report", async () => {
    const answer = await call([...run, "--no-report"]);
    expect(answer.err).toContain("option '--open' cannot be used with option '--no-report'");
  });
});
