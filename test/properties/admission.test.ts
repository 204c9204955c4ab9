import * as fc from "fast-check";
import { backtest, type BarContext, Bars, defineStrategy, marketOf, type RunContext } from "hindcast";
import { describe, expect, it } from "vitest";
import { both } from "../support/batch-and-remote.ts";
import { FIRST_DAY } from "../support/market.ts";
import { crypto, market, series } from "../support/recorded-by-hand.ts";
import { runs } from "../support/runs.ts";
import { seededRandom } from "../support/series.ts";
import { property } from "../support/property.ts";

const LENGTH = 14;
/** Symbol names whose alphabetic order differs from the order of the symbols. */
const NAMES = ["KILO", "ALFA", "ZULU", "MIKE"];

/** Random daily bars with whole prices, whose sums do not depend on the order of the symbols. */
function days(seed: number, volume: number): Bars {
  const random = seededRandom(seed + 1);
  const column = () => new Float64Array(LENGTH);
  const [time, open, high, low, close] = [column(), column(), column(), column(), column()];
  let price = 40 + Math.floor(random() * 120);
  for (let i = 0; i < LENGTH; i++) {
    time[i] = FIRST_DAY + i * 86_400_000;
    open[i] = Math.max(5, price + Math.floor(random() * 7) - 3);
    close[i] = price = Math.max(5, open[i]! + Math.floor(random() * 15) - 7);
    high[i] = Math.max(open[i]!, price) + Math.floor(random() * 4);
    low[i] = Math.min(open[i]!, price) - Math.floor(random() * 4);
  }
  return new Bars("1d", { time, open, high, low, close, volume: new Float64Array(LENGTH).fill(volume) });
}

const arbitraryAction = fc.record({
  what: fc.constantFrom("buy", "percent", "limit", "sell", "short", "close", "bracket", "cancelAll", "replace", "half"),
  size: fc.integer({ min: 1, max: 30 }),
});

const cases = fc.record({
  seed: fc.nat(10_000),
  volumes: fc.tuple(...NAMES.map(() => fc.integer({ min: 1, max: 3 }))),
  cash: fc.integer({ min: 300, max: 5000 }),
  account: fc.constantFrom("cash" as const, "margin" as const),
  hook: fc.constantFrom("onBar" as const, "onSessionClose" as const),
  actions: fc.array(fc.tuple(...NAMES.map(() => fc.array(arbitraryAction, { maxLength: 3 }))), {
    minLength: 3,
    maxLength: LENGTH,
  }),
  names: fc.shuffledSubarray(NAMES, { minLength: NAMES.length, maxLength: NAMES.length }),
  listed: fc.shuffledSubarray([0, 1, 2, 3], { minLength: 4, maxLength: 4 }),
});

type Case = typeof cases extends fc.Arbitrary<infer T> ? T : never;

function act({ orders, position, bar }: Pick<BarContext, "orders" | "position" | "bar">, list: Case["actions"][0][0]) {
  for (const { what, size } of list) {
    if (what === "buy") orders.buy({ quantity: size });
    else if (what === "percent") orders.buy({ percent: 0.05 * size });
    else if (what === "limit") orders.buy({ quantity: size, limit: bar.close - 3, timeInForce: "gtc" });
    else if (what === "sell") orders.sell({ quantity: Math.max(1, Math.min(size, Math.abs(position.quantity))) });
    else if (what === "short") orders.sell({ quantity: size });
    else if (what === "close") orders.close();
    else if (what === "half" && position.quantity > 1) orders.sell({ quantity: Math.floor(position.quantity / 2) });
    else if (what === "bracket")
      orders.buy({ quantity: size, takeProfit: { limit: bar.close + 9 }, stopLoss: { stop: bar.close - 9 } });
    else if (what === "cancelAll") orders.cancelAll();
    else if (what === "replace" && orders.open.length > 0) orders.replace(orders.open[0]!.id, { quantity: size });
  }
}

