import { backtest, Bars, defineStrategy, type FillExplanation, marketOf, type RunSettings } from "hindcast";
import { describe, expect, test } from "vitest";
import { barsFrom, flatBars } from "../support/market.ts";
import { play, type Script } from "../support/play.ts";

const BARS = barsFrom(`
  100 100 100 100
  92  94  91  93
  93  95  92  94
  94  99  93  98
  98  100 90  91
  91  92  80  82
`);
const OR_OPEN = "at the stop, or at the open of a bar that opens beyond it";

type Given = Readonly<Record<string, unknown>>;
const priced = ({ basePrice, rule }: FillExplanation) => [basePrice, rule];

/** Price and rule of the first fill of an order submitted at the close of a given bar. */
function priceAndRule(day: number, side: "buy" | "sell", order: Given, settings: Partial<RunSettings> = {}) {
  const give = { [day]: ({ orders }: any) => orders[side]({ quantity: 1, timeInForce: "gtc", ...order }) };
  return priced(play(BARS, give, { account: "margin", ...settings }).result.explain(1).fills[0]!);
}

describe("the explained rule of a fill follows the settings of the run", () => {
  test.each<[Partial<RunSettings>, number, string]>([
    [{}, 92, OR_OPEN],
    [{ stopGap: "at-stop" }, 95, "at the stop, even in a bar that opens beyond it"],
  ])("for a stop order when a bar opens beyond its stop, with %o", (settings, price, where) => {
    const rule = `A stop order fills when its stop is reached: ${where}.`;
    expect(priceAndRule(1, "sell", { stop: 95 }, settings)).toEqual([price, rule]);
  });

  test.each<[Partial<RunSettings>, string, string]>([
    [{}, "", "reaches"],
    [{ limitFill: "trade-through" }, "", "goes through"],
    [{ limitSlippage: "slips" }, ", before slippage", "reaches"],
  ])("for a limit order, with %o", (settings, before, meets) => {
    const rule = `A limit order fills at its limit or better${before}: at the open of a bar that opens beyond it, else at the limit when the bar ${meets} it.`;
    // The fourth bar does not reach 92; the fifth one goes through it.
    expect(priceAndRule(3, "buy", { limit: 92 }, settings)).toEqual([92, rule]);
  });

  const WORSE = "at the stop, or at the close of the bar that reaches it if that is worse";
  test.each<[Partial<RunSettings>, number, string]>([
    // The trailing stop is 2 below the high of 99 or below the close of 98. The bar that falls to the stop closes at
    // 91.
    [{}, 97, `price of earlier bars, and fills as a stop: ${OR_OPEN}.`],
    [{ trailFollows: "closes" }, 96, `close of earlier bars, and fills as a stop: ${OR_OPEN}.`],
    [{ trailFill: "worse-close" }, 91, `price of earlier bars, and fills as a stop: ${WORSE}.`],
    [{ conventions: "lean" }, 91, `price of earlier bars, and fills as a stop: ${WORSE}.`],
  ])("for a trailing stop, with %o", (settings, price, how) => {
    const rule = `A trailing stop follows at its distance the best ${how}`;
    expect(priceAndRule(3, "sell", { trail: 2 }, settings)).toEqual([price, rule]);
  });

  const BECOMES = "A stop-limit order becomes a limit order when its stop is reached. In that bar it fills only";
  const PROVEN = `if the bar proves the fill: ${OR_OPEN}, if that price is within the limit. Otherwise it fills at the limit, if the bar opens beyond both prices and then reaches the limit, or if it`;
  test.each<[Partial<RunSettings>, number, string]>([
    // The second bar opens at 92, beyond stop and limit, and then reaches 94.
    [{}, 94, `${BECOMES} ${PROVEN} closes at the limit or better.`],
    [
      { stopLimitFill: "turned" },
      94,
      `${BECOMES} ${PROVEN} moves opposite to the order from open to close (down for a buy, up for a sell) and closes at the limit or better.`,
    ],
    [
      { stopLimitFill: "at-stop" },
      95,
      `${BECOMES} at its stop, and only if the limit lies beyond the stop and the bar reaches the limit too.`,
    ],
    [
      { stopLimitFill: "by-close" },
      94,
      "A stop-limit order fills when its stop has been reached and a bar closes better than its limit: below it for a buy, above it for a sell. A buy then fills at the lower of limit and high, a sell at the higher of limit and low.",
    ],
  ])("for a stop-limit order, with %o", (settings, price, rule) => {
    expect(priceAndRule(1, "sell", { stop: 95, limit: 94 }, settings)).toEqual([price, rule]);
  });
});

describe("the explained rule of a fill depends on the order's time in force and prices:", () => {
  const CLOSING = "it fills in the closing auction, at the last price of its session";
  const OPENING = "it fills in the opening auction, at the first price of its session";
  const AT_ONCE = "at once or not at all, at the first price after it became eligible";
  test.each<[Given, number, string]>([
    [{ timeInForce: "cls" }, 98, `Market: ${CLOSING}.`],
    [{ timeInForce: "cls", limit: 98.5 }, 98, `Limit: ${CLOSING}, if that price is within its limit.`],
    [{ timeInForce: "cls", stop: 95 }, 98, `Stop: ${CLOSING}, if that price is at its stop or beyond.`],
    [
      { timeInForce: "cls", stop: 95, limit: 99 },
      98,
      `Stop limit: ${CLOSING}, if that price is at its stop or beyond, and within its limit.`,
    ],
    [{ timeInForce: "opg" }, 94, `Market: ${OPENING}.`],
    [{ timeInForce: "opg", stop: 93 }, 94, `Stop: ${OPENING}, if that price is at its stop or beyond.`],
    [{ timeInForce: "ioc", limit: 95 }, 94, `Limit: it fills ${AT_ONCE}, if that price is within its limit.`],
    [{ timeInForce: "fok" }, 94, `Market: it fills in full, ${AT_ONCE}.`],
  ])("for the order %o", (order, price, rule) => {
    expect(priceAndRule(3, "buy", order)).toEqual([price, rule]);
  });
});

