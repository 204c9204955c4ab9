import { join } from "node:path";
import * as fc from "fast-check";
import {
  backtest,
  Bars,
  type Calendar,
  calendarOf,
  declareCalendar,
  defineStrategy,
  type Interval,
  marketOf,
  resample,
} from "hindcast";
import { openRecording, readBars } from "hindcast/data";
import { describe, expect, test } from "vitest";
import { suspiciousTimesBySymbol } from "../../src/market/suspicious-times.ts";
import { call } from "../cli/call.ts";
import { ROOT } from "../house/source-files.ts";
import { temporaryFiles } from "../support/temporary-files.ts";
import { property } from "../support/property.ts";

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
/** 2, 3, 4 and 8 January 2024, when New York is five hours behind UTC. */
const DAYS = [2, 3, 4, 8].map((day) => Date.UTC(2024, 0, day));

const idle = defineStrategy({ name: "idle" });
const files = temporaryFiles();

function barsAt(interval: Interval, time: readonly number[]): Bars {
  const price = () => Float64Array.from(time, () => 100);
  return new Bars(interval, {
    time: Float64Array.from(time),
    open: price(),
    high: price(),
    low: price(),
    close: price(),
    volume: price(),
  });
}

interface Known {
  readonly zone?: string;
  readonly calendar?: Calendar;
}

function doubtsOf(bars: Bars, known: Known = {}): readonly string[] {
  const data = marketOf({ ACME: bars });
  const { warnings } = backtest(idle, { ...data, series: [{ ...data.series[0]!, ...known }] });
  return warnings.filter((warning) => /times look like|usual step/.test(warning));
}

/** Times on each of the DAYS, from one UTC hour to another, `step` hours apart. */
function daily(from: number, to: number, step: number): number[] {
  return DAYS.flatMap((day) =>
    Array.from(
      { length: Math.floor((to - from) / step + 1e-9) + 1 },
      (_, bar) => day + Math.round((from + bar * step) * HOUR),
    ),
  );
}

const NEW_YORK: readonly Known[] = [{}, { zone: "America/New_York" }, { calendar: calendarOf("XNYS") }];

describe("intraday bars stamped at their end", () => {
  // New York trades from 14:30 to 21:00 UTC, so the first 5m bar ends at 14:35 and the first 15m bar at 14:45.
  test.each([
    ["1m", 14.5 + 1 / 60, 21, 1 / 60, "09:31"],
    ["2m", 14.5 + 2 / 60, 21, 2 / 60, "09:32"],
    ["5m", 14.5 + 5 / 60, 21, 5 / 60, "09:35"],
    ["15m", 14.75, 21, 0.25, "09:45"],
    ["30m", 15, 21, 0.5, "10:00"],
  ] as const)(
    "give a warning that says how much to subtract from their times: interval %s",
    (interval, from, to, step, first) => {
      for (const known of NEW_YORK.slice(1))
        expect(doubtsOf(barsAt(interval, daily(from, to, step)), known)).toEqual([
          `ACME: The times look like the ends of bars: the first bar of a day is at ${first} and the last at 16:00 in America/New_York. They are read as starts, so the last bar of a session is outside its hours. Subtract ${interval} from the times.`,
        ]);
      expect(doubtsOf(barsAt(interval, daily(from, to, step)))).toHaveLength(1);
    },
  );

  test.each([
    ["30m", 10, 16, 0.5],
    ["30m", 8.5, 16.5, 0.5],
    ["30m", 9.5, 17.5, 0.5],
  ] as const)(
    "give a warning if their local times were read as UTC: %s bars from hour %d to hour %d",
    (interval, from, to, step) => {
      expect(doubtsOf(barsAt(interval, daily(from, to, step)))[0]).toContain("look like the ends of bars");
    },
  );

  test.each(["1h", "60m", "90m", "4h"] as const)(
    "give a warning if the last bar of a day is shorter than the interval: %s",
    (interval) => {
      const step = { "1h": 1, "60m": 1, "90m": 1.5, "4h": 4 }[interval];
      const ends = daily(14.5 + step, 21 - 1e-3, step);
      const time = [...ends, ...DAYS.map((day) => day + 21 * HOUR)].toSorted((a, b) => a - b);
      for (const known of NEW_YORK.slice(1)) expect(doubtsOf(barsAt(interval, time), known)).toHaveLength(1);
      // Without a time zone, bars longer than an hour give no warning: their times may be the starts of bars in another market.
      if (step === 1) expect(doubtsOf(barsAt(interval, time))).toHaveLength(1);
    },
  );

  test("give a warning if they are hourly bars that end at full hours", () => {
    for (const known of NEW_YORK.slice(1)) expect(doubtsOf(barsAt("1h", daily(15, 21, 1)), known)).toHaveLength(1);
  });

  test.each(["1m", "30m", "1h", "1d"] as const)(
    "give a warning if they are stamped at their last second or millisecond: interval %s",
    (interval) => {
      const step = { "1m": 1 / 60, "30m": 0.5, "1h": 1, "1d": 24 }[interval];
      for (const early of [1000, 1]) {
        const time = daily(14.5 + step, interval === "1d" ? 38.5 : 21, step).map((end) => end - early);
        expect(
          doubtsOf(
            barsAt(
              interval,
              time.filter((at, i) => i === 0 || at > time[i - 1]!),
            ),
          )[0],
        ).toMatch(
          /^ACME: The times look like the ends of bars: each is the last second of a minute, such as \d\d:\d\d:59\. /,
        );
      }
    },
  );

  test.each([
    ["Europe/London", 8.5, 16.5, 0.5],
    ["Europe/Berlin", 8.5, 16.5, 0.5],
    ["Asia/Tokyo", 0.5, 6, 0.5],
  ] as const)("give a warning for the trading hours of the zone %s", (zone, from, to, step) => {
    expect(doubtsOf(barsAt("30m", daily(from, to, step)), { zone })).toHaveLength(1);
  });
});

