import { at, DAYS, type FileKind, HOURS, lines, MINUTES, NEW_YORK, UTC_MINUTES } from "./file-kind.ts";

const OHLCV = ["open,high,low,close,volume", "10,12,9,11,100", "11,13,10,12,200", "12,14,11,13,300"] as const;
/** Returns a file with the given cells in its first column, whose name comes first. */
const timed = (...cells: readonly string[]): string =>
  lines(...cells.map((cell, i) => `${cell},${OHLCV[i] ?? OHLCV[1]}`));
const OCTOBER = ["2024-01-13T00:00Z", "2024-01-14T00:00Z", "2024-01-15T00:00Z"] as const;

/** Spellings of times, orders of rows, and stamps. */
export const times: readonly FileKind[] = [
  {
    kind: "rows from new to old",
    name: "AAA.csv",
    content: lines(`time,${OHLCV[0]}`, `2024-01-04,${OHLCV[3]}`, `2024-01-03,${OHLCV[2]}`, `2024-01-02,${OHLCV[1]}`),
    bars: { AAA: at(...DAYS) },
    says: ["rows from newest to oldest, read in reverse"],
  },
  {
    kind: "MetaTrader 5: tabs, names in angle brackets, dates with points",
    name: "EURUSD_H1.csv",
    content: lines(
      "<DATE>\t<TIME>\t<OPEN>\t<HIGH>\t<LOW>\t<CLOSE>\t<TICKVOL>\t<VOL>\t<SPREAD>",
      "2024.01.02\t09:00:00\t10\t12\t9\t11\t100\t0\t1",
      "2024.01.02\t10:00:00\t11\t13\t10\t12\t200\t0\t1",
      "2024.01.02\t11:00:00\t12\t14\t11\t13\t300\t0\t1",
    ),
    bars: { EURUSD_H1: at(...HOURS) },
    says: ["volume from <TICKVOL>"],
  },
  {
    kind: "MetaTrader 5: days",
    name: "EURUSD_D1.csv",
    content: lines(
      "<DATE>\t<OPEN>\t<HIGH>\t<LOW>\t<CLOSE>\t<TICKVOL>\t<VOL>\t<SPREAD>",
      "2024.01.02\t10\t12\t9\t11\t7\t100\t1",
      "2024.01.03\t11\t13\t10\t12\t8\t200\t1",
      "2024.01.04\t12\t14\t11\t13\t9\t300\t1",
    ),
    bars: { EURUSD_D1: at(...DAYS) },
    says: ["volume from <VOL>"],
  },
  {
    kind: "dates with points",
    name: "AAA.csv",
    content: timed("Date", "02.01.2024", "03.01.2024", "04.01.2024"),
    bars: { AAA: at(...DAYS) },
    says: ["DD.MM.YYYY"],
  },
  {
    kind: "dates with slashes, of which one has a day above 12",
    name: "AAA.csv",
    content: timed("Date", "01/13/2024", "01/14/2024", "01/15/2024"),
    bars: { AAA: at(...OCTOBER) },
    says: ["MM/DD/YYYY"],
  },
  {
    kind: "dates with slashes, day first",
    name: "AAA.csv",
    content: timed("Date", "13/01/2024", "14/01/2024", "15/01/2024"),
    bars: { AAA: at(...OCTOBER) },
    says: ["DD/MM/YYYY"],
  },
  {
    kind: "dates with slashes that no row decides",
    name: "AAA.csv",
    content: timed("Date", "01/02/2024", "01/03/2024", "01/04/2024"),
    refusal: '--date-format "MM/DD/YYYY" or --date-format "DD/MM/YYYY"',
    options: { dateFormat: "MM/DD/YYYY" },
    flags: "--date-format MM/DD/YYYY",
    bars: { AAA: at(...DAYS) },
  },
  {
    kind: "`YYYYMMDD HHmmss`",
    name: "AAA.csv",
    content: timed("time", "20240102 093000", "20240102 093100", "20240102 093200"),
    bars: { AAA: at(...UTC_MINUTES) },
  },
  {
    kind: "dates of eight digits",
    name: "AAA.csv",
    content: timed("date", "20240102", "20240103", "20240104"),
    bars: { AAA: at(...DAYS) },
  },
  {
    kind: "names of months",
    name: "AAA.csv",
    content: timed("Date", "02-Jan-2024", "03-Jan-2024", "04-Jan-2024"),
    bars: { AAA: at(...DAYS) },
  },
  {
    kind: "names of months before the day",
    name: "AAA.csv",
    content: timed("Date", '"Jan 02, 2024"', '"Jan 03, 2024"', '"Jan 04, 2024"'),
    bars: { AAA: at(...DAYS) },
  },
  {
    kind: "twelve hours with AM and PM",
    name: "AAA.csv",
    content: timed("Date", "1/13/2024 9:30:00 AM", "1/13/2024 12:30:00 PM", "1/13/2024 3:30:00 PM"),
    options: { interval: "1h" },
    flags: "--interval 1h",
    bars: { AAA: at("2024-01-13T09:30Z", "2024-01-13T12:30Z", "2024-01-13T15:30Z") },
  },
  {
    kind: "Interactive Brokers: two spaces after the date",
    name: "AAA.csv",
    content: timed("date", "20240102  09:30:00", "20240102  09:31:00", "20240102  09:32:00"),
    ...NEW_YORK,
    bars: { AAA: at(...MINUTES) },
  },
  {
    kind: "Interactive Brokers: zone after the time",
    name: "AAA.csv",
    content: timed(
      "date",
      "20240102 09:30:00 US/Eastern",
      "20240102 09:31:00 US/Eastern",
      "20240102 09:32:00 US/Eastern",
    ),
    bars: { AAA: at(...MINUTES) },
    says: ["US/Eastern"],
  },
  {
    kind: "name of a zone after the time",
    name: "AAA.csv",
    content: timed(
      "date",
      "2024-01-02 09:30:00 America/New_York",
      "2024-01-02 09:31:00 America/New_York",
      "2024-01-02 09:32:00 America/New_York",
    ),
    bars: { AAA: at(...MINUTES) },
    says: ["America/New_York"],
  },
  {
    kind: "UTC after the time",
    name: "AAA.csv",
    content: timed("date", "2024-01-02 09:30:00 UTC", "2024-01-02 09:31:00 UTC", "2024-01-02 09:32:00 UTC"),
    bars: { AAA: at(...UTC_MINUTES) },
  },
  {
    kind: "short name of a zone, which has several meanings",
    name: "AAA.csv",
    content: timed("date", "2024-01-02 09:30:00 EST", "2024-01-02 09:31:00 EST", "2024-01-02 09:32:00 EST"),
    refusal: "--zone",
    ...NEW_YORK,
    bars: { AAA: at(...MINUTES) },
  },
  {
    kind: "Dukascopy: GMT time, day first",
    name: "AAA.csv",
    content: timed("Gmt time", "02.01.2024 09:30:00.000", "02.01.2024 09:31:00.000", "02.01.2024 09:32:00.000"),
    bars: { AAA: at(...UTC_MINUTES) },
  },
  {
    kind: "day numbers of a spreadsheet",
    name: "AAA.csv",
    content: timed("Date", "45293", "45294", "45295"),
    bars: { AAA: at(...DAYS) },
    says: ["days of a spreadsheet"],
  },
  {
    kind: "seconds since 1970",
    name: "AAA.csv",
    content: timed("time", "1704187800", "1704187860", "1704187920"),
    bars: { AAA: at(...UTC_MINUTES) },
    says: ["seconds since 1970"],
  },
  {
    kind: "milliseconds since 1970",
    name: "AAA.csv",
    content: timed("timestamp", "1704187800000", "1704187860000", "1704187920000"),
    bars: { AAA: at(...UTC_MINUTES) },
    says: ["milliseconds since 1970"],
  },
  {
    kind: "microseconds since 1970",
    name: "AAA.csv",
    content: timed("t", "1704187800000000", "1704187860000000", "1704187920000000"),
    bars: { AAA: at(...UTC_MINUTES) },
    says: ["microseconds since 1970"],
  },
  {
    kind: "nanoseconds since 1970",
    name: "AAA.csv",
    content: timed("t", "1704187800000000000", "1704187860000000000", "1704187920000000000"),
    bars: { AAA: at(...UTC_MINUTES) },
    says: ["nanoseconds since 1970"],
  },
  {
    kind: "a date and a time in 14 digits",
    name: "AAA.csv",
    content: timed("time", "20240102093000", "20240102093100", "20240102093200"),
    bars: { AAA: at(...UTC_MINUTES) },
    says: ["YYYYMMDDHHmmss"],
  },
  {
    kind: "a date and a time in 12 digits",
    name: "AAA.csv",
    content: timed("time", "202401020930", "202401020931", "202401020932"),
    bars: { AAA: at(...UTC_MINUTES) },
  },
  {
    kind: "dates of six digits that no row decides",
    name: "AAA.csv",
    content: timed("date", "240102", "240103", "240104"),
    refusal: '--date-format "YYMMDD" or --date-format "DDMMYY"',
    options: { dateFormat: "YYMMDD" },
    flags: "--date-format YYMMDD",
    bars: { AAA: at(...DAYS) },
  },
  {
    kind: "years of two digits, first or last, which no row decides",
    name: "AAA.csv",
    content: timed("date", "24-01-02", "24-01-03", "24-01-04"),
    refusal: '--date-format "DD-MM-YY" or --date-format "YY-MM-DD"',
    options: { dateFormat: "YY-MM-DD" },
    flags: "--date-format YY-MM-DD",
    bars: { AAA: at(...DAYS) },
  },
  {
    kind: "years of two digits, which the order of rows decides",
    name: "AAA.csv",
    content: timed("date", "30.01.24", "31.01.24", "01.02.24"),
    bars: { AAA: at("2024-01-30T00:00Z", "2024-01-31T00:00Z", "2024-02-01T00:00Z") },
    says: ["DD.MM.YY"],
  },
  {
    kind: "years of two digits from 50 to 69, which may be of two centuries",
    name: "AAA.csv",
    content: timed("date", "01/16/62", "01/17/62", "01/18/62"),
    refusal: "--date-format",
  },
  {
    kind: "months",
    name: "AAA.csv",
    content: timed("date", "2024-01", "2024-02", "2024-03"),
    bars: { AAA: at("2024-01-01T00:00Z", "2024-02-01T00:00Z", "2024-03-01T00:00Z") },
    says: ["YYYY-MM"],
  },
  {
    kind: "quarters",
    name: "AAA.csv",
    content: timed("date", "2024Q1", "2024Q2", "2024Q3"),
    refusal: "--date-format",
  },
  {
    kind: "weeks of ISO 8601",
    name: "AAA.csv",
    content: timed("date", "2024-W01", "2024-W02", "2024-W03"),
    refusal: "--date-format",
  },
  {
    kind: "day numbers that may be those of a spreadsheet or days since 1970",
    name: "AAA.csv",
    content: timed("date", "20089", "20090", "20091"),
    refusal: '--date-format "spreadsheet" or --date-format "days"',
    options: { dateFormat: "days" },
    flags: "--date-format days",
    bars: { AAA: at("2025-01-01T00:00Z", "2025-01-02T00:00Z", "2025-01-03T00:00Z") },
  },
  {
    kind: "milliseconds that a spreadsheet has shortened",
    name: "AAA.csv",
    content: timed("time", "1.70415E+12", "1.70424E+12", "1.70433E+12"),
    refusal: "a count of time with all its digits",
  },
  {
    kind: "microseconds, then milliseconds",
    name: "AAA.csv",
    content: timed("time", "1735689660000000", "1735689600000000", "1735689540000"),
    refusal: "like the first row (if all rows have one unit, state it with --date-format)",
  },
  {
    kind: "offsets from GMT after the time (Dukascopy's local times)",
    name: "AAA.csv",
    content: timed(
      "Local time",
      "02.01.2024 10:30:00.000 GMT+0100",
      "02.01.2024 10:31:00.000 GMT+0100",
      "02.01.2024 09:32:00.000 GMT+0000",
    ),
    bars: { AAA: at(...UTC_MINUTES) },
    says: ["and an offset"],
  },
  {
    kind: "offsets after a space",
    name: "AAA.csv",
    content: timed("date", "2024-01-02 04:30:00 -0500", "2024-01-02 04:31:00 -0500", "2024-01-02 04:32:00 -0500"),
    bars: { AAA: at(...UTC_MINUTES) },
  },
  {
    kind: "ISO 8601 without marks",
    name: "AAA.csv",
    content: timed("date", "20240102T093000Z", "20240102T093100Z", "20240102T093200Z"),
    bars: { AAA: at(...UTC_MINUTES) },
  },
  {
    kind: "a column with the zone of the times",
    name: "AAA.csv",
    content: lines(
      `time,tz,${OHLCV[0]}`,
      ...["09:30", "09:31", "09:32"].map((time, i) => `2024-01-02 ${time},America/New_York,${OHLCV[i + 1]}`),
    ),
    bars: { AAA: at(...MINUTES) },
    says: ["America/New_York"],
  },
  {
    kind: "a column with short names of zones",
    name: "AAA.csv",
    content: lines(
      `time,tz,${OHLCV[0]}`,
      ...["09:30", "09:31", "09:32"].map((time, i) => `2024-01-02 ${time},EST,${OHLCV[i + 1]}`),
    ),
    refusal: "--zone",
    ...NEW_YORK,
    bars: { AAA: at(...MINUTES) },
  },
  {
    kind: "a column with offsets next to times that may be local or in UTC",
    name: "AAA.csv",
    content: lines(
      `Date-Time,GMT Offset,${OHLCV[0]}`,
      ...["09:30", "09:31", "09:32"].map((time, i) => `2024-01-02 ${time},-5,${OHLCV[i + 1]}`),
    ),
    refusal: "--zone",
    ...NEW_YORK,
    bars: { AAA: at(...MINUTES) },
  },
  {
    kind: "a column of times named after a zone with a short name",
    name: "AAA.csv",
    content: timed("Time (ET)", "2024-01-02 09:30", "2024-01-02 09:31", "2024-01-02 09:32"),
    refusal: "--columns",
    options: { columns: { time: "Time (ET)" }, zone: "America/New_York" },
    flags: '--columns "time=Time (ET)" --zone America/New_York',
    bars: { AAA: at(...MINUTES) },
  },
  {
    kind: "GMT times, read for an exchange with another zone",
    name: "AAA.csv",
    content: timed("Gmt time", "02.01.2024 09:30:00.000", "02.01.2024 09:31:00.000", "02.01.2024 09:32:00.000"),
    ...NEW_YORK,
    bars: { AAA: at(...UTC_MINUTES) },
    says: ["UTC"],
  },
  {
    kind: "times of day whose zeros a spreadsheet dropped",
    name: "AAA.csv",
    content: lines(
      `Date,Time,${OHLCV[0]}`,
      `20240102,1000,${OHLCV[1]}`,
      `20240102,1100,${OHLCV[2]}`,
      `20240102,93000,${OHLCV[3]}`,
    ),
    options: { interval: "1m" },
    flags: "--interval 1m",
    bars: { AAA: at("2024-01-02T00:10Z", "2024-01-02T00:11Z", "2024-01-02T09:30Z") },
    says: ["HHmmss"],
  },
  {
    kind: "seconds since 1970 next to times of day",
    name: "AAA.csv",
    content: lines(
      `Date,Time,${OHLCV[0]}`,
      `1704187800,09:30,${OHLCV[1]}`,
      `1704187860,09:31,${OHLCV[2]}`,
      `1704187920,09:32,${OHLCV[3]}`,
    ),
    refusal: '--columns "time=Date"',
    options: { columns: { time: "Date" } },
    flags: '--columns "time=Date"',
    bars: { AAA: at(...UTC_MINUTES) },
  },
  {
    kind: "minutes stamped at their ends, 09:31 to 16:00",
    name: "AAA.csv",
    content: endStamped(),
    refusal: "--stamped end",
    options: { stamped: "end", zone: "America/New_York" },
    flags: "--stamped end --zone America/New_York",
    bars: { AAA: sessionBars() },
  },
  {
    kind: "a column of times named after the ends of bars",
    name: "AAA.csv",
    content: timed("close_time", "2024-01-02T10:00Z", "2024-01-02T11:00Z", "2024-01-02T12:00Z"),
    refusal: "--columns",
    options: { columns: { time: "close_time" }, stamped: "end" },
    flags: "--columns time=close_time --stamped end",
    bars: { AAA: at(...HOURS) },
  },
  {
    kind: "weeks stamped at their last day",
    name: "AAA.csv",
    content: timed("date", "2024-01-05", "2024-01-12", "2024-01-19"),
    refusal: "--stamped end",
    options: { stamped: "end" },
    flags: "--stamped end",
    bars: { AAA: at("2024-01-01T00:00Z", "2024-01-08T00:00Z", "2024-01-15T00:00Z") },
  },
  {
    kind: "months stamped at their last trading day, of which the newest is not over",
    name: "AAA.csv",
    content: timed("timestamp", "2024-01-31", "2024-02-29", "2024-03-28", "2024-04-12"),
    bars: {
      AAA: [...at("2024-01-01T00:00Z", "2024-02-01T00:00Z", "2024-03-01T00:00Z"), "2024-04-01T00:00Z 10 12 9 11 100"],
    },
    says: ["times are the ends of bars"],
  },
  {
    kind: "days stamped at their last second",
    name: "AAA.csv",
    content: timed("Date", "2024-01-02 23:59:59", "2024-01-03 23:59:59", "2024-01-04 23:59:59"),
    bars: { AAA: at(...DAYS) },
    says: ["times are the ends of bars"],
  },
  {
    kind: "CoinMarketCap: start and end of each day",
    name: "AAA.csv",
    content: lines(
      "timeOpen;timeClose;open;high;low;close;volume;marketCap;timestamp",
      ...DAYS.map((day, i) => {
        const [start, end] = [`"${day.slice(0, 10)}T00:00:00.000Z"`, `"${day.slice(0, 10)}T23:59:59.999Z"`];
        return `${start};${end};${OHLCV[i + 1]!.replaceAll(",", ";")};5000;${end}`;
      }),
    ),
    bars: { AAA: at(...DAYS) },
    says: ["times from timeOpen"],
  },
  {
    kind: "months stamped at their last day",
    name: "AAA.csv",
    content: timed("date", "2024-01-31", "2024-02-29", "2024-03-31"),
    bars: { AAA: at("2024-01-01T00:00Z", "2024-02-01T00:00Z", "2024-03-01T00:00Z") },
    says: ["times are the ends of bars"],
  },
];

/** Minutes of three sessions, stamped at their ends. */
function endStamped(): string {
  const rows = sessionMinutes().map(({ day, minute }) => `${day} ${clock(minute + 1)},10,12,9,11,100`);
  return lines("time,open,high,low,close,volume", ...rows);
}

function sessionBars(): readonly string[] {
  return sessionMinutes().map(({ day, minute }) => `${day}T${clock(minute + 300)}Z 10 12 9 11 100`);
}

function sessionMinutes(): { readonly day: string; readonly minute: number }[] {
  return ["2024-01-02", "2024-01-03", "2024-01-04"].flatMap((day) =>
    Array.from({ length: 390 }, (_, i) => ({ day, minute: 570 + i })),
  );
}

function clock(minute: number): string {
  return `${String(Math.floor(minute / 60)).padStart(2, "0")}:${String(minute % 60).padStart(2, "0")}`;
}
