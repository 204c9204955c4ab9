import * as fc from "fast-check";
import { Bars, continuousSeries, type ContinuousOptions, instrument, type Series } from "hindcast";
import { describe, expect, test } from "vitest";
import { scheduleOf } from "../../src/market/schedule.ts";
import { zoneOf } from "../../src/time/zone.ts";
import { dayOf, newYork } from "../support/hand-calendar.ts";
import { property } from "../support/property.ts";

const NY = zoneOf("America/New_York");
/** Sessions from Monday 4 to Friday 15 January 2016. */
const WEEKDAYS = [4, 5, 6, 7, 8, 11, 12, 13, 14, 15];
const dateIn = (day: number): string => `2016-01-${String(day).padStart(2, "0")}`;

/** A row of a contract: day of January 2016, close, volume and open interest. */
type Row = readonly [day: number, close: number, volume?: number, openInterest?: number];

function contract(symbol: string, expires: number, rows: readonly Row[]): Series {
  const column = (valueOf: (row: Row) => number) => rows.map(valueOf);
  return {
    instrument: instrument(symbol, { multiplier: 50, expiration: dayOf(dateIn(expires)) }),
    bars: new Bars("1d", {
      time: column(([day]) => NY.toInstant(Date.parse(`${dateIn(day)}T00:00Z`))),
      open: column(([, close]) => close - 1),
      high: column(([, close]) => close + 2),
      low: column(([, close]) => close - 3),
      close: column(([, close]) => close),
      volume: column(([, , volume = 0]) => volume),
    }),
    calendar: newYork,
    columns: { open_interest: column(([, , , interest = NaN]) => interest) },
  };
}

/**
 * Three contracts. H expires on Friday 8, M on Wednesday 13, U later. M trades 10 above H; U trades at a tenth more than M.
 * M has more volume than H on Wednesday 6, more open interest on Thursday 7.
 */
const H = contract("ESH6", 8, [
  [4, 100, 50, 90],
  [5, 101, 60, 90],
  [6, 102, 20, 80],
  [7, 103, 70, 30],
  [8, 104, 10, 10],
]);
const M = contract("ESM6", 13, [
  [5, 111, 5, 20],
  [6, 112, 30, 70],
  [7, 113, 10, 75],
  [8, 120, 80, 80],
  [11, 121, 80, 80],
  [12, 110, 40, 60],
  [13, 111, 10, 20],
]);
const U = contract("ESU6", 29, [
  [8, 132, 1, 1],
  [11, 133.1, 20, 10],
  [12, 121, 50, 50],
  [13, 122, 60, 70],
  [14, 123, 60, 70],
]);
const contracts = [U, H, M];

function joined(options: Omit<ContinuousOptions, "symbol" | "contracts">, list = contracts) {
  const series = continuousSeries({ symbol: "ES", contracts: list, ...options });
  const { bars, columns } = series;
  const days = Array.from(bars.time, (time) => new Date(time).getUTCDate());
  return {
    series,
    days,
    close: [...bars.close],
    inForce: [...columns!["contract"]!],
    paid: columns!["contract_close"],
  };
}

