import { conventions as shipped, type SettingsInput } from "hindcast";
import { afterAll, expect, test, vi } from "vitest";
import { barsFrom } from "../../support/market.ts";

// Adds the conventions of a new engine to the index of their folder, then loads the library with them.
vi.resetModules();
vi.doMock("../../../src/engine/conventions/index.ts", async (door) => ({
  ...(await door<object>()),
  ...(await import("../../support/invented-engine.ts")),
}));
const { backtest, conventions, defineStrategy, marketOf } = await import("hindcast");
const { SETTINGS } = await import("../../../src/engine/settings.ts");
afterAll(() => {
  vi.doUnmock("../../../src/engine/conventions/index.ts");
  vi.resetModules();
});

const data = marketOf({
  X: barsFrom(`
  100 101 99  100
  100 104 98  102
   90  95 89  94
`),
});
const buysAndStops = defineStrategy({
  name: "buys-and-stops",
  onBar({ bar, orders }) {
    if (bar.index === 0) orders.buy({ quantity: 10, stopLoss: 99 });
  },
});
const invented = { conventions: "invented" } as unknown as SettingsInput;

test("one file and one line in the index make a new engine a value of the setting conventions", () => {
  expect(Object.keys(conventions).toSorted()).toEqual([...Object.keys(shipped), "invented"].toSorted());
  const { kind } = SETTINGS.conventions;
  expect(kind.words).toContain("invented");
  expect(kind.parse("--conventions", "invented")).toBe("invented");
});

test("a run with the conventions of a new engine has that engine's settings, and defaults for all others", () => {
  const result = backtest(buysAndStops, data, invented);
  expect(result.fills.map(({ price, commission }) => [price, commission])).toEqual([
    [102, 1],
    [99, 1],
  ]);
  expect(result.settings).toMatchObject({ riskFreeRate: 0.02, account: "cash", limitFill: "touch" });
});

test("an explicit setting overrides the conventions of a new engine", () => {
  const { fills } = backtest(buysAndStops, data, { ...invented, stopGap: "at-open" });
  expect(fills.at(-1)!.price).toBe(90);
});
