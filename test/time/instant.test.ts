import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { formatDate, formatInstant, parseDate, parseInstant } from "../../src/time/instant.ts";
import { property } from "../support/property.ts";

const inNewYork = (text: string): string => formatInstant(parseInstant(text, "America/New_York"));

describe("parseInstant", () => {
  test.each([
    ["2020-02-28", "2020-02-28T00:00:00.000Z"],
    ["2020-02-29", "2020-02-29T00:00:00.000Z"],
    ["2000-02-29", "2000-02-29T00:00:00.000Z"],
    ["0001-01-01", "0001-01-01T00:00:00.000Z"],
    ["9999-12-31", "9999-12-31T00:00:00.000Z"],
    ["1969-12-31", "1969-12-31T00:00:00.000Z"],
    ["2020-02-28T09:30", "2020-02-28T09:30:00.000Z"],
    ["2020-02-28 09:30", "2020-02-28T09:30:00.000Z"],
    ["2020-02-28T09:30:15", "2020-02-28T09:30:15.000Z"],
    ["2020-02-28T09:30:15.5", "2020-02-28T09:30:15.500Z"],
    ["2020-02-28T09:30:15.123000", "2020-02-28T09:30:15.123Z"],
    ["2020-02-28T09:30:15.123Z", "2020-02-28T09:30:15.123Z"],
    ["2020-02-28T09:30Z", "2020-02-28T09:30:00.000Z"],
    ["2020-02-28T09:30:00-05:00", "2020-02-28T14:30:00.000Z"],
    ["2020-02-28 09:30:00+0530", "2020-02-28T04:00:00.000Z"],
    ["2020-02-28T09:30:00+01", "2020-02-28T08:30:00.000Z"],
  ])("reads the text %s as the instant %s", (text, expected) => {
    expect(formatInstant(parseInstant(text))).toBe(expected);
  });

  test("reads a time without an offset in the given zone, and a time with an offset by its offset", () => {
    expect(inNewYork("2020-02-03")).toBe("2020-02-03T05:00:00.000Z");
    expect(inNewYork("2020-07-01T09:30")).toBe("2020-07-01T13:30:00.000Z");
    expect(inNewYork("2020-07-01T09:30Z")).toBe("2020-07-01T09:30:00.000Z");
    expect(inNewYork("2020-07-01T09:30+02:00")).toBe("2020-07-01T07:30:00.000Z");
    expect(formatInstant(parseInstant("2018-11-04", "America/Sao_Paulo"))).toBe("2018-11-04T03:00:00.000Z");
  });

  test.each([
    ["2021-02-30", "a date that exists, 2021-02 has days 01 to 28"],
    ["2021-02-29", "a date that exists, 2021-02 has days 01 to 28"],
    ["1900-02-29", "a date that exists, 1900-02 has days 01 to 28"],
    ["2021-04-31", "a date that exists, 2021-04 has days 01 to 30"],
    ["2021-01-00", "a date that exists, 2021-01 has days 01 to 31"],
    ["2021-13-01", "a date with a month from 01 to 12"],
    ["2021-00-01", "a date with a month from 01 to 12"],
    ["2021-01-01T24:00", "a time with hours from 00 to 23"],
    ["2021-01-01T12:60", "a time with minutes from 00 to 59"],
    ["2021-01-01T23:59:60Z", "a time with seconds from 00 to 59"],
    ["2021-01-01T12:00+24:00", "a time with hours from 00 to 23"],
    ["2021-01-01T12:00:00.0001Z", "a time in whole milliseconds"],
  ])("throws for %s, which is no existing date or time of day", (text, mustBe) => {
    expect(() => parseInstant(text)).toThrow(
      expect.objectContaining({
        code: "DATE_INVALID",
        message: `time must be ${mustBe}, was ${JSON.stringify(text)}`,
        details: { mustBe, was: text },
      }),
    );
  });

  test.each([
    "",
    "2021",
    "2021-1-1",
    "20210101",
    "01/02/2021",
    "2021-01-01T",
    "2021-01-01T9:30",
    "2021-01-01 ",
    "2021-01-01Z",
    "2021-01-01t12:00z",
    "now",
    "2021-01-01T12:00:00,5",
  ])("throws for the text %j, which does not have the form of a date or time", (text) => {
    expect(() => parseInstant(text)).toThrow(
      expect.objectContaining({
        code: "DATE_INVALID",
        message: `time must be YYYY-MM-DD or YYYY-MM-DDTHH:mm[:ss[.sss]], with or without Z or an offset, was ${JSON.stringify(text)}`,
      }),
    );
  });

  test("throws for a local time that is skipped when clocks go forward, and for an unknown zone", () => {
    expect(() => parseInstant("2020-03-08T02:30", "America/New_York")).toThrow(
      expect.objectContaining({
        code: "DATE_INVALID",
        message:
          'time must be a time that the clocks of America/New_York show, not one that they skip when they go forward, was "2020-03-08T02:30"',
      }),
    );
    expect(() => parseInstant("2020-03-08T02:30", "Mars/Olympus")).toThrow(
      expect.objectContaining({ code: "ZONE_UNKNOWN" }),
    );
  });
});

test("parseDate throws for dates that do not exist and for dates with a time of day", () => {
  expect(parseDate("2020-02-29")).toBe(Date.UTC(2020, 1, 29));
  expect(() => parseDate("2021-02-30")).toThrow(expect.objectContaining({ code: "DATE_INVALID" }));
  expect(() => parseDate("2021-02-03T00:00")).toThrow(
    expect.objectContaining({
      code: "DATE_INVALID",
      message: 'time must be a date YYYY-MM-DD, was "2021-02-03T00:00"',
    }),
  );
});

property([
  fc.array(
    fc.oneof(
      fc.double({ min: -8.64e15, max: 8.64e15, noNaN: true }),
      fc.integer({ min: -(2 ** 33), max: 2 ** 33 }),
      fc.double({ min: -3 * 86_400_000, max: 3 * 86_400_000, noNaN: true }),
      fc.constantFrom(-8.64e15, 8.64e15, -0, -0.5, -86_400_000, 86_399_999.9),
    ),
    { maxLength: 20 },
  ),
])("formatInstant and formatDate give the text of Date.toISOString for any instants in any order", (instants) => {
  for (const instant of instants) {
    const text = new Date(instant).toISOString();
    expect(formatDate(instant)).toBe(text.slice(0, -14));
    expect(formatInstant(instant)).toBe(text);
  }
});

test("formatDate and formatInstant format valid instants and throw for invalid instants", () => {
  expect(formatDate(Date.UTC(2020, 1, 29, 23, 59, 59, 999))).toBe("2020-02-29");
  expect(formatDate(-1)).toBe("1969-12-31");
  expect(formatInstant(0)).toBe("1970-01-01T00:00:00.000Z");
  for (const wrong of [NaN, Infinity, 8.65e15]) {
    expect(() => formatInstant(wrong)).toThrow(
      expect.objectContaining({
        code: "DATE_INVALID",
        message: `instant must be within the range of dates, was ${wrong}`,
      }),
    );
  }
});
