import { expect, test } from "vitest";
import { csvChunks, equityCsv, tradesCsv } from "../../src/report/csv.ts";

test("CSV cells with special characters are quoted, and missing numbers are empty cells", () => {
  const text = [
    ...csvChunks(
      ["a", "b"],
      [
        ["plain", 'a "b", c'],
        [NaN, "two\nlines"],
        [-0.25, true],
      ],
    ),
  ].join("");
  expect(text).toBe('a,b\nplain,"a ""b"", c"\n,"two\nlines"\n-0.25,true\n');
});

test("the CSV text of an empty table is its header, and that of a long table is written in chunks", () => {
  expect([...csvChunks(["a", "b"], [])]).toEqual(["a,b\n"]);
  const pieces = [
    ...csvChunks(
      ["n"],
      Array.from({ length: 2_500 }, (_, i) => [i]),
    ),
  ];
  expect(pieces).toHaveLength(3);
  expect(pieces.join("")).toBe(`n\n${Array.from({ length: 2_500 }, (_, i) => `${i}\n`).join("")}`);
});

test("trades.csv has a row per trade with session dates, ISO 8601 times and returns as fractions", () => {
  const trade = {
    symbol: "BRK,B",
    direction: "long",
    quantity: 3,
    entryTime: Date.UTC(2020, 0, 2),
    entryPrice: 10.5,
    entryDate: "2020-01-02",
    entryBar: 0,
    exitTime: Date.UTC(2020, 0, 3, 14, 30),
    exitPrice: 11,
    exitDate: "2020-01-03",
    exitBar: 1,
    pnl: 1.5,
    return: 0.05,
    commission: 0,
    mae: -0.01,
    mfe: 0.06,
    bars: 1,
    open: false,
    tag: "",
    indicatorsAtEntry: { fast: 10.25, "bands.upper": NaN },
    indicatorsAtExit: { fast: 11.5, "bands.upper": 12 },
  } as const;
  expect([...tradesCsv({ trades: [trade] })].join("")).toBe(
    "symbol,direction,quantity,entryDate,entryTime,entryPrice,exitDate,exitTime,exitPrice,pnl,return,commission,mae,mfe,bars,open,tag,indicatorsAtEntry.fast,indicatorsAtEntry.bands.upper,indicatorsAtExit.fast,indicatorsAtExit.bands.upper\n" +
      '"BRK,B",long,3,2020-01-02,2020-01-02T00:00:00.000Z,10.5,2020-01-03,2020-01-03T14:30:00.000Z,11,1.5,0.05,0,-0.01,0.06,1,false,,10.25,,11.5,12\n',
  );
});

test("equity.csv has a row per point of the equity curve with its session date and closing time", () => {
  const equity = {
    time: Float64Array.of(86_400_000, 172_800_000),
    date: Float64Array.of(0, 86_400_000),
    equity: Float64Array.of(100, 101.5),
    cash: Float64Array.of(100, 0),
    sessions: Int32Array.of(0, 1),
    sessionDates: Float64Array.of(0, 86_400_000),
  };
  expect([...equityCsv({ equity, buyAndHold: Float64Array.of(100, NaN) })].join("")).toBe(
    "date,time,equity,cash,buyAndHold\n1970-01-01,1970-01-02T00:00:00.000Z,100,100,100\n1970-01-02,1970-01-03T00:00:00.000Z,101.5,0,\n",
  );
});
