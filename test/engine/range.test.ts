import {
  backtest,
  Bars,
  calendarOf,
  defineStrategy,
  instrument,
  type Interval,
  type MarketData,
  marketOf,
  param,
  prepareData,
  resample,
  type RunSettings,
  type Series,
  ta,
} from "hindcast";
import { metrics } from "hindcast/metrics";
import { sweep } from "hindcast/research";
import { describe, expect, test } from "vitest";
import { SessionRange } from "../../src/research/walk-forward/windows.ts";
import { zoneOf } from "../../src/time/zone.ts";
import { FIRST_DAY, flatBars, when } from "../support/market.ts";

const HOUR = 3_600_000;
const DAY = 24 * HOUR;

/** Calls of a run's hooks: moment, symbol, close, and the average of two closes. */
function observe(bars: Bars | Record<string, Bars>, settings: Partial<RunSettings>) {
  const seen: string[] = [];
  const strategy = defineStrategy({
    name: "range",
    indicators: ({ close }) => ({ mean: ta.sma(close, 2) }),
    onStart: ({ time }) => void seen.push(`${when(time)} start`),
    onSessionClose: ({ time, symbol }) => void seen.push(`${when(time)} session ${symbol}`),
    onBar: ({ time, symbol, close, ind }) =>
      void seen.push(`${when(time)} ${symbol} ${close.value} mean ${ind.mean.value}`),
    onEnd: ({ time }) => void seen.push(`${when(time)} end`),
  });
  const bySymbol = "interval" in bars ? { X: bars as Bars } : bars;
  const runs = (["batch", "live"] as const).map((evaluation) => {
    seen.length = 0;
    const result = backtest(strategy, marketOf(bySymbol), { ...settings, evaluation });
    return { seen: seen.filter((line) => !line.includes("session")), all: [...seen], result };
  });
  expect(runs[1]!.all).toEqual(runs[0]!.all);
  return runs[0]!;
}

const week = flatBars([10, 11, 12, 13, 14, 15, 16]);

describe("a range of daily bars", () => {
  test("includes all bars by default", () => {
    const { seen, result } = observe(week, {});
    expect(seen).toHaveLength(9);
    expect([result.from, result.to]).toEqual([FIRST_DAY, FIRST_DAY + 7 * DAY]);
    expect(result.counts).toMatchObject({ bars: 7, sessions: 7 });
  });

  test("starts with the first bar of its first date and ends with the bar of its last date, both inclusive", () => {
    const { seen, result } = observe(week, { from: "2024-01-03", to: "2024-01-05" });
    expect(seen).toEqual([
      "4 00:00 start",
      "4 00:00 X 12 mean 11.5",
      "5 00:00 X 13 mean 12.5",
      "6 00:00 X 14 mean 13.5",
      "6 00:00 end",
    ]);
    expect([result.from, result.to]).toEqual([FIRST_DAY + 2 * DAY, FIRST_DAY + 5 * DAY]);
    expect(result.counts.bars).toBe(3);
    expect(Array.from(result.equity.time, when)).toEqual(["4 00:00", "5 00:00", "6 00:00"]);
  });

  test("starts with the next bar if there is none on its first date", () => {
    const gap = flatBars([10, 11], "1d", FIRST_DAY + 5 * DAY);
    expect(observe(gap, { from: "2024-01-02" }).seen[0]).toBe("7 00:00 start");
  });

  test("of a single date contains one bar", () => {
    expect(observe(week, { from: "2024-01-04", to: "2024-01-04" }).seen).toEqual([
      "5 00:00 start",
      "5 00:00 X 13 mean 12.5",
      "5 00:00 end",
    ]);
  });

  test("ends with the last bar if its last date is the latest possible date", () => {
    expect(observe(week, { from: "2024-01-07", to: "9999-12-31" }).seen).toHaveLength(3);
    expect(observe(week, { from: "2024-01-07", to: "9999-12-31", zone: "America/New_York" }).seen).toHaveLength(3);
  });

  test.each(["America/New_York", "UTC", "Asia/Tokyo"])("has the dates of its bars, also with the zone %s", (zone) => {
    const { seen } = observe(week, { from: "2024-01-03", to: "2024-01-04", zone });
    expect(seen.slice(1, -1)).toEqual(["4 00:00 X 12 mean 11.5", "5 00:00 X 13 mean 12.5"]);
  });

  test("may be given as instants: bars start at or after the first instant and end by the last one", () => {
    const { seen } = observe(week, { from: "2024-01-03T00:00Z", to: "2024-01-05T00:00Z" });
    expect(seen.slice(1, -1)).toEqual(["4 00:00 X 12 mean 11.5", "5 00:00 X 13 mean 12.5"]);
    const later = { from: "2024-01-03T00:00:00.001Z", to: "2024-01-03T23:59Z" };
    expect(() => observe(week, later)).toThrow(expect.objectContaining({ code: "DATE_RANGE_EMPTY" }));
  });

  test.each([[{ from: "2024-02-01" }], [{ to: "2023-12-31" }], [{ from: "2024-01-05", to: "2024-01-03" }]])(
    "throws for %o, which contains no bar",
    (settings) => {
      expect(() => observe(week, settings)).toThrow(expect.objectContaining({ code: "DATE_RANGE_EMPTY" }));
    },
  );
});