/** The given weekdays (0 for Sunday) among `count` days from 1 January 2024 on. */
function datesOn(weekdays: readonly number[], count: number, hour = 0): number[] {
  return Array.from({ length: count }, (_, i) => Date.UTC(2024, 0, 1) + i * DAY + hour * HOUR).filter((day) =>
    weekdays.includes(new Date(day - hour * HOUR).getUTCDay()),
  );
}

const TEN_TO_THREE = { open: "10:00", close: "15:00" };
const SUNDAY_TO_THURSDAY = declareCalendar({
  name: "RIYADH",
  title: "Sunday to Thursday",
  zone: "Asia/Riyadh",
  week: {
    sunday: TEN_TO_THREE,
    monday: TEN_TO_THREE,
    tuesday: TEN_TO_THREE,
    wednesday: TEN_TO_THREE,
    thursday: TEN_TO_THREE,
  },
});

describe("daily and weekly bars", () => {
  const [saturdays, sundays] = ["there are 8 Saturdays and no Mondays", "weeks are dated by Sundays"];

  test.each<[string, Interval, readonly number[], Known, string]>([
    ["days", "1d", datesOn([2, 3, 4, 5, 6], 60), {}, saturdays],
    ["days of a zone", "1d", datesOn([2, 3, 4, 5, 6], 60, -9), { zone: "Asia/Tokyo" }, saturdays],
    ["days at 16:00 in New York, without its zone", "1d", datesOn([1, 2, 3, 4, 5], 60, 21), {}, saturdays],
    ["weeks", "1wk", datesOn([0], 70), {}, sundays],
    ["weeks of a zone", "1wk", datesOn([0], 70, 5), { zone: "America/New_York" }, sundays],
    ["weeks of XNYS", "1wk", datesOn([0], 70, 5), { calendar: calendarOf("XNYS") }, sundays],
  ])("give a warning if they are dated by their end: %s", (_, interval, time, known, what) => {
    // Called directly, since a backtest throws if the calendar has no session on the date of a bar.
    const data = marketOf({ ACME: barsAt(interval, time) });
    const doubts = suspiciousTimesBySymbol({ series: [{ ...data.series[0]!, ...known }] });
    expect(doubts.join()).toContain(`ACME: The times look like the ends of bars: ${what}`);
    if (known.calendar === undefined) expect(doubtsOf(barsAt(interval, time), known)).toEqual(doubts);
  });

  test.each<[string, Interval, readonly number[], Known]>([
    ["days of every weekday", "1d", datesOn([0, 1, 2, 3, 4, 5, 6], 60), {}],
    ["days from Monday to Friday", "1d", datesOn([1, 2, 3, 4, 5], 60), {}],
    ["days from Monday to Saturday", "1d", datesOn([1, 2, 3, 4, 5, 6], 60), {}],
    ["days from Sunday to Thursday", "1d", datesOn([0, 1, 2, 3, 4], 60), {}],
    ["days from Saturday to Wednesday", "1d", datesOn([6, 0, 1, 2, 3], 60), {}],
    ["days with a Saturday now and then", "1d", datesOn([2, 3, 4, 5], 60).concat(Date.UTC(2024, 2, 2)), {}],
    ["days from 17:00 in New York on Sunday", "1d", datesOn([0, 1, 2, 3, 4], 60, 22), {}],
    ["days of Tokyo, without its zone", "1d", datesOn([1, 2, 3, 4, 5], 60, -9), {}],
    ["weeks dated by Monday", "1wk", datesOn([1], 70), {}],
    ["weeks from 17:00 in New York on Sunday", "1wk", datesOn([0], 70, 22), {}],
    ["weeks of Tokyo, without its zone", "1wk", datesOn([1], 70, -9), {}],
    ["weeks of a market that opens on Sunday", "1wk", datesOn([0], 70, -3), { calendar: SUNDAY_TO_THURSDAY }],
    ["weeks of currencies", "1wk", datesOn([0], 70, 5), { calendar: calendarOf("FX") }],
    ["weeks of coins", "1wk", datesOn([0], 70), { calendar: calendarOf("24/7") }],
  ])("give no warning if they are dated by their start: %s", (_, interval, time, known) => {
    const data = marketOf({ ACME: barsAt(interval, time) });
    expect(suspiciousTimesBySymbol({ series: [{ ...data.series[0]!, ...known }] })).toEqual([]);
  });
});