/** Outcome of a case with the given names and order of series, by original index, without names and ids. */
function outcome(
  { seed, volumes, cash, account, actions, hook }: Case,
  names: readonly string[],
  listed: readonly number[],
) {
  const bars = listed.map((place) => [names[place]!, days(seed * 4 + place, volumes[place]!)] as const);
  const placeOf = (symbol: string) => names.indexOf(symbol);
  const step = (context: BarContext) =>
    act(context, actions[context.bar.index % actions.length]![placeOf(context.symbol)]!);
  const strategy = defineStrategy({ name: "each", [hook]: step });
  const result = backtest(strategy, marketOf(Object.fromEntries(bars)), { cash, account });
  const { orders, fills, equity } = result;
  return {
    fills: fills.map(({ symbol, time, side, quantity, price }) => [placeOf(symbol), time, side, quantity, price]),
    orders: names.map((name) =>
      orders
        .filter(({ symbol }) => symbol === name)
        .map(({ type, side, quantity, filledQuantity, status, reason }) => [
          type,
          side,
          quantity,
          filledQuantity,
          status,
          reason,
        ]),
    ),
    equity: [...equity.equity],
  };
}

describe("orders that several symbols submit at the same moment", () => {
  property([cases], runs(150))("have outcomes that do not depend on the names or the order of the symbols", (given) => {
    const plain = outcome(given, NAMES, [0, 1, 2, 3]);
    expect(outcome(given, given.names, [0, 1, 2, 3])).toEqual(plain);
    expect(outcome(given, given.names, given.listed)).toEqual(plain);
  });

  property([cases], runs(60))(
    "have the ids that their calls returned to the strategy",
    ({ seed, volumes, cash, account, actions }) => {
      const promised: [number, string, number][] = [];
      const strategy = defineStrategy({
        name: "ids",
        onBar({ orders, bar, symbol, position }) {
          const list = actions[bar.index % actions.length]![NAMES.indexOf(symbol)]!;
          for (const { size } of list) {
            promised.push([
              orders.buy({ quantity: size, tag: `${symbol} ${promised.length}` }),
              symbol,
              promised.length,
            ]);
            if (position.quantity >= size)
              promised.push([
                orders.sell({ quantity: size, tag: `${symbol} ${promised.length}` }),
                symbol,
                promised.length,
              ]);
          }
        },
      });
      const data = marketOf(Object.fromEntries(NAMES.map((name, i) => [name, days(seed * 4 + i, volumes[i]!)])));
      const { orders } = backtest(strategy, data, { cash, account });
      // A margin call is an order of the broker, whose id no call returned.
      const called = orders.filter(({ forced }) => !forced);
      expect(called.map(({ id, symbol, tag }) => [id, symbol, tag])).toEqual(
        promised.map(([id, symbol, number]) => [id, symbol, `${symbol} ${number}`]),
      );
    },
  );
});

it.each([
  ["AAA", "MMM", "ZZZ"],
  ["ZZZ", "MMM", "AAA"],
  ["MMM", "ZZZ", "AAA"],
])("a remote run equals the batch run when symbols are named %s, %s, %s", async (...names) => {
  const symbols = names.map((name) => `${name}USD`);
  const rows = ["100 100 100 100 9", "50 50 50 50 9", "20 20 20 20 90"];
  const recorded = market({
    mainCalendar: "24/7",
    instruments: names.map((name) => crypto(`${name}USD`, name, { lot: 0.01 })),
    series: names.map((name, i) =>
      series(
        `${name}USD`,
        "1d",
        Array.from({ length: 6 }, (_, day) => `2024-01-0${day + 1} ${rows[i]}`).join("\n"),
        "UTC",
      ),
    ),
  });
  const [dear, middle, cheap] = symbols as [string, string, string];
  const ids: number[] = [];
  const { fills } = await both(
    recorded,
    {
      0: ({ at }: RunContext) => void at(middle).orders.buy({ percent: 1 }),
      // The buys are submitted first, although only the sale pays for them.
      2({ at }: RunContext) {
        ids.push(at(dear).orders.buy({ quantity: 6, limit: 90, timeInForce: "gtc" }));
        at(cheap).orders.buy({ quantity: 20 });
        at(middle).orders.close();
      },
      4: ({ at }: RunContext) => at(dear).orders.cancel(ids.at(-1)!),
    },
    { cash: 1000 },
  );
  expect(fills.map(({ symbol, side, quantity }) => [symbol, side, quantity])).toEqual([
    [middle, "buy", 20],
    [middle, "sell", 20],
    [cheap, "buy", 20],
  ]);
});
