import * as fc from "fast-check";
import { instrument, type MarketData, resolveSettings, type RunSettings } from "hindcast";
import { describe, expect } from "vitest";
import { orderTypes } from "../../src/broker/order-types/catalog.ts";
import { timesInForce } from "../../src/broker/times-in-force.ts";
import { Exchange } from "../../src/server/trading/exchange.ts";
import { endingsOf } from "../../src/simulation/endings.ts";
import { Market } from "../../src/simulation/market.ts";
import { SimulationPlan } from "../../src/simulation/simulation-plan.ts";
import { type Phase, Simulation } from "../../src/simulation/simulation.ts";
import { calendarOf } from "../../src/time/calendars/catalog.ts";
import { arbitraryMarket, marketFrom } from "../support/arbitrary-market.ts";
import { arbitraryRecording, firstInstant, recordingOf, type RecordingSeed } from "../support/arbitrary-recording.ts";
import { runs } from "../support/runs.ts";
import { property } from "../support/property.ts";

const DAY = 86_400_000;

/** Orders in sequence, each with the number of moments since the order before. */
const arbitraryDeeds = fc.array(
  fc.record({
    moments: fc.nat(6),
    phase: fc.integer({ min: 1, max: 7 }),
    symbol: fc.nat(9),
    sign: fc.constantFrom<1 | -1>(1, 1, -1),
    quantity: fc.integer({ min: 1, max: 9 }),
    type: fc.constantFrom("market", "limit", "stop"),
    away: fc.integer({ min: -3, max: 3 }),
    life: fc.constantFrom("day", "gtc", "gtd"),
    /**
     * Delay from a moment to the submission of the order; `ends` is the time from the submission to the order's expiry.
     */
    later: fc.constantFrom(0, 0, 1, 600_000),
    ends: fc.constantFrom(-1, 0, 1, 600_000, 1_800_000, DAY),
    extendedHours: fc.boolean(),
  }),
  { maxLength: 12 },
);

const arbitraryPlace = fc.record({
  /** Start of the simulation, as thousandths of all moments. */
  share: fc.integer({ min: -20, max: 1000 }),
  /**
   * Index of a corporate action, delisting or expiration at which the simulation starts, or null. `after` delays other
   * starts, so that they may lie between moments.
   */
  turn: fc.option(fc.nat(9), { freq: 3 }),
  after: fc.constantFrom(0, 0, 0, 1, 1_800_000),
  phase: fc.integer({ min: 1, max: 7 }),
});

type Place = typeof arbitraryPlace extends fc.Arbitrary<infer T> ? T : never;

/** Converts a random place to a time and phase, and the index of the last moment up to that time. */
function placeIn({ timeline, series }: Market, { share, turn, after, phase }: Place) {
  const turns = [...series.flatMap(({ actions }) => actions), ...endingsOf(series)].map(({ time }) => time);
  const number = Math.floor((share * timeline.length) / 1000);
  const moment = Math.max(0, Math.min(number, timeline.length - 1));
  const time =
    turn === null || turns.length === 0
      ? (number < 0 ? timeline.timeOf(0) - 1 : timeline.timeOf(moment)) + after
      : turns[turn % turns.length]!;
  return { at: { time, phase: phase as Phase }, moment: Math.max(0, timeline.numberAt(time)) };
}

const settings = { cash: 100_000, account: "margin", barsEnd: "settle", hours: "extended" } as const;

function planOf(data: MarketData, given: Partial<RunSettings> = {}): SimulationPlan {
  const resolved = resolveSettings({ ...settings, ...given });
  return new SimulationPlan(new Market(data, undefined, resolved), resolved);
}

/**
 * Daily and half-hourly bars of stocks and a coin with calendars. One series expires, one is delisted twice, and one
 * trades in euros.
 */
const arbitraryEnds = fc.tuple(arbitraryRecording, fc.array(fc.nat(420), { minLength: 4, maxLength: 4 }));

function endingMarket([seed, days]: typeof arbitraryEnds extends fc.Arbitrary<infer T> ? T : never): MarketData {
  const recorded = recordingOf(seed);
  const barsOf = (symbol: string) => recorded.series.find((one) => one.symbol === symbol)!.bars;
  const first = Math.floor(barsOf("ACME").time[0]! / DAY);
  const [expiration, ended, delisted, split] = days.map((day) => first + day);
  const XNYS = calendarOf("XNYS");
  const none = { ratio: 1, cash: 0, currency: "USD" };
  const splits = [0, 1].map((later) => ({
    symbol: "ACME",
    kind: "split" as const,
    exDate: split! + later,
    ...none,
    ratio: 2,
  }));
  return {
    series: [
      {
        instrument: instrument("ACME", { expiration }),
        bars: barsOf("ACME"),
        calendar: XNYS,
        actions: [...recorded.actions, ...splits],
      },
      {
        instrument: instrument("BTCEUR", { currency: "EUR", expiration: ended }),
        bars: barsOf("BTCUSD"),
        calendar: calendarOf("24/7"),
        actions: [{ symbol: "BTCEUR", kind: "delisting", exDate: delisted!, ...none }],
      },
      { instrument: instrument("WEEK"), bars: barsOf("WEEK") },
    ],
    rates: [{ instrument: instrument("EURUSD"), bars: barsOf("ACME"), calendar: XNYS }],
    notes: [],
  };
}

