import { describe, expect, test } from "vitest";
import { barsFrom, flatBars } from "../support/market.ts";
import { play, type Script } from "../support/play.ts";

const bars = flatBars([100, 100, 100, 100]);
const roundTrip = (quantity: number): Script => ({
  1: ({ orders }) => orders.buy({ quantity }),
  2: ({ orders }) => orders.close(),
});
/** Commissions charged for buying and for selling `quantity` units at 100. */
const charged = (commission: { model: string; [parameter: string]: unknown }, quantity: number, multiplier = 1) =>
  play(bars, roundTrip(quantity), { commission, cash: 1e6 }, { multiplier }).result.fills.map(
    (fill) => fill.commission,
  );

describe("commission", () => {
  test("is zero by default", () => {
    expect(charged({ model: "none" }, 10)).toEqual([0, 0]);
  });

  test("can be a share of the traded value", () => {
    expect(charged({ model: "percent", rate: 0.001 }, 10)).toEqual([1, 1]);
    expect(charged({ model: "percent", rate: 0.001 }, 10, 50)).toEqual([50, 50]);
  });

  test("can be a fixed amount per fill", () => {
    expect(charged({ model: "per-order", amount: 4.95 }, 10)).toEqual([4.95, 4.95]);
  });

  test("can be per share with a minimum", () => {
    expect(charged({ model: "per-share", amount: 0.005, minimum: 1 }, 100)).toEqual([1, 1]);
    expect(charged({ model: "per-share", amount: 0.005, minimum: 1 }, 1000)).toEqual([5, 5]);
  });

  test("can be per share with a maximum share of the traded value", () => {
    // Two units at 100 are worth 200. Half a percent of 200 is 1, below the minimum of 3.
    expect(charged({ model: "per-share", amount: 0.005, minimum: 3, maximumShare: 0.005 }, 2)).toEqual([1, 1]);
  });

  test("is paid from cash and reduces the trade's profit, at entry and exit", () => {
    const { result } = play(barsFrom("100 100 100 100\n100 100 100 100\n110 110 110 110"), roundTrip(10), {
      commission: { model: "per-order", amount: 5 },
    });
    // Ten units gain 10 each. The commissions of entry and exit, 5 each, leave 90.
    expect(result.trades).toMatchObject([{ pnl: 90, return: 0.09, commission: 10 }]);
    expect(Array.from(result.equity.equity)).toEqual([100_000, 99_995, 100_090]);
  });

  test("of a sale may make cash negative, and then buys are rejected", () => {
    const { result } = play(
      flatBars([100, 100, 4, 4, 4]),
      {
        1: ({ orders }) => orders.buy({ quantity: 1 }),
        2: ({ orders }) => orders.sell({ quantity: 1 }),
        3: ({ orders }) => orders.buy({ quantity: 1 }),
      },
      { commission: { model: "per-order", amount: 10 }, cash: 111 },
    );
    // The buy leaves 111 − 100 − 10 = 1 of cash. The sale brings 4 and costs 10.
    expect(result.entries.map(({ kind, amount }) => [kind, amount])).toEqual([
      ["deposit", 111],
      ["fill", -100],
      ["commission", -10],
      ["fill", 4],
      ["commission", -10],
    ]);
    expect(result.orders.map(({ status, reason }) => [status, reason])).toEqual([
      ["filled", ""],
      ["filled", ""],
      ["rejected", "insufficient_funds"],
    ]);
  });

  test("of an entry is divided over the exits", () => {
    const { result } = play(
      bars,
      {
        1: ({ orders }) => orders.buy({ quantity: 3 }),
        2: ({ orders }) => orders.sell({ quantity: 1 }),
        3: ({ orders }) => orders.sell({ quantity: 2 }),
      },
      { commission: { model: "per-order", amount: 1 } },
    );
    // The first unit sold bears a third of the entry's commission of 1.00, 0.33; the other two bear 0.67. Each exit
    // pays its own 1.00.
    expect(result.trades.map(({ commission, pnl }) => [commission, pnl])).toEqual([
      [1.33, -1.33],
      [1.67, -1.67],
    ]);
  });

  test.each([
    [{ model: "gratis" }, "SETTING_INVALID"],
    [{ model: "percent", rate: -0.1 }, "PARAMETER_OUT_OF_RANGE"],
    [{ model: "percent", share: 0.1 }, "PARAMETER_UNKNOWN"],
  ])("throws for the invalid model %o", (commission, code) => {
    expect(() => play(bars, {}, { commission })).toThrow(expect.objectContaining({ code }));
  });
});

