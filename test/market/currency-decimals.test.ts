import { backtest, defineStrategy } from "hindcast";
import { expect, test } from "vitest";
import { decimalsOf } from "../../src/market/currency-decimals.ts";
import { instrument } from "../../src/market/instrument.ts";
import { barsOf } from "../report/fixture.ts";

test.each([
  // Minor units by ISO 4217, list one.
  ["USD", 2],
  ["KWD", 3],
  ["JPY", 0],
  // A bitcoin has 10^8 satoshi.
  ["BTC", 8],
  // An ether has 10^18 wei, but exchanges book amounts with eight decimals.
  ["ETH", 8],
  ["BNB", 8],
  ["FDUSD", 8],
  // One USDT, USDC or XRP divides into 10^6 units.
  ["USDT", 6],
  ["USDC", 6],
  ["XRP", 6],
])("amounts of money in %s are rounded to %i decimals by default", (currency, decimals) => {
  expect(decimalsOf(currency)).toBe(decimals);
  expect(instrument("X", { currency }).currencyDecimals).toBe(decimals);
});

test("currencyDecimals of an instrument overrides the default decimals of its currency", () => {
  const instruments = [instrument("X"), instrument("Y", { currency: "USDT", currencyDecimals: 2 })];
  expect(decimalsOf("USDT", instruments)).toBe(2);
  expect(decimalsOf("USDT", instruments.slice(0, 1))).toBe(6);
});

test("a commission of 0.00000123 bitcoin is booked exactly and not rounded to zero", () => {
  const buyer = defineStrategy({
    name: "buyer",
    onBar({ bar, orders }) {
      if (bar.index === 0) orders.buy({ quantity: 0.05 });
    },
  });
  const rows = [0.0246, 0.0246, 0.0256].map((price) => [price, price, price, price] as const);
  const data = { series: [{ instrument: instrument("LTCBTC", { currency: "BTC", lot: 0.001 }), bars: barsOf(rows) }] };
  const settings = { cash: 0.01, currency: "BTC", commission: { model: "percent", rate: 0.001 } } as const;
  const { fills, summary } = backtest(buyer, { ...data, notes: [] }, settings);
  // Buying 0.05 at 0.0246 costs 0.00123; a commission of 0.1% is 0.00000123. At 0.0256 the position is worth 0.00128.
  expect(fills[0]).toMatchObject({ price: 0.0246, commission: 0.000_001_23 });
  expect(summary["final-equity"]).toBe(0.010_048_77);
});
