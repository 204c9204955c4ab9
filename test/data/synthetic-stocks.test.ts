import { describe, expect, test } from "vitest";
import type { FactKind } from "../../src/market/recorded-market.ts";
import { MarketFactor } from "../../src/data/synthetic/market-factor.ts";
import { MODELS } from "../../src/data/synthetic/synthetic-market.ts";
import type { InstrumentModel } from "../../src/data/synthetic/models.ts";
import { simulate, type SimulatedInstrument } from "../../src/data/synthetic/simulate.ts";
import { simulatedFacts } from "../../src/data/synthetic/simulated-facts.ts";
import { calendarOf } from "../../src/time/calendars/catalog.ts";
import { daysOfDate } from "../../src/time/civil-date.ts";

const SEED = 11;
const FROM = daysOfDate(2022, 1, 3);
const TO = daysOfDate(2023, 12, 29);
const xnys = calendarOf("XNYS");

const modelOf = (symbol: string): InstrumentModel => MODELS.find(({ instrument }) => instrument.symbol === symbol)!;
const traded = (model: InstrumentModel): SimulatedInstrument =>
  simulate(model, xnys, xnys.sessions(FROM, TO), new MarketFactor(SEED, model.factor, FROM), SEED);

/** A copy of an instrument model without splits and dividends. */
function plain({ splits: _splits, dividend: _dividend, ...model }: InstrumentModel): InstrumentModel {
  return model;
}

describe("prices of synthetic stocks", () => {
  test("are divided by the ratio of a split from its date, and volumes are multiplied", () => {
    const split = traded({ ...plain(modelOf("GOOGL")), splits: [{ date: "2022-06-06", ratio: 2 }] });
    const whole = traded(plain(modelOf("GOOGL")));
    const at = split.sessions.date.indexOf(daysOfDate(2022, 6, 6));
    expect(split.actions).toEqual([
      { symbol: "GOOGL", kind: "split", exDate: 19149, ratio: 2, cash: 0, currency: "USD" },
    ]);
    expect(split.daily.close.slice(0, at)).toEqual(whole.daily.close.slice(0, at));
    for (const i of [at, at + 1, at + 100]) {
      expect(whole.daily.close[i]! / split.daily.close[i]!).toBeCloseTo(2, 2);
      expect(split.daily.volume[i]! / whole.daily.volume[i]!).toBeCloseTo(2, 2);
    }
  });

  test("are multiplied by ten at a reverse split of ten shares into one", () => {
    const { actions, sessions, daily } = traded(modelOf("AMC"));
    expect(actions).toEqual([{ symbol: "AMC", kind: "split", exDate: 19254, ratio: 0.1, cash: 0, currency: "USD" }]);
    const at = sessions.date.indexOf(19254);
    expect(daily.open[at]! / daily.close[at - 1]!).toBeGreaterThan(7);
    expect(daily.open[at]! / daily.close[at - 1]!).toBeLessThan(13);
  });

  test("fall by exactly the cash of a dividend at the open of its ex-date", () => {
    const model = plain(modelOf("KO"));
    const paying = traded({ ...model, dividend: { yield: 0.032, growth: 0.04, month: 3, day: 14 } });
    const keeping = traded(model);
    expect(paying.actions).toHaveLength(8);
    const { exDate, cash } = paying.actions[0]!;
    // The ex-date is the first session from 14 March. A quarter of 3.2% of the price 200, grown by 4% a year for 70 days, is 1.61.
    expect([exDate, cash]).toEqual([daysOfDate(2022, 3, 14), 1.61]);
    const at = paying.sessions.date.indexOf(exDate);
    expect(paying.daily.close[at - 1]).toBe(keeping.daily.close[at - 1]);
    expect(keeping.daily.open[at]! - paying.daily.open[at]!).toBeCloseTo(1.61, 9);
  });
});

describe("facts of synthetic stocks", () => {
  const known = (simulated: SimulatedInstrument, kind: FactKind) =>
    simulatedFacts(simulated, SEED).filter((fact) => fact.kind === kind);

  test("have new earnings half an hour after a close, and restated earnings at the open of a split", () => {
    const simulated = traded(modelOf("GOOGL"));
    const earnings = known(simulated, "trailing_eps");
    const shares = known(simulated, "shares_outstanding");
    // Earnings are recorded once at the start, at eight reports and at one split.
    expect(earnings).toHaveLength(10);
    expect(earnings.slice(0, 3).map(({ knownAt }) => new Date(knownAt).toISOString())).toEqual([
      "2022-01-03T05:00:00.000Z",
      "2022-01-24T21:30:00.000Z",
      "2022-04-25T20:30:00.000Z",
    ]);
    const at = earnings.findIndex(({ knownAt }) => knownAt === Date.UTC(2022, 5, 6, 13, 30));
    expect(at).toBe(3);
    expect(Number(earnings[at]!.value) * 2).toBeCloseTo(Number(earnings[at - 1]!.value), 1);
    expect(Number(shares[at]!.value)).toBe(Number(shares[at - 1]!.value) * 2);
  });

  test("have negative earnings after a loss, and a new name from the date of renaming", () => {
    const simulated = traded(modelOf("AMC"));
    expect(known(simulated, "trailing_eps").every(({ value }) => Number(value) < 0)).toBe(true);
    expect(known(simulated, "name").map(({ value, knownAt }) => [new Date(knownAt).toISOString(), value])).toEqual([
      ["2022-01-03T05:00:00.000Z", "AMC Entertainment (synthetic)"],
      ["2022-09-19T13:30:00.000Z", "AMC Holdings (synthetic)"],
    ]);
  });
});
