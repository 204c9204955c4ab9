import { fetchMarket, type FetchRequest } from "hindcast/data";
import { describe, expect, test } from "vitest";
import { klines, type VendorRequest, vendorServer } from "../support/vendor-server.ts";

// Every price here is made up. The answers have the layouts that the vendors document.

const server = await vendorServer();
const NOW = Date.UTC(2024, 5, 14, 12);

const fetched = async (request: Omit<FetchRequest, "now">, now = NOW) => {
  const web = { baseUrl: server.url, pauseMs: 0, retryMs: 1 };
  const { market, report } = await fetchMarket({ now, web, ...request });
  const [series] = market.series;
  const rows =
    series === undefined
      ? []
      : Array.from(series.bars.time, (time, row) => {
          const { open, high, low, close, volume, adjClose } = series.bars;
          return [
            new Date(time).toISOString(),
            ...[open, high, low, close, volume, adjClose].flatMap((column) =>
              column === undefined ? [] : [column[row]!],
            ),
          ];
        });
  return { market, report, rows, instrument: market.instruments[0]! };
};

describe("binance", () => {
  test("records klines of all pages with the exact numbers of the answers", async () => {
    const first = Date.UTC(2023, 0, 1);
    server.play((request) => ({ body: klines(request, first, 2500) }));
    const { rows, instrument, market } = await fetched({
      source: "binance",
      symbols: ["BTC/USDT"],
      interval: "1h",
      from: "2023",
    });
    expect(rows.length).toBe(2500);
    expect(rows[0]).toEqual(["2023-01-01T00:00:00.000Z", 30_000.1, 30_009.5, 29_992.25, 30_001.05, 0.12345]);
    expect(rows[2499]).toEqual(["2023-04-15T03:00:00.000Z", 32_499.1, 32_508.5, 32_491.25, 32_500.05, 2499.12345]);
    expect(instrument).toMatchObject({
      symbol: "BTCUSDT",
      assetClass: "crypto",
      base: "BTC",
      currency: "USDT",
      calendar: "24/7",
    });
    expect(
      server.requests.map(({ path, query }) => [path, query["symbol"], query["interval"], query["startTime"]]),
    ).toEqual([
      ["/api/v3/klines", "BTCUSDT", "1h", String(first - 86_400_000)],
      ["/api/v3/klines", "BTCUSDT", "1h", String(first + 1000 * 3_600_000 - 3_600_000 + 1)],
      ["/api/v3/klines", "BTCUSDT", "1h", String(first + 2000 * 3_600_000 - 3_600_000 + 1)],
    ]);
    expect(market.notes).toEqual([
      `Fetched from binance (${server.url}): BTCUSDT 1h, last at 2024-06-14T12:00:00.000Z.`,
      "Terms of use of binance: https://www.binance.com/en/terms",
    ]);
    expect(market.licence).toBe("Terms of use of binance: https://www.binance.com/en/terms");
  });

  test("leaves out the bar that is not complete", async () => {
    const first = Date.UTC(2024, 5, 14, 9);
    server.play((request) => ({ body: klines(request, first, 4) }));
    const request = { source: "binance", symbols: ["BTC/USDT"], interval: "1h", from: "2024-06-14" } as const;
    const { rows } = await fetched(request, Date.UTC(2024, 5, 14, 12, 59, 59));
    expect(rows.map(([time]) => time)).toEqual([
      "2024-06-14T09:00:00.000Z",
      "2024-06-14T10:00:00.000Z",
      "2024-06-14T11:00:00.000Z",
    ]);
  });

  test("includes the last day of `to`, and the whole month or year", async () => {
    server.play((request) => ({ body: klines(request, Date.UTC(2023, 11, 30), 24 * 60) }));
    const last = async (to: string) =>
      (await fetched({ source: "binance", symbols: ["BTCUSDT"], interval: "1h", from: "2023-12-31", to })).rows.at(
        -1,
      )![0];
    expect(await last("2024-01-02")).toBe("2024-01-02T23:00:00.000Z");
    expect(await last("2023")).toBe("2023-12-31T23:00:00.000Z");
    expect(await last("2024-01")).toBe("2024-01-31T23:00:00.000Z");
    expect(await last("2024-01-02T05:00")).toBe("2024-01-02T05:00:00.000Z");
  });

  test("names a symbol that Binance does not have", async () => {
    server.play(() => ({ status: 400, body: { code: -1121, msg: "Invalid symbol." } }));
    await expect(fetched({ source: "binance", symbols: ["NO/PE"], from: "2023" })).rejects.toMatchObject({
      code: "SYMBOL_UNKNOWN",
      message: 'binance has no symbol "NO/PE": "Invalid symbol."',
    });
  });
});

