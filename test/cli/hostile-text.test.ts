import { cpSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { clippedLine } from "../../src/cli/watching/market-screen.ts";
import { backtest, defineStrategy, marketOf, param } from "hindcast";
import { equityLine, summaryTable, tradesTable } from "hindcast/report";
import { visibleTerminal } from "../../src/cli/terminal.ts";
import { escapeControls } from "../../src/primitives/words.ts";
import { LogLines } from "../../src/server/log/log-lines.ts";
import { ROOT } from "../house/source-files.ts";
import { flatBars } from "../support/market.ts";
import { temporaryFiles } from "../support/temporary-files.ts";
import { call } from "./call.ts";

const files = temporaryFiles();
const ESC = "\u001B";
/** Sets the title of the window, clears the screen, moves the cursor (also by one character of C1), turns the direction of text. */
const HOSTILE = `${ESC}]0;owned\u0007${ESC}[2J\u009B1A\u202Eevil\u2028\u007F`;
const SHOWN = String.raw`\u001b]0;owned\u0007\u001b[2J\u009b1A\u202eevil\u2028\u007f`;
// Everything that a terminal obeys, but line feeds and tabs.
const OBEYED = /(?![\n\t])[\p{Cc}\u061C\u200E\u200F\u2028-\u202E\u2066-\u2069]/u;

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

describe("text of a recording that a terminal would obey", () => {
  test.each([["data"], ["run", "buy-and-hold", "--data"]])(
    "is shown and not obeyed by hindcast %s",
    async (...words) => {
      const folder = hostileRecording(words[0]!);
      for (const columns of [undefined, 100]) {
        const { code, out, err } = await call([...words, folder], {
          ...(columns !== undefined && { columns }),
          env: { NO_COLOR: "1" },
        });
        expect(code, err).toBe(0);
        expect(OBEYED.test(out + err)).toBe(false);
        expect(out.replaceAll(/\s+/g, "")).toContain(SHOWN.replaceAll(/\s+/g, ""));
      }
    },
  );

  test("stays the same in JSON", async () => {
    const { out } = await call(["data", hostileRecording("json"), "--json"]);
    expect(OBEYED.test(out)).toBe(false);
    expect((JSON.parse(out) as { name: string }).name).toBe(HOSTILE);
  });

  test("is shown in errors: of the manifest, and of the name of a file", async () => {
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
      expect(OBEYED.test(err)).toBe(false);
    }
  });
});

test("text of a report for a terminal obeys no name of a param or a symbol", () => {
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
    expect(OBEYED.test(plain)).toBe(false);
    expect(plain).toContain(SHOWN);
  }
});

test("a terminal with colour keeps ours, and no other code", () => {
  let text = "";
  const output = { write: (more: string) => (text += more), isTTY: true };
  const { stdout } = visibleTerminal({ stdout: output, stderr: output, env: { TERM: "xterm" } });
  stdout.write(`${ESC}[1mstrong${ESC}[22m ${ESC}[8mhidden${ESC}[0m`);
  expect(text).toBe(String.raw`${ESC}[1mstrong${ESC}[22m \u001b[8mhidden\u001b[0m`);
});

test("a line of the screen that is redrawn is visible before it is cut to the width", () => {
  expect(clippedLine(`ab${ESC}[2Jcd`, 20)).toBe(String.raw`ab\u001b[2Jcd`);
  expect(clippedLine(`ab${ESC}[2Jcd`, 6)).toHaveLength(6);
});

test("a line of the server's log has nothing that a terminal obeys, and is the same JSON", () => {
  let text = "";
  new LogLines({ write: (lines) => (text += lines) }, 0).write(`${JSON.stringify({ msg: HOSTILE })}\n`);
  expect(OBEYED.test(text)).toBe(false);
  expect(JSON.parse(text)).toEqual({ msg: HOSTILE });
});

test("visible text has nothing that a terminal obeys, and is the same JSON document", () => {
  const arbitrary = fc.string({ unit: "binary" }).map((text) => JSON.stringify({ text }));
  fc.assert(
    fc.property(arbitrary, (json) => {
      const shown = escapeControls(json);
      expect(OBEYED.test(shown)).toBe(false);
      expect(JSON.parse(shown)).toEqual(JSON.parse(json));
    }),
  );
});
