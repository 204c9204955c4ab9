import { test } from "@fast-check/vitest";
import type { OrderRecord } from "hindcast";
import { describe, expect } from "vitest";
import { arbitraryBroadRun, broadRunOf, placedFills } from "../support/arbitrary-broad-run.ts";
import { sightsOf } from "../support/arbitrary-orders.ts";
import { expectOwesNothing } from "../support/owes-nothing.ts";
import { runs } from "../support/runs.ts";

/** Sums of money in binary, and what rounding to cents may add to a fill and its commission. */
const NOISE = 1e-6;
const CENTS = 0.02;

/** The most units that may be held, long or short: first market orders end what they can, then all others of one side fill and none of the other. */
function mostHeld(quantity: number, orders: readonly OrderRecord[]): number {
  let left = quantity;
  let most = quantity;
  let least = quantity;
  for (const { side, type, timeInForce, reduceOnly, status, quantity: wanted, filledQuantity } of orders) {
    if (status === "held") continue;
    let units = wanted - filledQuantity;
    if (type === "market" && timeInForce !== "cls" && (side === "buy" ? left < 0 : left > 0)) {
      const ended = Math.min(units, Math.abs(left)) * (side === "buy" ? 1 : -1);
      left += ended;
      most += ended;
      least += ended;
      units -= Math.abs(ended);
    }
    if (reduceOnly) continue;
    if (side === "buy") most += units;
    else least -= units;
  }
  return Math.max(Math.abs(most), Math.abs(least));
}

