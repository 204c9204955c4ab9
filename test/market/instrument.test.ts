import { Bars, instrument, marketOf } from "hindcast";
import { readBars } from "hindcast/data";
import { expect, test } from "vitest";

const ones = new Float64Array(1).fill(1);
const bars = new Bars("1d", { time: ones, open: ones, high: ones, low: ones, close: ones, volume: ones });
/** Passes terms of an instrument without type checks, as plain JavaScript does. */
const given = (terms: unknown) => terms as never;

test.each([
  ["lot", 0, "lot of X must be a finite number above 0, was 0"],
  ["lot", -1, "lot of X must be a finite number above 0, was -1"],
  ["lot", "0.1", 'lot of X must be a finite number above 0, was "0.1"'],
  ["lot", NaN, "lot of X must be a finite number above 0, was NaN"],
  ["multiplier", 0, "multiplier of X must be a finite number above 0, was 0"],
  ["tick", -0.01, "tick of X must be a finite number of at least 0, was -0.01"],
  ["contracts", "ESH24", 'contracts of X must be a list of symbols, was "ESH24"'],
  ["currencyDecimals", 1.5, "currencyDecimals of X must be a whole number from 0 to 8, was 1.5"],
])(
  "creating an instrument whose %s is %j throws an error that names the field and the value",
  async (field, value, message) => {
    const terms = given({ [field]: value });
    expect(() => instrument("X", terms)).toThrow(message);
    expect(() => marketOf({ X: bars }, { X: terms })).toThrow(message);
    await expect(readBars("data/sp500-2000.csv", { symbol: "X", instrument: terms })).rejects.toThrow(message);
  },
);

test("a misspelled field of an instrument throws an error that suggests the correct name", () => {
  expect(() => marketOf({ X: bars }, { X: given({ lott: 0.1 }) })).toThrow(
    'instrument X has no option "lott" (did you mean lot?); it has name, currency, currencyDecimals, tick, lot, multiplier, expiration, option, role, contracts',
  );
});

test("marketOf throws if it gets an instrument for a symbol without bars", () => {
  expect(() => marketOf({ X: bars }, { Y: { lot: 0.1 } })).toThrow(
    'instruments must be for symbols with bars (X), was "Y"',
  );
});

test("a field of an instrument that is undefined gets its default", () => {
  expect(instrument("X", given({ lot: undefined, tick: 0.01 }))).toMatchObject({ lot: 1, tick: 0.01 });
});
