import { inspect } from "node:util";
import { backtest, type BarContext, defineCommission, defineStrategy, marketOf, type Strategy } from "hindcast";
import { expect, test } from "vitest";
import { flatBars } from "../support/market.ts";

const data = marketOf({ X: flatBars([100, 100, 100]) });
const still = defineStrategy({ name: "still" });
/** Defines a strategy without type checks, as plain JavaScript does. */
const plain = (parts: object) => defineStrategy({ name: "plain", ...parts } as never) as unknown as Strategy;

test("a printed result shows its summary as text instead of an empty object", () => {
  const result = backtest(still, data);
  expect(inspect(result)).toBe(String(result));
  expect(inspect({ result })).toBe(`{\n  result: ${String(result)}\n}`);
});

test("an error about a thrown value that is not an Error names the strategy and the moment", () => {
  const strategy = plain({
    onBar() {
      throw "boom"; // eslint-disable-line typescript/only-throw-error -- plain JavaScript allows it
    },
  });
  expect(() => backtest(strategy, data)).toThrow(/^boom \(plain, at \d{4}-\d\d-\d\dT00:00:00\.000Z\)$/u);
});

test("an error whose message is read-only is reported with the strategy and the moment", () => {
  const failing = (onBar: () => unknown) => () => backtest(plain({ onBar }), data);
  expect(failing(() => structuredClone(() => {}))).toThrow(/could not be cloned\.? \(plain, at \d{4}-/u);
  const frozen = Object.freeze(new Error("boom"));
  expect(
    failing(() => {
      throw frozen as Error;
    }),
  ).toThrow(expect.objectContaining({ message: expect.stringMatching(/^boom \(plain, at/u) as string, cause: frozen }));
});

test("an error about a Date in place of a string says that the value is a Date", () => {
  const from = new Date("2024-01-02T00:00:00Z");
  expect(() => backtest(still, data, { from: from as never })).toThrow("with or without Z or an offset, was a Date");
});

test("a custom commission whose charge is not a function throws", () => {
  expect(() => defineCommission({ name: "share", charge: 0.001 as never })).toThrow(
    "defineCommission charge must be a function, was 0.001",
  );
});

test.each(["constructor", "toString", "valueOf", "__proto__"])(
  "an order with the option %s, a property of Object.prototype, throws",
  (word) => {
    const giving = (order: object) =>
      backtest(plain({ onBar: ({ orders }: BarContext) => orders.buy(order as never) }), data);
    expect(() => giving({ quantity: 1, timeInForce: word })).toThrow("timeInForce must be one of day, gtc");
    expect(() => giving({ quantity: 1, [word]: 5 })).toThrow(`an order has no "${word}"; it has quantity`);
  },
);