describe("the explained rule of a fill", () => {
  test("says that an order arrived inside the bar, so that only the close can fill it", () => {
    const latencyMs = 3_600_000;
    expect(priceAndRule(1, "buy", { limit: 95 }, { latencyMs })).toEqual([
      93,
      "Limit: it arrived while the bar was forming, so it fills at the close, if that price is within its limit.",
    ]);
  });

  test("says that an exit may fill in the bar of its entry", () => {
    // The fifth bar falls to the entry at 95 and then to the stop at 92.
    const given = { 4: ({ orders }: any) => orders.buy({ quantity: 1, limit: 95, stopLoss: 92 }) };
    const { result } = play(BARS, given);
    expect(priced(result.explain(2).fills[0]!)).toEqual([
      92,
      `A stop order fills when its stop is reached: ${OR_OPEN}. If the entry of this exit filled inside the bar, the entry's fill price counts as the bar's open.`,
    ]);
  });

  test("says that a later bar fills the quantity that volume left unfilled", () => {
    const rules = (order: Given, settings: Partial<RunSettings> = {}) => {
      const give = { 3: ({ orders }: any) => orders.buy({ quantity: 2, timeInForce: "gtc", ...order }) };
      const { fills } = play(BARS, give, { volumeShare: 0.001, ...settings }).result.explain(1);
      return fills.slice(1).map(priced);
    };
    expect(rules({})).toEqual([[98, "Market: the quantity left unfilled for lack of volume fills at the next open."]]);
    expect(rules({}, { fillAt: "next-close" })).toEqual([
      [91, "Market: the quantity left unfilled for lack of volume fills at the next close."],
    ]);
    expect(rules({ stop: 96 })).toEqual([
      [
        98,
        "A stop that an earlier bar triggered is a market order, and the quantity left unfilled for lack of volume fills at the open of the bar.",
      ],
    ]);
  });
});

test("a replacement of a triggered stop fills as a market order, and its explained rule mentions no stop price", () => {
  // The third bar reaches the stop but has no volume. The replacement arrives inside the fourth bar.
  const bars = barsFrom(`
    100 100 100 100
    100 100 100 100
    100 101 100 100 0
    100 100 100 100
  `);
  const script: Script = {
    1: ({ orders }) => orders.buy({ quantity: 1, timeInForce: "gtc", stop: 101 }),
    3: ({ orders }) => orders.replace(1, { quantity: 2 }),
  };
  const { result } = play(bars, script, { volumeShare: 0.1, latencyMs: 3_600_000 });
  expect(result.explain(2).fills.map(priced)).toEqual([
    [100, "Stop: it arrived while the bar was forming, so it fills at the close."],
  ]);
});

describe("the explained rule of a fill names the end of the run", () => {
  test.each<[Partial<RunSettings>, number, string]>([
    [{ atEnd: "finalize" }, 82, "the run ends, and the position closes at the last price."],
    [{ atEnd: "finalize-at-open" }, 91, "the run ends, and the position closes at the open of the symbol's last bar."],
  ])("with the setting %o", (settings, price, rule) => {
    const { result } = play(BARS, { 1: ({ orders }) => void orders.buy({ quantity: 1 }) }, settings);
    expect(priced(result.explain(2).fills[0]!)).toEqual([price, `Market: ${rule}`]);
  });

  test("for orders matched against the last bar a second time", () => {
    const settings = { atEnd: "finalize-at-open", bookAt: "bar-close" } as const;
    expect(priceAndRule(6, "buy", {}, settings)).toEqual([
      91,
      "Market: the run ends, and open orders fill at the open of the symbol's last bar.",
    ]);
    expect(priceAndRule(6, "buy", { limit: 85 }, settings)[1]).toMatch(
      /reaches it\. The run ends with this bar, so open orders are matched against it again\.$/,
    );
  });

  test("for a loss of all equity", () => {
    const { result } = play(
      BARS,
      { 1: ({ orders }) => void orders.buy({ quantity: 10 }) },
      { account: "unchecked", cash: 10, ruin: "ends", fillAt: "same-close" },
    );
    expect(priced(result.explain(2).fills[0]!)).toEqual([
      93,
      "Market: the account is ruined, so all positions close at the last price.",
    ]);
  });
});

test("the explained rule of a fill from quotes names bids and asks", () => {
  const column = (...values: number[]) => Float64Array.from(values);
  const flat = flatBars([10, 10, 10]);
  const time = flat.time.map((start) => start + 86_400_000);
  const quotes = {
    time,
    bid: column(9, 9, 9),
    ask: column(11, 11, 11),
    sessionOpen: flat.time.slice(0, 1),
    sessionClose: time.slice(2),
  };
  const market = marketOf({ O: new Bars("1d", flat) });
  const data = { ...market, series: market.series.map((one) => ({ ...one, quotes })) };
  const strategy = defineStrategy({
    name: "quoted",
    onBar({ bar, orders }) {
      if (bar.index > 0) return;
      orders.buy({ quantity: 1 });
      orders.buy({ quantity: 1, limit: 12 });
    },
  });
  const result = backtest(strategy, data);
  const explained = [1, 2].map((id) => result.explain(id).fills[0]!);
  expect(explained.map(({ at }) => at)).toEqual(["close", "close"]);
  expect(explained.map(priced)).toEqual([
    [11, "Market: it fills at the first ask after it became eligible."],
    [11, "Limit: it fills at the first ask that reaches its price."],
  ]);
});