describe("the contract in force", () => {
  test("rolls by calendar so that the last sessions of a contract belong to the next", () => {
    // Two sessions left out: Thursday 7 and Friday 8 of H, Tuesday 12 and Wednesday 13 of M.
    const { days, close, inForce } = joined({ roll: "calendar", rollSessions: 2, adjust: "none" });
    expect(days).toEqual([4, 5, 6, 7, 8, 11, 12, 13, 14]);
    expect(close).toEqual([100, 101, 102, 113, 120, 121, 121, 122, 123]);
    // With the last bar before a roll, the new contract is in force: orders fill in the next session.
    expect(inForce).toEqual([0, 0, 1, 1, 1, 2, 2, 2, 2]);
    const { series } = joined({ roll: "calendar", rollSessions: 0, adjust: "none" });
    expect([...series.bars.close]).toEqual([100, 101, 102, 103, 104, 121, 110, 111, 123]);
    expect(series.instrument.contracts).toEqual(["ESH6", "ESM6", "ESU6"]);
    expect(series.instrument.multiplier).toBe(50);
  });

  test("rolls by default five sessions before an expiration by calendar, one by volume", () => {
    expect(joined({ roll: "calendar", adjust: "none" }).inForce[0]).toBe(1);
    const still = contracts.map((one) => {
      const { time, open, high, low, close } = one.bars;
      return { ...one, bars: new Bars("1d", { time, open, high, low, close, volume: close.map(() => 0) }) };
    });
    expect(joined({ roll: "volume", adjust: "none" }, still).close).toEqual([
      100, 101, 102, 103, 120, 121, 110, 122, 123,
    ]);
  });

  test("rolls once a later contract has more volume, and never back", () => {
    // M has 30 against 20 on the 6th, H has more again on the 7th. U has 50 against 40 on the 12th.
    const { close, inForce, paid } = joined({ roll: "volume", adjust: "none" });
    expect(close).toEqual([100, 101, 102, 113, 120, 121, 110, 122, 123]);
    expect(inForce).toEqual([0, 0, 1, 1, 1, 1, 2, 2, 2]);
    expect([...paid!]).toEqual(close);
  });

  test("rolls once a later contract has more open interest", () => {
    // M has 75 against 30 on the 7th. U has 70 against 20 on the 13th, but M expires that day, and its last session is left out.
    const { close, inForce } = joined({ roll: "open-interest", adjust: "none" });
    expect(close).toEqual([100, 101, 102, 103, 120, 121, 110, 122, 123]);
    expect(inForce).toEqual([0, 0, 0, 1, 1, 1, 2, 2, 2]);
  });

  test("skips a contract that trades less than a later one, and stays in the last", () => {
    const serial = contract("ESJ6", 11, [
      [5, 105, 1],
      [6, 106, 1],
      [7, 107, 1],
    ]);
    const { close } = joined({ roll: "volume", adjust: "none" }, [H, serial, M]);
    expect(close).toEqual([100, 101, 102, 113, 120, 121, 110, 111]);
  });

  test("sums the volume of the bars of a session, and changes at the close of its last bar", () => {
    const at = (day: number, hour: number) => NY.toInstant(Date.parse(`${dateIn(day)}T${hour}:00Z`));
    const hours = (symbol: string, expires: number, rows: readonly (readonly [number, number, number, number])[]) => ({
      ...contract(symbol, expires, []),
      columns: {},
      bars: new Bars("1h", {
        time: rows.map(([day, hour]) => at(day, hour)),
        open: rows.map(([, , close]) => close),
        high: rows.map(([, , close]) => close),
        low: rows.map(([, , close]) => close),
        close: rows.map(([, , close]) => close),
        volume: rows.map(([, , , volume]) => volume),
      }),
    });
    // 25 + 25 against 40, and 100 after hours that do not count.
    const front = hours("H", 29, [
      [4, 14, 10, 40],
      [4, 16, 11, 100],
      [5, 14, 12, 1],
    ]);
    const next = hours("M", 30, [
      [4, 14, 20, 25],
      [4, 15, 21, 25],
      [5, 14, 23, 1],
      [5, 15, 24, 1],
    ]);
    const { close, inForce } = joined({ roll: "volume", adjust: "difference" }, [front, next]);
    // The last bar of both is that of 14:00: 10 and 20.
    expect(close).toEqual([10, 11, 13, 14]);
    expect(inForce).toEqual([0, 1, 1, 1]);
  });
});

describe("adjustment", () => {
  test("by difference shifts a contract by the gap between the closes of the last session before the roll", () => {
    // On the 6th: 102 - 112 = -10. On the 12th: 110 - 121 = -11, so U is shifted by -21.
    const { series, close, paid } = joined({ roll: "volume", adjust: "difference" });
    expect(close).toEqual([100, 101, 102, 103, 110, 111, 100, 101, 102]);
    expect([...series.bars.open]).toEqual([99, 100, 101, 102, 109, 110, 99, 100, 101]);
    expect([...series.bars.high]).toEqual([102, 103, 104, 105, 112, 113, 102, 103, 104]);
    expect([...series.bars.low]).toEqual([97, 98, 99, 100, 107, 108, 97, 98, 99]);
    expect([...series.bars.volume]).toEqual([50, 60, 20, 10, 80, 80, 40, 60, 60]);
    expect([...paid!]).toEqual([100, 101, 102, 113, 120, 121, 110, 122, 123]);
  });

  test("by ratio scales a contract by the quotient of these closes", () => {
    // On the 7th: 103 / 113. On the 12th: 110 / 121.
    const { close } = joined({ roll: "open-interest", adjust: "ratio" });
    const first = 103 / 113;
    const second = first * (110 / 121);
    const expected = [100, 101, 102, 103, 120 * first, 121 * first, 110 * first, 122 * second, 123 * second];
    expect(close).toEqual(expected);
  });

  test("differs from the back-adjusted series of vendors by one shift or factor", () => {
    // Back-adjusted by hand: earlier prices are moved, and U keeps its own.
    const shifted = joined({ roll: "volume", adjust: "difference" }).close.map((close) => close + 21);
    expect(shifted).toEqual([121, 122, 123, 113 + 11, 120 + 11, 121 + 11, 110 + 11, 122, 123]);
    const scale = (112 / 102) * (121 / 110);
    const scaled = joined({ roll: "volume", adjust: "ratio" }).close.map((close) => close * scale);
    const byHand = [100 * scale, 101 * scale, 102 * scale, 113 * 1.1, 120 * 1.1, 121 * 1.1, 110 * 1.1, 122, 123];
    for (const [at, close] of scaled.entries()) expect(close).toBeCloseTo(byHand[at]!, 10);
  });

  test("measures the gap at the last common bar if the session before the roll has none", () => {
    const late = contract("ESM6", 13, [
      [5, 111, 5],
      [7, 113, 10],
    ]);
    expect(joined({ roll: "calendar", rollSessions: 2, adjust: "difference" }, [H, late]).close).toEqual([
      100, 101, 102, 103,
    ]);
  });
});