/** A chart of made-up days of a share with a split of 4:1 and two dividends, in the layout of `/v8/finance/chart`. */
function chart(timestamp: readonly number[], more: Readonly<Record<string, unknown>> = {}) {
  const meta = {
    currency: "USD",
    symbol: "ACME",
    instrumentType: "EQUITY",
    exchangeTimezoneName: "America/New_York",
    longName: "Acme Corporation",
    dataGranularity: "1d",
  };
  const column = (base: number) => timestamp.map((_, row) => base + row);
  const quote = { open: column(100), high: column(103), low: column(99), close: column(102), volume: column(5000) };
  const indicators = { quote: [quote], adjclose: [{ adjclose: column(101.5) }] };
  return { chart: { result: [{ meta, timestamp, indicators, ...more }], error: null } };
}

const at = (...parts: readonly [number, number, number, number, number]) => Date.UTC(...parts) / 1000;
const OPENS = [at(2024, 5, 10, 13, 30), at(2024, 5, 11, 13, 30), at(2024, 5, 12, 13, 30), at(2024, 5, 13, 13, 30)];

describe("yahoo", () => {
  test("records days at midnight of the exchange, with splits, and with dividends as paid", async () => {
    const events = {
      splits: { [OPENS[2]!]: { date: OPENS[2], numerator: 4, denominator: 1, splitRatio: "4:1" } },
      dividends: {
        [OPENS[1]!]: { amount: 0.205, date: OPENS[1] },
        [OPENS[3]!]: { amount: 0.22, date: OPENS[3] },
      },
    };
    // The last row is the quote of the running session.
    server.play(() => ({ body: chart([...OPENS, at(2024, 5, 14, 11, 59)], { events }) }));
    const { rows, market, report, instrument } = await fetched({ source: "yahoo", symbols: ["acme"] });
    expect(rows).toEqual([
      ["2024-06-10T04:00:00.000Z", 100, 103, 99, 102, 5000, 101.5],
      ["2024-06-11T04:00:00.000Z", 101, 104, 100, 103, 5001, 102.5],
      ["2024-06-12T04:00:00.000Z", 102, 105, 101, 104, 5002, 103.5],
      ["2024-06-13T04:00:00.000Z", 103, 106, 102, 105, 5003, 104.5],
    ]);
    expect(instrument).toMatchObject({
      symbol: "ACME",
      name: "Acme Corporation",
      priceBasis: "split_adjusted",
      calendar: "XNYS",
    });
    const day = (date: number) => Date.UTC(2024, 5, date) / 86_400_000;
    expect(market.actions).toEqual([
      { symbol: "ACME", kind: "dividend", exDate: day(11), ratio: 1, cash: 0.82, currency: "USD" },
      { symbol: "ACME", kind: "split", exDate: day(12), ratio: 4, cash: 0, currency: "USD" },
      { symbol: "ACME", kind: "dividend", exDate: day(13), ratio: 1, cash: 0.22, currency: "USD" },
    ]);
    expect(report.actions).toEqual([{ symbol: "ACME", splits: 1, dividends: 2, delistings: 0 }]);
    expect(server.requests).toHaveLength(1);
    expect(server.requests[0]).toMatchObject({
      path: "/v8/finance/chart/acme",
      query: { interval: "1d", period1: "-2208988800", events: "div,splits" },
    });
  });

  test("takes dates of London in London, and their calendar", async () => {
    const body = chart([at(2024, 5, 10, 7, 0), at(2024, 5, 11, 7, 0)]);
    Object.assign(body.chart.result[0]!.meta, { exchangeTimezoneName: "Europe/London", currency: "GBp" });
    server.play(() => ({ body }));
    const { rows, instrument } = await fetched({ source: "yahoo", symbols: ["ACME.L"], from: "2024-06-11" });
    expect(rows.map(([time]) => time)).toEqual(["2024-06-10T23:00:00.000Z"]);
    expect(instrument).toMatchObject({ symbol: "ACME.L", zone: "Europe/London", calendar: "XLON", currency: "GBp" });
  });

  test("leaves out rows without prices, and says how many", async () => {
    const body = chart(OPENS);
    const [quote] = body.chart.result[0]!.indicators.quote as Record<string, (number | null)[]>[];
    for (const column of Object.values(quote!)) column[1] = null;
    server.play(() => ({ body }));
    const { rows, market } = await fetched({ source: "yahoo", symbols: ["ACME"] });
    expect(rows.map(([time]) => String(time).slice(0, 10))).toEqual(["2024-06-10", "2024-06-12", "2024-06-13"]);
    expect(market.notes).toContain("ACME: Yahoo has no prices for 1 bar of 1d, which are left out.");
  });

  test("requests minutes in ranges of seven days, without an adjusted close", async () => {
    const start = at(2024, 5, 13, 13, 30);
    const minutes = chart([start, start + 60, start + 120]);
    Reflect.deleteProperty(minutes.chart.result[0]!.indicators, "adjclose");
    server.play(({ query }) => ({
      body: query["interval"] === "1d" ? chart(OPENS) : Number(query["period2"]) > start ? minutes : chart([]),
    }));
    const { rows } = await fetched({ source: "yahoo", symbols: ["ACME"], interval: "1m", from: "2024-06-01" });
    expect(rows).toEqual([
      ["2024-06-13T13:30:00.000Z", 100, 103, 99, 102, 5000],
      ["2024-06-13T13:31:00.000Z", 101, 104, 100, 103, 5001],
      ["2024-06-13T13:32:00.000Z", 102, 105, 101, 104, 5002],
    ]);
    const days = ({ query }: VendorRequest) => (Number(query["period2"]) - Number(query["period1"])) / 86_400;
    expect(server.requests.map((request) => [request.query["interval"], days(request)])).toEqual([
      ["1d", 15.5],
      ["1m", 7],
      ["1m", 7],
      ["1m", 0.5],
    ]);
  });

  test("passes on what Yahoo says about a symbol or a range", async () => {
    const error = (status: number, description: string) => () => ({
      status,
      body: { chart: { result: null, error: { code: "x", description } } },
    });
    server.play(error(404, "No data found, symbol may be delisted"));
    await expect(fetched({ source: "yahoo", symbols: ["NOPE"] })).rejects.toMatchObject({
      code: "SYMBOL_UNKNOWN",
      message: 'yahoo has no symbol "NOPE": "No data found, symbol may be delisted"',
    });
    server.play(error(422, "1m data not available. The requested range must be within the last 30 days."));
    await expect(fetched({ source: "yahoo", symbols: ["ACME"], interval: "1m", from: "2020" })).rejects.toMatchObject({
      code: "SOURCE_REFUSED",
      message:
        'yahoo rejected the request with status 422: "1m data not available. The requested range must be within the last 30 days."',
    });
  });
});

