import { backtest } from "hindcast";
import { readBars } from "hindcast/data";
import { print } from "hindcast/report";
import { expect, test } from "vitest";
import { smaCross } from "../../strategies/sma-cross.ts";
import { call } from "../cli/call.ts";
import { ROOT } from "../house/source-files.ts";
import { changed, eightDaysResult } from "./fixture.ts";

const FILE = `${ROOT}/data/sp500-2000.csv`;
const NOTHING = "\n\nNo files were written;";

/** Returns what the command printed, with its first lines, on how it understood the file, after the run as `print` shows them. */
function asPrinted(out: string): string {
  const reading = out.slice(0, out.indexOf("\n\n"));
  return `${out.slice(reading.length + 2, out.indexOf(NOTHING))}\n\n${reading}\n`;
}

/** What `print` writes to an output with these properties. */
async function printed(stdout: { isTTY?: boolean; columns?: number }, env: Record<string, string> = {}) {
  const result = backtest(smaCross, await readBars(FILE));
  let text = "";
  print(result, { stdout: { ...stdout, write: (more: string) => (text += more) }, env });
  return text;
}

test("print writes the text of hindcast run to a pipe", async () => {
  const { out } = await call(["run", "sma-cross", "--data", FILE]);
  expect(out).toContain("Sharpe ratio");
  expect(await printed({})).toBe(asPrinted(out));
});

test("print wraps and colors text as hindcast run does in a terminal of 60 characters", async () => {
  const { out } = await call(["run", "sma-cross", "--data", FILE], { columns: 60 });
  const text = await printed({ isTTY: true, columns: 60 });
  expect(text).toContain("\u001B[1m");
  expect(text).toBe(asPrinted(out.replace("\u001B[2mNo files", "No files")));
  expect(await printed({ isTTY: true, columns: 60 }, { NO_COLOR: "1" })).not.toContain("\u001B");
});

test("print shows control characters of names as escapes, and refuses what is not a result", () => {
  let text = "";
  const stdout = { write: (more: string) => (text += more) };
  print(changed(eightDaysResult(), { strategy: "ring\u0007" }), { stdout, env: {} });
  expect(text.split("\n")[0]).toBe(String.raw`ring\u0007`);
  expect(() => print({} as never)).toThrow("result must be the result of a run, as backtest returns it");
});
