import { backtest, Bars, defineStrategy, marketOf, type MarketData, prepareData, ta } from "hindcast";
import { range, sweep } from "hindcast/research";
import { smaCross } from "../../strategies/sma-cross.ts";
import { randomWalk } from "../support/random-walk.ts";
import type { Axis, Work } from "./axis.ts";
import { minutesOf } from "./bars.ts";

const CASH = 1e12;

/** Returns distinct series of daily bars. All close at one time, or with `staggered` each a second after the one before. */
function universe(symbols: number, bars: number, staggered = false): MarketData {
  const series = Array.from({ length: symbols }, (_, i) => {
    const walk = randomWalk(bars, i + 1);
    if (!staggered) return [`S${i}`, walk] as const;
    const { open, high, low, close, volume } = walk;
    return [`S${i}`, new Bars("1d", { time: walk.time.map((at) => at + i * 1000), open, high, low, close, volume })];
  });
  return marketOf(Object.fromEntries(series) as Record<string, Bars>);
}

const walk = (bars: number): MarketData => marketOf({ WALK: minutesOf(bars) });

/** Returns bars whose prices rise by 1 from bar to bar. */
function ramp(bars: number): MarketData {
  const open = Float64Array.from({ length: bars }, (_, i) => 100 + i);
  const columns = {
    open,
    high: open.map((price) => price + 0.9),
    low: open,
    close: open.map((price) => price + 0.5),
    volume: open,
  };
  return marketOf({ RAMP: new Bars("1m", { time: open.map((_, i) => i * 60_000), ...columns }) });
}

/** Returns work that runs a new strategy over data prepared only once. */
function runOf(data: MarketData, make: () => ReturnType<typeof defineStrategy>, settings: object = {}): Work {
  const prepared = prepareData(data);
  return () => backtest(make(), prepared, { cash: CASH, account: "margin", ...settings });
}

const idle = () => defineStrategy({ name: "idle", onBar() {} });

/** Submits `count` limit orders at the first bar, which never fill, then calls `onLaterBar` with their ids at each later bar. */
function resting(
  count: number,
  onLaterBar: (
    ids: readonly number[],
    orders: Parameters<NonNullable<Parameters<typeof defineStrategy>[0]["onBar"]>>[0]["orders"],
    index: number,
  ) => void,
) {
  return defineStrategy({
    name: "resting",
    state: () => ({ ids: [] as number[] }),
    onBar({ orders, bar, state }) {
      if (bar.index === 0)
        for (let i = 0; i < count; i++)
          state.ids.push(orders.buy({ quantity: 1, limit: 0.01 + (i % 997) * 1e-4, timeInForce: "gtc" }));
      else onLaterBar(state.ids, orders, bar.index);
    },
  });
}

const RESTING_BARS = 200;

