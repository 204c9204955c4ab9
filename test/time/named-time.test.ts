import { backtest, defineStrategy, marketOf, type RunSettings } from "hindcast";
import { checkWarmUp } from "hindcast/research";
import { syntheticMarket } from "hindcast/data";
import { expect, test } from "vitest";
import { flatBars } from "../support/market.ts";

const data = marketOf({ X: flatBars([10, 11, 12]) });
const idle = defineStrategy({ name: "idle" });
const gtd = defineStrategy({
  name: "gtd",
  onBar: ({ orders }) => void orders.buy({ quantity: 1, limit: 1, timeInForce: "gtd", expiresAt: "tomorrow" }),
});
const run = (settings: Partial<RunSettings>) => backtest(idle, data, settings);
const SPELLING = "YYYY-MM-DD or YYYY-MM-DDTHH:mm[:ss[.sss]], with or without Z or an offset";

test.each<[string, () => unknown]>([
  ['from must be a date with a month from 01 to 12, was "2010-13-01"', () => run({ from: "2010-13-01" })],
  ['to must be a date that exists, 2010-02 has days 01 to 28, was "2010-02-29"', () => run({ to: "2010-02-29" })],
  [`to must be ${SPELLING}, was "soon"`, () => run({ to: "soon" })],
  [`from must be ${SPELLING}, was "soon"`, () => checkWarmUp(idle, data, { settings: { from: "soon" } })],
  [`expiresAt must be ${SPELLING}, was "tomorrow" (gtd, at 2024-01-02T00:00:00.000Z)`, () => backtest(gtd, data)],
  ['from must be a date YYYY-MM-DD, was "2010"', () => syntheticMarket({ from: "2010" })],
  ['to must be a date YYYY-MM-DD, was "soon"', () => syntheticMarket({ to: "soon" })],
])("an error about an invalid time names the setting or option that has it: %s", (message, refused) => {
  expect(refused).toThrow(expect.objectContaining({ code: "DATE_INVALID", message }));
});

test.each([8.64e15 + 1, -Infinity, Number.NaN])(
  "an order with timeInForce gtd throws if its expiresAt is %d, which is not a date",
  (expiresAt) => {
    const never = defineStrategy({
      name: "never",
      onBar: ({ orders }) => void orders.buy({ quantity: 1, limit: 1, timeInForce: "gtd", expiresAt }),
    });
    expect(() => backtest(never, data)).toThrow(`expiresAt must be epoch milliseconds or ISO 8601, was ${expiresAt}`);
  },
);
