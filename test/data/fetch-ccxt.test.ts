import { fetchMarket, type FetchRequest } from "hindcast/data";
import { describe, expect, test } from "vitest";
import { type VendorRequest, vendorServer } from "../support/vendor-server.ts";

// ccxt itself asks a local server that plays made-up answers of Kraken. ccxt has 67 MB, so that it is no development package of ours.

const PACKAGE = "ccxt";
const isInstalled = await import(PACKAGE).then(
  () => true,
  () => false,
);
if (!isInstalled) console.log("skipped: tests of ccxt, which is not installed (npm install --no-save ccxt)");

const server = await vendorServer();
const HOUR_MS = 3_600_000;
const FIRST = Date.UTC(2024, 0, 1);
const COUNT = 30;
const PAGE = 12;

/** Answers of Kraken's public API: the pairs, and bars with times in seconds. */
function kraken({ path, query }: VendorRequest) {
  if (path.endsWith("/AssetPairs")) {
    const pair = {
      altname: "XBTUSD",
      wsname: "XBT/USD",
      base: "XXBT",
      quote: "ZUSD",
      pair_decimals: 1,
      lot_decimals: 8,
      status: "online",
    };
    return {
      body: {
        error: [],
        result: {
          XXBTZUSD: {
            ...pair,
            leverage_buy: [],
            leverage_sell: [],
            fees: [[0, 0.4]],
            fees_maker: [[0, 0.25]],
            ordermin: "0.0001",
          },
        },
      },
    };
  }
  if (path.endsWith("/Assets"))
    return {
      body: { error: [], result: { XXBT: { altname: "XBT", decimals: 10 }, ZUSD: { altname: "USD", decimals: 4 } } },
    };
  const rows = Array.from({ length: COUNT }, (_, row) => {
    const price = 42_000 + row;
    return [
      (FIRST + row * HOUR_MS) / 1000,
      `${price}.1`,
      `${price + 9}.5`,
      `${price - 8}.2`,
      `${price + 1}.3`,
      `${price}.4`,
      `${row}.12345678`,
      5,
    ];
  });
  const later = rows.filter(([time]) => Number(time) > Number(query["since"] ?? 0)).slice(0, PAGE);
  return { body: { error: [], result: { XXBTZUSD: later, last: 0 } } };
}

const request = (more: Partial<FetchRequest> = {}): FetchRequest => ({
  source: "ccxt:kraken",
  symbols: ["BTC/USD"],
  interval: "1h",
  from: "2024-01-01",
  now: FIRST + 29.5 * HOUR_MS,
  web: { baseUrl: server.url, retryMs: 1, retries: 1 },
  ...more,
});

describe.skipIf(!isInstalled)("ccxt", () => {
  test("records the bars of several answers with their exact numbers", async () => {
    server.play(kraken);
    const { market } = await fetchMarket(request());
    const { bars } = market.series[0]!;
    expect(bars.length).toBe(29);
    const row = 28;
    expect([bars.time, bars.open, bars.high, bars.low, bars.close, bars.volume].map((column) => column[row])).toEqual([
      FIRST + row * HOUR_MS,
      42_028.1,
      42_037.5,
      42_020.2,
      42_029.3,
      28.12345678,
    ]);
    expect(market.instruments[0]).toMatchObject({
      symbol: "BTCUSD",
      base: "BTC",
      currency: "USD",
      exchange: "KRAKEN",
      calendar: "24/7",
    });
    expect(server.requests.filter(({ path }) => path.endsWith("/OHLC")).length).toBeGreaterThan(2);
  });

  test("names a symbol, an exchange and an interval that there are not", async () => {
    server.play(kraken);
    await expect(fetchMarket(request({ symbols: ["BTC/USB"] }))).rejects.toMatchObject({
      code: "SYMBOL_UNKNOWN",
      message: expect.stringMatching(/^ccxt:kraken has no symbol "BTC\/USB".*BTC\/USD/),
    });
    await expect(fetchMarket(request({ source: "ccxt:krakn" }))).rejects.toMatchObject({
      code: "PARAMETER_OUT_OF_RANGE",
      message: expect.stringContaining("kraken"),
    });
    await expect(fetchMarket(request({ interval: "2m" }))).rejects.toMatchObject({
      code: "INTERVAL_UNAVAILABLE",
      message: "ccxt:kraken has no bars of 2m; it has 1m, 5m, 15m, 30m, 1h, 4h, 1d, 1w, 2w",
    });
  });

  test("repeats a request after a network error, and gives up in one line", async () => {
    let failures = 1;
    server.play((asked) =>
      asked.path.endsWith("/OHLC") && failures-- > 0 ? { status: 503, body: "down" } : kraken(asked),
    );
    expect((await fetchMarket(request())).market.series[0]!.bars.length).toBe(29);
    server.play((asked) => (asked.path.endsWith("/OHLC") ? { status: 503, body: "down" } : kraken(asked)));
    await expect(fetchMarket(request())).rejects.toMatchObject({
      code: "SOURCE_UNAVAILABLE",
      message: expect.stringMatching(/^ccxt:kraken failed: kraken GET .*503.*\(2 times\)$/),
    });
  });

  test("asks for the first date, which differs between exchanges", async () => {
    const { from: _, ...rest } = request();
    await expect(fetchMarket(rest)).rejects.toMatchObject({
      code: "PARAMETER_OUT_OF_RANGE",
      message: "from must be given for ccxt:kraken, such as 2023-01-01, was undefined",
    });
  });
});

test.runIf(!isInstalled)("says how ccxt is installed", async () => {
  await expect(fetchMarket(request())).rejects.toMatchObject({
    code: "PACKAGE_MISSING",
    message:
      "the package ccxt must be installed to fetch from ccxt:kraken, but could not be loaded. Run: npm install ccxt",
  });
});
