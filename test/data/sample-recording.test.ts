import { readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { openRecording } from "../../src/data/recording/open-recording.ts";
import { writeRecording } from "../../src/data/recording/write-recording.ts";
import { MarketHistory } from "../../src/data/view/market-history.ts";
import { syntheticMarket } from "../../src/data/synthetic/synthetic-market.ts";
import { ROOT } from "../house/source-files.ts";
import { sp500Market } from "../support/sp500-market.ts";
import { temporaryFiles } from "../support/temporary-files.ts";

const DATA = join(ROOT, "data");
const { folder } = temporaryFiles();

/** The bytes of every file in a folder, by file name. */
function filesOf(path: string): Map<string, Buffer> {
  return new Map(readdirSync(path).map((name) => [name, readFileSync(join(path, name))]));
}

async function expectRegenerated(name: string, again: string, how: string): Promise<void> {
  const kept = filesOf(join(DATA, name));
  const made = filesOf(again);
  expect([...made.keys()], how).toEqual([...kept.keys()]);
  for (const [file, bytes] of made) expect(bytes.equals(kept.get(file)!), `${file} differs: ${how}`).toBe(true);
  await (await openRecording(join(DATA, name))).verify();
}

test("the synthetic sample recording equals the generator's current output, byte for byte", async () => {
  const again = join(folder, "sample");
  await writeRecording(again, syntheticMarket());
  await expectRegenerated("sample", again, "npx hindcast synthesize --out data/sample --force recreates it");
});

test("the sample recording of the S&P 500 equals an import of the sample CSV file, byte for byte", async () => {
  // Set HINDCAST_WRITE_SP500=1 to recreate the recording after a change of the CSV file or the format.
  const again = process.env["HINDCAST_WRITE_SP500"] === "1" ? join(DATA, "sp500") : join(folder, "sp500");
  await writeRecording(again, await sp500Market());
  const how = "HINDCAST_WRITE_SP500=1 npx vitest run test/data/sample-recording.test.ts recreates it";
  await expectRegenerated("sp500", again, how);
});

test("the sample data together are small enough for the npm package", () => {
  const bytes = readdirSync(DATA, { recursive: true, encoding: "utf8" })
    .map((name) => statSync(join(DATA, name)))
    .reduce((sum, stat) => sum + (stat.isFile() ? stat.size : 0), 0);
  expect(bytes).toBeLessThan(8_000_000);
});

describe("the synthetic sample recording", async () => {
  const recording = await openRecording(join(DATA, "sample"));
  const market = (await recording.load()).market();
  const of = (assetClass: string) => market.instruments.filter((instrument) => instrument.assetClass === assetClass);

  test("has stocks with forward and reverse splits, dividends, shares outstanding, earnings and a loss", () => {
    expect(of("stock").length).toBeGreaterThanOrEqual(6);
    const splits = market.actions.filter(({ kind }) => kind === "split").map(({ ratio }) => ratio);
    expect(splits.toSorted((a, b) => a - b)).toEqual([0.1, 2, 4]);
    expect(market.actions.filter(({ kind }) => kind === "dividend")).toHaveLength(48);
    const earnings = market.facts.filter(({ kind }) => kind === "trailing_eps");
    expect(earnings.some(({ value }) => Number(value) < 0)).toBe(true);
    expect(market.facts.some(({ kind }) => kind === "shares_outstanding")).toBe(true);
    expect(recording.intervals("AAPL")).toEqual(["1m", "1d"]);
    expect(recording.intervals("MSFT")).toEqual(["1m", "1d"]);
  });

  test("has stocks whose market capitalization and price-earnings ratio do not jump at a split", () => {
    const marketHistory = new MarketHistory(market);
    // The times are two minutes before Friday's close and one minute after the open on Monday, when the split happens.
    const before = marketHistory.at(Date.UTC(2023, 10, 3, 19, 58)).quote("AAPL");
    const after = marketHistory.at(Date.UTC(2023, 10, 6, 14, 31)).quote("AAPL");
    expect(before.price / after.price).toBeCloseTo(4, 0);
    expect(after.marketCap / before.marketCap).toBeCloseTo(1, 1);
    expect(after.peRatio / before.peRatio).toBeCloseTo(1, 1);
    expect(marketHistory.at(Date.UTC(2023, 11, 29, 21)).quote("AMC").peRatio).toBeNaN();
  });

  test("has coins that are found by their base currency, with circulating supplies", () => {
    expect(of("crypto").map(({ base, name }) => [base, name])).toEqual([
      ["BTC", "Bitcoin (synthetic)"],
      ["ETH", "Ether (synthetic)"],
      ["SOL", "Solana (synthetic)"],
    ]);
    expect(new Set(market.facts.filter(({ kind }) => kind === "total_supply").map(({ symbol }) => symbol)).size).toBe(
      3,
    );
  });

  test("has currency pairs with bid and ask, a continuous future and a future of one month", () => {
    expect(market.quotes.map(({ symbol }) => symbol)).toEqual(["EURUSD", "GBPUSD", "USDJPY"]);
    expect(
      of("commodity").map(({ symbol, unit, contractMonth, continuous }) => [symbol, unit, contractMonth, continuous]),
    ).toEqual([
      ["CL=F", "barrel", "", true],
      ["GC=F", "troy ounce", "", true],
      ["SIH24", "troy ounce", "2024-03", false],
    ]);
  });

  test("has option chains of two stocks, with interest rates and dividend yields", () => {
    expect(market.chains.map(({ symbol }) => symbol)).toEqual(["AAPL", "MSFT"]);
    const rates = market.facts.filter(({ kind }) => kind === "interest_rate").map(({ symbol }) => symbol);
    expect([...new Set(rates)].toSorted()).toEqual(["EUR", "GBP", "JPY", "USD"]);
    expect(market.facts.some(({ symbol, kind }) => symbol === "AAPL" && kind === "dividend_yield")).toBe(true);
  });
});