describe("contracts that are refused", () => {
  const join = (list: readonly Series[], more: Partial<ContinuousOptions> = {}) =>
    continuousSeries({ symbol: "ES", contracts: list, roll: "volume", adjust: "ratio", ...more });

  test("contracts without an expiration, with equal ones, of another interval or multiplier", () => {
    expect(() => join([])).toThrow("contracts must be a list of at least one series");
    expect(() => join([{ ...H, instrument: instrument("ESH6") }])).toThrow("expiration of ESH6 must be the last day");
    expect(() => join([H, { ...H, instrument: { ...H.instrument, symbol: "ESJ6" } }])).toThrow(
      "expiration of ESJ6 must be after that of ESH6, was",
    );
    expect(() => join([H, { ...M, instrument: { ...M.instrument, multiplier: 5 } }])).toThrow(
      "multiplier of ESM6 must be that of ESH6, 50, was 5",
    );
    expect(() => join([H, { ...M, calendar: undefined }])).toThrow("calendar of ESM6 must be that of ESH6");
    const weeks = new Bars("1wk", H.bars.slice(0, 1));
    expect(() => join([{ ...H, bars: weeks, columns: {} }])).toThrow("a day or shorter");
  });

  test("options that are unknown, and open interest that is not there", () => {
    expect(() => join([H], { roll: "volumes" as "volume" })).toThrow(
      'roll must be one of calendar, volume, open-interest, was "volumes"',
    );
    expect(() => join([H], { adjust: "back" as "ratio" })).toThrow("adjust must be one of none, difference, ratio");
    expect(() => join([H], { rollSessions: -1 })).toThrow("rollSessions");
    expect(() => join([{ ...H, columns: { mood: H.bars.close } }], { roll: "open-interest" })).toThrow(
      "ESH6 has no own column open_interest, by which the series is to roll; its own columns are mood",
    );
  });

  test("bars after an expiration, contracts without a common bar, and ratios of prices that are not above 0", () => {
    const late = { ...H, instrument: { ...H.instrument, expiration: dayOf("2016-01-07") } };
    expect(() => join([late])).toThrow("ESH6 must have no bars after its expiration 2016-01-07, has one on 2016-01-08");
    const apart = contract("ESM6", 13, [[11, 121, 80]]);
    expect(() => join([H, apart])).toThrow("ESH6 and ESM6 have no common bar before the roll");
    expect(join([H, apart], { adjust: "none" }).bars.length).toBe(5);
    const below = contract("ESM6", 13, [
      [7, -1, 1],
      [8, 2, 90],
    ]);
    expect(() => join([H, below])).toThrow(
      "closes of ESH6 and ESM6 must be above 0 to adjust by ratio, were 103 and -1",
    );
  });
});

const row = fc.tuple(fc.integer({ min: -50, max: 500 }), fc.nat({ max: 20 }), fc.integer({ min: -1, max: 20 }));
/** Three contracts with random prices, volumes and open interest, some of whose bars are missing. */
const randomContracts = fc
  .array(fc.array(fc.option(row, { freq: 5 }), { minLength: 10, maxLength: 10 }), { minLength: 3, maxLength: 3 })
  .map((lists) =>
    lists.map((rows, at) => {
      const expires = [8, 13, 29][at]!;
      const kept = rows.flatMap((one, i): Row[] => {
        const day = WEEKDAYS[i]!;
        if (one === null || day > expires) return [];
        const [close, volume, interest] = one;
        return [[day, close, volume, interest < 0 ? NaN : interest]];
      });
      return contract(["H", "M", "U"][at]!, expires, kept);
    }),
  );
const rules = fc.record({
  roll: fc.constantFrom("calendar" as const, "volume" as const, "open-interest" as const),
  adjust: fc.constantFrom("none" as const, "difference" as const, "ratio" as const),
  rollSessions: fc.option(fc.nat({ max: 4 }), { nil: undefined }),
});

/** The same contracts with bars of two hours each: one from 14:00 and one from 15:00, of which some are missing. */
const randomHours = fc
  .tuple(randomContracts, fc.array(fc.integer({ min: 0, max: 4 }), { minLength: 60, maxLength: 60 }))
  .map(([lists, kept]) => lists.map((series, place) => hoursOf(series, kept.slice(20 * place))));

