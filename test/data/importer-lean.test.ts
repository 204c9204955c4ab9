import { describe, expect, test } from "vitest";
import type { HindcastError } from "../../src/primitives/errors.ts";
import type { ImportSettings } from "../../src/data/importing/importer.ts";
import { type Imported, importMarket } from "../../src/data/importing/import-market.ts";
import { splitRatio } from "../../src/data/importing/factor-file.ts";
import { adjustedClose } from "../../src/market/adjust.ts";
import { calendarOf } from "../../src/time/calendars/catalog.ts";
import { DAY_MS } from "../../src/time/civil-date.ts";
import { formatDate, formatInstant } from "../../src/time/instant.ts";
import { temporaryFiles } from "../support/temporary-files.ts";

const files = temporaryFiles();

function imported(file: string, content: string, settings: ImportSettings = {}): Promise<Imported> {
  return importMarket({ importer: "lean", files: [{ file: files.write(file, content) }], settings });
}

describe("bars imported from files of LEAN", () => {
  test("of one minute take their date from the file name, and their prices from ten-thousandths of a dollar", async () => {
    const { market } = await imported(
      "20131007_spy_minute_trade.csv",
      "14400000,1674100,1674100,1672500,1672700,3197\n",
    );
    const { bars, symbol } = market.series[0]!;
    expect([symbol, bars.interval, formatInstant(bars.time[0]!)]).toEqual(["SPY", "1m", "2013-10-07T08:00:00.000Z"]);
    expect([bars.open[0], bars.high[0], bars.low[0], bars.close[0], bars.volume[0]]).toEqual([
      167.41, 167.41, 167.25, 167.27, 3197,
    ]);
    expect(market.instruments[0]).toMatchObject({ priceBasis: "raw", calendar: "XNYS" });
  });

  test("of one second have the interval of the file name", async () => {
    const { market } = await imported(
      "20131007_spy_second_trade.csv",
      "34200000,1674100,1674100,1672500,1672700,3197\n",
    );
    const { bars } = market.series[0]!;
    expect([bars.interval, formatInstant(bars.time[0]!)]).toEqual(["1s", "2013-10-07T13:30:00.000Z"]);
  });

  test("of one day or one hour take their time from the row", async () => {
    const rows =
      "20131007 00:00,1679700,1682500,1675600,1676100,100\n20131008 00:00,1676000,1676500,1655200,1655400,200\n";
    const day = (await imported("spy.csv", rows)).market.series[0]!.bars;
    expect([day.interval, formatInstant(day.time[1]!), day.close[1]]).toEqual([
      "1d",
      "2013-10-08T04:00:00.000Z",
      165.54,
    ]);
    const hour = (
      await imported("spy.csv", rows.replaceAll("0 00:00", "0 09:00").replaceAll("00:00", "10:00"), { interval: "1h" })
    ).market.series[0]!.bars;
    expect(formatInstant(hour.time[0]!)).toBe("2013-10-07T14:00:00.000Z");
  });

  test("keep their prices unscaled if they are no stocks or the file has a header", async () => {
    const row = "20131007 00:00,1.35,1.36,1.34,1.355,0\n20131008 00:00,1.355,1.36,1.35,1.351,0\n";
    const pair = await imported("eurusd.csv", row, { instrument: { assetClass: "forex" } });
    expect(pair.market.series[0]!.bars.close[0]).toBe(1.355);
    const named = await imported(
      "spy.csv",
      "date,open,high,low,close,volume\n2013-10-07,1,2,0.5,1.5,3\n2013-10-08,1,2,0.5,1.5,3\n",
    );
    expect(named.market.series[0]!.bars.close[0]).toBe(1.5);
  });
});

