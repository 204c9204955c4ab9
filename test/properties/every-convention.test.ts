import * as fc from "fast-check";
import { conventions as engines, type Conventions } from "../../src/engine/conventions/catalog.ts";
import { describe, expect } from "vitest";
import { arbitraryBroadRun, broadRunOf } from "../support/arbitrary-broad-run.ts";
import { sightsOf } from "../support/arbitrary-orders.ts";
import { runs } from "../support/runs.ts";
import { property } from "../support/property.ts";

const NOISE = 1e-6;
/** Settings that the conventions of an engine leave to the user. */
const OWN = ["commission", "debitRate", "creditRate", "borrowRate", "latencyMs"] as const;

const OTHERS = (Object.keys(engines) as Conventions[]).filter((name) => name !== "hindcast");

describe.each(OTHERS)("with the conventions of %s an account", (conventions) => {
  const parts = fc.tuple(arbitraryBroadRun, fc.boolean()).map(([run, ends]) => ({
    ...run,
    settings: {
      conventions,
      cash: run.settings.cash!,
      ...Object.fromEntries(OWN.map((name) => [name, run.settings[name]])),
      ...(ends && { atEnd: "finalize" as const }),
    },
  }));

  property([parts], runs(60))(
    "equals the sum of its ledger entries, and earns the profits of its trades and its interest",
    (given) => {
      const { result } = broadRunOf(given);
      const end = sightsOf(result.log).at(-1)!;
      const endedEarly = result.warnings.find((warning) => warning.startsWith("Bars end before")) ?? "";
      const quantities = new Map<string, number>();
      let cash = 0;
      let carried = 0;
      for (const { kind, symbol, amount, quantity, orderId } of result.entries) {
        cash += amount;
        // The debt of a ruined account is written off as a settlement without an instrument.
        if (kind === "interest" || kind === "borrow" || (kind === "settlement" && symbol === "")) carried += amount;
        if (kind === "fill") expect(orderId).toBeGreaterThan(0);
        quantities.set(symbol, (quantities.get(symbol) ?? 0) + quantity);
      }
      expect(Math.abs(cash - end.cash)).toBeLessThan(NOISE);
      for (const { symbol, quantity } of end.holdings) {
        expect(quantities.get(symbol) ?? 0).toBeCloseTo(quantity, 6);
        if (given.settings.atEnd === "finalize" && !endedEarly.includes(` ${symbol} (`)) expect(quantity).toBe(0);
      }
      const gained = end.holdings.reduce((sum, { realized, unrealized }) => sum + realized + unrealized, 0);
      expect(Math.abs(given.settings.cash + gained + carried - end.equity)).toBeLessThan(NOISE);
    },
  );
});
