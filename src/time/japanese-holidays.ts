import { daysOfDate } from "./civil-date.ts";
import { nthWeekday, weekdayOf } from "./holidays.ts";

/**
 * National holidays of Japan, with substitutes for those on Sundays and with citizens' holidays, the days between two holidays.
 * By the law on national holidays as it stood in each year from 2000 on, with the exceptions of 2019 (accession of the Emperor), 2020 and
 * 2021 (Olympic Games). The equinoxes are by calculation; the government gazettes them a year ahead.
 */
export function japaneseHolidays(year: number): readonly number[] {
  const named = new Set(namedHolidays(year));
  const all = new Set(named);
  for (const day of named) {
    if (weekdayOf(day) !== 0) continue;
    let substitute = day + 1;
    // Of the holidays of 2000 to 2006 none fell on the Monday after another.
    while (named.has(substitute)) substitute++;
    all.add(substitute);
  }
  for (const day of named) {
    if (named.has(day + 2) && weekdayOf(day + 1) !== 0) all.add(day + 1);
  }
  return [...all].toSorted((a, b) => a - b);
}

function namedHolidays(year: number): number[] {
  const on = (month: number, day: number): number => daysOfDate(year, month, day);
  const days = [
    on(1, 1), // New Year
    nthWeekday(year, 1, 1, 2), // Coming of Age
    on(2, 11), // Foundation
    vernalEquinox(year),
    on(4, 29), // Greenery, later Showa
    on(5, 3), // Constitution
    on(5, 5), // Children
    year >= 2003 ? nthWeekday(year, 9, 1, 3) : on(9, 15), // Respect for the Aged
    autumnalEquinox(year),
    on(11, 3), // Culture
    on(11, 23), // Labour Thanksgiving
    ...summerHolidays(year),
  ];
  if (year >= 2007) days.push(on(5, 4)); // Greenery; before, a day between holidays
  if (year <= 2018) days.push(on(12, 23)); // birthday of the Emperor
  if (year >= 2020) days.push(on(2, 23));
  if (year === 2019) days.push(on(5, 1), on(10, 22)); // accession and enthronement
  return days;
}

/** Marine Day, Mountain Day and Sports Day. */
function summerHolidays(year: number): number[] {
  const on = (month: number, day: number): number => daysOfDate(year, month, day);
  if (year === 2020) return [on(7, 23), on(8, 10), on(7, 24)];
  if (year === 2021) return [on(7, 22), on(8, 8), on(7, 23)];
  const marine = year >= 2003 ? nthWeekday(year, 7, 1, 3) : on(7, 20);
  const sports = nthWeekday(year, 10, 1, 2);
  return year >= 2016 ? [marine, on(8, 11), sports] : [marine, sports];
}

/**
 * The dates on which the sun crosses the equator by Japanese time, from its mean motion; right from 1980 to 2099.
 * Source: the approximation of the Hydrographic Department of the Japan Coast Guard.
 */
function vernalEquinox(year: number): number {
  return daysOfDate(year, 3, equinoxDay(year, 20.8431));
}

function autumnalEquinox(year: number): number {
  return daysOfDate(year, 9, equinoxDay(year, 23.2488));
}

function equinoxDay(year: number, in1980: number): number {
  const years = year - 1980;
  return Math.floor(in1980 + 0.242194 * years) - Math.floor(years / 4);
}