const STEPS = [
  ["5m", 1 / 12],
  ["15m", 0.25],
  ["30m", 0.5],
  ["1h", 1],
  ["90m", 1.5],
  ["4h", 4],
] as const;

function expectStarts(open: number, close: number): void {
  for (const [interval, step] of STEPS)
    expect([interval, doubtsOf(barsAt(interval, daily(open, close - 1e-3, step)))]).toEqual([interval, []]);
}

describe("bars stamped at their start", () => {
  const starts: readonly (readonly [what: string, interval: Interval, time: readonly number[]])[] = [
    ["minutes", "1m", daily(14.5, 21 - 1 / 60, 1 / 60)],
    ["half hours", "30m", daily(14.5, 20.5, 0.5)],
    ["half hours with the auction at the close", "30m", daily(14.5, 21, 0.5)],
    ["hours from 09:30 on", "1h", daily(14.5, 20.5, 1)],
    [
      "hours of the clock after a short one",
      "1h",
      daily(15, 20, 1)
        .concat(DAYS.map((day) => day + 14.5 * HOUR))
        .toSorted((a, b) => a - b),
    ],
    ["90 minutes", "90m", daily(14.5, 20.5, 1.5)],
    ["hours of extended trading", "1h", daily(9, 24, 1)],
    ["hours of every day", "1h", Array.from({ length: 100 }, (_, i) => DAYS[0]! + i * HOUR)],
    ["days", "1d", DAYS],
    ["bars of five sessions", "5d", Array.from({ length: 20 }, (_, i) => DAYS[0]! + i * 7 * DAY)],
  ];
  test.each(starts)("give no warning about their times: %s", (_, interval, time) => {
    for (const known of NEW_YORK.slice(0, isDaily(interval) ? 1 : 3))
      expect(doubtsOf(barsAt(interval, time), known)).toEqual([]);
  });

  // Trading hours in UTC. Without a zone, the open of one market can look like the end of a bar in another market.
  test.each([
    ["Sydney", 0, 6],
    ["Sydney in summer", 23, 29],
    ["Tokyo", 0, 6],
    ["Seoul", 0, 6.5],
    ["Singapore", 1, 9],
    ["Taipei", 1, 5.5],
    ["Shanghai", 1.5, 7],
    ["Hong Kong", 1.5, 8],
    ["Jakarta", 2, 9],
    ["Kolkata", 3.75, 10],
    ["Riyadh", 7, 12],
    ["Johannesburg", 7, 15],
    ["London", 8, 16.5],
    ["São Paulo", 13, 20],
    ["New York in summer", 13.5, 20],
    ["New York", 14.5, 21],
  ] as const)("give no warning about their times if the zone is unknown and they trade in %s", (_, open, close) => {
    expectStarts(open, close);
  });

  test.each([
    ["Sydney", 10, 16],
    ["Tokyo", 9, 15],
    ["Seoul", 9, 15.5],
    ["Singapore", 9, 17],
    ["Taipei", 9, 13.5],
    ["Manila", 9.5, 15.5],
    ["Shanghai", 9.5, 15],
    ["Hong Kong", 9.5, 16],
    ["Jakarta", 9, 16],
    ["Kolkata", 9.25, 15.5],
    ["Riyadh", 10, 15],
    ["Johannesburg", 9, 17],
    ["London", 8, 16.5],
    ["Berlin", 9, 17.5],
    ["Warsaw", 9, 17],
    ["São Paulo", 10, 17],
    ["Mexico", 8.5, 15],
    ["New York", 9.5, 16],
  ] as const)("give no warning about their times if local times of %s are read as UTC", (_, open, close) => {
    expectStarts(open, close);
  });

  property([fc.double({ min: 0.02, max: 0.9, noNaN: true }), fc.integer()], { numRuns: 30 })(
    "give no warning about their times if they are minute bars and many minutes have no trades",
    (share, seed) => {
      let state = seed >>> 0;
      const traded = () => {
        state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
        return state / 2 ** 32 < share;
      };
      const time = daily(14.5, 21 - 1 / 60, 1 / 60).filter(traded);
      for (const known of NEW_YORK) if (time.length > 0) expect(doubtsOf(barsAt("1m", time), known)).toEqual([]);
    },
  );
});

