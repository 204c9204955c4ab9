import { defineCommission } from "../../../src/broker/commission/custom.ts";
import { describe, expect, test } from "vitest";
import { barsFrom, flatBars } from "../../support/market.ts";
import { play, type Script } from "../../support/play.ts";
import { scenarios } from "../../support/scenarios.ts";

const start = "100 100 100 100\n";
const hundred: Script = { 1: ({ orders }) => orders.buy({ quantity: 100 }) };
const limit98: Script = { 1: ({ orders }) => orders.buy({ quantity: 100, limit: 98 }) };
const charge = (commission: object) => ({ commission: commission as { model: string } });

describe("commission", () => {
  const makerTaker = charge({ model: "maker-taker", maker: 0.0002, taker: 0.0005 });
  const tiered = charge({ model: "tiered", rate: 0.001, secondFrom: 10_000, secondRate: 0.0005 });
  scenarios({
    "percent: a tenth of a percent of 10,000": {
      bars: start + start,
      at: hundred,
      settings: charge({ model: "percent", rate: 0.001 }),
      fills: ["2 00:00 buy 100 X at 100, commission 10"],
    },
    "per-order: each fill pays": {
      bars: "100 100 100 100 500\n100 100 100 100 500\n100 100 100 100 500",
      at: { 1: ({ orders }) => orders.buy({ quantity: 100, timeInForce: "gtc" }) },
      settings: { ...charge({ model: "per-order", amount: 2 }), volumeShare: 0.1 },
      fills: ["2 00:00 buy 50 X at 100, commission 2", "3 00:00 buy 50 X at 100, commission 2"],
    },
    "per-share: half a cent a share, and at least 1": {
      bars: start + start + start,
      at: { ...hundred, 2: ({ orders }) => orders.buy({ quantity: 400 }) },
      settings: charge({ model: "per-share", amount: 0.005, minimum: 1 }),
      fills: ["2 00:00 buy 100 X at 100, commission 1", "3 00:00 buy 400 X at 100, commission 2"],
    },
    "per-share: the maximum of one percent overrides the minimum": {
      bars: "0.5 0.5 0.5 0.5\n0.5 0.5 0.5 0.5",
      at: hundred,
      settings: charge({ model: "per-share", amount: 0.005, minimum: 1, maximumShare: 0.01 }),
      fills: ["2 00:00 buy 100 X at 0.5, commission 0.5"],
    },
    "maker-taker: a market order pays the taker rate": {
      bars: start + start,
      at: hundred,
      settings: makerTaker,
      fills: ["2 00:00 buy 100 X at 100, commission 5"],
    },
    "maker-taker: a limit order that fills inside the bar pays the maker rate": {
      bars: `${start}100 101 97 99`,
      at: limit98,
      settings: makerTaker,
      fills: ["3 00:00 buy 100 X at 98, commission 1.96"],
    },
    "maker-taker: a limit order beyond which the bar opens pays the taker rate, 9700 × 0.0005": {
      bars: `${start}97 101 96 99`,
      at: limit98,
      settings: makerTaker,
      fills: ["3 00:00 buy 100 X at 97, commission 4.85"],
    },
    "maker-taker: a stop-limit order that fills at its stop pays the taker rate": {
      bars: `${start}100 108 99 102`,
      at: { 1: ({ orders }) => orders.buy({ quantity: 100, stop: 105, limit: 106 }) },
      settings: makerTaker,
      fills: ["3 00:00 buy 100 X at 105, commission 5.25"],
    },
    "maker-taker: a rebate is a negative commission": {
      bars: `${start}100 101 97 99`,
      at: limit98,
      settings: charge({ model: "maker-taker", maker: -0.0001, taker: 0.0005 }),
      fills: ["3 00:00 buy 100 X at 98, commission -0.98"],
      cash: 90_200.98,
    },
    "tiered: a fill thirty days earlier does not count towards the second tier": {
      bars: flatBars(Array.from({ length: 32 }, () => 100)),
      at: {
        ...hundred,
        2: ({ orders }) => orders.buy({ quantity: 100 }),
        // The sale at the open of 1 February is thirty days after the first fill and twenty-nine after the second.
        31: ({ orders }) => orders.sell({ quantity: 50 }),
      },
      settings: { ...charge({ ...tiered.commission, secondFrom: 10_001 }) },
      fills: [
        "2 00:00 buy 100 X at 100, commission 10",
        "3 00:00 buy 100 X at 100, commission 10",
        "1 00:00 sell 50 X at 100, commission 5",
      ],
    },
    "tiered: fills of the last thirty days lower the rate of a later sale": {
      bars: flatBars([100, 100, 100, 100]),
      at: {
        ...hundred,
        2: ({ orders }) => orders.buy({ quantity: 100 }),
        3: ({ orders }) => orders.sell({ quantity: 50 }),
      },
      settings: tiered,
      fills: [
        "2 00:00 buy 100 X at 100, commission 10",
        "3 00:00 buy 100 X at 100, commission 5",
        "4 00:00 sell 50 X at 100, commission 2.5",
      ],
    },
    "a custom function charges 2 to buy and a thousandth to sell": {
      bars: flatBars([100, 100, 100]),
      at: { ...hundred, 2: ({ orders }) => orders.sell({ quantity: 100 }) },
      settings: charge(
        defineCommission({ name: "by-side", charge: ({ side, value }) => (side === "buy" ? 2 : value * 0.001) }),
      ),
      fills: ["2 00:00 buy 100 X at 100, commission 2", "3 00:00 sell 100 X at 100, commission 10"],
    },
    "a custom function is estimated for the order's side: 9998 and a commission of 2 are enough to buy": {
      bars: flatBars([100, 100, 100, 99.98, 99.98]),
      at: {
        1: ({ orders }) => orders.buy({ quantity: 1 }),
        2: ({ orders }) => orders.close(),
        4: ({ orders }) => orders.buy({ quantity: 100 }),
      },
      settings: {
        ...charge(defineCommission({ name: "by-side", charge: ({ side }) => (side === "buy" ? 2 : 500) })),
        cash: 10_502,
      },
      fills: [
        "2 00:00 buy 1 X at 100, commission 2",
        "3 00:00 sell 1 X at 100, commission 500",
        "5 00:00 buy 100 X at 99.98, commission 2",
      ],
      cash: 0,
    },
  });
});

