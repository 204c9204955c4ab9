import * as fc from "fast-check";
import { instrument } from "hindcast";
import { describe, expect, test } from "vitest";
import { Execution } from "../../src/ledger/execution.ts";
import { Money } from "../../src/ledger/money.ts";
import { EntryTable } from "../../src/ledger/entry-table.ts";
import { Portfolio } from "../../src/ledger/portfolio.ts";
import { TRADE } from "../../src/ledger/trade-table.ts";
import { property } from "../support/property.ts";

interface GivenFill {
  readonly symbol?: number;
  readonly quantity: number;
  readonly price: number;
  readonly commission?: number;
}

function executionOf(
  portfolio: Portfolio,
  { symbol = 0, quantity, price, commission = 0 }: GivenFill,
  time: number,
): Execution {
  const position = portfolio.positions[symbol]!;
  const execution = new Execution(position);
  execution.sign = quantity > 0 ? 1 : -1;
  execution.quantity = Math.abs(quantity);
  execution.price = price;
  execution.value = portfolio.money.round(execution.quantity * price * position.instrument.multiplier);
  execution.commission = commission;
  execution.slippage = 0;
  execution.time = execution.bar = execution.orderId = time;
  return execution;
}

/**
 * Portfolio of A and B, with functions that book fills and read trades. A negative quantity is a sell. Fill n is at
 * time n in bar n.
 */
function books(lot = 1, rounding: "currency" | "none" = "currency") {
  const instruments = [instrument("A", { lot }), instrument("B", { lot, multiplier: 10 })];
  const portfolio = new Portfolio(instruments, new Money(rounding, 2));
  let time = 0;
  const fill = (given: GivenFill) => portfolio.fill(executionOf(portfolio, given, ++time));
  const trades = () =>
    Array.from({ length: portfolio.trades.length }, (_, row) => {
      const of = (field: keyof typeof TRADE) => portfolio.trades.at(row, TRADE[field]);
      return [of("direction"), of("quantity"), of("entryTime"), of("exitTime"), of("pnl"), of("commission")];
    });
  return { portfolio, fill, trades, a: portfolio.positions[0]!, b: portfolio.positions[1]! };
}

describe("a position closes its lots first in, first out", () => {
  test("if it has several entries, each with its own price and share of the commission", () => {
    const { fill, trades, a } = books();
    fill({ quantity: 10, price: 100, commission: 1 });
    fill({ quantity: 10, price: 110, commission: 1 });
    expect([a.quantity, a.averagePrice, a.costBasis, a.openCommission]).toEqual([20, 105, 2100, 2]);
    fill({ quantity: -15, price: 120, commission: 3 });
    // Ten units bought at 100 earn 200, less commissions of 1 and 2. Five bought at 110 earn 50, less 0.50 and 1.
    expect(trades()).toEqual([
      [1, 10, 1, 3, 197, 3],
      [1, 5, 2, 3, 48.5, 1.5],
    ]);
    expect([a.quantity, a.averagePrice, a.costBasis, a.openCommission, a.lots]).toEqual([5, 110, 550, 0.5, 1]);
    expect([a.realizedGross, a.realizedNet]).toEqual([250, 245.5]);
  });

  test("and keeps no remainder when it is flat, despite binary rounding", () => {
    const { portfolio, fill, trades, a } = books(1e-8);
    for (const quantity of [-27777.7575, -9485.40996728, -87351.438679, 124614.60614628]) fill({ quantity, price: 20 });
    expect([a.quantity, a.lots, a.averagePrice, portfolio.heldCount]).toEqual([0, 0, 0, 0]);
    expect(trades().map(([, quantity]) => quantity)).toEqual([27777.7575, 9485.40996728, 87351.438679]);
  });

  test("and leaves an indivisible cent to the last part", () => {
    const { fill, trades } = books();
    fill({ quantity: 3, price: 33.335, commission: 0.01 });
    for (let k = 0; k < 3; k++) fill({ quantity: -1, price: 40 });
    // The units cost 33.34, 33.34 and 33.33. Of one cent of commission, a third rounds to 0 and then a half to 1.
    expect(trades().map(([, , , , pnl, commission]) => [pnl, commission])).toEqual([
      [6.66, 0],
      [6.66 - 0.01, 0.01],
      [6.67, 0],
    ]);
  });

  test("by buying, if it is short", () => {
    const { fill, trades, a, portfolio } = books();
    fill({ quantity: -10, price: 100 });
    expect([a.quantity, a.direction, a.averagePrice, portfolio.cash]).toEqual([-10, "short", 100, 1000]);
    fill({ quantity: 4, price: 90 });
    expect(trades()).toEqual([[-1, 4, 1, 2, 40, 0]]);
    expect([a.quantity, portfolio.cash]).toEqual([-6, 640]);
  });

  test("before a larger fill opens the opposite side", () => {
    const { fill, trades, a } = books();
    fill({ quantity: 5, price: 100, commission: 5 });
    fill({ quantity: -8, price: 110, commission: 8 });
    expect(trades()).toEqual([[1, 5, 1, 2, 40, 10]]); // A gain of 50, less commissions of 5 and 5 of 8.
    expect([a.quantity, a.direction, a.averagePrice, a.openCommission]).toEqual([-3, "short", 110, 3]);
  });

  test("to exactly zero, if they are tenths", () => {
    const { fill, a } = books(0.1);
    for (let k = 0; k < 3; k++) fill({ quantity: 0.1, price: 10 });
    expect(a.quantity).toBe(0.3);
    fill({ quantity: -0.2, price: 10 });
    expect(a.quantity).toBe(0.1);
    fill({ quantity: -0.1, price: 10 });
    expect([a.quantity, a.lots, a.direction]).toEqual([0, 0, "flat"]);
  });
});

