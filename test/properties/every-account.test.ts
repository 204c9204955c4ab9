import type { OrderRecord } from "hindcast";
import { describe, expect } from "vitest";
import { arbitraryBroadRun, broadRunOf, placedFills } from "../support/arbitrary-broad-run.ts";
import { sightsOf } from "../support/arbitrary-orders.ts";
import { expectOwesNothing } from "../support/owes-nothing.ts";
import { runs } from "../support/runs.ts";
import { property } from "../support/property.ts";

/** Tolerance for binary sums of money, and for the rounding of a fill and its commission. */
const NOISE = 1e-6;
const CENTS = 0.02;

/**
 * Price at which an open order is checked: for a buy the highest price that it may pay, for a sell its limit above or
 * its stop below the market.
 */
function checkedPrice(order: OrderRecord, last: number, triggered: boolean): number {
  const { side, type, limitPrice, stopPrice, timeInForce } = order;
  // An order that can fill only once is open until that moment.
  const once = timeInForce === "ioc" || timeInForce === "fok" || timeInForce === "opg";
  const waits = stopPrice !== undefined && (once || !triggered);
  if (side === "buy") return limitPrice ?? (waits ? Math.max(stopPrice, last) : last);
  const from = waits && type !== "trailing_stop" ? Math.min(stopPrice, last) : last;
  return Math.max(limitPrice ?? -Infinity, from);
}

/**
 * Largest possible position of an instrument in money, long or short. Market orders that reduce the position fill
 * first, then all others of one side at their own prices. When these reverse it, the most expensive ones open the other
 * side.
 */
function mostHeld(
  quantity: number,
  last: number,
  orders: readonly OrderRecord[],
  triggered: ReadonlySet<number>,
): number {
  let left = quantity;
  const opening: { readonly sign: number; readonly units: number; readonly price: number }[] = [];
  for (const order of orders) {
    const { side, type, timeInForce, reduceOnly, status, quantity: wanted, filledQuantity } = order;
    if (status === "held") continue;
    const sign = side === "buy" ? 1 : -1;
    let units = wanted - filledQuantity;
    if (type === "market" && timeInForce !== "cls" && left * sign < 0) {
      const ended = Math.min(units, Math.abs(left));
      left += sign * ended;
      units -= ended;
    }
    if (!reduceOnly) opening.push({ sign, units, price: checkedPrice(order, last, triggered.has(order.id)) });
  }
  const worth = [1, -1].map((sign) => {
    const own = opening.filter((one) => one.sign === sign);
    const units = own.reduce((sum, one) => sum + one.units, 0);
    const money = own.reduce((sum, one) => sum + one.units * one.price, 0);
    if (left * sign >= 0) return Math.abs(left) * last + money;
    const beyond = units - Math.abs(left);
    return beyond <= 0 ? -beyond * last : beyond * Math.max(...own.map(({ price }) => price));
  });
  return Math.max(...worth);
}

describe("with random conventions an account", () => {
  property([arbitraryBroadRun], runs(150))(
    "has equity equal to its cash plus its positions, at every record",
    (parts) => {
      const { data, result } = broadRunOf(parts);
      const multiplier = new Map(data.series.map(({ instrument }) => [instrument.symbol, instrument.multiplier]));
      const { time, equity, cash } = result.equity;
      for (const sight of sightsOf(result.log).slice(0, -1)) {
        const worth = sight.holdings.reduce(
          (sum, { symbol, quantity, price }) =>
            sum + (quantity === 0 ? 0 : quantity * price! * multiplier.get(symbol)!),
          sight.cash,
        );
        expect(Math.abs(worth - sight.equity)).toBeLessThan(NOISE);
        const record = time.indexOf(sight.time);
        // With fillAt same-close, orders fill after the hooks of a close and before its equity is recorded.
        if (parts.settings.fillAt === "same-close") continue;
        // The last record also includes bookings at the end of the last session, after the last bar.
        if (record === time.length - 1) continue;
        expect(equity[record]).toBe(sight.equity);
        expect(cash[record]).toBe(sight.cash);
      }
    },
  );

  property([arbitraryBroadRun], runs(150))("equals the sum of its ledger entries", (parts) => {
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

  property([arbitraryBroadRun], runs(150))("has no negative zero in its records", (parts) => {
    const { fills, entries, trades, orders, equity, summary } = broadRunOf(parts).result;
    const signed = [...fills, ...entries, ...trades, ...orders, summary].flatMap((record) =>
      Object.entries(record).filter(([, value]) => Object.is(value, -0)),
    );
    expect(signed).toEqual([]);
    for (const column of [equity.equity, equity.cash]) expect(column.findIndex((one) => Object.is(one, -0))).toBe(-1);
  });

  property([arbitraryBroadRun], runs(150))("earns the profits of its trades and its interest", (parts) => {
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

  property([arbitraryBroadRun], runs(150))(
    "without credit never has negative positions, nor negative cash except for the commission of a sale",
    (parts) => {
      const settings = { ...parts.settings, account: "cash", debitRate: 0 } as const;
      const { result } = broadRunOf({ ...parts, settings });
      expectOwesNothing(result.entries, settings.shortCash === "allow-negative" ? Infinity : NOISE);
    },
  );

  property([arbitraryBroadRun], runs(150))(
    "on margin has the buying power that its open orders leave, at every equity record",
    (parts) => {
      const settings = { ...parts.settings, account: "margin", commission: { model: "none" } } as const;
      const { data, result } = broadRunOf({ ...parts, settings });
      const ratio = settings.initialMargin!;
      for (const { time, equity, buyingPower, holdings, read } of sightsOf(result.log).slice(0, -1)) {
        const triggered = new Set(
          result.orderEvents.flatMap((one) => (one.event === "triggered" && one.time <= time ? [one.orderId] : [])),
        );
        let exposure = 0;
        for (const [i, { quantity, price, symbol }] of holdings.entries()) {
          const orders = (read[i] as [unknown, unknown, unknown, OrderRecord[]])[3];
          const { multiplier } = data.series.find(({ instrument }) => instrument.symbol === symbol)!.instrument;
          if (price !== null) exposure += mostHeld(quantity, price, orders, triggered) * multiplier;
        }
        const free = Math.max(0, equity / ratio - exposure);
        expect(Math.abs(free - buyingPower)).toBeLessThan(CENTS);
      }
    },
  );

  property([arbitraryBroadRun], runs(100))(
    "on margin opens at no fill a position that its equity does not cover",
    (parts) => {
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
    },
  );
});