describe("slippage in basis points", () => {
  test("worsens market orders on both sides, and is recorded with the fill", () => {
    const { fills } = play(bars, roundTrip(10), { slippage: { model: "bps", bps: 25 } });
    expect(fills).toEqual(["2 00:00 buy 10 X at 100.25, slipped 0.25", "3 00:00 sell 10 X at 99.75, slipped 0.25"]);
  });

  test("rounds fill prices to the next worse tick", () => {
    const at = (price: number) =>
      play(
        flatBars([price, price, price, price]),
        roundTrip(1),
        { slippage: { model: "bps", bps: 3 } },
        { tick: 0.05 },
      ).result.fills.map((fill) => fill.price);
    // Slippage of three basis points is 0.03 at 100 and 0.06 at 200; both are rounded up to ticks of 0.05.
    expect(at(100)).toEqual([100.05, 99.95]);
    expect(at(200)).toEqual([200.1, 199.9]);
  });

  test("also worsens negative prices", () => {
    // Oil at −40 with slippage of one percent costs −39.60 to buy and brings −40.40 when sold.
    const at = (tick: number) =>
      play(
        flatBars([-40, -40, -40, -40]),
        { 1: ({ orders }) => orders.buy({ quantity: 10 }), 2: ({ orders }) => orders.close() },
        { slippage: { model: "bps", bps: 100 } },
        { tick },
      ).result.fills.map((fill) => fill.price);
    expect(at(0)).toEqual([-39.6, -40.4]);
    expect(at(0.25)).toEqual([-39.5, -40.5]);
  });

  test("can make a buy cost more than cash, so that its quantity is reduced", () => {
    const { fills, orders } = play(bars, roundTrip(10), { cash: 1000, slippage: { model: "bps", bps: 25 } });
    expect(fills[0]).toBe("2 00:00 buy 9 X at 100.25, slipped 0.25");
    expect(orders[0]).toBe("buy market 10: canceled insufficient_funds, 9 filled");
  });

  test("is included in the value that commission is charged on", () => {
    const { fills } = play(bars, roundTrip(10), {
      slippage: { model: "bps", bps: 100 },
      commission: { model: "percent", rate: 0.1 },
    });
    expect(fills[0]).toBe("2 00:00 buy 10 X at 101, commission 101, slipped 1");
  });
});

describe("money amounts", () => {
  // Three units at 33.335 cost 100.005.
  const half = flatBars([33.335, 33.335, 33.335]);
  const amounts = (settings: object) =>
    play(half, roundTrip(3), settings).result.entries.map(({ kind, amount }) => [kind, amount]);

  test("of buys and sells are rounded to the cent, half away from zero", () => {
    expect(amounts({ cash: 1000 })).toEqual([
      ["deposit", 1000],
      ["fill", -100.01],
      ["fill", 100.01],
    ]);
  });

  test("are not rounded with moneyRounding none", () => {
    expect(amounts({ cash: 1000, moneyRounding: "none" })).toEqual([
      ["deposit", 1000],
      ["fill", -100.005],
      ["fill", 100.005],
    ]);
  });

  test("are rounded to the decimals of the currency", () => {
    const { result } = play(half, roundTrip(3), { cash: 1000, currency: "JPY" }, { currency: "JPY" });
    expect(result.entries.map(({ amount }) => amount)).toEqual([1000, -100, 100]);
  });

  test("of commissions are rounded to the cent", () => {
    const { fills } = play(half, roundTrip(3), { commission: { model: "percent", rate: 0.001 } });
    expect(fills[0]).toBe("2 00:00 buy 3 X at 33.335, commission 0.1");
  });

  test("of trillions stay exact", () => {
    const { result } = play(bars, roundTrip(10), { cash: 5e12 });
    expect(Array.from(result.equity.cash)).toEqual([5e12, 5e12 - 1000, 5e12, 5e12]);
  });
});

test("volumeShare fills whole lots, despite binary rounding", () => {
  // A tenth of a volume of 3 lets 0.3 units fill in a bar. In binary 0.3 - 0.1 - 0.1 and 0.5 - 0.4 are
  // 0.09999999999999998.
  const script: Script = {
    1: ({ orders }) => {
      for (const quantity of [0.1, 0.1, 0.5]) orders.buy({ quantity, timeInForce: "gtc" });
    },
  };
  const thin = barsFrom("100 100 100 100 3\n100 100 100 100 3\n100 100 100 100 3\n100 100 100 100 3");
  const { result } = play(thin, script, { volumeShare: 0.1 }, { lot: 0.1 });
  expect(result.fills.map(({ orderId, quantity }) => [orderId, quantity])).toEqual([
    [1, 0.1],
    [2, 0.1],
    [3, 0.1],
    [3, 0.3],
    [3, 0.1],
  ]);
});

test("a commission tier starts at exactly its amount, despite binary rounding", () => {
  // In binary 0.1 + 0.7 is 0.7999999999999999.
  const buy = ({ orders }: { orders: { buy(order: { quantity: number }): unknown } }) =>
    void orders.buy({ quantity: 1 });
  const commission = { model: "tiered", rate: 0.5, secondFrom: 0.8, secondRate: 0.1, thirdFrom: 1e9 };
  const { result } = play(flatBars([0.1, 0.1, 0.7, 1000]), { 1: buy, 2: buy, 3: buy }, { commission });
  expect(result.fills.map((fill) => fill.commission)).toEqual([0.05, 0.35, 100]);
});
