import { readdirSync } from "node:fs";
import { join } from "node:path";
import {
  type AnyStrategy,
  backtest,
  Bars,
  type Column,
  crossedAbove,
  crossedBelow,
  defineIndicator,
  defineStrategy,
  isStrategy,
  type MarketData,
  marketOf,
  Stream,
  ta,
} from "hindcast";
import { assertNoLookahead, checkLookahead, checkWarmUp, examineRun } from "hindcast/research";
import { describe, expect, test } from "vitest";
import { smaCross } from "../../strategies/sma-cross.ts";
import { ROOT } from "../house/source-files.ts";
import { withColumns } from "../support/market.ts";
import { walk, walkMarket } from "./walk.ts";

const data = walkMarket(300);

class NoStream extends Stream<number> {
  override update(): number {
    return NaN;
  }
  override peek(): number {
    return NaN;
  }
  override snapshot(): never {
    return undefined as never;
  }
  override restore(): void {}
}

/** A strategy that buys above an indicator and sells below it. `batch` computes the indicator from whole columns. */
function leaking(batch: (source: Column, out: Column) => void): AnyStrategy {
  const leak = defineIndicator({
    name: "leak",
    title: "Leak",
    category: "price",
    inputs: ["source"],
    params: {},
    outputs: { value: { title: "Leak", scale: { source: 1 } } },
    memory: "window",
    warmup: () => 0,
    batch: ([source], _, [out]) => batch(source, out),
    stream: () => new NoStream() as never,
  });
  return defineStrategy({
    name: "leaking",
    indicators: ({ close }) => ({ leak: leak(close) }),
    onBar({ ind, close, position, orders }) {
      if (position.flat && close.value < ind.leak.value) orders.buy({ percent: 1 });
      else if (!position.flat && close.value > ind.leak.value) orders.close();
    },
  });
}

describe("checkLookahead finds", () => {
  test("an indicator whose value at a bar is that of the next bar", () => {
    const strategy = leaking((source, out) => {
      for (let i = 0; i < source.length; i++) out[i] = source[Math.min(i + 1, source.length - 1)]!;
    });
    expect(() => assertNoLookahead(strategy, data)).toThrow(
      /^leaking must decide only from data known at the time: indicator leak of WALK at .* differed when the data after .* were truncated$/,
    );
    expect(() => backtest(strategy, data)).toThrow(/^indicator leak looks ahead: for WALK, its value at bar 0 /);
  });

  test("an indicator whose window is centered on the bar", () => {
    const strategy = leaking((source, out) => {
      for (let i = 0; i < source.length; i++) {
        const window = source.subarray(Math.max(0, i - 5), i + 6);
        out[i] = window.reduce((sum, value) => sum + value, 0) / window.length;
      }
    });
    expect(checkLookahead(strategy, data).leaks.length).toBeGreaterThan(20);
  });

  test("an indicator that uses the weekly bar before the week is over", () => {
    const strategy = leaking((source, out) => {
      for (let i = 0; i < source.length; i++) out[i] = source[Math.min(i - (i % 7) + 6, source.length - 1)]!;
    });
    const { leaks } = checkLookahead(strategy, data);
    expect(leaks.length).toBeGreaterThan(20);
    // A similar strategy that reads only completed weekly bars has no lookahead.
    const honest = defineStrategy({
      name: "honest",
      indicators: ({ bars }) => ({ week: bars("1wk").close }),
      onBar({ ind, close, position, orders }) {
        if (position.flat && close.value < ind.week.value) orders.buy({ percent: 1 });
        else if (!position.flat && close.value > ind.week.value) orders.close();
      },
    });
    expect(checkLookahead(honest, data).leaks).toEqual([]);
    expect(backtest(honest, data).trades.length).toBeGreaterThan(5);
  });

  test("an indicator that is normalized over the whole sample", () => {
    const strategy = leaking((source, out) => {
      const mean = source.reduce((sum, value) => sum + value, 0) / source.length;
      out.fill(mean);
    });
    expect(checkLookahead(strategy, data).leaks.length).toBeGreaterThan(20);
  });

  test("a gap in the data that is filled with a later price, even if gaps are rare", () => {
    // Symbol THIN lacks 4 of 300 days. The strategy fills these gaps with the next close, which is known only later.
    const other = walk(300, 2);
    const missing = new Set([61, 62, 144, 230]);
    const kept = (column: Column) => column.filter((_, i) => !missing.has(i));
    const thin = new Bars("1d", {
      time: kept(other.time),
      open: kept(other.open),
      high: kept(other.high),
      low: kept(other.low),
      close: kept(other.close),
      volume: kept(other.volume),
    });
    const market = marketOf({ FULL: walk(300, 1), THIN: thin });
    const joined = (from: MarketData): AnyStrategy => {
      const of = (symbol: string) => from.series.find(({ instrument }) => instrument.symbol === symbol)!.bars;
      const [full, gappy] = [of("FULL"), of("THIN")];
      const filled = full.time.map((time) => gappy.close[gappy.time.findIndex((each) => each >= time)] ?? NaN);
      return defineStrategy({
        name: "joined",
        onBars({ at, time, orders }) {
          const bar = full.time.findIndex((each) => each + 86_400_000 === time);
          if (at("FULL").position.flat && filled[bar]! > filled[bar - 1]!) orders.target({ FULL: 0.5 });
          else if (filled[bar]! < filled[bar - 1]!) orders.target({ FULL: 0 });
        },
      });
    };
    const { leaks } = checkLookahead(joined, market, { seed: 2 });
    expect(leaks.length).toBeGreaterThan(0);
    expect(leaks[0]!.what).toMatch(/^order \d+$/);
  });

  test("a strategy that reads later prices through a closure, and leaves the price arrays unchanged", () => {
    const { close } = data.series[0]!.bars;
    const before = close.slice();
    const strategy = defineStrategy({
      name: "closure",
      onBar({ bar, position, orders }) {
        const next = close[bar.index + 1]!;
        if (position.flat && next > close[bar.index]!) orders.buy({ percent: 1 });
        else if (!position.flat && next < close[bar.index]!) orders.close();
      },
    });
    expect(() => assertNoLookahead(strategy, data)).toThrow(
      /^closure must decide only from data known at the time: order /,
    );
    expect(close).toEqual(before);
  });

  test("a strategy that reads later bar times through a closure, and leaves the times unchanged", () => {
    // The data have bars of weekdays only. The strategy buys before a weekend.
    const { open, high, low, close, volume } = walk(100);
    const weekdays = Float64Array.from({ length: 100 }, (_, i) => Date.UTC(2024, 0, 1 + i + 2 * Math.floor(i / 5)));
    const bars = new Bars("1d", { time: weekdays, open, high, low, close, volume });
    const before = weekdays.slice();
    const gaps = (of: Column) =>
      defineStrategy({
        name: "gaps",
        onBar({ bar, position, orders }) {
          const isLong = of[bar.index + 1]! - of[bar.index]! > 86_400_000;
          if (isLong && position.flat) orders.buy({ percent: 1 });
          else if (!isLong && !position.flat) orders.close();
        },
      });
    expect(() => assertNoLookahead(gaps(weekdays), marketOf({ X: bars }))).toThrow(
      /^gaps must decide only from data known at the time/,
    );
    expect(weekdays).toEqual(before);
  });

  test("a strategy that compares prices with the median of the whole sample", () => {
    const normalised = (from: MarketData): AnyStrategy => {
      const { close } = from.series[0]!.bars;
      const middle = close.toSorted()[close.length >> 1]!;
      return defineStrategy({
        name: "normalised",
        onBar({ close: price, position, orders }) {
          if (position.flat && price.value < middle) orders.buy({ percent: 1 });
          else if (price.value > middle) orders.close();
        },
      });
    };
    expect(() => assertNoLookahead(normalised, data)).toThrow(
      "normalised must decide only from data known at the time: order",
    );
  });
});

