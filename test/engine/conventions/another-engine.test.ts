import { conventions as shipped, type GivenSettings } from "hindcast";
import { afterAll, expect, test, vi } from "vitest";
import { barsFrom } from "../../support/market.ts";

// The line that a new engine takes in the index of its folder; then the library is loaded as with it.
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
const invented = { conventions: "invented" } as unknown as GivenSettings;

test("an engine takes one file and one line to be one of those whose rules a run can have", () => {
  expect(Object.keys(conventions).toSorted()).toEqual([...Object.keys(shipped), "invented"].toSorted());
  const { kind } = SETTINGS.conventions;
  expect(kind.words).toContain("invented");
  expect(kind.parse("--conventions", "invented")).toBe("invented");
});

test("a run by its rules fills, pays and counts as its parts say, and other settings stay as by default", () => {
  const result = backtest(buysAndStops, data, invented);
  expect(result.fills.map(({ price, commission }) => [price, commission])).toEqual([
    [102, 1],
    [99, 1],
  ]);
  expect(result.settings).toMatchObject({ riskFreeRate: 0.02, account: "cash", limitFill: "touch" });
});

test("a setting that is given stands against its rules", () => {
  const { fills } = backtest(buysAndStops, data, { ...invented, stopGap: "at-open" });
  expect(fills.at(-1)!.price).toBe(90);
});
