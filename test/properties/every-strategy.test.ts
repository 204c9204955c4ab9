import { readdirSync } from "node:fs";
import { join } from "node:path";
import { type AnyStrategy, backtest, Bars, isStrategy, marketOf, type RunSettings } from "hindcast";
import { describe, expect, test } from "vitest";
import { conventions, type Conventions } from "../../src/engine/conventions/catalog.ts";
import { ROOT } from "../house/source-files.ts";
import { mapMarket } from "../support/arbitrary-market.ts";
import { expectSame } from "../support/expect-same.ts";
import { FIRST_DAY } from "../support/market.ts";
import { otherFuture, stateAt } from "../support/other-bars.ts";
import { randomBars } from "../support/series.ts";

const DAY = 86_400_000;
const LENGTH = 500;
const ENGINES = Object.keys(conventions) as readonly Conventions[];
const FOLDER = join(ROOT, "strategies");
const FILES = readdirSync(FOLDER).filter((name) => name.endsWith(".ts"));

const days = (seed: number) =>
  new Bars("1d", {
    time: Float64Array.from({ length: LENGTH }, (_, i) => FIRST_DAY + i * DAY),
    ...randomBars(LENGTH, seed),
  });
const market = marketOf({ A: days(1), B: days(2), C: days(3) });

async function strategyOf(file: string): Promise<AnyStrategy> {
  const module = (await import(join(FOLDER, file))) as Record<string, unknown>;
  return Object.values(module).find(isStrategy) as AnyStrategy;
}

describe.each(FILES)("%s makes the same decisions for any future bars", (file) => {
  test.each(ENGINES)("with the conventions of %s", async (engine) => {
    const strategy = await strategyOf(file);
    const account = strategy.needs?.account;
    const settings: Partial<RunSettings> = {
      conventions: engine,
      ...(account !== undefined && engine === "hindcast" && { account }),
      ...(account !== undefined && engine !== "hindcast" && { account: "margin" }),
      // These engines book fills at bar closes. Booked when they occur, their fills too do not depend on the future.
      ...((engine === "backtrader" || engine === "lean") && { bookAt: "price-event" }),
    };
    const result = backtest(strategy, market, settings);
    // Conventions that size an order by the close of the bar that fills it report this and are exempt.
    if (result.readsFillBar) return expect(engine).toBe("backtesting.py");
    expect(result.counts.fills).toBeGreaterThan(0);
    // Decisions are compared at the first fill and at two later times.
    const filled = result.fills[0]!.time;
    for (const [seed, time] of [filled, filled + 37 * DAY, FIRST_DAY + 400 * DAY].entries()) {
      const other = mapMarket(market, (bars) => otherFuture(bars, time, seed + 1, 90));
      expectSame(stateAt(strategy, other, settings, time), stateAt(strategy, market, settings, time));
    }
  });
});