const markets: readonly {
  readonly kind: string;
  readonly parts: fc.Arbitrary<any>;
  readonly plan: (parts: any) => SimulationPlan;
}[] = [
  { kind: "without calendars", parts: arbitraryMarket, plan: (shape) => planOf(marketFrom(shape)) },
  { kind: "of served accounts", parts: arbitraryRecording, plan: servedPlan },
  { kind: "that begins inside a session", parts: fc.tuple(arbitraryRecording, fc.nat(5 * 48)), plan: planInside },
  { kind: "of instruments that end", parts: arbitraryEnds, plan: (parts) => planOf(endingMarket(parts)) },
  {
    kind: "of instruments that end, in regular hours",
    parts: arbitraryEnds,
    plan: (parts) => planOf(endingMarket(parts), { hours: "regular" }),
  },
];

/** Half-hourly bars of a stock, in a range that starts at any half hour. */
function planInside([seed, halfHours]: readonly [RecordingSeed, number]): SimulationPlan {
  const { series } = recordingOf({ ...seed, minutes: true });
  const { bars } = series.find(({ bars: { interval } }) => interval === "30m")!;
  const from = new Date(firstInstant(seed) + halfHours * 1_800_000).toISOString();
  const of = { instrument: instrument("ACME"), bars, calendar: calendarOf("XNYS") };
  return planOf({ series: [of], notes: [] }, { from });
}

function servedPlan(seed: RecordingSeed): SimulationPlan {
  const recorded = recordingOf(seed);
  const start = Math.floor(recorded.series.find(({ symbol }) => symbol === "BTCUSD")!.bars.time[0]!) + 3 * DAY;
  return new Exchange(recorded, start, settings).plan(settings.cash, "margin");
}

describe.each(markets)("a simulation of a market $kind", ({ parts, plan: makePlan }) => {
  property([parts, arbitraryPlace, arbitraryDeeds], runs(100))(
    "has the same state if it begins at a time as if it advanced to that time without an order",
    (given, place, actions) => {
      const plan = makePlan(given);
      const { timeline, symbols, closings } = plan.market;
      const { at, moment: first } = placeIn(plan.market, place);
      const gone = new Simulation(plan);
      gone.advance(at.time, at.phase);
      const begun = new Simulation(plan, { at });
      const same = (): void => {
        expect(begun.position).toEqual(gone.position);
        const [one, other] = [begun, gone].map((simulation) => {
          const { block: _, place: __, ...state } = simulation.snapshot();
          return { ...state, ...unsaved(simulation) };
        });
        expect(one).toEqual(other);
        expect(begun.equity).toBe(gone.equity);
      };
      same();
      let moment = first;
      for (const action of actions) {
        moment = Math.min(moment + action.moments, timeline.length - 1);
        const { sign, type, quantity, extendedHours } = action;
        const time = timeline.timeOf(moment) + action.later;
        for (const simulation of [gone, begun]) {
          if (simulation.time > time) continue;
          simulation.advance(time, action.phase as Phase);
          // Advancing ends all orders that have expired, so the next expiry is always later.
          expect(simulation.nextExpiry).toBeGreaterThan(action.phase < 3 ? time - 1 : time);
          simulation.wait(time);
          const { last } = simulation.feeds[action.symbol % symbols.length]!;
          const price = Math.max(1, (Number.isNaN(last) ? 100 : last) + action.away);
          simulation.submit(symbols[action.symbol % symbols.length]!, {
            type: orderTypes[type as "limit"],
            sign,
            size: { quantity },
            limitPrice: type === "limit" ? price : NaN,
            stopPrice: type === "stop" ? price : NaN,
            timeInForce: timesInForce[action.life as "day"],
            extendedHours,
            ...(action.life === "gtd" && { expiresAt: time + action.ends }),
          });
          expect(simulation.nextExpiry).toBeGreaterThan(action.phase < 3 ? time - 1 : time);
        }
        same();
      }
      for (const simulation of [gone, begun]) simulation.advance();
      same();
      expect(gone.records.length).toBe(closings.time.length);
      for (const simulation of [gone, begun]) simulation.finalize();
      same();
    },
  );

  property([parts, arbitraryPlace], runs(50))(
    "restored from a snapshot continues like the original",
    (given, place) => {
      const plan = makePlan(given);
      const { at } = placeIn(plan.market, place);
      const [first, second] = [new Simulation(plan, { at }), new Simulation(plan)];
      second.restore(structuredClone(first.snapshot()));
      expect(unsaved(second)).toEqual(unsaved(first));
      for (const simulation of [first, second]) simulation.advance();
      expect(second.snapshot()).toEqual(first.snapshot());
    },
  );
});

/** Values that a simulation computes when it is restored from a snapshot. */
function unsaved({ feeds, portfolio }: Simulation) {
  return {
    ended: feeds.map(({ ended }) => ended),
    multipliers: portfolio.positions.map(({ multiplier }) => multiplier),
  };
}
