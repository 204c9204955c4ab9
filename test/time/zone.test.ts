import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { HindcastError } from "../../src/primitives/errors.ts";
import { Zone, zoneOf } from "../../src/time/zone.ts";
import { property } from "../support/property.ts";

const at = (text: string): number => Date.parse(`${text}Z`);
const toInstant = (zone: string, local: string): string => {
  const instant = zoneOf(zone).toInstant(at(local));
  return Number.isNaN(instant) ? "skipped" : new Date(instant).toISOString();
};

describe("a zone's conversion of local times", () => {
  // Expected instants follow from the offsets in the IANA time-zone database.
  test.each([
    ["America/New_York", "2020-01-02T09:30", "2020-01-02T14:30:00.000Z"],
    ["America/New_York", "2020-07-02T09:30", "2020-07-02T13:30:00.000Z"],
    ["America/New_York", "2020-03-08T01:59:59.999", "2020-03-08T06:59:59.999Z"],
    ["America/New_York", "2020-03-08T03:00", "2020-03-08T07:00:00.000Z"],
    ["America/New_York", "2020-11-01T00:59:59", "2020-11-01T04:59:59.000Z"],
    ["America/New_York", "2020-11-01T02:00", "2020-11-01T07:00:00.000Z"],
    ["Australia/Sydney", "2021-04-04T01:59", "2021-04-03T14:59:00.000Z"],
    ["Australia/Sydney", "2021-04-04T03:00", "2021-04-03T17:00:00.000Z"],
    ["Australia/Lord_Howe", "2021-10-03T02:30", "2021-10-02T15:30:00.000Z"],
    ["Asia/Kolkata", "2020-01-01T00:00", "2019-12-31T18:30:00.000Z"],
    ["Asia/Tokyo", "2020-01-06T09:00", "2020-01-06T00:00:00.000Z"],
    ["America/New_York", "1850-01-01T00:00", "1850-01-01T04:56:02.000Z"],
    ["UTC", "2020-02-29T12:00", "2020-02-29T12:00:00.000Z"],
  ])("toInstant converts in %s the local time %s to the instant %s", (zone, local, expected) => {
    expect(toInstant(zone, local)).toBe(expected);
  });

  test.each([
    ["America/New_York", "2020-11-01T01:00", "2020-11-01T05:00:00.000Z"],
    ["America/New_York", "2020-11-01T01:30", "2020-11-01T05:30:00.000Z"],
    ["America/Sao_Paulo", "2018-02-17T23:30", "2018-02-18T01:30:00.000Z"],
    ["Australia/Sydney", "2021-04-04T02:30", "2021-04-03T15:30:00.000Z"],
    ["Australia/Lord_Howe", "2021-04-04T01:45", "2021-04-03T14:45:00.000Z"],
    ["Europe/London", "2020-10-25T01:30", "2020-10-25T00:30:00.000Z"],
  ])(
    "toInstant converts in %s the local time %s, which occurs twice, to the earlier instant: %s",
    (zone, local, expected) => {
      expect(toInstant(zone, local)).toBe(expected);
    },
  );

  test.each([
    ["America/New_York", "2020-03-08T02:00"],
    ["America/New_York", "2020-03-08T02:59:59.999"],
    ["America/Sao_Paulo", "2018-11-04T00:00"],
    ["Australia/Sydney", "2020-10-04T02:30"],
    ["Pacific/Apia", "2011-12-30T12:00"],
  ])("toInstant returns NaN in %s for the local time %s, which the clocks skip", (zone, local) => {
    expect(toInstant(zone, local)).toBe("skipped");
  });

  test("toInstantOrAfter converts a midnight that the clocks skip to the first existing time of the day", () => {
    const saoPaulo = zoneOf("America/Sao_Paulo");
    expect(saoPaulo.toInstantOrAfter(at("2018-11-04T00:00"))).toBe(at("2018-11-04T03:00"));
    expect(saoPaulo.toInstantOrAfter(at("2018-11-05T00:00"))).toBe(at("2018-11-05T02:00"));
    expect(saoPaulo.date(at("2018-11-04T03:00"))).toBe("2018-11-04");
    expect(saoPaulo.date(at("2018-11-04T02:59:59.999"))).toBe("2018-11-03");
  });

  test("toInstantOrAfter converts a date that a zone skipped entirely to the start of the next date", () => {
    expect(zoneOf("Pacific/Apia").toInstantOrAfter(at("2011-12-30T00:00"))).toBe(at("2011-12-30T10:00"));
  });
});

describe("Zone.date", () => {
  test.each([
    ["America/New_York", "2020-03-09T03:30", "2020-03-08"],
    ["America/New_York", "2020-03-09T04:00", "2020-03-09"],
    ["Australia/Sydney", "2019-12-31T13:00", "2020-01-01"],
    ["Australia/Sydney", "2019-12-31T12:59:59.999", "2019-12-31"],
    ["UTC", "1969-12-31T23:59:59.999", "1969-12-31"],
  ])("returns in the zone %s for the instant %s the local date %s", (zone, instant, date) => {
    expect(zoneOf(zone).date(at(instant))).toBe(date);
  });

  test("throws if the instant is not a number", () => {
    expect(() => zoneOf("Asia/Tokyo").date(NaN)).toThrow(
      expect.objectContaining({ code: "DATE_INVALID", message: "instant must be within the range of dates, was NaN" }),
    );
  });
});