describe("a portfolio", () => {
  test("can have more lots than a function call can have arguments", () => {
    const { portfolio, fill } = books();
    for (let i = 0; i < 150_000; i++) fill({ quantity: 1, price: 10 });
    expect(portfolio.positions[0]!.lots).toBe(150_000);
    fill({ quantity: -150_000, price: 11 });
    expect([portfolio.positions[0]!.lots, portfolio.trades.length]).toEqual([0, 150_000]);
  });

  test("keeps its open positions sorted by symbol", () => {
    const { portfolio, fill } = books();
    const held = () => portfolio.held.slice(0, portfolio.heldCount).map(({ instrument: of }) => of.symbol);
    fill({ symbol: 1, quantity: 1, price: 5 });
    expect(held()).toEqual(["B"]);
    fill({ symbol: 0, quantity: 1, price: 5 });
    expect(held()).toEqual(["A", "B"]);
    fill({ symbol: 0, quantity: -1, price: 5 });
    expect(held()).toEqual(["B"]);
    fill({ symbol: 0, quantity: -2, price: 5 });
    fill({ symbol: 1, quantity: -1, price: 5 });
    expect(held()).toEqual(["A"]);
  });

  test("books a deposit rounded to the currency", () => {
    const { portfolio } = books();
    portfolio.deposit(7, 100.005);
    expect(portfolio.cash).toBe(100.01);
    expect(portfolio.entries.entries(["A", "B"])).toMatchObject([
      { kind: "deposit", time: 7, amount: 100.01, symbol: "" },
    ]);
  });

  test("records a fill and its commission as two frozen entries", () => {
    const { portfolio, fill } = books();
    fill({ symbol: 1, quantity: 2, price: 5, commission: 0.5 });
    const entries = portfolio.entries.entries(["A", "B"]);
    expect(entries).toEqual([
      { sequence: 1, time: 1, kind: "fill", symbol: "B", quantity: 2, price: 5, amount: -100, orderId: 1 },
      { sequence: 2, time: 1, kind: "commission", symbol: "B", quantity: 0, price: 0, amount: -0.5, orderId: 1 },
    ]);
    expect(entries.every((entry) => Object.isFrozen(entry))).toBe(true);
  });

  test("returns the ledger entries after a given sequence number", () => {
    const { portfolio, fill } = books();
    portfolio.deposit(0, 1000);
    fill({ quantity: 1, price: 5, commission: 0.5 });
    fill({ quantity: 2, price: 6 });
    fill({ quantity: -3, price: 7, commission: 0.5 });
    const { entries } = portfolio;
    const all = entries.entries(["A", "B"]);
    expect(all.map(({ sequence, kind }) => `${sequence} ${kind}`)).toEqual([
      "1 deposit",
      "2 fill",
      "3 commission",
      "4 fill",
      "5 fill",
      "6 commission",
    ]);
    const kept = new EntryTable();
    kept.restore(entries.snapshot());
    for (const table of [entries, kept]) {
      expect(table.length).toBe(6);
      for (let skip = 0; skip <= 6; skip++) expect(table.entries(["A", "B"], skip)).toEqual(all.slice(skip));
    }
  });

  test("returns the fills after a given sequence number", () => {
    const { portfolio, fill } = books();
    portfolio.deposit(0, 1000);
    fill({ quantity: 1, price: 5 });
    portfolio.deposit(1, 1000);
    fill({ quantity: 2, price: 6 });
    fill({ quantity: -3, price: 7 });
    const ids = (skip: number) => portfolio.entries.fills(["A", "B"], skip).map(({ id, quantity }) => [id, quantity]);
    expect(ids(0)).toEqual([
      [1, 1],
      [2, 2],
      [3, 3],
    ]);
    expect(ids(2)).toEqual([[3, 3]]);
    expect(ids(3)).toEqual([]);
  });
});

