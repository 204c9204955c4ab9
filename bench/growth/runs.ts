import { backtest, Bars, defineStrategy, marketOf, type MarketData, prepareData, ta } from "hindcast";
import { range, sweep } from "hindcast/research";
import { smaCross } from "../../strategies/sma-cross.ts";
import { randomWalk } from "../support/random-walk.ts";
import type { Axis, Work } from "./axis.ts";
import { minutesOf } from "./bars.ts";

const CASH = 1e12;

/** So many series of their own, all of whose bars close together; `apart` closes those of each at a second of its own. */
function universe(symbols: number, bars: number, apart = false): MarketData {
  const series = Array.from({ length: symbols }, (_, i) => {
    const walk = randomWalk(bars, i + 1);
    if (!apart) return [`S${i}`, walk] as const;
    const { open, high, low, close, volume } = walk;
    return [`S${i}`, new Bars("1d", { time: walk.time.map((at) => at + i * 1000), open, high, low, close, volume })];
  });
  return marketOf(Object.fromEntries(series) as Record<string, Bars>);
}

const walk = (bars: number): MarketData => marketOf({ WALK: minutesOf(bars) });

/** Bars of which each goes one further than the one before. */
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

/** Runs of a strategy over data that is prepared once; each run gets a strategy of its own. */
function runOf(data: MarketData, make: () => ReturnType<typeof defineStrategy>, settings: object = {}): Work {
  const prepared = prepareData(data);
  return () => backtest(make(), prepared, { cash: CASH, account: "margin", ...settings });
}

const idle = () => defineStrategy({ name: "idle", onBar() {} });

/** Gives `many` limit orders that nothing fills at its first bar, then calls `each` with their ids at each bar. */
function resting(
  many: number,
  each: (
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
        for (let i = 0; i < many; i++)
          state.ids.push(orders.buy({ quantity: 1, limit: 0.01 + (i % 997) * 1e-4, timeInForce: "gtc" }));
      else each(state.ids, orders, bar.index);
    },
  });
}

const RESTING_BARS = 200;

