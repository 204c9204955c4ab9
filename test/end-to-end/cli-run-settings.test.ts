import { join } from "node:path";
import { expect, test } from "vitest";
import { withoutReadings } from "../cli/answer.ts";
import { call } from "../cli/call.ts";
import { samplePrices } from "../cli/sample-prices.ts";
import { temporaryFolder } from "../cli/temporary-folder.ts";
import { ROOT } from "../house/source-files.ts";

const folder = temporaryFolder({ "prices.csv": samplePrices() });
const PRICES = join(folder, "prices.csv");
const SAMPLE = join(ROOT, "data", "sample");
const PAIR = ["run", "pairs-reversion", "--data", `AAPL=${SAMPLE}`, "--data", `MSFT=${SAMPLE}`, "--interval", "1d"];
const BRACKET = ["run", "bracket-breakout", "--param", "profit=0.2", "--param", "loss=0.2", "--interval", "1d"];

interface Result {
  readonly settings: Readonly<Record<string, unknown>>;
  readonly counts: Readonly<Record<string, number>>;
  readonly trades: readonly Readonly<Record<string, unknown>>[];
  readonly fillHash: string;
  readonly band: { readonly pessimistic: { readonly fillHash: string } } | null;
}

async function result(...args: readonly string[]): Promise<Result> {
  const { code, out, err } = withoutReadings(await call([...args, "--json"]));
  expect({ code, err }).toEqual({ code: 0, err: "" });
  return JSON.parse(out) as Result;
}

test("hindcast run runs a strategy that sells short on a margin account, and refuses it on a cash account", async () => {
  expect(await call(PAIR)).toEqual({
    code: 1,
    out: "",
    err: "hindcast: pairs-reversion needs a margin account, because it sells short or buys on credit; the account is cash\n",
  });
  const rates = [
    "--initial-margin",
    "0.6",
    "--maintenance-margin",
    "0.3",
    "--borrow-rate",
    "0.02",
    "--debit-rate",
    "0.05",
  ];
  const { settings, trades } = await result(...PAIR, "--account", "margin", ...rates);
  expect(settings).toMatchObject({ account: "margin", initialMargin: 0.6, maintenanceMargin: 0.3, borrowRate: 0.02 });
  expect(new Set(trades.map(({ direction }) => direction))).toEqual(new Set(["long", "short"]));
  expect(trades[0]).toMatchObject({ indicatorsAtEntry: { zscore: expect.any(Number) } });
});

test("hindcast run prints trades by symbol and side, and costs by kind", async () => {
  const { code, out } = await call([...PAIR, "--account", "margin", "--borrow-rate", "0.02", "--commission", "0.001"]);
  expect(code).toBe(0);
  for (const line of [/^by symbol +trades +p&l/m, /^AAPL +\d+ /m, /^by side +trades/m, /^short +\d+ /m, /^Borrow +\d/m])
    expect(out).toMatch(line);
});

test("hindcast run --intrabar drill-down uses the finer bars of a recording", async () => {
  const args = [...BRACKET, "--data", SAMPLE, "--symbol", "AAPL", "--from", "2023-01-01"];
  const blind = await result(...args);
  const seeing = await result(...args, "--intrabar", "drill-down");
  expect(seeing.settings["intrabar"]).toBe("drill-down");
  expect(seeing.counts["ambiguous"]).toBeLessThan(blind.counts["ambiguous"]!);
  const band = await result(...args, "--intrabar", "band");
  expect(band.band!.pessimistic.fillHash).toBe(blind.fillHash);
  expect(blind.band).toBeNull();
});

test("hindcast run --intrabar drill-down is refused for data without finer bars", async () => {
  expect(withoutReadings(await call([...BRACKET, "--data", PRICES, "--intrabar", "drill-down"]))).toEqual({
    code: 1,
    out: "",
    err: "hindcast: drill-down needs a recording with bars finer than 1d\n",
  });
});

test("hindcast run --conventions uses the settings of another engine, which other flags override", async () => {
  const args = [
    "run",
    "sma-cross",
    "--param",
    "fast=3",
    "--param",
    "slow=8",
    "--data",
    PRICES,
    "--conventions",
    "backtrader",
  ];
  expect((await result(...args)).settings).toMatchObject({ account: "cash-flow", moneyRounding: "none" });
  expect((await result(...args, "--account", "cash")).settings).toMatchObject({
    account: "cash",
    moneyRounding: "none",
  });
});