/** Zones in which daily bars from 2008-09-01 on start at midnight. */
const ZONES = [
  "Etc/GMT+12",
  "America/New_York",
  "America/Sao_Paulo",
  "UTC",
  "Europe/London",
  "Asia/Tokyo",
  "Pacific/Auckland",
  "Pacific/Kiritimati",
];

describe.each(ZONES)("dates of a range of daily bars of %s", (zone) => {
  const dates = Array.from({ length: 300 }, (_, i) => Date.UTC(2008, 8, 1) + i * DAY);
  const time = Float64Array.from(dates, (date) => zoneOf(zone).toInstantOrAfter(date));
  const close = time.map((_, i) => i + 1);
  const columns = { time, open: close, high: close, low: close, close, volume: close };
  const range = { from: "2008-10-01", to: "2009-03-31" };
  const still = defineStrategy({ name: "still" });
  const read = (given: Pick<Series, "bars" | "zone">): MarketData => ({
    series: [{ instrument: instrument("X"), ...given }],
    notes: [],
  });
  const named = read({ bars: new Bars("1d", columns), zone });

  test.each([
    ["its series", named],
    ["its bars", read({ bars: new Bars("1d", columns, zone) })],
  ])("are those of its bars in the zone of %s", (_, data) => {
    const result = backtest(still, data, range);
    expect([result.firstDate, result.lastDate]).toEqual([range.from, range.to]);
    expect(result.settings.zone).toBe(zone);
    expect(metrics.monthlyReturns(result.equity, 10_000).map(({ month }) => month)).toEqual([10, 11, 12, 1, 2, 3]);
    const explicit = backtest(still, data, { ...range, zone });
    expect(explicit.fingerprint).toBe(result.fingerprint);
  });

  test("are equal for prepared data and for a sweep", async () => {
    const prepared = prepareData(named, range);
    const result = backtest(still, prepared);
    expect([result.firstDate, result.lastDate, result.settings.zone]).toEqual([range.from, range.to, zone]);
    const pick = defineStrategy({ name: "pick", params: { n: param.integer({ default: 1, min: 1, max: 2 }) } });
    const trials = await sweep(pick, named, { params: { n: [1, 2] }, settings: range });
    const { firstDate, lastDate } = trials.run();
    expect([firstDate, lastDate]).toEqual([range.from, range.to]);
  });

  test("are dates of the setting zone, if the run has one", () => {
    const { settings } = backtest(still, named, { ...range, zone: "UTC" });
    expect(settings.zone).toBe("UTC");
  });

  test("appear in the error that the range is empty", () => {
    expect(() => backtest(still, named, { from: "2010-01-04", to: "2010-01-05" })).toThrow(
      "the data go from 2008-09-01 to 2009-06-27, the range goes from 2010-01-04 on and up to, not including, 2010-01-06",
    );
  });
});