/** Splits each daily bar into one from 14:00 and one from 15:00, and leaves out those whose entry in `kept` is 0. */
function hoursOf({ instrument: own, bars, columns, calendar }: Series, kept: readonly number[]): Series {
  const places = Array.from({ length: 2 * bars.length }, (_, i) => i).filter((i) => kept[i] !== 0);
  const take = (column: ArrayLike<number>, change = (value: number, _later: boolean) => value) =>
    Float64Array.from(places, (i) => change(column[i >> 1]!, i % 2 === 1));
  const price = (column: Float64Array) => take(column, (value, later) => (later ? value + 3 : value));
  return {
    instrument: own,
    calendar,
    bars: new Bars("1h", {
      time: take(bars.time, (start, later) => start + (later ? 15 : 14) * 3_600_000),
      open: price(bars.open),
      high: price(bars.high),
      low: price(bars.low),
      close: price(bars.close),
      volume: take(bars.volume, (volume, later) => (later ? 20 - volume : volume)),
    }),
    columns: { open_interest: take(columns!["open_interest"]!) },
  };
}

/** Returns the joined bars as lists, or the message of the error. */
function textOf(list: readonly Series[], options: Omit<ContinuousOptions, "symbol" | "contracts">) {
  try {
    const { bars, columns } = continuousSeries({ symbol: "ES", contracts: list, ...options });
    return { time: bars.time, open: bars.open, close: bars.close, volume: bars.volume, ...columns };
  } catch (error) {
    return (error as Error).message;
  }
}

/** Returns the bars of a contract that have closed by a time. */
function until(series: Series, time: number): Series {
  const { closeTime } = scheduleOf(series.bars, newYork);
  const end = closeTime.filter((close) => close <= time).length;
  const interest = series.columns!["open_interest"]!.slice(0, end);
  return { ...series, bars: series.bars.slice(0, end), columns: { open_interest: interest } };
}

/** Checks that the series of the bars that have closed by a time is the start of the series of all bars. */
function isStartOfWhole(
  list: readonly Series[],
  options: Omit<ContinuousOptions, "symbol" | "contracts">,
  time: number,
): void {
  const whole = textOf(list, options);
  const part = textOf(
    list.map((series) => until(series, time)),
    options,
  );
  // A series that is refused has no values, but the start before the refused roll has.
  if (typeof whole === "string" || typeof part === "string") {
    expect(typeof whole === "string" || typeof part !== "string").toBe(true);
    return;
  }
  const { length } = part.time;
  const closed = list.flatMap(({ bars }) =>
    Array.from(scheduleOf(bars, newYork).closeTime, (close, i) => [bars.time[i]!, close] as const),
  );
  const open = new Set(closed.filter(([, close]) => close > time).map(([start]) => start));
  expect(length).toBe(whole.time.filter((start) => start < time && !open.has(start)).length);
  for (const [name, column] of Object.entries(part))
    expect([name, ...column]).toEqual([name, ...(whole as Record<string, Float64Array>)[name]!.slice(0, length)]);
}

property([randomContracts, rules, fc.integer({ min: 0, max: 9 })], { numRuns: 300 })(
  "the series of the daily bars that have closed by a time is the start of the series of all bars",
  (list, options, place) => {
    isStartOfWhole(list, options, newYork.session(dayOf(dateIn(WEEKDAYS[place]!)))!.close);
  },
);

property([randomHours, rules, fc.integer({ min: 0, max: 9 }), fc.integer({ min: 0, max: 1 })], { numRuns: 300 })(
  "the series of the hourly bars that have closed by a time is the start of the series of all bars",
  (list, options, place, before) => {
    isStartOfWhole(list, options, newYork.session(dayOf(dateIn(WEEKDAYS[place]!)))!.close - before * 3_600_000);
  },
);

property([randomContracts, rules], { numRuns: 200 })(
  "each bar is a bar of the contract that the bar before puts in force, and contracts never go back",
  (list, options) => {
    const series = textOf(list, { ...options, adjust: "none" });
    if (typeof series === "string") throw new Error(series);
    const { time, close, contract: inForce, contract_close: paid } = series as unknown as Record<string, Float64Array>;
    for (let i = 0; i < time!.length; i++) {
      const before = i === 0 ? 0 : inForce![i - 1]!;
      expect(inForce![i]).toBeGreaterThanOrEqual(before);
      expect(close![i]).toBe(paid![i]);
      const sources = list.map(({ bars }) => bars.close[bars.time.indexOf(time![i]!)]);
      const from = sources.findIndex((value, at) => value === close![i] && at >= before && at <= inForce![i]!);
      expect(from).not.toBe(-1);
    }
  },
);