describe("slippage", () => {
  const slip = (slippage: object) => ({ slippage: slippage as { model: string } });
  const roundTrip: Script = { ...hundred, 2: ({ orders }) => orders.sell({ quantity: 100 }) };

  test("of the model volume-share fills 50 of a volume of 2000 at 3.50021875, as in zipline's documentation", () => {
    // Slippage is 0.1 × (50 / 2000)² × 3.5 = 0.00021875. A volumeShare of 0.025 limits the fill to 50.
    const { result } = play(
      barsFrom("3.5 3.5 3.5 3.5 2000\n3.5 3.5 3.5 3.5 2000"),
      { 1: ({ orders }) => orders.buy({ quantity: 100, timeInForce: "ioc" }) },
      { ...slip({ model: "volume-share", impact: 0.1 }), volumeShare: 0.025 },
    );
    expect(result.fills).toHaveLength(1);
    expect(result.fills[0]!.quantity).toBe(50);
    expect(result.fills[0]!.price).toBeCloseTo(3.50021875, 12);
  });

  scenarios({
    "volume-share stops at the high of 106, although its move is 10.5": {
      bars: `${start}100 106 99 104 10`,
      at: { 1: ({ orders }) => orders.buy({ quantity: 10, stop: 105 }) },
      settings: slip({ model: "volume-share", impact: 0.1 }),
      fills: ["3 00:00 buy 10 X at 106, slipped 1"],
    },
    "volume-share with beyondBar moves beyond the high": {
      bars: `${start}100 106 99 104 10`,
      at: { 1: ({ orders }) => orders.buy({ quantity: 10, stop: 105 }) },
      settings: slip({ model: "volume-share", impact: 0.1, beyondBar: true }),
      fills: ["3 00:00 buy 10 X at 115.5, slipped 10.5"],
    },
    "ticks: two ticks of 0.25, up to buy and down to sell": {
      bars: flatBars([100, 100, 100]),
      at: roundTrip,
      settings: slip({ model: "ticks", ticks: 2 }),
      instrument: { tick: 0.25 },
      fills: ["2 00:00 buy 100 X at 100.5, slipped 0.5", "3 00:00 sell 100 X at 99.5, slipped 0.5"],
    },
    "spread: half of 0.1 each way": {
      bars: flatBars([100, 100, 100]),
      at: roundTrip,
      settings: slip({ model: "spread", spread: 0.1 }),
      fills: ["2 00:00 buy 100 X at 100.05, slipped 0.05", "3 00:00 sell 100 X at 99.95, slipped 0.05"],
    },
    "rounds to the next worse tick": {
      bars: flatBars([100, 100, 100]),
      at: roundTrip,
      settings: slip({ model: "spread", spread: 0.1 }),
      instrument: { tick: 0.25 },
      fills: ["2 00:00 buy 100 X at 100.25, slipped 0.25", "3 00:00 sell 100 X at 99.75, slipped 0.25"],
    },
    "does not apply to limit orders": {
      bars: `${start}100 101 97 99`,
      at: limit98,
      settings: slip({ model: "spread", spread: 0.1 }),
      fills: ["3 00:00 buy 100 X at 98"],
    },
  });
});
