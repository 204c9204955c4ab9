import { describe, expect, test } from "vitest";
import type { ImportSettings } from "../../src/data/importing/importer.ts";
import { importMarket } from "../../src/data/importing/import-market.ts";
import type { RecordedMarket } from "../../src/market/recorded-market.ts";
import { positionActions } from "../../src/market/corporate-action.ts";
import { DAY_MS } from "../../src/time/civil-date.ts";
import { formatDate, formatInstant } from "../../src/time/instant.ts";
import { temporaryFiles } from "../support/temporary-files.ts";

const files = temporaryFiles();

async function marketOf(
  name: string,
  rows: readonly string[],
  { symbol, settings }: { readonly symbol?: string; readonly settings?: ImportSettings } = {},
): Promise<RecordedMarket> {
  const file = files.write(name, `${rows.join("\n")}\n`);
  const source = symbol === undefined ? { file } : { file, symbol };
  return (await importMarket({ importer: "yahoo", files: [source], ...(settings && { settings }) })).market;
}

/** Bars as symbol, then rows of date, open, high, low, close and volume. */
function seriesOf({ series }: RecordedMarket): unknown[] {
  return series.map(({ symbol, bars }) => [
    symbol,
    ...Array.from(bars.time, (time, i) => [
      formatInstant(time).slice(0, 10),
      ...[bars.open, bars.high, bars.low, bars.close, bars.volume].map((column) => column[i]),
    ]),
  ]);
}

/** Actions as symbol, kind, ex-date, ratio and cash. */
function actionsOf({ actions }: Pick<RecordedMarket, "actions">): unknown[] {
  return actions.map(({ symbol, kind, exDate, ratio, cash }) => [
    symbol,
    kind,
    formatDate(exDate * DAY_MS),
    ratio,
    cash,
  ]);
}