test("a LEAN factor file is refused for several symbols, and for bars of another format", async () => {
  const factors = files.write("factors.csv", "20140606,1,0.142857,645.57\n20501231,1,1,0\n");
  const row = "20140606 00:00,10000,10000,10000,10000,1\n";
  const [one, two] = [{ file: files.write("one.csv", row) }, { file: files.write("two.csv", row) }];
  const reasons = async (importer: string, list: readonly { readonly file: string }[]) =>
    importMarket({ importer, files: list, settings: { factors, interval: "1d" } }).then(
      ({ market }) => market.actions.map(({ symbol, ratio }) => [symbol, ratio]),
      (error: unknown) => (error as HindcastError).details["byReason"],
    );
  expect(await reasons("lean", [one])).toEqual([["ONE", 7]]);
  expect(await reasons("lean", [one, two])).toEqual({ factors_of_another: 1 });
  const bars = { file: files.write("BARS.csv", "date,open,high,low,close\n2014-06-06,1,1,1,1\n") };
  expect(await reasons("bars", [bars])).toEqual({ factors_of_another: 1 });
});

describe("a LEAN factor file", () => {
  const bars = "20140606 00:00,6491000,6512200,6448000,6455700,1\n20140609 00:00,926900,938800,917500,937300,1\n";
  const events = async (factors: string) => {
    const path = files.write("factors.csv", factors);
    const { market } = await imported("acme.csv", bars, { factors: path });
    return market.actions.map(({ kind, exDate, ratio, cash }) => [kind, formatDate(exDate * DAY_MS), ratio, cash]);
  };

  test("is read as dividends and splits with an ex-date on the session after the row's date", async () => {
    // Apple's real dividends and splits, as a LEAN factor file lists them. 6 and 9 June 2014 were a Friday and a Monday,
    // as were 28 and 31 August 2020.
    const factors = `20120808,0.8613657,0.0357143,619.86
20140507,0.8650639,0.0357143,592.33
20140606,0.8698955,0.0357143,645.57
20200828,0.8698955,0.25,499.23
20501231,0.8698955,1,0
`;
    expect(await events(factors)).toEqual([
      ["dividend", "2012-08-09", 1, 2.65],
      ["dividend", "2014-05-08", 1, 3.29],
      ["split", "2014-06-09", 7, 0],
      ["split", "2020-08-31", 4, 0],
    ]);
  });

  test("is read if it has a header, or a row with both a dividend and a split", async () => {
    const factors = "date,price_factor,split_factor,reference_price\n2014-06-06,0.99,0.1,50\n2050-12-31,1,1,0\n";
    expect(await events(factors)).toEqual([
      ["dividend", "2014-06-09", 1, 0.5],
      ["split", "2014-06-09", 10, 0],
    ]);
  });

  test("is refused with the invalid row and the reason", async () => {
    const message = async (factors: string) => {
      const error: unknown = await events(factors).catch((thrown: unknown) => thrown);
      return (error as HindcastError).message.replace(`${files.folder}/`, "");
    };
    expect(await message("20140605,0.95,1,0\n20140606,0.95,1,0\n20501231,1,1,0\n")).toBe(
      "nothing was imported: factors.csv, line 2: reference_price must be above 0 before a change of price_factor, was 0",
    );
    expect(await message("20140606,0.9,1,50\n20140609,0.8,1,50\n20501231,1,1,0\n")).toBe(
      "nothing was imported: factors.csv, line 1: price_factor must not be above that of the next row, was 0.9 above 0.8",
    );
  });

  test("needs no reference price in a row that is followed by no dividend", async () => {
    expect(await events("20140605,1,0.5,0\n20140606,1,1,0\n")).toEqual([["split", "2014-06-06", 2, 0]]);
  });

  test("is read with a note, and without a dividend, for factor changes within their rounding", async () => {
    // The last change is a dividend of 50 dollars × (1 − 0.99 / 0.990098), which is 0.4949 cents.
    const factors = "20140603,0.9900001,1,50\n20140604,0.99,1,50\n20140605,0.990098,1,50\n20140606,0.990098,1,50\n";
    const path = files.write("factors.csv", factors);
    const { market } = await imported("acme.csv", bars, { factors: path });
    expect(market.actions.map(({ cash }) => cash)).toEqual([0.00495]);
    expect(market.notes).toContain(
      "ACME: price factor changes within the rounding of factors, which are not read as dividends: 1, the first after 2014-06-03.",
    );
    expect(
      (
        await imported("acme.csv", bars, { factors: files.write("none.csv", "20140606,1,0.5,1\n20501231,1,1,0\n") })
      ).market.notes.join(),
    ).not.toContain("rounding of factors");
  });

  test("gives dividends with which adjusted closes agree with its factors within 0.000001", async () => {
    // Dividends of 1.4055, 0.41 and 0.1235 after closes of 243.17, 101 and 40.5, as factors with seven decimals:
    // the last is 1 − 0.1235 / 40.5, and each earlier one is the next × (1 − dividend / close).
    const rounded = (factor: number): number => Number(factor.toFixed(7));
    const last = 1 - 0.1235 / 40.5;
    const middle = last * (1 - 0.41 / 101);
    const first = middle * (1 - 1.4055 / 243.17);
    const days = ["20200302", "20200303", "20200304", "20200305", "20200306", "20200309"];
    const closes = [250, 243.17, 102, 101, 40.5, 41];
    const factorOf = [first, first, middle, middle, last, 1].map(rounded);
    const content = days.map((day, i) => `${day} 00:00,${closes.map((close) => close * 10_000)[i]}`);
    const rows = content.map((row, i) => `${row}${`,${closes[i]! * 10_000}`.repeat(3)},1\n`);
    const factors = `${[1, 3, 4].map((i) => `${days[i]},${factorOf[i]},1,${closes[i]}`).join("\n")}\n20501231,1,1,0\n`;
    const { market } = await imported("acme.csv", rows.join(""), { factors: files.write("factors.csv", factors) });
    expect(market.actions.map(({ cash }) => cash)).toEqual([1.4055, 0.41, 0.1235]);
    const today = Date.parse("2020-03-09") / DAY_MS;
    const adjusted = adjustedClose(market.series[0]!.bars, market.actions, today, {
      calendar: calendarOf("XNYS"),
      dividends: true,
    });
    const errors = Array.from(adjusted, (close, i) => Math.abs(close / (closes[i]! * factorOf[i]!) - 1));
    expect(Math.max(...errors)).toBeLessThan(1e-6);
  });

  test.each([
    ["20140606,0,1,50\n20501231,1,1,0\n", "factor_not_above_zero"],
    ["20140606,1,1,50\n20501231,0,1,0\n", "factor_not_above_zero"],
    ["20140606,1,1,50\n20140605,1,1,0\n", "unsorted"],
    ["20140606,0.95,1,0\n20501231,1,1,0\n", "reference_not_above_zero"],
    ["20140606,0.95,1,-50\n20501231,1,1,0\n", "reference_not_above_zero"],
    ["20140606,0.9,1,50\n20140609,0.8,1,50\n20501231,1,1,0\n", "factor_falls"],
    ["20140606,1,1\n", "wrong_number_of_cells"],
    ["", "data_empty"],
  ])("is refused when it contains impossible values: %j", async (factors, reason) => {
    await expect(events(factors)).rejects.toMatchObject({
      code: "IMPORT_REFUSED",
      details: { byReason: { [reason]: 1 } },
    });
  });
});

test.each([
  [0.0178571 / 0.00892857, 2],
  [0.25 / 0.0357143, 7],
  [1.5, 1.5],
  [0.1, 0.1],
  [2 / 3, 2 / 3],
  [1.0043217, 1.00432],
])("the quotient %d of two LEAN split factors is read as the split ratio %d", (quotient, ratio) => {
  expect(splitRatio(quotient)).toBe(ratio);
});