describe("alpaca", () => {
  const keys = { APCA_API_KEY_ID: "made-up-id", APCA_API_SECRET_KEY: "made-up-secret" };
  const bar = (t: string, o: number) => ({ t, o, h: o + 2, l: o - 1, c: o + 1, v: 100 * o, n: 9, vw: o + 0.5 });

  test("follows the tokens of pages, and records splits and dividends", async () => {
    server.play(({ path, query }) => {
      if (path === "/v1/corporate-actions") {
        const forward_splits = [
          { symbol: "ACME", new_rate: 3, old_rate: 1, ex_date: "2024-06-12", process_date: "2024-06-12" },
        ];
        const cash_dividends = [
          { symbol: "ACME", rate: 0.5, special: false, ex_date: "2024-06-11" },
          { symbol: "ACME", rate: 2, special: true, ex_date: "2024-06-11" },
        ];
        return { body: { corporate_actions: { forward_splits, cash_dividends }, next_page_token: null } };
      }
      const isSecond = query["page_token"] === "second";
      const bars = isSecond
        ? [bar("2024-06-12T04:00:00Z", 30)]
        : [bar("2024-06-10T04:00:00Z", 90.25), bar("2024-06-11T04:00:00Z", 91)];
      return { body: { bars, symbol: "ACME", next_page_token: isSecond ? null : "second" } };
    });
    const { rows, market, instrument } = await fetched({
      source: "alpaca",
      symbols: ["acme"],
      from: "2024-06-10",
      to: "2024-06-12",
      keys,
    });
    expect(rows).toEqual([
      ["2024-06-10T04:00:00.000Z", 90.25, 92.25, 89.25, 91.25, 9025],
      ["2024-06-11T04:00:00.000Z", 91, 93, 90, 92, 9100],
      ["2024-06-12T04:00:00.000Z", 30, 32, 29, 31, 3000],
    ]);
    expect(instrument.priceBasis).toBe("raw");
    expect(market.actions.map(({ kind, ratio, cash }) => [kind, ratio, cash])).toEqual([
      ["dividend", 1, 2.5],
      ["split", 3, 0],
    ]);
    const [, first, second] = server.requests;
    expect(first).toMatchObject({ path: "/v2/stocks/ACME/bars", query: { timeframe: "1Day", adjustment: "raw" } });
    expect(first!.headers).toMatchObject({ "apca-api-key-id": "made-up-id", "apca-api-secret-key": "made-up-secret" });
    expect(second!.query).toMatchObject({ page_token: "second", timeframe: "1Day" });
    expect(JSON.stringify(market.notes)).not.toContain("made-up-secret");
  });

  test("asks for keys, and names them when Alpaca rejects them", async () => {
    await expect(fetched({ source: "alpaca", symbols: ["ACME"] })).rejects.toMatchObject({
      code: "SOURCE_REFUSED",
      message:
        "alpaca needs API keys: set the environment variables APCA_API_KEY_ID and APCA_API_SECRET_KEY to the keys of an Alpaca account",
    });
    server.play(() => ({ status: 401, body: { message: "unauthorized." } }));
    await expect(fetched({ source: "alpaca", symbols: ["ACME"], keys })).rejects.toMatchObject({
      code: "SOURCE_REFUSED",
      message:
        'alpaca rejected the request with status 401: "unauthorized.". Check APCA_API_KEY_ID and APCA_API_SECRET_KEY',
    });
  });
});