describe("the yahoo importer", () => {
  test("reads the three header lines of yfinance, and takes the symbol from the second", async () => {
    const market = await marketOf("prices.csv", [
      "Price,Close,High,Low,Open,Volume",
      "Ticker,AAA,AAA,AAA,AAA,AAA",
      "Date,,,,,",
      "2024-01-02,10.5,11,9,10,100",
      "2024-01-03,11.5,12,10,10.5,200",
    ]);
    expect(seriesOf(market)).toEqual([
      ["AAA", ["2024-01-02", 10, 11, 9, 10.5, 100], ["2024-01-03", 10.5, 12, 10, 11.5, 200]],
    ]);
    expect(market.instruments[0]!.priceBasis).toBe("fully_adjusted");
    expect(market.notes).toContain(
      "AAA: there is no adjusted close, so prices are read as adjusted for splits and dividends, as yfinance writes them by default. Another basis needs --basis.",
    );
  });

  test("reads several tickers of one file, in either order of header lines, each with its own actions", async () => {
    // BBB begins on 3 January; AAA pays 0.5 on that day, BBB splits 2:1 on 4 January.
    const byPrice = [
      "Price,Close,Close,Dividends,Dividends,High,High,Low,Low,Open,Open,Stock Splits,Stock Splits,Volume,Volume",
      "Ticker,AAA,BBB,AAA,BBB,AAA,BBB,AAA,BBB,AAA,BBB,AAA,BBB,AAA,BBB",
      "Date,,,,,,,,,,,,,,",
      "2024-01-02,10,,0.0,,11,,9,,10,,0.0,,100,",
      "2024-01-03,10,20,0.5,0.0,11,21,9,19,10,20,0.0,0.0,100,50",
      "2024-01-04,10,20,0.0,0.0,11,21,9,19,10,20,0.0,2.0,100,50",
    ];
    const byTicker = [
      "Ticker,AAA,AAA,AAA,AAA,AAA,AAA,AAA,BBB,BBB,BBB,BBB,BBB,BBB,BBB",
      "Price,Open,High,Low,Close,Volume,Dividends,Stock Splits,Open,High,Low,Close,Volume,Dividends,Stock Splits",
      "Date,,,,,,,,,,,,,,",
      "2024-01-02,10,11,9,10,100,0.0,0.0,,,,,,,",
      "2024-01-03,10,11,9,10,100,0.5,0.0,20,21,19,20,50,0.0,0.0",
      "2024-01-04,10,11,9,10,100,0.0,0.0,20,21,19,20,50,0.0,2.0",
    ];
    for (const rows of [byPrice, byTicker]) {
      const market = await marketOf("several.csv", rows);
      const day = (date: string, price: number, volume: number) => [date, price, price + 1, price - 1, price, volume];
      expect(seriesOf(market)).toEqual([
        ["AAA", day("2024-01-02", 10, 100), day("2024-01-03", 10, 100), day("2024-01-04", 10, 100)],
        ["BBB", day("2024-01-03", 20, 50), day("2024-01-04", 20, 50)],
      ]);
      expect(actionsOf(market)).toEqual([
        ["AAA", "dividend", "2024-01-03", 1, 0.5],
        ["BBB", "split", "2024-01-04", 2, 0],
      ]);
    }
  });

  test("records dividends per unit of their ex-date, so that each basis applies them once", async () => {
    // Yahoo states the dividend of 3 January in units after the 4:1 split of 5 January: 0.25 was 1 per unit then.
    const rows = [
      "Date,Open,High,Low,Close,Adj Close,Volume,Dividends,Stock Splits",
      "2024-01-02 00:00:00-05:00,25,26,24,25,24.6,100,0.0,0.0",
      "2024-01-03 00:00:00-05:00,25,26,24,25,24.9,100,0.25,0.0",
      "2024-01-04 00:00:00-05:00,25,26,24,25,24.9,100,0.0,0.0",
      "2024-01-05 00:00:00-05:00,25,26,24,25,25,100,0.1,4.0",
    ];
    const market = await marketOf("AAA.csv", rows);
    expect(actionsOf(market)).toEqual([
      ["AAA", "dividend", "2024-01-03", 1, 1],
      ["AAA", "dividend", "2024-01-05", 1, 0.4],
      ["AAA", "split", "2024-01-05", 4, 0],
    ]);
    expect(market.instruments[0]!.priceBasis).toBe("split_adjusted");
    // With these prices a position receives the amounts that Yahoo states, and no split.
    expect(actionsOf({ actions: positionActions(market.actions, "split_adjusted") })).toEqual([
      ["AAA", "dividend", "2024-01-03", 1, 0.25],
      ["AAA", "dividend", "2024-01-05", 1, 0.1],
    ]);
    const adjusted = await marketOf(
      "BBB.csv",
      rows.map((row) => row.split(",").toSpliced(5, 1).join(",")),
    );
    expect(adjusted.instruments[0]!.priceBasis).toBe("fully_adjusted");
    expect(positionActions(adjusted.actions, "fully_adjusted")).toEqual([]);
  });

  test("reads prices without an adjusted close by the price basis of the settings", async () => {
    const rows = ["Date,Open,High,Low,Close,Volume", "2024-01-02,10,11,9,10,1", "2024-01-03,10,11,9,10,1"];
    const market = await marketOf("AAA.csv", rows, { settings: { instrument: { priceBasis: "split_adjusted" } } });
    expect(market.instruments[0]!.priceBasis).toBe("split_adjusted");
    expect(market.notes).toContain("AAA: there is no adjusted close; prices are read as split_adjusted.");
  });

  test("reads prices with an empty adjusted close as adjusted for splits only", async () => {
    const rows = ["Date,Open,High,Low,Close,Adj Close,Volume", "2024-01-02,10,11,9,10,,1", "2024-01-03,10,11,9,10,,1"];
    expect((await marketOf("AAA.csv", rows)).instruments[0]!.priceBasis).toBe("split_adjusted");
  });

  test("reads intraday prices as adjusted for splits only, as Yahoo does not adjust them for dividends", async () => {
    const market = await marketOf("AAA.csv", [
      "Datetime,Open,High,Low,Close,Volume,Dividends,Stock Splits",
      "2024-01-02 09:30:00-05:00,10,11,9,10,1,0.5,0.0",
      "2024-01-02 10:30:00-05:00,10,11,9,10,1,0.0,0.0",
    ]);
    expect(market.instruments[0]!.priceBasis).toBe("split_adjusted");
    expect(actionsOf(market)).toEqual([["AAA", "dividend", "2024-01-02", 1, 0.5]]);
  });

  test("adds a capital gain to a dividend that does not contain it", async () => {
    const market = await marketOf("FUND.csv", [
      "Date,Open,High,Low,Close,Adj Close,Volume,Dividends,Stock Splits,Capital Gains",
      "2024-01-02,50,50,50,50,49,0,0.0,0.0,0.0",
      "2024-01-03,50,50,50,50,49.5,0,7.9,0.0,6.4",
      "2024-01-04,50,50,50,50,50,0,1.5,0.0,6.4",
    ]);
    expect(actionsOf(market)).toEqual([
      ["FUND", "dividend", "2024-01-03", 1, 7.9],
      ["FUND", "dividend", "2024-01-04", 1, 7.9],
    ]);
    expect(market.notes).toContain(
      "FUND: 1 capital gain is not added to the dividend of the same day, which contains it.",
    );
  });

  test("imports the chosen ticker of a file with several", async () => {
    const rows = [
      "Price,Close,Close,High,High,Low,Low,Open,Open,Volume,Volume",
      "Ticker,AAA,BBB,AAA,BBB,AAA,BBB,AAA,BBB,AAA,BBB",
      "Date,,,,,,,,,,",
      "2024-01-02,10,20,11,21,9,19,10,20,100,50",
      "2024-01-03,10,20,11,21,9,19,10,20,100,50",
    ];
    const market = await marketOf("several.csv", rows, { symbol: "BBB" });
    expect(market.series.map(({ symbol }) => symbol)).toEqual(["BBB"]);
  });
});
