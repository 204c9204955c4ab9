import { backtest, defineStrategy } from "hindcast";
import { openRecording } from "hindcast/data";
import { describe, expect, test } from "vitest";

const CALL = "AAPL231208C00097500";
const PUT = "AAPL231208P00105000";
const recording = await openRecording("data/sample");

const buys = (option: string, side: "buy" | "sell") =>
  defineStrategy({
    name: "buys",
    onBars({ at }) {
      const { bar, closedNow, orders } = at(option);
      if (closedNow && bar.index === 1) orders[side]({ quantity: 2 });
    },
  });

async function run(option: string, side: "buy" | "sell" = "buy") {
  const data = await recording.marketData({ symbols: [option], interval: "1d" });
  return backtest(buys(option, side), data, { from: "2023-11-20", account: "margin" });
}

describe("an option contract of a recorded chain", () => {
  test("is loaded for a backtest with its terms and its underlying", async () => {
    const { series } = await recording.marketData({ symbols: [CALL], interval: "1d" });
    expect(series.map(({ instrument }) => instrument.symbol)).toEqual(["AAPL", CALL]);
    // The expiration, 8 December 2023, is 19,699 days after 1970-01-01.
    expect(series[1]!.instrument).toMatchObject({
      multiplier: 100,
      lot: 1,
      currency: "USD",
      option: { underlying: "AAPL", right: 1, strike: 97.5, expiration: 19_699 },
    });
  });

  test("is bought at the ask and pays its intrinsic value at expiry, computed from the underlying's close", async () => {
    const { entries, trades, counts, warnings } = await run(CALL);
    const paid = entries.map(({ kind, quantity, price, amount }) => [kind, quantity, price, amount]);
    // Two contracts of 100 shares are bought at the ask of 10.90. At expiry AAPL closes at 108.61, 11.11 above the strike.
    expect(paid).toEqual([
      ["deposit", 0, 0, 100_000],
      ["fill", 2, 10.9, -2180],
      ["settlement", -2, 11.11, 2222],
    ]);
    expect(trades).toMatchObject([{ symbol: CALL, pnl: 42, open: false }]);
    expect(counts.openTrades).toBe(0);
    expect(warnings).toEqual([]);
  });

  test("earns its premium when it is sold short and expires worthless", async () => {
    const { fills, entries, trades } = await run(PUT, "sell");
    expect(entries.at(-1)).toMatchObject({ kind: "settlement", quantity: 2, price: 0, amount: 0 });
    expect(trades[0]!.pnl).toBeCloseTo(fills[0]!.price * 200, 10);
  });

  test("is refused when it has no quote in the recording", async () => {
    const request = recording.marketData({ symbols: ["AAPL231208C00001500"], interval: "1d" });
    await expect(request).rejects.toThrow("an option must be one of the 278 that the recording quotes, such as AAPL23");
  });
});