describe("warm-up of a range", () => {
  const first = (warmupBars: number) => observe(week, { from: "2024-01-05", warmupBars }).seen[1];

  test("starts at the first recorded bar by default", () => {
    expect(first(-1)).toBe("6 00:00 X 14 mean 13.5");
  });

  test("can be limited to a number of bars", () => {
    expect(first(1)).toBe("6 00:00 X 14 mean 13.5");
    expect(first(0)).toBe("6 00:00 X 14 mean NaN");
  });

  test("may have fewer bars than the setting requests", () => {
    expect(first(1000)).toBe("6 00:00 X 14 mean 13.5");
  });

  test("is counted for each symbol separately", () => {
    const { seen } = observe(
      { A: week, B: flatBars([1, 2, 3], "1d", FIRST_DAY + 3 * DAY) },
      { from: "2024-01-05", warmupBars: 2 },
    );
    expect(seen.slice(0, 3)).toEqual(["6 00:00 start", "6 00:00 A 14 mean 13.5", "6 00:00 B 2 mean 1.5"]);
  });

  test("does not affect equity, counts or buy and hold", () => {
    const { result } = observe(flatBars([100, 50, 60, 60]), { from: "2024-01-03" });
    expect(result.counts).toMatchObject({ bars: 2, sessions: 2 });
    expect(Array.from(result.equity.equity)).toEqual([100_000, 100_000]);
    expect(Array.from(result.buyAndHold)).toEqual([100_000, 100_000]);
    expect(result.entries).toMatchObject([{ kind: "deposit", time: FIRST_DAY + 2 * DAY, amount: 100_000 }]);
  });

  test("throws if the strategy needs more bars than it has", () => {
    const needy = defineStrategy({ name: "needy", needs: { history: 8 } });
    expect(() => backtest(needy, marketOf({ X: week }))).toThrow(expect.objectContaining({ code: "STRATEGY_INVALID" }));
    const modest = defineStrategy({ name: "modest", needs: { history: 7 } });
    expect(backtest(modest, marketOf({ X: week }), { from: "2024-01-07" }).counts.bars).toBe(1);
  });
});

describe("a range of intraday bars", () => {
  const hours = flatBars([10, 11, 12, 13, 14], "1h", FIRST_DAY + 9 * HOUR);

  test("that starts inside a bar leaves that bar to the warm-up", () => {
    const { seen, result } = observe(hours, { from: "2024-01-01T10:30Z" });
    // The bar of 10:00 closes at 11:00, after the start of the range, so the run's first bar is that of 11:00.
    expect(seen.slice(0, 2)).toEqual(["1 12:00 start", "1 12:00 X 12 mean 11.5"]);
    expect(when(result.equity.time[0]!)).toBe("1 12:00");
    expect(result.from).toBe(FIRST_DAY + 11 * HOUR);
  });

  test("shows the forming bar of another symbol at its start", () => {
    const seen: string[] = [];
    const strategy = defineStrategy({
      name: "neighbour",
      indicators: ({ bars }) => ({ b: bars({ symbol: "B" }).close }),
      onBar: ({ symbol, time, ind, at }) =>
        void seen.push(`${when(time)} ${symbol} ${ind.b.value} ${at("B").position.marketPrice} ${at("B").stale}`),
    });
    const halves = flatBars([20, 21, 22], "1h", FIRST_DAY + 9.5 * HOUR);
    for (const evaluation of ["batch", "live"] as const) {
      seen.length = 0;
      backtest(strategy, marketOf({ A: hours, B: halves }), { from: "2024-01-01T10:00Z", evaluation });
      expect(seen).toEqual([
        // At 11:00 B's bar of 10:30 is forming. B's bar of 9:30, which was forming at the start of the range, has
        // closed at 20.
        "1 11:00 A 20 21 true",
        "1 11:30 B 21 21 false",
        "1 12:00 A 21 22 true",
        "1 12:30 B 22 22 false",
        "1 13:00 A 22 22 true",
        "1 14:00 A 22 22 true",
      ]);
    }
  });

  test("that starts inside a session accepts day orders, which expire with that session", () => {
    const strategy = defineStrategy({
      name: "inside",
      onBar: ({ bar, orders }) => void (bar.time === FIRST_DAY + 11 * HOUR && orders.buy({ quantity: 1, limit: 5 })),
    });
    const { orderEvents } = backtest(strategy, marketOf({ X: hours }), { from: "2024-01-01T10:30Z" });
    expect(orderEvents.map(({ event, time }) => `${when(time)} ${event}`)).toEqual(["1 12:00 new", "2 00:00 expired"]);
  });

  test("ends with the last bar that closes by its last instant", () => {
    const { seen } = observe(hours, { to: "2024-01-01T12:30Z" });
    expect(seen.at(-2)).toBe("1 12:00 X 12 mean 11.5");
    const dates = observe(flatBars([10, 11, 12], "1h", FIRST_DAY + 22 * HOUR), { to: "2024-01-01" });
    expect(dates.seen.at(-2)).toBe("2 00:00 X 11 mean 10.5");
  });

  test("has a session close only for sessions with a bar in the range", () => {
    const nights = flatBars([10, 11, 12], "1h", FIRST_DAY + 22 * HOUR);
    const { all } = observe(nights, { from: "2024-01-01T23:30Z" });
    expect(all).toEqual(["2 01:00 start", "2 01:00 X 12 mean 11.5", "3 00:00 session X", "3 00:00 end"]);
  });
});

