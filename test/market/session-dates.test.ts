import * as fc from "fast-check";
import { describe, expect } from "vitest";
import { barDates } from "../../src/market/session-dates.ts";
import { Bars } from "../../src/market/bars.ts";
import { scheduleOf } from "../../src/market/schedule.ts";
import { zoneOf } from "../../src/time/zone.ts";
import { runs } from "../support/runs.ts";
import { property } from "../support/property.ts";

const DAY_MS = 86_400_000;
const MINUTE_MS = 60_000;
/** Zones and instants at which their clocks change: at midnight, a minute past it, by half an hour, or not at all. */
const CHANGES = [
  { zone: "America/Sao_Paulo", at: Date.UTC(2018, 1, 18, 2) },
  { zone: "America/Sao_Paulo", at: Date.UTC(2018, 10, 4, 3) },
  { zone: "America/St_Johns", at: Date.UTC(2010, 10, 7, 2, 31) },
  { zone: "Australia/Lord_Howe", at: Date.UTC(2024, 3, 6, 15) },
  { zone: "America/Havana", at: Date.UTC(2024, 10, 3, 5) },
  { zone: "America/New_York", at: Date.UTC(2024, 2, 10, 7) },
  { zone: "Asia/Kolkata", at: Date.UTC(2024, 0, 1) },
];

describe("barDates", () => {
  property(
    [fc.constantFrom(...CHANGES), fc.array(fc.integer({ min: 1, max: 300 }), { minLength: 80, maxLength: 200 })],
    runs(100),
  )("gives an intraday bar the local date of its start in the zone, also when clocks change", ({ zone, at }, steps) => {
    let minutes = Math.floor(at / MINUTE_MS) - 3000;
    const time = Float64Array.from(steps, (step) => (minutes += step) * MINUTE_MS);
    const one = time.map(() => 1);
    const bars = new Bars("1m", { time, open: one, high: one, low: one, close: one, volume: one }, zone);
    const { date } = barDates({ bars, schedule: scheduleOf(bars, undefined, zone) });
    const clock = zoneOf(zone);
    expect([...date]).toEqual(Array.from(time, (start) => Math.floor(clock.toLocal(start) / DAY_MS) * DAY_MS));
  });
});
