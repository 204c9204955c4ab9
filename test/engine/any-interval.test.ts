import * as fc from "fast-check";
import { backtest, calendarOf, defineStrategy, instrument, type Interval } from "hindcast";
import { expect } from "vitest";
import type { Bars } from "../../src/market/bars.ts";
import { scheduleOf } from "../../src/market/schedule.ts";
import { fixedLength, intradayInterval } from "../../src/time/interval.ts";
import { barsAt } from "../support/timed-bars.ts";
import { property } from "../support/property.ts";

const XNYS = calendarOf("XNYS");
const SESSION_SECONDS = 23_400;

const divisorsOf = (count: number) => Array.from({ length: count }, (_, i) => i + 1).filter((one) => count % one === 0);

/** Lengths in seconds of bars, and of longer bars that fill a session of the NYSE. */
const lengths = fc
  .constantFrom(...divisorsOf(SESSION_SECONDS).filter((seconds) => seconds >= 30))
  .chain((coarse) =>
    fc.tuple(fc.constantFrom(...divisorsOf(coarse).filter((fine) => fine >= 10)), fc.constant(coarse)),
  );

/** Bars at random places of two sessions around the early close of 24 November 2023. */
const cases = fc
  .tuple(lengths, fc.array(fc.nat(2 * SESSION_SECONDS - 1), { minLength: 2, maxLength: 60 }))
  .map(([[fine, coarse], places]) => {
    const sessions = ["2023-11-24", "2023-11-27"].map((date) => XNYS.session(Date.parse(date) / 86_400_000)!);
    const starts = places.flatMap((place) => {
      const { open, close } = sessions[place < SESSION_SECONDS ? 0 : 1]!;
      const start = open + Math.floor((place % SESSION_SECONDS) / fine) * fine * 1000;
      return start < close ? [start] : [];
    });
    const time = [...new Set(starts)].toSorted((a, b) => a - b);
    const interval = intradayInterval(fine * 1000)!;
    return {
      bars: barsAt(interval, time.length === 0 ? [sessions[0]!.open] : time),
      coarse: intradayInterval(coarse * 1000)!,
    };
  });

/** What a strategy sees of its longer bars at each of its own: the end of each bar, and the last longer close. */
function seen(bars: Bars, coarse: Interval): readonly (readonly [number, number])[] {
  const rows: [number, number][] = [];
  const strategy = defineStrategy({
    name: "reader",
    indicators: ({ bars: of }) => ({ close: of(coarse).close }),
    onBar: ({ time, ind }) => void rows.push([time, ind.close.value]),
  });
  backtest(strategy, { series: [{ instrument: instrument("A"), bars, calendar: XNYS }], notes: [] });
  return rows;
}

property([cases, fc.double({ min: 0, max: 1, noNaN: true })], { numRuns: 60 })(
  "a strategy sees the last finished bar of any longer interval, whatever comes later",
  ({ bars, coarse }, share) => {
    const rows = seen(bars, coarse);
    const count = Math.max(1, Math.floor(share * bars.length));
    expect(seen(bars.slice(0, count), coarse)).toEqual(rows.slice(0, count));
    // Counted by hand: a longer bar ends with its length, counted from the open, or with the session.
    const length = fixedLength(coarse)!;
    const { closeTime } = scheduleOf(bars, XNYS);
    const endOf = (i: number) => {
      const { open, close } = XNYS.lastSession(bars.time[i]!)!;
      return Math.min(open + (Math.floor((bars.time[i]! - open) / length) + 1) * length, close);
    };
    for (let i = 0; i < bars.length; i++) {
      let last = i;
      while (last >= 0 && endOf(last) > closeTime[i]!) last--;
      expect(rows[i]).toEqual([closeTime[i], last < 0 ? NaN : bars.close[last]]);
    }
  },
);