test.each([
  "America/New_York",
  "Australia/Sydney",
  "Europe/Berlin",
  "America/Sao_Paulo",
  "Africa/Casablanca",
  "Australia/Lord_Howe",
])("the zone %s converts every half hour of ten years to local time and back without a difference", (name) => {
  const zone = zoneOf(name);
  const count = 10 * 365 * 48;
  const wrong: string[] = [];
  const check = (k: number): void => {
    const instant = at("2010-01-01T00:00") + k * 30 * 60_000;
    const back = zone.toInstant(zone.toLocal(instant));
    const repeated = zone.offset(back) !== zone.offset(instant) && back < instant;
    if (back !== instant && !repeated) wrong.push(new Date(instant).toISOString());
  };
  for (let k = 0; k < count; k++) check(k);
  for (let k = 0; k < count; k += 97) check((k * 7919) % count);
  expect(wrong).toEqual([]);
});

test("the offsets of the zone Australia/Sydney equal those of Intl for every hour of 2020", () => {
  const sydney = zoneOf("Australia/Sydney");
  const formatter = new Intl.DateTimeFormat("en-AU", { timeZone: "Australia/Sydney", timeZoneName: "longOffset" });
  for (let hour = 0; hour < 366 * 24; hour++) {
    const instant = at("2020-01-01T00:00") + hour * 3_600_000;
    const shown = formatter.format(instant).endsWith("GMT+11:00") ? 11 : 10;
    expect(sydney.offset(instant)).toBe(shown * 3_600_000);
  }
});

describe("the offset cache of a zone", () => {
  const HOUR = 3_600_000;

  /** A slow reference zone without a cache, which asks Intl for every instant. */
  function slowZone(name: string) {
    const formatter = new Intl.DateTimeFormat("en-CA", {
      timeZone: name,
      hourCycle: "h23",
      dateStyle: "short",
      timeStyle: "medium",
    });
    const offset = (instant: number): number => {
      const second = Math.floor(instant / 1000) * 1000;
      return Date.parse(`${formatter.format(second).replace(", ", "T")}Z`) - second;
    };
    /** Finds the earliest instant with a given local time by trying every offset of the two days around it. */
    const toInstant = (local: number): number => {
      const offsets = new Set(Array.from({ length: 97 }, (_, i) => offset(local + (i - 48) * HOUR)));
      const instants = [...offsets].map((one) => local - one).filter((instant) => instant + offset(instant) === local);
      return instants.length === 0 ? NaN : Math.min(...instants);
    };
    return { offset, toInstant };
  }

  /** Returns the first full hour after `from` at which the zone's offset differs, or `from` if there is none within a year. */
  function nextChange(zone: Zone, from: number): number {
    const first = zone.offset(from);
    for (let hour = 1; hour < 366 * 24; hour++)
      if (zone.offset(from + hour * HOUR) !== first) return from + hour * HOUR;
    return from;
  }

  const years = fc.integer({ min: Date.UTC(1880, 0), max: Date.UTC(2040, 0) });
  const near = fc.array(fc.integer({ min: -26 * HOUR, max: 26 * HOUR }), { minLength: 1, maxLength: 8 });
  property([
    fc.constantFrom(...Intl.supportedValuesOf("timeZone"), "UTC", "Etc/GMT+5"),
    fc.array(fc.record({ from: years, near }), { minLength: 1, maxLength: 4 }),
  ])("gives the offsets of Intl around changes of clocks in every zone, in any order of queries", (name, places) => {
    const slow = slowZone(name);
    const zone = new Zone(name);
    for (const { from, near: distances } of places) {
      const change = nextChange(new Zone(name), from);
      for (const time of distances.flatMap((distance) => [change + distance, from + distance])) {
        expect(zone.offset(time)).toBe(slow.offset(time));
        expect(zone.toInstant(time)).toBe(slow.toInstant(time));
      }
    }
  });

  test.each(["UTC", "Asia/Tokyo"])("returns NaN in the zone %s for a local time that is not a date", (name) => {
    for (const local of [NaN, Infinity, -Infinity, 1e300]) expect(zoneOf(name).toInstant(local)).toBeNaN();
  });
});

test("zoneOf creates a zone once and then returns it from a cache", () => {
  expect(zoneOf("Asia/Tokyo")).toBe(zoneOf("Asia/Tokyo"));
});

test.each(["Nowhere/City", "", "+05:00", "Z", "GMT+1", "New York"])(
  "zoneOf throws ZONE_UNKNOWN for the name %j",
  (zone) => {
    const error = (() => {
      try {
        return zoneOf(zone);
      } catch (caught) {
        return caught;
      }
    })();
    expect(error).toBeInstanceOf(HindcastError);
    expect(error).toMatchObject({
      code: "ZONE_UNKNOWN",
      message: `zone must be a name of the IANA time-zone database, such as America/New_York or UTC, was ${JSON.stringify(zone)}`,
      details: { zone },
    });
  },
);