const arbitraryFill = fc.record({
  symbol: fc.nat(1),
  quantity: fc.integer({ min: -20, max: 20 }).filter((quantity) => quantity !== 0),
  price: fc.integer({ min: 1, max: 20_000 }).map((cents) => cents / 100),
  commission: fc.nat(500).map((cents) => cents / 100),
});
const cents = (amount: number) => Math.round(amount * 100) + 0;

describe("a portfolio after random fills, long and short,", () => {
  property([fc.array(arbitraryFill, { maxLength: 40 })], { numRuns: 400 })(
    "has the lots that a queue of single units has",
    (fills) => {
      const { portfolio, fill, trades } = books();
      const queues: number[][] = [[], []];
      const sides = [0, 0];
      let closed = 0;
      for (const one of fills) {
        fill(one);
        const { symbol, quantity, price } = one;
        for (let unit = 0; unit < Math.abs(quantity); unit++) {
          const queue = queues[symbol]!;
          if (queue.length > 0 && sides[symbol] !== Math.sign(quantity)) {
            queue.shift();
            closed++;
          } else {
            sides[symbol] = Math.sign(quantity);
            queue.push(price);
          }
        }
      }
      portfolio.positions.forEach((position, symbol) => {
        const queue = queues[symbol]!;
        expect(position.quantity).toBe(queue.length * sides[symbol]! + 0);
        const lots = Array.from({ length: position.lots }, (_, i) => position.lot(i));
        expect(lots.flatMap(({ quantity, price }) => Array.from({ length: quantity }, () => price))).toEqual(queue);
      });
      expect(trades().reduce((units, [, quantity]) => units + quantity!, 0)).toBe(closed);
    },
  );

  property([fc.array(arbitraryFill, { maxLength: 40 }), fc.nat(40)], { numRuns: 400 })(
    "has lost no cent between cash, lots, trades and commissions, also after a restored snapshot",
    (fills, pause) => {
      const first = books();
      fills.slice(0, pause).forEach((one) => first.fill(one));
      const { portfolio, fill } = books();
      fills.slice(0, 3).forEach((one) => fill(one));
      portfolio.restore(structuredClone(first.portfolio.snapshot()));
      expect(portfolio.snapshot()).toEqual(first.portfolio.snapshot());
      fills.slice(pause).forEach((one) => fill(one));
      let worth = 0;
      let realized = 0;
      for (const position of portfolio.positions) {
        worth += Math.sign(position.quantity) * position.costBasis + position.openCommission;
        realized += position.realizedNet;
        expect(cents(position.realizedGross)).toBe(
          cents(
            position.realizedNet +
              Array.from({ length: portfolio.trades.length }, (_, row) => row)
                .filter((row) => portfolio.trades.at(row, TRADE.instrument) === position.index)
                .reduce((sum, row) => sum + portfolio.trades.at(row, TRADE.commission), 0),
          ),
        );
      }
      // Money that is neither in cash nor in open lots and their commissions was lost in trades.
      expect(cents(portfolio.cash + worth)).toBe(cents(realized));
      expect(cents(portfolio.commissionPaid)).toBe(cents(fills.reduce((sum, { commission }) => sum + commission, 0)));
    },
  );
});