describe("by every convention an account", () => {
  test.prop([arbitraryBroadRun], runs(150))("is worth its cash and what it holds, at every record", (parts) => {
    const { data, result } = broadRunOf(parts);
    const multiplier = new Map(data.series.map(({ instrument }) => [instrument.symbol, instrument.multiplier]));
    const { time, equity, cash } = result.equity;
    for (const sight of sightsOf(result.log).slice(0, -1)) {
      const worth = sight.holdings.reduce(
        (sum, { symbol, quantity, price }) => sum + (quantity === 0 ? 0 : quantity * price! * multiplier.get(symbol)!),
        sight.cash,
      );
      expect(Math.abs(worth - sight.equity)).toBeLessThan(NOISE);
      const record = time.indexOf(sight.time);
      // Orders that fill at the very close fill after the hooks and before the record.
      if (parts.settings.fillAt === "same-close") continue;
      // What the last session books after its last bar counts in the last record.
      if (record === time.length - 1) continue;
      expect(equity[record]).toBe(sight.equity);
      expect(cash[record]).toBe(sight.cash);
    }
  });

  test.prop([arbitraryBroadRun], runs(150))("is rebuilt by its entries", (parts) => {
    const { result } = broadRunOf(parts);
    const quantities = new Map<string, number>();
    let cash = 0;
    let commissions = 0;
    for (const { amount, symbol, quantity, kind } of result.entries) {
      cash += amount;
      if (kind === "commission") commissions -= amount;
      quantities.set(symbol, (quantities.get(symbol) ?? 0) + quantity);
    }
    const end = sightsOf(result.log).at(-1)!;
    expect(Math.abs(cash - end.cash)).toBeLessThan(NOISE);
    for (const { symbol, quantity } of end.holdings) expect(quantities.get(symbol) ?? 0).toBeCloseTo(quantity, 9);
    const charged = result.fills.reduce((sum, fill) => sum + fill.commission, 0);
    expect(Math.abs(commissions - charged)).toBeLessThan(NOISE);
    expect(Math.abs(commissions - result.performance.commissionPaid)).toBeLessThan(CENTS);
  });

  test.prop([arbitraryBroadRun], runs(150))("has no zero with a sign in its books", (parts) => {
    const { fills, entries, trades, orders, equity, summary } = broadRunOf(parts).result;
    const signed = [...fills, ...entries, ...trades, ...orders, summary].flatMap((record) =>
      Object.entries(record).filter(([, value]) => Object.is(value, -0)),
    );
    expect(signed).toEqual([]);
    for (const column of [equity.equity, equity.cash]) expect(column.findIndex((one) => Object.is(one, -0))).toBe(-1);
  });

  test.prop([arbitraryBroadRun], runs(150))("earns what its trades and its cash earned", (parts) => {
    const { result } = broadRunOf(parts);
    const end = sightsOf(result.log).at(-1)!;
    const carried = result.entries
      .filter(({ kind }) => kind === "interest" || kind === "borrow")
      .reduce((sum, { amount }) => sum + amount, 0);
    const gained = end.holdings.reduce((total, { realized, unrealized }) => total + realized + unrealized, 0);
    expect(Math.abs(parts.settings.cash! + gained + carried - end.equity)).toBeLessThan(NOISE);
    const trades = result.trades.filter(({ open }) => !open).reduce((sum, { pnl }) => sum + pnl, 0);
    expect(Math.abs(trades - end.holdings.reduce((sum, { realized }) => sum + realized, 0))).toBeLessThan(NOISE);
  });

  test.prop([arbitraryBroadRun], runs(150))(
    "without credit never owes units, nor cash but for the commission of a sale",
    (parts) => {
      const settings = { ...parts.settings, account: "cash", debitRate: 0 } as const;
      const { result } = broadRunOf({ ...parts, settings });
      expectOwesNothing(result.entries, settings.shortCash === "allow-negative" ? Infinity : NOISE);
    },
  );

  test.prop([arbitraryBroadRun], runs(150))(
    "on margin may spend what its open orders leave, at every record",
    (parts) => {
      const settings = { ...parts.settings, account: "margin", commission: { model: "none" } } as const;
      const { data, result } = broadRunOf({ ...parts, settings });
      const ratio = settings.initialMargin!;
      for (const { equity, buyingPower, holdings, read } of sightsOf(result.log).slice(0, -1)) {
        let exposure = 0;
        for (const [i, { quantity, price, symbol }] of holdings.entries()) {
          const orders = (read[i] as [unknown, unknown, unknown, OrderRecord[]])[3];
          const { multiplier } = data.series.find(({ instrument }) => instrument.symbol === symbol)!.instrument;
          exposure += mostHeld(quantity, orders) * Math.abs(price ?? 0) * multiplier;
        }
        const free = Math.max(0, equity / ratio - exposure);
        expect(Math.abs(free - buyingPower)).toBeLessThan(CENTS);
      }
    },
  );

  test.prop([arbitraryBroadRun], runs(100))("on margin opens no more than its equity covers, at any fill", (parts) => {
    const shortCash = parts.settings.shortCash === "reject" ? "reject" : "reduce";
    const settings = { ...parts.settings, account: "margin", shortCash } as const;
    const run = broadRunOf({ ...parts, settings });
    const multiplier = new Map(run.data.series.map(({ instrument }) => [instrument.symbol, instrument.multiplier]));
    const placed = placedFills(run);
    const held = new Map<string, number>();
    let cash = 0;
    let next = 0;
    for (const { kind, amount, symbol, quantity, sequence } of run.result.entries) {
      cash += amount;
      if (kind !== "fill") continue;
      const { fill, marks } = placed[next++]!;
      const before = held.get(symbol) ?? 0;
      held.set(symbol, before + quantity);
      if (Math.abs(before + quantity) <= Math.abs(before) + 1e-9 && (before + quantity) * before >= 0) continue;
      const after = run.result.entries[sequence];
      let equity = cash + (after?.kind === "commission" ? after.amount : 0);
      let exposure = 0;
      for (const [name, units] of held) {
        const worth = units * (name === symbol ? fill.price : marks[name]!) * multiplier.get(name)!;
        if (Math.abs(units) < 1e-9) continue;
        equity += worth;
        exposure += Math.abs(worth);
      }
      expect(settings.initialMargin! * exposure).toBeLessThanOrEqual(equity + CENTS);
    }
  });
});