const files = readdirSync(join(ROOT, "strategies")).filter((name) => name.endsWith(".ts"));
const market = marketOf({ AAA: walk(450, 11), BBB: walk(450, 12), CCC: walk(450, 13) });

test.each(files)("checkLookahead finds nothing in strategies/%s", async (file) => {
  const members = (await import(/* @vite-ignore */ join(ROOT, "strategies", file))) as Record<string, unknown>;
  const strategies = Object.values(members).filter(isStrategy);
  expect(strategies.length).toBeGreaterThan(0);
  for (const strategy of strategies) {
    const account = strategy.needs?.account ?? "cash";
    const report = checkLookahead(strategy, market, { moments: 9, settings: { account } });
    expect(report.leaks).toEqual([]);
    expect(report.moments).toBeGreaterThan(5);
  }
});

test.each([
  [
    "looks up the bar's time in the array of all times",
    (time: Column, now: number) => {
      let [low, high] = [0, time.length];
      while (low < high) {
        const middle = (low + high) >> 1;
        if (time[middle]! > now) high = middle;
        else low = middle + 1;
      }
      return low;
    },
  ],
  [
    "finds the current bar by the times of bars that have started",
    (time: Column, now: number) => time.findIndex((at) => at >= now - 86_400_000),
  ],
])("checkLookahead finds nothing in a strategy that %s", (_, find) => {
  const { time, close } = data.series[0]!.bars;
  const strategy = defineStrategy({
    name: "search",
    onBar({ bar, position, orders }) {
      const row = find(time, bar.time);
      if (close[bar.index]! > close[Math.max(0, row - 5)]!) {
        if (position.flat) orders.buy({ percent: 1 });
      } else orders.close();
    },
  });
  const report = checkLookahead(strategy, data);
  expect(report.leaks).toEqual([]);
  expect(report.orders).toBeGreaterThan(10);
});

test("checkLookahead finds nothing if two series share one array of bar times", () => {
  const [series] = data.series;
  const { bars } = series!;
  const { time, open, high, low, close, volume } = bars;
  const reference = new Bars("1d", {
    time,
    open: open.slice(),
    high: high.slice(),
    low: low.slice(),
    close: close.slice(),
    volume: volume.slice(),
  });
  const market = { ...data, series: [{ ...series!, reference }] };
  const strategy = defineStrategy({
    name: "rises",
    onBar({ bar, position, orders }) {
      if (bar.close > bar.open && position.flat) orders.buy({ percent: 1 });
      else if (bar.close < bar.open) orders.close();
    },
  });
  expect(checkLookahead(strategy, market).leaks).toEqual([]);
});