/** Axes of growth for backtests. */
export const runAxes: readonly Axis[] = [
  {
    name: "bars of a run with one order",
    largest: 10_000_000,
    prepare: (bars) =>
      runOf(walk(bars), () =>
        defineStrategy({
          name: "once",
          onBar({ bar, orders }) {
            if (bar.index === 0) orders.buy({ quantity: 1 });
          },
        }),
      ),
  },
  {
    name: "bars of a run, with preparation",
    largest: 3_000_000,
    prepare: (bars) => {
      const data = walk(bars);
      return () => backtest(smaCross, data, { cash: CASH }).summary;
    },
  },
  {
    name: "symbols that close at the same time",
    largest: 2_000,
    prepare: (symbols) => runOf(universe(symbols, 250), idle),
  },
  {
    name: "symbols that close at different times",
    largest: 2_000,
    prepare: (symbols) => runOf(universe(symbols, 100, true), idle),
  },
  {
    name: "symbols held",
    largest: 1_000,
    prepare: (symbols) =>
      runOf(universe(symbols, 100, true), () =>
        defineStrategy({
          name: "hold",
          onBar({ position, orders }) {
            if (position.flat) orders.buy({ quantity: 1 });
          },
        }),
      ),
  },
  ...["margin", "free-margin", "buying-power"].map((account) => ({
    name: `symbols bought at each bar, in a ${account} account`,
    largest: 1_000,
    prepare: (symbols: number) =>
      runOf(
        universe(symbols, 100, true),
        () => defineStrategy({ name: "add", onBar: ({ orders }) => void orders.buy({ quantity: 1 }) }),
        { account, cash: 1e9 },
      ),
  })),
  ...["cash", "margin", "buying-power"].map((account) => ({
    name: `symbols with resting brackets, in a ${account} account`,
    largest: 1_000,
    prepare: (symbols: number) =>
      runOf(
        universe(symbols, 100, true),
        () =>
          defineStrategy({
            name: "turn",
            onBar({ bar, position, orders }) {
              if (position.flat) orders.buy({ quantity: 1, stopLoss: bar.close * 0.5, takeProfit: bar.close * 2 });
              else if (bar.index % 3 === 0) orders.close();
            },
          }),
        { account, cash: 1e9 },
      ),
  })),
  {
    name: "symbols with trailing stops",
    largest: 1_000,
    prepare: (symbols) =>
      runOf(universe(symbols, 100, true), () =>
        defineStrategy({
          name: "trail",
          onBar({ position, orders }) {
            if (position.flat) orders.buy({ quantity: 1, stopLoss: { trailPercent: 0.9 } });
          },
        }),
      ),
  },
  ...(["as-given", "pessimistic"] as const).map((intrabar) => ({
    name: `symbols with day orders, ${intrabar}`,
    largest: 1_000,
    prepare: (symbols: number) =>
      runOf(
        universe(symbols, 100, true),
        () =>
          defineStrategy({
            name: "daily",
            onBar({ bar, orders }) {
              orders.buy({ quantity: 1, limit: bar.close * 0.9, timeInForce: bar.index % 2 === 0 ? "day" : "cls" });
            },
          }),
        { intrabar },
      ),
  })),
  {
    name: "symbols with an order in transit",
    largest: 1_000,
    prepare: (symbols) =>
      runOf(
        universe(symbols, 100, true),
        () => defineStrategy({ name: "late", onBar: ({ orders }) => void orders.buy({ quantity: 1 }) }),
        { latencyMs: 40 * 3_600_000 },
      ),
  },
  {
    name: "symbols that end one by one, with orders",
    largest: 1_000,
    prepare: (symbols) =>
      runOf(
        universe(symbols, 100, true),
        () =>
          defineStrategy({
            name: "rest",
            onBar({ bar, orders }) {
              if (bar.index === 0) orders.buy({ quantity: 1 });
              if (bar.index === 1) orders.sell({ quantity: 1, limit: bar.close * 9, timeInForce: "gtc" });
            },
          }),
        { atEnd: "finalize" },
      ),
  },
  {
    name: "symbols read at each bar",
    largest: 2_000,
    prepare: (symbols) =>
      runOf(universe(symbols, 100), () => {
        let sum = 0;
        return defineStrategy({
          name: "read",
          onBars({ symbols: all, at }) {
            for (const symbol of all) sum += at(symbol).bar.close;
          },
        });
      }),
  },
  {
    name: "symbols of a target every ten bars",
    largest: 1_000,
    prepare: (symbols) =>
      runOf(universe(symbols, 100), () => {
        let bar = 0;
        return defineStrategy({
          name: "target",
          onBars({ symbols: all, orders }) {
            if (bar++ % 10 > 0) return;
            orders.target(Object.fromEntries(all.map((symbol, i) => [symbol, ((i + bar) % 3) / (2 * symbols)])));
          },
        });
      }),
  },
  {
    name: "market orders, one a bar",
    largest: 1_000_000,
    prepare: (bars) =>
      runOf(walk(bars), () =>
        defineStrategy({
          name: "dense",
          onBar({ bar, orders }) {
            if (bar.index % 2 === 0) orders.buy({ quantity: 1 });
            else orders.sell({ quantity: 1 });
          },
        }),
      ),
  },
  {
    name: "resting orders, two at each bar, one canceled",
    largest: 200_000,
    prepare: (count) =>
      runOf(walk(count), () => {
        let last = 0;
        return defineStrategy({
          name: "ladder",
          onBar({ bar, orders }) {
            orders.buy({ quantity: 1, limit: bar.close * 0.01, timeInForce: "gtc" });
            if (last > 0) orders.cancel(last);
            last = orders.buy({ quantity: 1, limit: bar.close * 0.011, timeInForce: "gtc" });
          },
        });
      }),
  },
  {
    name: "resting orders, over 200 bars that fill another order",
    largest: 20_000,
    prepare: (count) =>
      runOf(walk(RESTING_BARS), () =>
        resting(count, (_, orders, index) =>
          index % 2 === 0 ? orders.buy({ quantity: 1 }) : orders.sell({ quantity: 1 }),
        ),
      ),
  },
  {
    name: "resting orders, the oldest canceled first",
    largest: 20_000,
    prepare: (count) =>
      runOf(walk(count), () => resting(count, (ids, orders, index) => orders.cancel(ids[index - 1]!))),
  },
  {
    name: "resting orders, each replaced",
    largest: 20_000,
    prepare: (count) =>
      runOf(walk(count), () =>
        resting(count, (ids, orders, index) => void orders.replace(ids[index - 1]!, { limit: 0.02 })),
      ),
  },
  {
    name: "resting orders, all canceled at once",
    largest: 20_000,
    prepare: (count) => runOf(walk(5), () => resting(count, (_, orders) => orders.cancelAll())),
  },
  {
    name: "brackets with resting exits, one a bar",
    largest: 20_000,
    prepare: (bars) =>
      runOf(walk(bars), () =>
        defineStrategy({
          name: "brackets",
          onBar({ bar, orders }) {
            orders.buy({ quantity: 1, takeProfit: bar.close * 1e3, stopLoss: bar.close * 1e-3 });
          },
        }),
      ),
  },
  {
    name: "limit orders of a grid, one filled at each bar",
    largest: 20_000,
    prepare: (count) => {
      const rising = ramp(count);
      return runOf(rising, () =>
        defineStrategy({
          name: "grid",
          onBar({ bar, orders }) {
            if (bar.index > 0) return;
            orders.buy({ quantity: count });
            for (let i = 2; i < count - 1; i++) orders.sell({ quantity: 1, limit: 100 + i, timeInForce: "gtc" });
          },
        }),
      );
    },
  },
  {
    name: "brackets, one ended at each bar",
    largest: 20_000,
    prepare: (count) =>
      runOf(ramp(count), () =>
        defineStrategy({
          name: "exits",
          onBar({ bar, orders }) {
            if (bar.index > 0) return;
            for (let i = 3; i < count - 1; i++) orders.buy({ quantity: 1, takeProfit: 100 + i, stopLoss: 1 });
          },
        }),
      ),
  },
  {
    name: "orders that expire, one at each bar",
    largest: 20_000,
    prepare: (count) =>
      runOf(walk(count), () =>
        defineStrategy({
          name: "dated",
          onBar({ bar, orders, time }) {
            if (bar.index > 0) return;
            for (let i = 0; i < count - 10; i++)
              orders.buy({ quantity: 1, limit: 0.01, timeInForce: "gtd", expiresAt: time + (i + 2) * 60_000 + 1 });
          },
        }),
      ),
  },
  {
    name: "trailing stops over 200 bars",
    largest: 5_000,
    prepare: (count) =>
      runOf(walk(RESTING_BARS), () =>
        defineStrategy({
          name: "trails",
          onBar({ bar, orders }) {
            if (bar.index === 0)
              for (let i = 0; i < count; i++) orders.buy({ quantity: 1, stopLoss: { trailPercent: 0.99 } });
          },
        }),
      ),
  },
  {
    name: "distinct tags",
    largest: 200_000,
    prepare: (tags) =>
      runOf(walk(tags), () =>
        defineStrategy({
          name: "tags",
          onBar({ bar, orders }) {
            orders.buy({ quantity: 1, tag: `tag ${bar.index}` });
          },
        }),
      ),
  },
  {
    name: "lots of a position, sold one by one",
    largest: 100_000,
    prepare: (lots) =>
      runOf(walk(2 * lots), () =>
        defineStrategy({
          name: "lots",
          onBar({ bar, orders }) {
            if (bar.index < lots) orders.buy({ quantity: 1 });
            else orders.sell({ quantity: 1 });
          },
        }),
      ),
  },
  {
    name: "trades, with all metrics",
    largest: 300_000,
    prepare: (trades) => {
      const run = runOf(walk(2 * trades), () =>
        defineStrategy({
          name: "trades",
          onBar({ position, orders }) {
            if (position.flat) orders.buy({ quantity: 1 });
            else orders.close();
          },
        }),
      );
      return () => (run() as ReturnType<typeof backtest>).summary;
    },
  },
  {
    name: "dividends",
    largest: 20_000,
    prepare: (actions) => {
      // Corporate actions have dates, so the bars are daily.
      const data = marketOf({ WALK: randomWalk(actions * 5) });
      const [series] = data.series;
      const dated = Array.from(
        { length: actions },
        (_, i) =>
          ({ symbol: "WALK", kind: "dividend", exDate: i * 5 + 3, ratio: 1, cash: 0.01, currency: "USD" }) as const,
      );
      return runOf({ ...data, series: [{ ...series!, actions: dated }] }, () =>
        defineStrategy({
          name: "held",
          onBar({ bar, orders }) {
            if (bar.index === 0) orders.buy({ quantity: 1 });
          },
        }),
      );
    },
  },
  {
    name: "trials of a sweep",
    largest: 1_000,
    prepare: (trials) => {
      const data = walk(500);
      return () => sweep(smaCross, data, { params: { fast: range(2, 11), slow: range(20, 19 + trials / 10) } });
    },
  },
  {
    name: "period of averages and extremes",
    largest: 2_000,
    prepare: (period) => {
      const { close, high, low } = randomWalk(100_000);
      return () => [
        ta.sma(close, period),
        ta.wma(close, period),
        ta.stochastic(high, low, close, period),
        ta.aroon(high, low, period),
      ];
    },
  },
];
