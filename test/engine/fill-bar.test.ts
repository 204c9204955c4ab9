import { backtest, type BarContext, defineStrategy, marketOf, type OrderExplanation } from "hindcast";
import { expect, test } from "vitest";
import { calendarOf } from "../../src/time/calendars/catalog.ts";
import { DAY_MS as DAY } from "../../src/time/interval.ts";
import { barsFrom, flatBars } from "../support/market.ts";
import { play, type Script } from "../support/play.ts";

// Each bar opens at the close of the bar before.
const NO_GAPS = barsFrom(`
  100 100 100 100
  100 104 99  102 700
  102 110 101 109 800
  109 109 109 109
`);
const HOUR = DAY / 24;
const places = ({ fills }: OrderExplanation) =>
  fills.map(({ at, bar, fill: { quantity, price } }) => `${quantity} at ${price}, ${at} of ${bar.volume}`);
const buy = (options: object): Script => ({ 1: ({ orders }) => void orders.buy({ quantity: 8, ...options }) });
const after = (options: object, settings: object) =>
  places(play(NO_GAPS, buy(options), { cash: 5000, latencyMs: HOUR, ...settings }).result.explain(1));

test.each([
  ["a market order", {}, {}],
  ["an ioc order", { timeInForce: "ioc" }, {}],
  ["a fok limit order", { limit: 105, timeInForce: "fok" }, {}],
  ["with fillAt same-close", {}, { fillAt: "same-close" }],
  ["with fillAt next-close", {}, { fillAt: "next-close" }],
  ["with bookAt bar-close", {}, { bookAt: "bar-close" }],
])(
  "an order that arrives inside a bar fills at that bar's close, although the next bar opens at the same price: %s",
  (_, options, settings) => {
    expect(after(options, settings)).toEqual(["8 at 102, close of 700"]);
  },
);

test("the quantity that volume leaves unfilled in the bar of an order's arrival fills at the next open", () => {
  // Each fill may be one percent of 700, since at an open the volume of the previous bar counts.
  expect(after({ timeInForce: "gtc" }, { volumeShare: 0.01 })).toEqual([
    "7 at 102, close of 700",
    "1 at 102, open of 800",
  ]);
});

test("the quantity of a same-close order that volume leaves unfilled fills at the next open", () => {
  const { result } = play(
    NO_GAPS,
    { 2: ({ orders }) => void orders.buy({ quantity: 8, timeInForce: "gtc" }) },
    { fillAt: "same-close", volumeShare: 0.01, cash: 5000 },
  );
  expect(places(result.explain(1))).toEqual(["7 at 102, close of 700", "1 at 102, open of 800"]);
});

test("an order fills at the next open if it arrives at a bar's close, and at the bar's own open if it arrives then", () => {
  expect(after({}, { latencyMs: DAY })).toEqual(["8 at 102, open of 800"]);
  expect(after({}, { latencyMs: 0 })).toEqual(["8 at 100, open of 700"]);
});

test("an order submitted while its symbol's bar is forming, at another symbol's close, fills at the forming bar's close", () => {
  const hours = flatBars(
    Array.from({ length: 72 }, () => 10),
    "1h",
  );
  const { result } = play(
    { H: hours, X: NO_GAPS },
    { "2 05:00": ({ at }) => void at("X").orders.buy({ quantity: 8 }) },
  );
  expect(places(result.explain(1))).toEqual(["8 at 102, close of 700"]);
});

test("an order for regular hours that arrives before the session fills at the session's open", () => {
  // The first bar is from 8:30 to 9:00 in New York, and the second one closes at 9:30, the session's open.
  const text = "50 50 50 50\n50 53 49 52 700\n52 55 51 54 800\n54 54 54 54";
  const market = marketOf({ X: barsFrom(text, "30m", Date.UTC(2024, 0, 2, 13, 30)) });
  const calendar = calendarOf("XNYS");
  const data = { ...market, series: market.series.map((one) => ({ ...one, calendar })) };
  const buys = (extendedHours: boolean) =>
    defineStrategy({
      name: "early",
      onBar: ({ bar, orders }) => void (bar.index === 0 && orders.buy({ quantity: 8, extendedHours })),
    });
  const settings = { hours: "extended", latencyMs: 600_000 } as const;
  const filled = (extendedHours: boolean) => places(backtest(buys(extendedHours), data, settings).explain(1));
  expect(filled(false)).toEqual(["8 at 52, open of 800"]);
  expect(filled(true)).toEqual(["8 at 52, close of 700"]);
});

test("a margin call fills at the open after the close that caused it, even with fillAt same-close", () => {
  const { result } = play(
    barsFrom("100 100 100 100\n100 100 58 58 700\n58 58 58 58 800\n58 58 58 58"),
    { 1: ({ orders }) => void orders.buy({ quantity: 18 }) },
    { account: "margin", marginCalls: "at-close", cash: 1000, fillAt: "same-close" },
  );
  expect(result.orders[1]).toMatchObject({ tag: "margin call", status: "filled" });
  expect(places(result.explain(2))).toEqual(["18 at 58, open of 800"]);
});

test("an order of the strategy with a tag that the broker uses is explained by the rule of its own type", () => {
  const settings = { account: "unchecked", ruin: "ends", atEnd: "finalize" } as const;
  const script = (tag: string) => ({ 1: ({ orders }: BarContext) => void orders.buy({ quantity: 1, tag }) });
  const rulesOf = (tag: string) => {
    const { result } = play(flatBars([100, 100, 100, 100]), script(tag), settings);
    expect(result.orders.map(({ forced }) => forced)).toEqual([false, true]);
    return [1, 2].map((id) => result.explain(id).fills[0]!.rule);
  };
  expect(rulesOf("margin call")).toEqual(rulesOf(""));
  expect(rulesOf("finalize")).toEqual(rulesOf(""));
  expect(rulesOf("")[1]).toContain("the run ends, and the position closes at the last price");
});

test("with ruin ends, positions are closed at the close at which equity is lost", () => {
  const { result } = play(
    barsFrom("100 100 100 100\n100 100 40 40 700\n40 40 40 40 800\n40 40 40 40"),
    { 1: ({ orders }) => void orders.buy({ quantity: 20 }) },
    { account: "unchecked", cash: 1000, ruin: "ends" },
  );
  expect(result.orders.map(({ forced }) => forced)).toEqual([false, true]);
  expect(places(result.explain(2))).toEqual(["20 at 40, close of 700"]);
});

test("with ruin ends, a position is closed at its forming bar's open when another symbol loses all equity", () => {
  const hours = flatBars(
    Array.from({ length: 72 }, (_, i) => (i < 30 ? 100 : 40)),
    "1h",
  );
  const daily = barsFrom("50 60 49 55 600\n58 70 50 66 700\n66 66 66 66");
  const script: Script = {
    "1 01:00": ({ at }) => {
      at("H").orders.buy({ quantity: 20 });
      at("X").orders.buy({ quantity: 1 });
    },
  };
  const settings = { account: "unchecked", cash: 1000, ruin: "ends" } as const;
  const { result } = play({ H: hours, X: daily }, script, settings);
  const ended = result.orders.filter(({ forced }) => forced).map(({ id }) => places(result.explain(id)));
  expect(ended).toEqual([["20 at 40, close of 1000"], ["1 at 58, open of 700"]]);
});
