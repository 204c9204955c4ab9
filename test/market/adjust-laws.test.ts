import * as fc from "fast-check";
import { expect } from "vitest";
import { adjust, adjustedClose } from "../../src/market/adjust.ts";
import type { Bars } from "../../src/market/bars.ts";
import { forwardFactors } from "../../src/market/forward-factors.ts";
import { resample } from "../../src/market/resample.ts";
import { DAY_MS } from "../../src/time/civil-date.ts";
import type { Interval } from "../../src/time/interval.ts";
import { zoneOf } from "../../src/time/zone.ts";
import { anyActions, dyadicSplits, sessionDays } from "../support/arbitrary-sessions.ts";
import { dayOf, newYork } from "../support/hand-calendar.ts";
import { property } from "../support/property.ts";

const NY = zoneOf("America/New_York");
const calendar = newYork;
const interval = fc.constantFrom<Interval>("5d", "1wk", "1mo", "3mo");
/** A date after the end of every generated bar, of all intervals. */
const LATER = dayOf("2016-06-30");
const PRICES = ["open", "high", "low", "close"] as const;
const dayOfBar = (bars: Bars, i: number) => Math.floor(NY.toLocal(bars.time[i]!) / DAY_MS);

property([sessionDays, dyadicSplits, interval], { numRuns: 60 })(
  "for splits with power-of-two ratios, adjusting then resampling gives the same bits as resampling then adjusting",
  (days, actions, coarse) => {
    const before = resample(adjust(days, actions, LATER, { calendar }), coarse, { calendar });
    const joined = resample(days, coarse, { calendar, actions });
    const after = adjust(joined, actions, LATER, { calendar, reference: days });
    for (const name of [...PRICES, "time", "volume"] as const) expect(after[name]).toEqual(before[name]);
  },
);

property([sessionDays, anyActions, interval], { numRuns: 60 })(
  "for splits and dividends, adjusting then resampling gives the closes of resampling then adjusting, up to rounding",
  (days, list, coarse) => {
    // Leaves out dividends on days without a bar: a weekly bar does not show that its last trade came before such an ex-date.
    const traded = new Set(Array.from(days.time, (_, i) => dayOfBar(days, i)));
    const actions = list.filter(({ kind, exDate }) => kind === "split" || traded.has(exDate));
    const before = resample(adjust(days, actions, LATER, { calendar }), coarse, { calendar });
    const joined = resample(days, coarse, { calendar, actions });
    const after = adjust(joined, actions, LATER, { calendar, reference: days });
    expect(after.length).toBe(before.length);
    for (let i = 0; i < after.length; i++) expect(after.close[i]! / before.close[i]!).toBeCloseTo(1, 12);
  },
);

property([sessionDays, anyActions, fc.integer({ min: 0, max: 60 }), fc.boolean()], { numRuns: 60 })(
  "prices adjusted as of a date are identical with and without the actions and bars after that date",
  (days, actions, offset, dividends) => {
    const asOf = dayOf("2015-11-16") + offset;
    let known = 0;
    while (known < days.length && dayOfBar(days, known) <= asOf) known++;
    const options = { calendar, dividends };
    const all = adjust(days, actions, asOf, options).slice(0, known);
    const past = actions.filter(({ exDate }) => exDate <= asOf);
    const restated = adjust(days.slice(0, known), past, asOf, options);
    for (const name of [...PRICES, "volume"] as const) expect(restated[name]).toEqual(all[name]);
    expect(adjustedClose(days.slice(0, known), past, asOf, options)).toEqual(restated.close);
  },
);

property([sessionDays, anyActions, fc.nat({ max: 40 })], { numRuns: 60 })(
  "the forward adjustment factors of a bar do not change when later bars are added",
  (days, actions, length) => {
    const options = { calendar, dividends: true };
    const all = forwardFactors(days, actions, options);
    const some = days.slice(0, length);
    const last = some.length === 0 ? -Infinity : dayOfBar(some, some.length - 1);
    const first = forwardFactors(
      some,
      actions.filter(({ exDate }) => exDate <= last),
      options,
    );
    expect(first.price).toEqual(all.price.slice(0, some.length));
    expect(first.split).toEqual(all.split.slice(0, some.length));
  },
);

property([sessionDays, anyActions, fc.nat({ max: 40 })], { numRuns: 60 })(
  "a price adjusted as of a date equals the raw price times its forward factor, divided by the forward factor of that date",
  (days, actions, place) => {
    if (days.length === 0) return;
    const at = Math.min(place, days.length - 1);
    const options = { calendar, dividends: true };
    const { price, split } = forwardFactors(days, actions, options);
    const adjusted = adjust(days.slice(0, at + 1), actions, dayOfBar(days, at), options);
    expect(adjusted.close).toEqual(days.close.slice(0, at + 1).map((close, i) => close * (price[i]! / price[at]!)));
    expect(adjusted.volume).toEqual(days.volume.slice(0, at + 1).map((volume, i) => volume / (split[i]! / split[at]!)));
    expect(adjusted.close[at]).toBe(days.close[at]);
  },
);