/** Axes of runs in this process. */
export const runAxes: readonly Axis[] = [
  {
    name: "bars of a run that buys once",
    most: 10_000_000,
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
    name: "bars of a run that is prepared too",
    most: 3_000_000,
    prepare: (bars) => {
      const data = walk(bars);
      return () => backtest(smaCross, data, { cash: CASH }).summary;
    },
  },
  { name: "symbols whose bars close together", most: 2_000, prepare: (symbols) => runOf(universe(symbols, 250), idle) },
  {
    name: "symbols whose bars close apart",
    most: 2_000,
    prepare: (symbols) => runOf(universe(symbols, 100, true), idle),
  },
  {
    name: "symbols held, each bar apart",
    most: 1_000,
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
    name: `symbols bought at each bar apart, in a ${account} account`,
    most: 1_000,
    prepare: (symbols: number) =>
      runOf(
        universe(symbols, 100, true),
        () => defineStrategy({ name: "add", onBar: ({ orders }) => void orders.buy({ quantity: 1 }) }),
        { account, cash: 1e9 },
      ),
  })),
  ...["cash", "margin", "buying-power"].map((account) => ({
    name: `symbols whose brackets rest, each bar apart, in a ${account} account`,
    most: 1_000,
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
    name: "symbols whose trailing stops follow, each bar apart",
    most: 1_000,
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
    name: `symbols with an order for the day, each session apart, ${intrabar}`,
    most: 1_000,
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
    name: "symbols with an order under way, each bar apart",
    most: 1_000,
    prepare: (symbols) =>
      runOf(
        universe(symbols, 100, true),
        () => defineStrategy({ name: "late", onBar: ({ orders }) => void orders.buy({ quantity: 1 }) }),
        { latencyMs: 40 * 3_600_000 },
      ),
  },
  {
    name: "symbols that end one after the other, with orders",
    most: 1_000,
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
    name: "symbols that are asked for at each bar",
    most: 2_000,
    prepare: (symbols) =>
      runOf(universe(symbols, 100), () => {
        let sum = 0;
        return defineStrategy({
          name: "ask",
          onBars({ symbols: all, at }) {
            for (const symbol of all) sum += at(symbol).bar.close;
          },
        });
      }),
  },
  {
    name: "symbols of a target each ten bars",
    most: 1_000,
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
    most: 1_000_000,
    prepare: (orders) =>
      runOf(walk(orders), () =>
        defineStrategy({
          name: "dense",
          onBar({ bar, orders: desk }) {
            if (bar.index % 2 === 0) desk.buy({ quantity: 1 });
            else desk.sell({ quantity: 1 });
          },
        }),
      ),
  },
  {
    name: "orders that rest, two at each bar, one canceled",
    most: 200_000,
    prepare: (many) =>
      runOf(walk(many), () => {
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
    name: "orders that rest through 200 bars that fill another",
    most: 20_000,
    prepare: (many) =>
      runOf(walk(RESTING_BARS), () =>
        resting(many, (_, orders, index) =>
          index % 2 === 0 ? orders.buy({ quantity: 1 }) : orders.sell({ quantity: 1 }),
        ),
      ),
  },
  {
    name: "orders that rest, the oldest canceled first",
    most: 20_000,
    prepare: (many) => runOf(walk(many), () => resting(many, (ids, orders, index) => orders.cancel(ids[index - 1]!))),
  },
  {
    name: "orders that rest, each replaced",
    most: 20_000,
    prepare: (many) =>
      runOf(walk(many), () =>
        resting(many, (ids, orders, index) => void orders.replace(ids[index - 1]!, { limit: 0.02 })),
      ),
  },
  {
    name: "orders that rest, canceled all at once",
    most: 20_000,
    prepare: (many) => runOf(walk(5), () => resting(many, (_, orders) => orders.cancelAll())),
  },
  {
    name: "brackets, one a bar, whose exits rest",
    most: 20_000,
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
    name: "limits of a grid, one filled at each bar",
    most: 20_000,
    prepare: (many) => {
      const rising = ramp(many);
      return runOf(rising, () =>
        defineStrategy({
          name: "grid",
          onBar({ bar, orders }) {
            if (bar.index > 0) return;
            orders.buy({ quantity: many });
            for (let i = 2; i < many - 1; i++) orders.sell({ quantity: 1, limit: 100 + i, timeInForce: "gtc" });
          },
        }),
      );
    },
  },
  {
    name: "brackets, one ended at each bar",
    most: 20_000,
    prepare: (many) =>
      runOf(ramp(many), () =>
        defineStrategy({
          name: "exits",
          onBar({ bar, orders }) {
            if (bar.index > 0) return;
            for (let i = 3; i < many - 1; i++) orders.buy({ quantity: 1, takeProfit: 100 + i, stopLoss: 1 });
          },
        }),
      ),
  },
  {
    name: "orders that end at a time of their own, one at each bar",
    most: 20_000,
    prepare: (many) =>
      runOf(walk(many), () =>
        defineStrategy({
          name: "dated",
          onBar({ bar, orders, time }) {
            if (bar.index > 0) return;
            for (let i = 0; i < many - 10; i++)
              orders.buy({ quantity: 1, limit: 0.01, timeInForce: "gtd", expiresAt: time + (i + 2) * 60_000 + 1 });
          },
        }),
      ),
  },
  {
    name: "trailing stops through 200 bars",
    most: 5_000,
    prepare: (many) =>
      runOf(walk(RESTING_BARS), () =>
        defineStrategy({
          name: "trails",
          onBar({ bar, orders }) {
            if (bar.index === 0)
              for (let i = 0; i < many; i++) orders.buy({ quantity: 1, stopLoss: { trailPercent: 0.99 } });
          },
        }),
      ),
  },
  {
    name: "distinct tags",
    most: 200_000,
    prepare: (orders) =>
      runOf(walk(orders), () =>
        defineStrategy({
          name: "tags",
          onBar({ bar, orders: desk }) {
            desk.buy({ quantity: 1, tag: `tag ${bar.index}` });
          },
        }),
      ),
  },
  {
    name: "lots of a position, then sold one by one",
    most: 100_000,
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
    name: "trades of a summary with all metrics",
    most: 300_000,
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
    most: 20_000,
    prepare: (actions) => {
      // Ex-dates are days, so the bars are days too.
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
    most: 1_000,
    prepare: (trials) => {
      const data = walk(500);
      return () => sweep(smaCross, data, { params: { fast: range(2, 11), slow: range(20, 19 + trials / 10) } });
    },
  },
  {
    name: "period of averages, medians and extremes",
    most: 2_000,
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