describe("stooq", () => {
  test("records the rows of the CSV", async () => {
    server.play(() => ({
      body: "Date,Open,High,Low,Close,Volume\r\n2024-06-12,100.5,103,99.25,102,5000\r\n2024-06-13,101,104,100,103,6000\r\n",
    }));
    const { rows, instrument } = await fetched({
      source: "stooq",
      symbols: ["acme.us"],
      from: "2024-06-01",
      keys: { STOOQ_API_KEY: "made-up" },
    });
    expect(rows).toEqual([
      ["2024-06-12T04:00:00.000Z", 100.5, 103, 99.25, 102, 5000],
      ["2024-06-13T04:00:00.000Z", 101, 104, 100, 103, 6000],
    ]);
    expect(instrument).toMatchObject({ symbol: "ACME.US", priceBasis: "fully_adjusted" });
    expect(server.requests[0]!.query).toEqual({
      s: "acme.us",
      d1: "20240531",
      d2: "20240614",
      i: "d",
      apikey: "made-up",
    });
  });

  test.each([
    ["No data", "SYMBOL_UNKNOWN", 'stooq has no symbol "acme.us": "No data"'],
    [
      "Exceeded the daily hits limit",
      "SOURCE_REFUSED",
      'stooq rejected the request with status 200: "Exceeded the daily hits limit"',
    ],
    [
      "Get your apikey: open the page",
      "SOURCE_REFUSED",
      "stooq requires an API key: get a key at https://stooq.com/q/d/?s=acme.us&get_apikey, and set the environment variable STOOQ_API_KEY to it",
    ],
  ])("explains the answer %j", async (body, code, message) => {
    server.play(() => ({ body }));
    await expect(fetched({ source: "stooq", symbols: ["acme.us"] })).rejects.toMatchObject({ code, message });
  });
});

test("names the intervals that a source has", async () => {
  await expect(fetched({ source: "stooq", symbols: ["acme.us"], interval: "1m" })).rejects.toMatchObject({
    code: "INTERVAL_UNAVAILABLE",
    message: "stooq has no bars of 1m; it has 1d",
  });
});

test("names the sources", async () => {
  const names = "source must be one of alpaca, binance, ccxt:EXCHANGE, stooq, yahoo";
  await expect(fetched({ source: "nope", symbols: ["A"] })).rejects.toMatchObject({
    code: "PARAMETER_OUT_OF_RANGE",
    message: `${names}, was "nope"`,
  });
  await expect(fetched({ source: "ccxt", symbols: ["A"] })).rejects.toMatchObject({ message: `${names}, was "ccxt"` });
  await expect(fetched({ source: "yahoo:x", symbols: ["A"] })).rejects.toMatchObject({
    message: `${names}, was "yahoo:x"`,
  });
});
