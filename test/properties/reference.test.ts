import * as fc from "fast-check";
import { backtest } from "hindcast";
import { expect } from "vitest";
import { arbitraryMarket, marketFrom } from "../support/arbitrary-market.ts";
import { arbitraryCommands, scripted } from "../support/arbitrary-orders.ts";
import { fillText, orderText } from "../support/order-text.ts";
import { runs } from "../support/runs.ts";
import { referenceRun } from "./reference-broker.ts";
import { property } from "../support/property.ts";

property(
  [arbitraryMarket, arbitraryCommands, fc.constantFrom(350, 1000, 5000, 12_345.67), fc.constantFrom(0, 0.001, 0.0173)],
  runs(600),
)("random runs equal those of a reference broker written for clarity", (shape, all, cash, rate) => {
  const data = marketFrom({ ...shape, series: shape.series.map((one) => ({ ...one, lot: 1, multiplier: 1 })) });
  const commands = all.filter(({ size }) => size === "quantity" || size === "held");
  const expected = referenceRun(data, commands, shape.step, cash, rate);
  const result = backtest(scripted(commands, shape.step), data, {
    cash,
    commission: { model: "percent", rate },
    admission: "as-submitted",
  });
  expect(result.fills.map((fill) => fillText(fill))).toEqual(expected.fills);
  expect(result.orders.map((order) => orderText(order))).toEqual(expected.orders);
  expect(Math.round(result.equity.cash.at(-1)! * 100)).toBe(expected.cash);
});
