import { expect, test } from "vitest";
import { addMonths, dateOfDays, daysInMonth, daysOfDate } from "../../src/time/civil-date.ts";

test("dateOfDays and daysOfDate are inverse for all years from 0 to 9999", () => {
  for (let days = -719_528; days <= 2_932_896; days += 13) {
    const { year, month, day } = dateOfDays(days);
    if (daysOfDate(year, month, day) !== days) expect.unreachable(`${year}-${month}-${day}`);
  }
  expect(daysOfDate(1970, 1, 1)).toBe(0);
  expect(daysOfDate(2000, 3, 1)).toBe(11_017); // example in Hinnant's paper on date algorithms
});

test("daysInMonth returns the number of days of a month, with leap years, and 0 if there is no such month", () => {
  expect([1, 2, 3, 4, 12].map((month) => daysInMonth(2021, month))).toEqual([31, 28, 31, 30, 31]);
  expect([1900, 2000, 2020, 2100].map((year) => daysInMonth(year, 2))).toEqual([28, 29, 29, 28]);
  expect([daysInMonth(2020, 0), daysInMonth(2020, 13)]).toEqual([0, 0]);
});

test.each([
  [{ year: 2020, month: 1, day: 15 }, 1, { year: 2020, month: 2, day: 15 }],
  [{ year: 2020, month: 12, day: 1 }, 1, { year: 2021, month: 1, day: 1 }],
  [{ year: 2020, month: 11, day: 30 }, 1, { year: 2020, month: 12, day: 31 }],
  [{ year: 2021, month: 1, day: 29 }, 1, { year: 2021, month: 2, day: 28 }],
  [{ year: 2020, month: 2, day: 29 }, 12, { year: 2021, month: 2, day: 28 }],
  [{ year: 2020, month: 3, day: 1 }, -3, { year: 2019, month: 12, day: 1 }],
])("addMonths: the date %o plus %i months is %o", (date, months, expected) => {
  expect(addMonths(date, months)).toEqual(expected);
});
