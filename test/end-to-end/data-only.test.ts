import { join } from "node:path";
import { expect, test } from "vitest";
import { openRecording } from "../../src/data/recording/open-recording.ts";
import type { Answer } from "../cli/answer.ts";
import { callInChild } from "../cli/child-process.ts";
import { samplePrices } from "../cli/sample-prices.ts";
import { temporaryFolder } from "../cli/temporary-folder.ts";

/** Trades A on the closes of FEAR, and shows which symbols it may trade. */
const STRATEGY = `import { defineStrategy, param } from "hindcast";
export default defineStrategy({
  name: "fearless",
  params: { least: param.number({ default: 0, min: -50, max: 50 }) },
  indicators: ({ bars }) => ({ fear: bars({ symbol: "FEAR" }).close }),
  onBar({ ind, bar, orders, position, symbols, params, log }) {
    if (bar.index === 0) log(symbols.join());
    if (ind.fear.value > params.least && position.flat) orders.buy({ percent: 0.5 });
    else if (ind.fear.value < -params.least) orders.close();
  },
});
`;

/** Synthetic daily closes that cross 0 again and again, on the days of `samplePrices`. */
function fear(days: number): string {
  const rows = samplePrices(days).trim().split("\n").slice(1);
  const values = rows.map((row, i) => [row.split(",")[0], ...Array(4).fill(Math.round(40 * Math.sin(i))), 0].join());
  return `date,open,high,low,close,volume\n${values.join("\n")}\n`;
}

const folder = temporaryFolder({ "a.csv": samplePrices(40), "fear.csv": fear(40), "fearless.ts": STRATEGY });
const at = (name: string) => join(folder, name);
const files = ["--data", `A=${at("a.csv")}`, "--data", `FEAR=${at("fear.csv")}`];
const run = (...args: readonly string[]) => ["run", at("fearless.ts"), ...args, "--no-report", "--json"];
const resultOf = ({ code, out, err }: Answer) => {
  expect(code, err).toBe(0);
  return JSON.parse(out);
};

test("--data-only keeps symbols readable and trades the others, in runs and in the threads of a sweep", async () => {
  const only = ["--data-only", "FEAR"];
  const sweep = ["sweep", at("fearless.ts"), ...files, ...only, "--param", "least=0,25,35", "--threads", "2"];
  const answers = await callInChild([
    run(...files, ...only),
    run(...files),
    run(...files, ...only, "--symbol", "A"),
    [...sweep, "--no-report", "--json"],
    ...[0, 25, 35].map((least) => run(...files, ...only, "--param", `least=${least}`)),
  ]);
  const [result, traded, chosen, table, ...single] = answers.map(resultOf);
  expect(result.symbols).toEqual(["A"]);
  expect(result.log.map(({ message }: { message: string }) => message)).toEqual(["A"]);
  expect(result.fills.length).toBeGreaterThan(4);
  expect(result.warnings.join(" ")).not.toContain("FEAR");
  expect(chosen.fillHash).toBe(result.fillHash);
  // Without the option, FEAR is traded too, and its jumps look like splits.
  expect(traded.symbols).toEqual(["A", "FEAR"]);
  expect(traded.warnings.join(" ")).toContain("FEAR has price jumps like a split");
  const returns = single.map(({ summary }) => summary["total-return"]);
  expect(new Set(returns).size).toBe(3);
  const { trials } = table as { trials: { params: { least: number }; metrics: Record<string, number> }[] };
  const sorted = trials.toSorted((a, b) => a.params.least - b.params.least);
  expect(sorted.map(({ metrics }) => metrics["total-return"])).toEqual(returns);
});

test("--data-only names symbols of the data, and must leave one to trade", async () => {
  const [unknown, none, empty] = await callInChild([
    run(...files, "--data-only", "VIX"),
    run(...files, "--data-only", "A,FEAR"),
    run(...files, "--data-only", ""),
  ]);
  expect(unknown!.err).toContain('symbol must be one of A, FEAR, was "VIX"');
  expect(none!.err).toContain('no symbol can be traded: A, FEAR have the role "data"');
  expect(empty!.err).toContain('--data-only must be a symbol, or symbols separated by commas, was ""');
});

test("hindcast import --role records the role and accepts prices of 0 and below, and runs of the recording obey it", async () => {
  const into = at("recorded");
  const imported = (symbol: string, file: string, ...args: readonly string[]) => [
    "import",
    "bars",
    `${symbol}=${at(file)}`,
    "--into",
    into,
    "--calendar",
    "24/7",
    "--quiet",
    ...args,
  ];
  const [first, refused, second, all, chosen, fromFiles, appended] = await callInChild([
    imported("A", "a.csv"),
    imported("FEAR", "fear.csv"),
    imported("FEAR", "fear.csv", "--role", "data"),
    run("--data", into),
    run("--data", into, "--symbol", "A", "--data-only", "FEAR"),
    run(...files, "--data-only", "FEAR"),
    // A later import keeps the role.
    imported("FEAR", "fear.csv", "--append"),
  ]);
  expect([first!.code, second!.code, appended!.code]).toEqual([0, 0, 0]);
  expect(refused!.err).toContain("low must be above 0");
  const { instruments } = await openRecording(into);
  expect(instruments.map(({ symbol, role }) => [symbol, role])).toEqual([
    ["A", undefined],
    ["FEAR", "data"],
  ]);
  const { symbols, fillHash, fills } = resultOf(all!);
  expect(symbols).toEqual(["A"]);
  expect(resultOf(chosen!).fillHash).toBe(fillHash);
  expect(fills.length).toBe(resultOf(fromFiles!).fills.length);
  const [replaced] = await callInChild([imported("FEAR", "fear.csv", "--replace", "--role", "trade", "--any-price")]);
  expect(replaced!.code).toBe(0);
  expect((await openRecording(into)).instruments[1]!.role).toBeUndefined();
});
