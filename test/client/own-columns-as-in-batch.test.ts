import * as fc from "fast-check";
import { and, Bars, defineStrategy, isAbove, isBelow, ta } from "hindcast";
import { expect, test } from "vitest";
import type { RecordedMarket, RecordedSeries } from "../../src/market/recorded-market.ts";
import { sameRuns } from "../support/batch-and-remote.ts";
import { property } from "../support/property.ts";
import { crypto, market, split } from "../support/recorded-by-hand.ts";

const HOUR = 3_600_000;
const START = Date.UTC(2024, 0, 1);

/** Synthetic hourly bars from `offset` milliseconds after the start on, with a column of which some values are missing. */
function hours(symbol: string, name: string, offset: number, count: number, seed: number, level = 100): RecordedSeries {
  const wave = (i: number, k: number) => Math.sin(seed + i * k) * 4;
  const column = (value: (i: number) => number) => Float64Array.from({ length: count }, (_, i) => value(i));
  const open = column((i) => level + wave(i, 0.7));
  const close = column((i) => level + wave(i + 1, 0.7));
  const bars = new Bars("1h", {
    time: column((i) => START + offset + i * HOUR),
    open,
    high: column((i) => Math.max(open[i]!, close[i]!) + 1),
    low: column((i) => Math.min(open[i]!, close[i]!) - 1),
    close,
    volume: column((i) => 100 + i),
  });
  return {
    symbol,
    bars,
    columns: { [name]: column((i) => ((i + seed) % 3 === 1 ? NaN : wave(i, 1.3))), "1st": close },
  };
}

/** Two coins half an hour apart, and FEAR, which is only read and begins at another time of the hour. */
function recorded({ later, fear, count, seed }: { later: number; fear: number; count: number; seed: number }) {
  return market({
    mainCalendar: "24/7",
    instruments: [
      crypto("AAAUSD", "AAA", { lot: 0.001 }),
      crypto("BBBUSD", "BBB", { lot: 0.001 }),
      crypto("FEAR", "FEAR", { role: "data", currency: "EUR", currencyDecimals: 4 }),
    ],
    series: [
      hours("AAAUSD", "mood", 0, count, seed),
      hours("BBBUSD", "mood", later, count + 3, seed + 1),
      hours("FEAR", "pulse", fear, count + 9, seed + 2, 0),
    ],
    actions: [split("AAAUSD", "2024-01-02", 2), split("FEAR", "2024-01-02", 3)],
  });
}

/** Trades by own columns and reads them in every way. Longer bars need bars that begin at whole hours. */
const reader = defineStrategy({
  name: "reader",
  indicators: ({ column, bars }) => {
    const fear = bars({ symbol: "FEAR" });
    return {
      mood: column("mood"),
      smooth: ta.ema(column("mood"), 2),
      quarter: bars({ symbol: "AAAUSD", interval: "4h" }).column("mood"),
      other: bars({ symbol: "BBBUSD" }).column("mood"),
      pair: bars({ symbol: "AAAUSD", interval: "2h" }).column("1st"),
      pulse: fear.column("pulse"),
      both: fear.close.add(bars({ symbol: "AAAUSD" }).close),
    };
  },
  onBar({ symbol, ind, column, at, bar, orders, position, log }) {
    const fear = at("FEAR");
    const seen = Object.values(ind).flatMap((one) => [one.value, one.ago(2)]);
    const direct = [
      fear.close.value,
      fear.close.ago(1),
      fear.column("pulse").value,
      fear.ind.pulse.value,
      fear.bar.time,
    ];
    log(`${symbol} ${bar.index} ${[column("mood").value, column("mood").ago(1), ...seen, ...direct].join()}`);
    if (position.flat && (ind.mood.value > 0 || ind.pulse.value > 1)) orders.buy({ percent: 0.3 });
    else if (ind.quarter.value < 0 || ind.pulse.value < -1) orders.close();
    if (bar.index === 4) fear.orders.buy({ quantity: 1 });
  },
});

const signals = defineStrategy({
  name: "signals",
  signals: ({ column, bars }) => ({
    enter: and(isAbove(column("mood"), 0), isAbove(bars({ symbol: "FEAR" }).column("pulse"), -3)),
    exit: isBelow(bars({ symbol: "AAAUSD", interval: "2h" }).column("mood"), 0),
    size: { percent: 0.3 },
  }),
});

/** Reads longer bars of every symbol, of which each begins at whole hours. */
const longer = defineStrategy({
  name: "longer",
  indicators: ({ bars }) => ({
    own: bars("4h").column("1st"),
    day: ta.sma(bars("1d").column("1st"), 1),
    fear: bars({ symbol: "FEAR", interval: "3h" }).column("pulse"),
    close: bars({ symbol: "FEAR", interval: "3h" }).close,
  }),
  onBar({ symbol, ind, position, orders, log }) {
    log(
      `${symbol} ${Object.values(ind)
        .flatMap((one) => [one.value, one.ago(3)])
        .join()}`,
    );
    if (position.flat && ind.fear.value > 0) orders.buy({ percent: 0.2 });
    else if (ind.fear.value < 0) orders.close();
  },
});

property(
  [
    fc.record({
      later: fc.constantFrom(0, HOUR / 2, 5 * HOUR),
      fear: fc.constantFrom(0, HOUR / 2, -6.25 * HOUR, -HOUR / 4),
      count: fc.integer({ min: 6, max: 40 }),
      seed: fc.nat(20),
    }),
    fc.constantFrom(
      {},
      { warmupBars: 0 },
      { warmupBars: 3, from: "2024-01-01T04:00Z" },
      { from: "2024-01-01T03:15Z" },
      { warmupBars: 2, from: "2024-01-01T04:45Z", account: "margin" as const },
    ),
  ],
  { numRuns: 4 },
)(
  "a run against a server reads own columns and data that are not traded as a backtest does",
  async (shape, settings) => {
    const batch = await sameRuns(recorded(shape), reader, settings);
    expect(batch.symbols).toEqual(["AAAUSD", "BBBUSD"]);
    await sameRuns(recorded(shape), signals, settings);
  },
  120_000,
);

test("a run against a server trades by own columns with gaps, and no order for data is accepted", async () => {
  const shape = { later: HOUR / 2, fear: HOUR / 4, count: 40, seed: 3 };
  const { fills, orders, log } = await sameRuns(recorded(shape), reader);
  expect(fills.length).toBeGreaterThan(5);
  expect(orders.filter(({ reason }) => reason === "not_traded").map(({ symbol }) => symbol)).toEqual(["FEAR", "FEAR"]);
  expect(log.some(({ message }) => message.includes("NaN"))).toBe(true);
  const traded = await sameRuns(recorded(shape), signals);
  expect(traded.fills.length).toBeGreaterThan(3);
});

test("a run against a server reads longer bars of own columns, also of data that are not traded, as a backtest does", async () => {
  for (const fear of [0, -9 * HOUR, 2 * HOUR]) {
    const shape = { later: 5 * HOUR, fear, count: 60, seed: 7 };
    const { fills } = await sameRuns(recorded(shape), longer);
    expect(fills.length).toBeGreaterThan(2);
  }
});

test("a session in which no symbol can be traded is refused", async () => {
  const all: RecordedMarket = recorded({ later: 0, fear: 0, count: 9, seed: 1 });
  const fear = {
    ...all,
    instruments: all.instruments.filter(({ role }) => role === "data"),
    series: all.series.filter(({ symbol }) => symbol === "FEAR"),
    actions: [],
  };
  await expect(sameRuns(fear, signals)).rejects.toThrow("no symbol can be traded");
});
