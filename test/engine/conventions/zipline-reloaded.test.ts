import { summaryIn } from "hindcast/metrics";
import { describe, expect, test } from "vitest";
import { barsFrom } from "../../support/market.ts";
import { play } from "../../support/play.ts";
import { scenarios } from "../../support/scenarios.ts";

const like = { conventions: "zipline-reloaded", cash: 10_000 } as const;

/**
 * Expected values are worked out by hand from the documented defaults of zipline-reloaded 2.x and 3.x: fills at close ±
 * 5 basis points, at most a tenth of a bar's volume over all orders, and a commission of 0.001 a share.
 */
describe("zipline-reloaded", () => {
  scenarios({
    "fills a tenth of the volume a bar, with five basis points of slippage and a tenth of a cent a share": {
      settings: like,
      bars: `20 20 20 20 1009
        20 25 15 20 1009
        20 25 15 21 1009
        20 25 5 10 1009`,
      at: { 1: ({ orders }) => orders.buy({ quantity: 250 }) },
      fills: [
        // A tenth of the volume is 100.9, at 20 plus 5 basis points. The commission of 100 × 0.001 has no minimum.
        "3 00:00 buy 100 X at 20.01, commission 0.1, slipped 0.01",
        // 21 plus 5 basis points; the commission is 200 × 0.001, less the 0.1 already paid.
        "4 00:00 buy 100 X at 21.0105, commission 0.1, slipped 0.0105",
        // 10 plus 5 basis points; the commission is 250 × 0.001, less the 0.2 already paid, in binary.
        "5 00:00 buy 50 X at 10.005, commission 0.04999999999999999, slipped 0.005",
      ],
      cash: 5397.449999999999,
    },
    "charges a tenth of a cent a share for sales too": {
      settings: like,
      bars: "50 50 50 50 100\n50 50 50 50 100\n50 50 50 50 100",
      at: { 1: ({ orders }) => orders.buy({ quantity: 1 }), 2: ({ orders }) => orders.sell({ quantity: 1 }) },
      fills: [
        "3 00:00 buy 1 X at 50.025, commission 0.001, slipped 0.025",
        "4 00:00 sell 1 X at 49.975, commission 0.001, slipped 0.025",
      ],
      cash: 9999.948,
    },
    "shares a bar's tenth between all orders of both sides, without moving the price": {
      settings: like,
      bars: "10 10 10 10 500\n10 10 10 10 500\n10 10 10 10 500",
      at: {
        1: ({ orders }) => {
          orders.buy({ quantity: 30 });
          orders.sell({ quantity: 30 });
          orders.buy({ quantity: 5 });
        },
      },
      fills: [
        "3 00:00 buy 30 X at 10.005, commission 0.03, slipped 0.005",
        // 30 of the 50 units that volume allows are used, and the third order does not fill in this bar.
        "3 00:00 sell 20 X at 9.995, commission 0.02, slipped 0.005",
        // The commission is 30 × 0.001, less the 0.02 already paid, in binary.
        "4 00:00 sell 10 X at 9.995, commission 0.009999999999999998, slipped 0.005",
        "4 00:00 buy 5 X at 10.005, commission 0.005, slipped 0.005",
      ],
    },
    "slips a limit order beyond its limit once a close has reached it": {
      settings: like,
      bars: "11 11 11 11 1000\n11 11 9 10.01 1000\n10 10 10 10 1000",
      at: { 1: ({ orders }) => orders.buy({ quantity: 10, limit: 10 }) },
      fills: ["4 00:00 buy 10 X at 10.005, commission 0.01, slipped 0.005"],
    },
    "fills nothing if the volume is below ten shares": {
      settings: like,
      bars: "10 10 10 10 9\n10 10 10 10 9\n10 10 10 10 19",
      at: { 1: ({ orders }) => orders.buy({ quantity: 2 }) },
      fills: ["4 00:00 buy 1 X at 10.005, commission 0.001, slipped 0.005"],
    },
    // A day of a published run of AAPL, 26 February 2018, on which cash went from 13451.3890 to -4454.6595.
    "reproduces a published run of zipline": {
      settings: { conventions: "zipline-reloaded", cash: 13_451.389 },
      bars: "175.5 175.5 175.5 175.5 40000000\n176.35 179.39 176.21 178.97 40000000",
      at: { 1: ({ orders }) => orders.buy({ quantity: 100 }) },
      fills: ["3 00:00 buy 100 X at 179.059485, commission 0.1, slipped 0.08948500000000001"],
      cash: -4454.6595,
    },
  });

  test("differs from zipline only in slippage, volume share and commission, and has the same metric formulas", () => {
    const bars = barsFrom("10 10 10 10 500\n10 11 10 11 500\n12 12 12 12 500\n11 11 11 11 500");
    const run = (conventions: "zipline" | "zipline-reloaded") =>
      play(bars, { 1: ({ orders }) => orders.buy({ quantity: 5 }) }, { conventions }).result;
    const later = run("zipline-reloaded");
    expect(later.settings).toEqual({
      ...run("zipline").settings,
      conventions: "zipline-reloaded",
      slippage: { model: "bps", bps: 5 },
      volumeShare: 0.1,
      commission: { model: "per-share-order", amount: 0.001, minimum: 0, maximumShare: 0 },
    });
    const { sharpe, sortino } = summaryIn("zipline", later.performance);
    expect(later.summary).toMatchObject({ sharpe, sortino });
  });

  test("lets explicit settings override its own conventions", () => {
    const { fills } = play(
      barsFrom("10 10 10 10 100\n10 10 10 10 100"),
      { 1: ({ orders }) => orders.buy({ quantity: 10 }) },
      { ...like, slippage: { model: "none" }, commission: { model: "none" } },
    ).result;
    expect(fills.map(({ quantity, price, commission }) => [quantity, price, commission])).toEqual([[10, 10, 0]]);
  });
});