describe("prepared data with a range", () => {
  const idle = defineStrategy({ name: "idle" });
  const data = marketOf({ A: week, B: week });
  const settings = { from: "2024-01-03", warmupBars: 1 };
  const prepared = prepareData(data, settings);

  test("apply that range to every run", () => {
    const plain = backtest(idle, data, settings);
    for (const run of [backtest(idle, prepared), backtest(idle, prepared, { ...settings, symbols: ["B", "A"] })]) {
      expect(run.settings).toEqual(plain.settings);
      expect(run.fingerprint).toBe(plain.fingerprint);
      expect(run.counts).toEqual(plain.counts);
    }
  });

  test.each([
    [{ from: "2024-01-04" }, 'from must equal that of the prepared data, "2024-01-03", was "2024-01-04"'],
    [{ from: "" }, 'from must equal that of the prepared data, "2024-01-03", was ""'],
    [{ warmupBars: -1 }, "warmupBars must equal that of the prepared data, 1, was -1"],
    [{ symbols: ["A"] }, 'symbols must equal that of the prepared data, ["A","B"], was ["A"]'],
  ])("throw for a run with other settings of the range: %j", (options, message) => {
    expect(() => backtest(idle, prepared, options)).toThrow(
      expect.objectContaining({ code: "SETTING_INVALID", message }),
    );
  });
});