describe("checkWarmUp", () => {
  test("reports that an average of 30 bars needs 30 bars of history, and that more history changes no trade", () => {
    const params = { fast: 2, slow: 30 };
    const report = checkWarmUp(smaCross, walkMarket(900), { params, histories: [0, 10, 30, 31, 100] });
    expect(report.available).toBe(300);
    expect(report.rows.map(({ bars, sameTrades }) => [bars, sameTrades])).toEqual([
      [0, false],
      [10, false],
      [30, true],
      [31, true],
      [100, true],
    ]);
    expect(report.stableFrom).toBe(30);
    expect(report.rows[0]!.firstDifference).toBeGreaterThan(report.from);
  });

  test("distinguishes runs with the same trades in other quantities from runs with identical trades", () => {
    const sized = defineStrategy({
      name: "sized",
      indicators: ({ close }) => ({ fast: ta.sma(close, 2), slow: ta.sma(close, 5), level: ta.ema(close, 60) }),
      onBar({ ind, orders }) {
        if (crossedAbove(ind.fast, ind.slow)) orders.buy({ quantity: Math.floor(ind.level.value * 8) });
        else if (crossedBelow(ind.fast, ind.slow)) orders.close();
      },
    });
    // The exponential average depends on all earlier bars. Its quantities differ with 80 bars of history, but not with 650.
    const { rows } = checkWarmUp(sized, walkMarket(2100), { histories: [80, 650] });
    expect(rows.map(({ same, sameTrades }) => [same, sameTrades])).toEqual([
      [false, true],
      [true, true],
    ]);
  });
});

describe("examineRun", () => {
  const codes = (strategy: AnyStrategy, from: MarketData, settings = {}) => {
    const result = backtest(strategy, from, settings);
    return examineRun(result).map(({ code, severity }) => `${code} ${severity}`);
  };
  const daily = defineStrategy({
    name: "daily",
    onBar({ position, orders }) {
      if (position.flat) orders.buy({ percent: 0.9 });
      else orders.close();
    },
  });

  test("finds nothing in a run with many trades whose profit is spread over all of them", () => {
    expect(
      codes(
        daily,
        walkMarket(300, 4, () => 0.005),
      ),
    ).toEqual([]);
  });

  test("finds costs that are large compared with the profit, and fills at prices that were not available", () => {
    const rising = walkMarket(300, 4, () => 0.003);
    expect(codes(daily, rising, { commission: { model: "percent", rate: 0.0009 } })).toContain(
      "costs-above-edge caution",
    );
    expect(codes(daily, rising, { fillAt: "same-close" })).toContain("fills-nobody-had wrong");
  });

  test("finds fills in bars without volume", () => {
    const bars = walk(300, 4, () => 0.005);
    const quiet = marketOf({
      WALK: withColumns(bars, { volume: bars.volume.map((v, i) => (i % 3 === 0 ? 0 : v)) }),
    });
    expect(codes(daily, quiet)).toContain("stale-fills wrong");
    const unknown = marketOf({ WALK: withColumns(bars, { volume: bars.volume.map(() => 0) }) });
    expect(codes(daily, unknown).join()).not.toContain("stale-fills");
  });

  test("finds too few trades, profit from a single trade, and an idle account", () => {
    const once = defineStrategy({
      name: "once",
      state: () => ({ bar: 0 }),
      onBar({ state, orders, position }) {
        state.bar++;
        if (state.bar === 100) orders.buy({ percent: 1 });
        if (state.bar === 130 && !position.flat) orders.close();
      },
    });
    expect(
      codes(
        once,
        walkMarket(300, 4, () => 0.01),
      ),
    ).toEqual(["few-trades caution", "flat-equity caution"]);
    const never = defineStrategy({ name: "never", onBar: () => undefined });
    expect(codes(never, data)).toEqual(["no-trades wrong", "flat-equity caution"]);
  });

  test("finds trades at bars where an exponential average still depends on where the data start", () => {
    const early = defineStrategy({
      name: "early",
      indicators: ({ close }) => ({ slow: ta.ema(close, 50) }),
      onBar({ ind, position, orders }) {
        if (Number.isNaN(ind.slow.value)) return;
        if (position.flat) orders.buy({ percent: 0.9 });
        else orders.close();
      },
    });
    expect(
      codes(
        early,
        walkMarket(300, 4, () => 0.005),
      ),
    ).toEqual(["unstable-warm-up caution"]);
  });

  test("finds prices that were adjusted later for splits and dividends", () => {
    const [series] = walkMarket(300, 4, () => 0.005).series;
    const restated: MarketData = { series: [{ ...series!, priceBasis: "fully_adjusted" }], notes: [] };
    expect(codes(daily, restated)).toEqual(["prices-know-future caution"]);
  });
});
