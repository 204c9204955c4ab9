import { cpSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { clipLine } from "../../src/cli/watching/market-screen.ts";
import { backtest, defineStrategy, marketOf, param } from "hindcast";
import { equityLine, summaryTable, tradesTable } from "hindcast/report";
import { escapingTerminal } from "../../src/report/terminal/terminal.ts";
import { escapeControls } from "../../src/primitives/words.ts";
import { LogLines } from "../../src/server/log/log-lines.ts";
import { ROOT } from "../house/source-files.ts";
import { flatBars } from "../support/market.ts";
import { temporaryFiles } from "../support/temporary-files.ts";
import { call } from "./call.ts";

const files = temporaryFiles();
const ESC = "\u001B";
/** Sets the window title, clears the screen, moves the cursor (with a one-byte C1 code, too) and reverses the direction of text. */
const HOSTILE = `${ESC}]0;owned\u0007${ESC}[2J\u009B1A\u202Eevil\u2028\u007F`;
const VISIBLE = String.raw`\u001b]0;owned\u0007\u001b[2J\u009b1A\u202eevil\u2028\u007f`;
// Matches every control character that a terminal acts on, except line feeds and tabs.
const CONTROL = /(?![\n\t])[\p{Cc}\u061C\u200E\u200F\u2028-\u202E\u2066-\u2069]/u;

function hostileRecording(name: string): string {
  const folder = join(files.folder, name);
  cpSync(join(ROOT, "data/sp500"), folder, { recursive: true });
  const path = join(folder, "manifest.json");
  const manifest = JSON.parse(readFileSync(path, "utf8")) as {
    instruments: { name: string }[];
    [member: string]: unknown;
  };
  manifest.instruments[0]!.name = HOSTILE;
  const changed = { ...manifest, name: HOSTILE, description: HOSTILE, licence: HOSTILE, notes: [HOSTILE] };
  writeFileSync(path, JSON.stringify(changed));
  return folder;
}

describe("terminal control characters in a recording", () => {
  test.each([["data"], ["run", "buy-and-hold", "--data"]])(
    "are escaped in the output of hindcast %s",
    async (...words) => {
      const folder = hostileRecording(words[0]!);
      for (const columns of [undefined, 100]) {
        const { code, out, err } = await call([...words, folder], {
          ...(columns !== undefined && { columns }),
          env: { NO_COLOR: "1" },
        });
        expect(code, err).toBe(0);
        expect(CONTROL.test(out + err)).toBe(false);
        expect(out.replaceAll(/\s+/g, "")).toContain(VISIBLE.replaceAll(/\s+/g, ""));
      }
    },
  );

  test("are escaped in JSON output, which parses to the original text", async () => {
    const { out } = await call(["data", hostileRecording("json"), "--json"]);
    expect(CONTROL.test(out)).toBe(false);
    expect((JSON.parse(out) as { name: string }).name).toBe(HOSTILE);
  });

  test("are escaped in errors that quote the manifest or a file name", async () => {
    const folder = hostileRecording("error");
    writeFileSync(join(folder, "manifest.json"), JSON.stringify({ format: HOSTILE }));
    for (const words of [
      ["data", folder],
      ["data", join(folder, HOSTILE)],
      ["run", HOSTILE, "--data", folder],
      [HOSTILE],
    ]) {
      const { code, err } = await call(words, { env: { HINDCAST_DEBUG: "1" } });
      expect(code).not.toBe(0);
      expect(CONTROL.test(err)).toBe(false);
    }
  });
});

test("a report in the terminal escapes control characters in parameters and symbols", () => {
  const hostile = defineStrategy({
    name: "hostile",
    params: { kind: param.choice([HOSTILE], { default: HOSTILE }) },
    onBar: ({ bar, orders }) => void (bar.index === 0 ? orders.buy({ quantity: 1, tag: HOSTILE }) : orders.close()),
  });
  const bars = marketOf({ [HOSTILE]: flatBars([100, 101, 102, 103]), SPY: flatBars([100, 101, 102, 103]) });
  const result = backtest(hostile, bars);
  expect(result.trades.length).toBeGreaterThan(0);
  for (const color of [false, true]) {
    const texts = [summaryTable(result, { color }), tradesTable(result, { color }), equityLine(result, 80, { color })];
    const plain = texts.join("\n").replaceAll(new RegExp(String.raw`${ESC}\[(?:1|2|22|31|32|39)m`, "gu"), "");
    expect(CONTROL.test(plain)).toBe(false);
    expect(plain).toContain(VISIBLE);
  }
});

test("a terminal with color receives the color codes of Hindcast, while other control codes are escaped", () => {
  let text = "";
  const output = { write: (more: string) => (text += more), isTTY: true };
  const { stdout } = escapingTerminal({ stdout: output, stderr: output, env: { TERM: "xterm" } });
  stdout.write(`${ESC}[1mstrong${ESC}[22m ${ESC}[8mhidden${ESC}[0m`);
  expect(text).toBe(String.raw`${ESC}[1mstrong${ESC}[22m \u001b[8mhidden\u001b[0m`);
});

test("control characters in a progress line are escaped before the line is cut to the terminal width", () => {
  expect(clipLine(`ab${ESC}[2Jcd`, 20)).toBe(String.raw`ab\u001b[2Jcd`);
  expect(clipLine(`ab${ESC}[2Jcd`, 6)).toHaveLength(6);
});

test("a log line of the server escapes control characters and parses to the original values", () => {
  let text = "";
  new LogLines({ write: (lines) => (text += lines) }, 0).write(`${JSON.stringify({ msg: HOSTILE })}\n`);
  expect(CONTROL.test(text)).toBe(false);
  expect(JSON.parse(text)).toEqual({ msg: HOSTILE });
});

test("escaped JSON has no control characters and parses to the same value", () => {
  const arbitrary = fc.string({ unit: "binary" }).map((text) => JSON.stringify({ text }));
  fc.assert(
    fc.property(arbitrary, (json) => {
      const shown = escapeControls(json);
      expect(CONTROL.test(shown)).toBe(false);
      expect(JSON.parse(shown)).toEqual(JSON.parse(json));
    }),
  );
});