function isDaily(interval: Interval): boolean {
  return ["1d", "5d"].includes(interval);
}

describe("an interval that differs from the usual step between bars", () => {
  test.each([
    ["1h", DAYS.map((day) => day), "1d"],
    ["1m", daily(14.5, 20.5, 0.5), "30m"],
    ["30m", daily(14.5, 20.5, 1), "1h"],
    ["1d", Array.from({ length: 10 }, (_, week) => DAYS[0]! + week * 7 * DAY), "1wk"],
    ["1m", Array.from({ length: 10 }, (_, bar) => DAYS[0]! + bar * 2 * HOUR), "2h"],
  ] as const)("gives a warning if it is shorter than the step: interval %s", (interval, time, usual) => {
    expect(doubtsOf(barsAt(interval, time))).toEqual([
      `ACME: The usual step between bars is ${usual}, but their interval is ${interval}. Each bar ends ${interval} after its start. Set the interval that fits the step, unless this is intended.`,
    ]);
  });

  test("gives a warning if it is longer than the step, so that bars overlap", () => {
    expect(doubtsOf(barsAt("1h", daily(14.5, 20.5, 0.5)))).toEqual([
      "ACME: The usual step between bars is 30m, but their interval is 1h, so they overlap. Set the interval that fits the step.",
    ]);
  });

  test("throws in readBars if it is longer than the step, even if the step is not the length of an interval", async () => {
    const lines = Array.from({ length: 20 }, (_, bar) => `${1_704_067_200 + bar * 45},10,11,9,10,5`);
    const file = files.write("seconds.csv", `time,open,high,low,close,volume\n${lines.join("\n")}\n`);
    await expect(readBars(file, { interval: "1m" })).rejects.toMatchObject({
      code: "SETTING_INVALID",
      message: `interval of ${file} must not be longer than the usual step between its bars, 45s, was 1m; a strategy can read longer bars with bars("1m")`,
    });
  });
});

test("a warning about bar times that applies to seven symbols is one text that names five of the symbols", () => {
  const bars = barsAt("1h", DAYS);
  const { warnings } = backtest(
    idle,
    marketOf(Object.fromEntries(["A", "B", "C", "D", "E", "F", "G"].map((name) => [name, bars]))),
  );
  expect(warnings[0]).toMatch(
    /^A, B, C, D, E and 2 more: The usual step between bars is 1d, but their interval is 1h\. /,
  );
});

test("a daily file read as hourly bars gives one warning in the notes of the file, the terminal and the JSON result", async () => {
  const rows = Array.from(
    { length: 30 },
    (_, day) => `${new Date(DAYS[0]! + day * DAY).toISOString().slice(0, 10)},10,11,9,10,5`,
  );
  const file = files.write("ACME.csv", `date,open,high,low,close,volume\n${rows.join("\n")}\n`);
  const { notes } = await readBars(file, { interval: "1h" });
  const doubt =
    "The usual step between bars is 1d, but their interval is 1h. Each bar ends 1h after its start. Set the interval that fits the step, unless this is intended.";
  expect(notes).toContain(doubt);
  const args = ["run", "sma-cross", "--data", file, "--interval", "1h"];
  const { out } = await call(args);
  expect(out.split(doubt)).toHaveLength(2);
  expect(out).toContain(`warning: ACME: ${doubt}`);
  const json = await call([...args, "--json"]);
  expect((JSON.parse(json.out) as { warnings: string[] }).warnings).toContain(`ACME: ${doubt}`);
});

test("bars of the sample recording, and bars resampled from them, give no warning about their times", async () => {
  const recording = await openRecording(join(ROOT, "data/sample"));
  for (const { symbol } of recording.instruments)
    for (const interval of recording.intervals(symbol)) {
      const { series } = await recording.marketData({ symbols: [symbol], interval });
      const { bars, calendar } = series[0]!;
      const zone = calendar!.zone;
      const made =
        interval === "1m"
          ? (["5m", "30m", "1h", "4h"] as const).map((longer) => resample(bars, longer, { calendar }))
          : (["1wk", "1mo", "3mo"] as const).map((longer) => resample(bars, longer, { calendar }));
      const known: readonly Known[] = [{ calendar: calendar! }, { zone }];
      for (const each of [bars, ...made])
        for (const one of known)
          expect([symbol, each.interval, doubtsOf(each, one)]).toEqual([symbol, each.interval, []]);
    }
});
