import {
  backtest,
  defineStrategy,
  instrument,
  marketOf,
  type MarketData,
  resolveSettings,
  type RunSettings,
  type Series,
} from "hindcast";
import { describe, expect, test } from "vitest";
import { orderTypes } from "../../src/broker/order-types/catalog.ts";
import { mapValues } from "../../src/primitives/record-helpers.ts";
import { Market } from "../../src/simulation/market.ts";
import type { Moment } from "../../src/simulation/moment.ts";
import { SimulationPlan } from "../../src/simulation/simulation-plan.ts";
import { Simulation } from "../../src/simulation/simulation.ts";
import { FIRST_DAY, flatBars, when } from "../support/market.ts";

const DAY = 86_400_000;
const at = (day: number) => FIRST_DAY + day * DAY;

function planOf(data: MarketData, given: Partial<RunSettings> = {}): SimulationPlan {
  const settings = resolveSettings({ cash: 1000, ...given });
  return new SimulationPlan(new Market(data, undefined, settings), settings);
}

const prices = marketOf({ X: flatBars([10, 11, 12, 13]) });
const buy = { type: orderTypes.market, sign: 1, size: { quantity: 10 } } as const;

test("a simulation without instruments keeps its cash at any time", () => {
  const simulation = new Simulation(planOf({ series: [], notes: [] }, { from: "2024-01-08" }));
  expect(simulation.advance(Date.UTC(2024, 5, 1))).toBe(false);
  simulation.wait(Date.UTC(2024, 6, 1));
  simulation.finalize();
  expect([simulation.time, simulation.equity, simulation.records.length]).toEqual([Date.UTC(2024, 6, 1), 1000, 0]);
  expect(simulation.portfolio.entries.entries([])).toMatchObject([
    { kind: "deposit", amount: 1000, time: Date.UTC(2024, 0, 8) },
  ]);
  expect(() => simulation.submit("X", buy)).toThrow(expect.objectContaining({ code: "SYMBOL_UNKNOWN" }));
});

test("orders submitted to a simulation from outside fill at the next open, and equity is recorded without an observer", () => {
  const simulation = new Simulation(planOf(prices));
  simulation.advance(at(1), 5);
  expect(simulation.submit("X", buy)).toBe(1);
  expect(simulation.portfolio.cash).toBe(1000);
  simulation.advance(at(1));
  // Ten units are bought at 11, the open of the second bar.
  expect(simulation.portfolio.cash).toBe(890);
  expect(simulation.advance()).toBe(false);
  // Equity after each close of 10, 11, 12 and 13.
  expect([...simulation.records.values.subarray(0, simulation.records.length)]).toEqual([1000, 1000, 1010, 1020]);
});

test("a simulation replaces and cancels an order by its id", () => {
  const simulation = new Simulation(planOf(prices));
  simulation.advance(at(1), 5);
  simulation.submit("X", { ...buy, type: orderTypes.limit, limitPrice: 5 });
  expect(simulation.replace(1, { limitPrice: 6 })).toBe(2);
  simulation.cancel(2);
  const { log } = simulation.broker;
  expect([1, 2].map((id) => log.record(id, ["X"]).status)).toEqual(["replaced", "canceled"]);
});

test("a simulation calls its observer once at each close, before the next bars open", () => {
  const simulation = new Simulation(planOf(prices));
  const asked: string[] = [];
  simulation.observer = {
    takesCalm: false,
    decided: false,
    calm: () => expect.unreachable(),
    closed({ closing }: Moment) {
      asked.push(`${when(simulation.time)} ${closing[0]!.last}`);
      if (asked.length === 2) simulation.submit("X", buy);
    },
  };
  for (const phase of [4, 5, 3, 5, 7] as const) simulation.advance(at(1), phase);
  simulation.advance();
  expect(asked).toEqual(["2 00:00 10", "3 00:00 11", "4 00:00 12", "5 00:00 13"]);
  expect(simulation.portfolio.entries.fills(["X"])).toMatchObject([{ price: 12, quantity: 10 }]);
});

test("a simulation restored from a snapshot of another one is independent of it", () => {
  const plan = planOf(prices);
  const first = new Simulation(plan);
  first.advance(at(2), 5);
  const fork = new Simulation(plan);
  fork.restore(structuredClone(first.snapshot()));
  fork.submit("X", buy);
  for (const simulation of [first, fork]) simulation.advance();
  expect([first.equity, fork.equity]).toEqual([1000, 1010]);
});

describe("quotes and sessions of a series", () => {
  const bars = flatBars([10, 11, 12]);
  const ends = [1, 2, 3].map(at);
  const opens = ends.map((end) => end - DAY / 2);
  const lists: Partial<Series> = {
    quotes: { time: ends, bid: [9, 10, 11], ask: [11, 12, 13], sessionOpen: opens, sessionClose: ends },
    sessions: { open: opens, close: ends, extendedOpen: ends, extendedClose: ends.map((end) => end + 1) },
  };
  const columns = mapValues(lists as Record<string, Record<string, number[]>>, (of) =>
    mapValues(of, (values) => Float64Array.from(values)),
  ) as Partial<Series>;
  const dataOf = (of: Partial<Series>): MarketData => ({
    series: [{ instrument: instrument("X"), bars, ...of }],
    notes: [],
  });
  const buyer = defineStrategy({ name: "buyer", onBar: ({ orders }) => void orders.buy({ quantity: 1 }) });

  test.each(["quotes", "sessions"] as const)("may be plain lists of numbers: %s", (name) => {
    const [listed, given] = [lists, columns].map((of) => backtest(buyer, dataOf({ [name]: of[name] })));
    expect(given!.fills.length).toBeGreaterThan(0);
    expect([listed!.fingerprint, listed!.fillHash]).toEqual([given!.fingerprint, given!.fillHash]);
  });

  test("throw an error with their name if a value is not a number, also if the bars were already checked", () => {
    backtest(buyer, dataOf({}));
    const series = (of: object) => dataOf(of as Partial<Series>);
    expect(() => backtest(buyer, series({ quotes: { ...lists.quotes, bid: [9, "n/a", 11] } }))).toThrow(
      expect.objectContaining({
        code: "BARS_INVALID",
        message: 'quotes.bid[1] of X must be a number, was "n/a"',
      }),
    );
    expect(() => backtest(buyer, series({ sessions: { open: [2, 1], close: [3, 4] } }))).toThrow(
      expect.objectContaining({ code: "BARS_INVALID" }),
    );
  });
});
