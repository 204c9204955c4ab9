import * as fc from "fast-check";
import { expect } from "vitest";
import type { Bars } from "../../src/market/bars.ts";
import { resample } from "../../src/market/resample.ts";
import { scheduleOf } from "../../src/market/schedule.ts";
import { DAY_MS } from "../../src/time/civil-date.ts";
import type { Interval } from "../../src/time/interval.ts";
import { zoneOf } from "../../src/time/zone.ts";
import { sessionDays, sessionMinutes } from "../support/arbitrary-sessions.ts";
import { dayOf, newYork } from "../support/hand-calendar.ts";
import { property } from "../support/property.ts";

const NY = zoneOf("America/New_York");
const MINUTES: Partial<Record<Interval, number>> = { "15m": 15, "30m": 30, "60m": 60, "90m": 90, "4h": 240 };
const calendar = newYork;
const coarseOfDays = fc.constantFrom<Interval>("5d", "1wk", "1mo", "3mo");
const coarseOfMinutes = fc.constantFrom<Interval>("15m", "30m", "60m", "90m", "4h", "1d", "1wk");
/** Random bars, a longer interval to resample to, and the hours that are included. */
const cases = fc.oneof(
  fc.tuple(sessionDays, coarseOfDays, fc.constant("regular" as const)),
  fc.tuple(sessionMinutes, coarseOfMinutes, fc.constantFrom("regular" as const, "extended" as const)),
);

const FIRST_DAY = dayOf("2015-11-01");
/** Number of sessions of the hand-made calendar from 1970 to FIRST_DAY. */
const SESSIONS_BEFORE = newYork.sessions(0, FIRST_DAY - 1).length;

/** Identifies the resampled bar that bar `i` belongs to, computed without the code under test. */
function groupOf(bars: Bars, i: number, interval: Interval): string {
  const local = NY.toLocal(bars.time[i]!);
  const day = Math.floor(local / DAY_MS);
  const date = new Date(day * DAY_MS).toISOString();
  const minutes = MINUTES[interval];
  if (minutes !== undefined) {
    const { preOpen, open, close } = newYork.session(day)!;
    const start = bars.time[i]!;
    const anchor = start >= close ? close : start >= open ? open : preOpen;
    return `${anchor} ${Math.floor((start - anchor) / 60_000 / minutes)}`;
  }
  if (interval === "1d") return date;
  if (interval === "1wk") return String(Math.floor((day + 3) / 7));
  if (interval === "1mo") return date.slice(0, 7);
  if (interval === "3mo") return `${date.slice(0, 4)} ${Math.floor((Number(date.slice(5, 7)) - 1) / 3)}`;
  return String(Math.floor((SESSIONS_BEFORE + newYork.sessions(FIRST_DAY, day - 1).length) / 5));
}

function regular(bars: Bars, i: number): boolean {
  if (bars.interval === "1d") return true;
  const { open, close } = newYork.session(Math.floor(NY.toLocal(bars.time[i]!) / DAY_MS))!;
  return bars.time[i]! >= open && bars.time[i]! < close;
}

property([cases], { numRuns: 60 })(
  "a resampled bar has the open of its first bar, the close of its last, the highest high, lowest low and total volume",
  ([bars, interval, hours]) => {
    const coarse = resample(bars, interval, { calendar, hours });
    const members = new Map<string, number[]>();
    for (let i = 0; i < bars.length; i++) {
      if (hours === "regular" && !regular(bars, i)) continue;
      const group = groupOf(bars, i, interval);
      members.set(group, [...(members.get(group) ?? []), i]);
    }
    const groups = [...members.values()];
    const rows = (column: Float64Array, of: (values: number[]) => number) =>
      groups.map((group) => of(group.map((i) => column[i]!)));
    expect([...coarse.open]).toEqual(rows(bars.open, (values) => values[0]!));
    expect([...coarse.close]).toEqual(rows(bars.close, (values) => values.at(-1)!));
    expect([...coarse.high]).toEqual(rows(bars.high, (values) => Math.max(...values)));
    expect([...coarse.low]).toEqual(rows(bars.low, (values) => Math.min(...values)));
    expect([...coarse.volume]).toEqual(rows(bars.volume, (values) => values.reduce((sum, value) => sum + value, 0)));
    const total = (column: Float64Array) => column.reduce((sum, value) => sum + value, 0);
    if (hours === "extended" || bars.interval === "1d") expect(total(coarse.volume)).toBe(total(bars.volume));
    for (let i = 1; i < coarse.length; i++) expect(coarse.time[i]).toBeGreaterThan(coarse.time[i - 1]!);
  },
);

property([cases, fc.double({ min: 0, max: 1, noNaN: true })], { numRuns: 60 })(
  "complete resampled bars do not change when later bars are added to the input",
  ([bars, interval, hours], share) => {
    const length = Math.floor(share * bars.length);
    const { closeTime } = scheduleOf(bars, calendar);
    const upTo = length === 0 ? -Infinity : closeTime[length - 1]!;
    const first = resample(bars.slice(0, length), interval, { calendar, hours, upTo });
    const all = resample(bars, interval, { calendar, hours, upTo });
    for (const name of ["time", "open", "high", "low", "close", "volume"] as const)
      expect(first[name]).toEqual(all[name]);
    const whole = resample(bars, interval, { calendar, hours });
    expect(all.close).toEqual(whole.close.slice(0, all.length));
  },
);

property([cases], { numRuns: 30 })(
  "resampling to an interval in two steps gives the same bars as resampling in one step",
  ([bars, , hours]) => {
    const direct = bars.interval === "1d" ? "3mo" : "4h";
    const step = bars.interval === "1d" ? "1mo" : "60m";
    const twice = resample(resample(bars, step, { calendar, hours }), direct, { calendar, hours });
    const once = resample(bars, direct, { calendar, hours });
    for (const name of ["time", "open", "high", "low", "close", "volume"] as const)
      expect(twice[name]).toEqual(once[name]);
  },
);