describe("the bar at the end of a range", () => {
  const daily = flatBars(Array.from({ length: 91 }, (_, day) => 10 + day));

  test.each<[Interval, string, number]>([
    ["1wk", "2024-03-07", 9],
    // A market that is closed on weekends completes its weekly bar by Friday.
    ["1wk", "2024-03-08", 10],
    ["1mo", "2024-03-02", 2],
    ["1mo", "2024-02-29", 2],
    ["1mo", "2024-02-28", 1],
    ["3mo", "2024-03-31", 1],
  ])("is excluded for bars of %s if it ends after %s", (interval, to, bars) => {
    const result = observe(resample(daily, interval), { to }).result;
    expect(result.counts.bars).toBe(bars);
    expect(result.to).toBeLessThanOrEqual(Date.parse(to) + 3 * DAY);
  });

  test("is excluded, and the range is empty, if the whole range lies inside that bar", () => {
    const inside = () => observe(resample(daily, "1mo"), { to: "2024-01-15" });
    expect(inside).toThrow(expect.objectContaining({ code: "DATE_RANGE_EMPTY" }));
  });

  test("is excluded from a range of intraday bars if it closes after the range", () => {
    const hours = flatBars([10, 11, 12, 13, 14], "1h", FIRST_DAY + 9 * HOUR);
    const bars = (to: string) => observe(hours, { to }).result.counts.bars;
    expect([bars("2024-01-01T11:59Z"), bars("2024-01-01T12:00Z"), bars("2024-01-01")]).toEqual([2, 3, 5]);
  });

  test.each<[string, Omit<Series, "bars" | "instrument">, number, string, string]>([
    ["without a zone", {}, 0, "2024-03-27T23:59:59Z", "2024-03-28T00:00Z"],
    ["at midnights of a zone", { zone: "America/New_York" }, 4, "2024-03-27T23:59:59-04:00", "2024-03-28T00:00-04:00"],
    ["east of UTC", { zone: "Asia/Tokyo" }, -9, "2024-03-27T23:59:59+09:00", "2024-03-28T00:00+09:00"],
    ["not at midnight", {}, 13.5, "2024-03-28T13:29:59Z", "2024-03-28T13:30Z"],
    ["with a calendar", { calendar: calendarOf("XNYS") }, 4, "2024-03-27T15:59:59-04:00", "2024-03-27T16:00-04:00"],
  ])("is included if it is a daily bar that has ended: %s", (_, known, hour, before, ended) => {
    const days = flatBars([10, 11, 12], "1d", Date.UTC(2024, 2, 25) + hour * HOUR);
    const data: MarketData = { series: [{ instrument: instrument("X"), bars: days, ...known }], notes: [] };
    const bars = (to: string) => backtest(defineStrategy({ name: "still" }), data, { to }).counts.bars;
    expect([bars(before), bars(ended), bars("2024-03-27")]).toEqual([2, 3, 3]);
  });

  test("is included once the quote that completes it is known", () => {
    const at = [2, 3, 6, 7].map((day) => Date.UTC(2023, 2, day, 15, 45));
    const { open, high, low, close, volume } = flatBars([1, 2, 3, 4]);
    const bars = new Bars("1d", {
      time: Float64Array.of(at[0]! - 1, ...at.slice(0, 3)),
      open,
      high,
      low,
      close,
      volume,
    });
    const time = Float64Array.from(at);
    const quotes = { time, bid: close, ask: close, sessionOpen: time.map((known) => known - HOUR), sessionClose: time };
    const data: MarketData = { series: [{ instrument: instrument("X"), bars, quotes }], notes: [] };
    const seen = (to: string) => backtest(defineStrategy({ name: "still" }), data, { to }).equity.time.at(-1);
    expect(seen("2023-03-03")).toBe(at[1]);
    expect(seen("2023-03-05")).toBe(at[1]);
    expect(seen("2023-03-03T15:44:59Z")).toBe(at[0]);
    expect(seen("2023-03-03T15:45Z")).toBe(at[1]);
    const sessions = new SessionRange(data, undefined);
    expect(
      backtest(defineStrategy({ name: "still" }), data, sessions.settings({ from: 0, to: 2 })).equity.time.at(-1),
    ).toBe(at[1]);
  });

  test("is included when the next day has begun, even if a change of clocks shortened the bar's day", () => {
    // The day from 13:30 UTC on 9 March to 12:30 UTC on the 10th lasts from 8:30 to 8:30 in New York.
    const zone = "America/New_York";
    const at = ["2024-03-08T13:30Z", "2024-03-09T13:30Z", "2024-03-10T12:30Z"].map((text) => Date.parse(text));
    const { open, high, low, close, volume } = flatBars([10, 11, 12]);
    const days = new Bars("1d", { time: Float64Array.from(at), open, high, low, close, volume }, zone);
    const bars = (to: string) => observe(days, { to }).result.counts.bars;
    expect([bars("2024-03-10T12:29:59.998Z"), bars("2024-03-10T12:29:59.999Z")]).toEqual([1, 2]);
  });

  test("ends at midnight of the bars' own zone, even when clocks change", () => {
    for (const zone of ["America/New_York", "Asia/Tokyo"]) {
      const midnight = (date: string) =>
        Date.parse(`${date}T00:00Z`) - (zone === "Asia/Tokyo" ? 9 : date < "2024-03-10" ? -5 : -4) * HOUR;
      const months = ["2024-01-01", "2024-02-01", "2024-03-01", "2024-04-01"].map(midnight);
      const column = () => Float64Array.of(1, 2, 3, 4);
      const bars = new Bars(
        "1mo",
        {
          time: Float64Array.from(months),
          open: column(),
          high: column(),
          low: column(),
          close: column(),
          volume: column(),
        },
        zone,
      );
      const count = (to: string) => observe(bars, { to, zone }).result.counts.bars;
      expect([count("2024-03-28"), count("2024-03-31"), count("2024-04-01")]).toEqual([2, 3, 3]);
    }
  });

  test("belongs to the warm-up if it started before the range", () => {
    const result = observe(resample(daily, "1mo"), { from: "2024-02-10" }).result;
    expect(result.counts.bars).toBe(1);
    expect(result.from).toBeGreaterThanOrEqual(Date.UTC(2024, 2, 1));
  });
});
