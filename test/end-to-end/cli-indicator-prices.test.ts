import { join } from "node:path";
import { backtest, defineStrategy } from "hindcast";
import { atr, rsi, sma } from "hindcast/indicators";
import { openRecording } from "hindcast/data";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { Bars } from "../../src/market/bars.ts";
import type { CorporateAction } from "../../src/market/corporate-action.ts";
import { writeRecording } from "../../src/data/recording/write-recording.ts";
import { calendarOf } from "../../src/time/calendars/catalog.ts";
import { call } from "../cli/call.ts";
import { temporaryFolder } from "../cli/temporary-folder.ts";
import { ROOT } from "../house/source-files.ts";
import { servedSample } from "../support/served-sample.ts";
import { asking } from "../support/served-market.ts";
import { recordedInstrument, recordedMarket } from "../data/recording-market.ts";

const DAY = 86_400_000;
const FIRST = Date.UTC(2024, 0, 1) / DAY;
const SAMPLE = join(ROOT, "data/sample");
const folder = temporaryFolder({});

/**
 * A split of 2 for 1 on the third day. On the fourth day a dividend of 1 after a close of 50, a factor of 0.98. A split of 10 for 1 after
 * the last bar.
 */
const ACTIONS: readonly CorporateAction[] = [
  { symbol: "HALF", kind: "split", exDate: FIRST + 2, ratio: 2, cash: 0, currency: "USD" },
  { symbol: "HALF", kind: "dividend", exDate: FIRST + 3, ratio: 1, cash: 1, currency: "USD" },
  { symbol: "HALF", kind: "split", exDate: FIRST + 4, ratio: 10, cash: 0, currency: "USD" },
];

beforeAll(async () => {
  const close = Float64Array.of(100, 104, 50, 49);
  const time = close.map((_, day) => (FIRST + day) * DAY);
  const bars = new Bars("1d", { time, open: close, high: close, low: close, close, volume: close.map(() => 1000) });
  const calendar = { calendar: "24/7", zone: "UTC", tick: 0 };
  const market = {
    calendars: [calendarOf("24/7")],
    mainCalendar: "24/7",
    series: [{ symbol: "HALF", bars }],
    actions: ACTIONS,
  };
  for (const priceBasis of ["raw", "fully_adjusted"] as const) {
    const instruments = [recordedInstrument("HALF", { ...calendar, priceBasis })];
    await writeRecording(join(folder, priceBasis), recordedMarket({ ...market, instruments }));
  }
});

interface Computed {
  readonly notes: readonly string[];
  readonly time: readonly string[];
  readonly close: readonly number[];
  readonly volume: readonly number[];
  readonly indicators: Readonly<Record<string, readonly (number | null)[]>>;
}

async function computed(data: string, ...args: string[]): Promise<Computed> {
  const { code, out, err } = await call(["indicators", "compute", "--data", data, "--out", "json", ...args]);
  expect({ code, err }).toEqual({ code: 0, err: "" });
  return JSON.parse(out) as Computed;
}

describe("prices that hindcast indicators prints and computes with", () => {
  const recorded = (...args: string[]) => computed(join(folder, "raw"), "--indicator", "sma:2", ...args);

  test("are adjusted for splits, relative to the last bar", async () => {
    const { close, volume, indicators, notes } = await recorded();
    expect(close).toEqual([50, 52, 50, 49]);
    expect(volume).toEqual([2000, 2000, 1000, 1000]);
    expect(indicators["sma:2"]).toEqual([null, 51, 51, 49.5]);
    expect(notes).toContain("Prices are adjusted for splits, backwards from the last bar.");
  });

  test("are also adjusted for dividends if requested", async () => {
    const { close, notes } = await recorded("--graph-prices", "splits-and-dividends");
    expect(close).toEqual([49, 50.96, 49, 49].map((price) => expect.closeTo(price, 12) as number));
    expect(notes).toContain("Prices are adjusted for splits and dividends, backwards from the last bar.");
  });

  test("are as recorded if requested", async () => {
    const { close, indicators, notes } = await recorded("--graph-prices", "as-recorded");
    expect(close).toEqual([100, 104, 50, 49]);
    expect(indicators["sma:2"]).toEqual([null, 102, 77, 49.5]);
    expect(notes).toContain("Prices are as recorded, not adjusted for splits and dividends.");
  });

  test("are not adjusted a second time if the recorded prices are adjusted", async () => {
    const { close } = await computed(join(folder, "fully_adjusted"), "--indicator", "sma:2");
    expect(close).toEqual([100, 104, 50, 49]);
  });
});

describe("indicators printed for prices with a split", () => {
  test("equal those of a strategy in a backtest", async () => {
    // GOOGL has a split of 2 for 1 on 2022-06-06.
    const data = await (await openRecording(SAMPLE)).marketData({ symbols: ["GOOGL"], interval: "1d" });
    const seen: (readonly number[])[] = [];
    const reader = defineStrategy({
      name: "reader",
      indicators: ({ close, high, low }) => ({
        strength: rsi(close, 14),
        average: sma(close, 5),
        range: atr(high, low, close, 14),
      }),
      onBar({ ind, bar }) {
        if (new Date(bar.time).toISOString().startsWith("2022-06-07"))
          seen.push([ind.strength.value, ind.average.value, ind.range.value]);
      },
    });
    backtest(reader, data);
    const googl = ["--symbol", "GOOGL", "--interval", "1d"];
    const { time, indicators } = await computed(SAMPLE, ...googl, "--indicator", "rsi:14,sma:5,atr:14");
    const row = time.findIndex((text) => text.startsWith("2022-06-07"));
    expect(seen).toEqual([
      ["rsi:14", "sma:5", "atr:14"].map((name) => expect.closeTo(indicators[name]![row]!, 9) as number),
    ]);
  });

  const server = servedSample();
  afterAll(async () => (await server).close());

  test("equal those of the server, if adjusted for dividends like the server's prices", async () => {
    // AAPL has a split of 4 for 1 on 2023-11-06. At noon on December 15 the last completed bar is that of the 14th.
    const { json } = await asking(await server)("stocks/AAPL/indicators?indicators=rsi&period=14");
    const aapl = ["--symbol", "AAPL", "--interval", "1d", "--graph-prices", "splits-and-dividends"];
    const { time, indicators } = await computed(SAMPLE, ...aapl, "--indicator", "rsi:14");
    const row = time.findIndex((text) => text.startsWith("2023-12-14"));
    expect(indicators["rsi:14"]![row]).toBeCloseTo(json.indicators.rsi.value, 6);
  });
});
