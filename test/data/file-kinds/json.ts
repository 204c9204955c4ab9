import { at, DAYS, type FileKind, HOURS, MINUTES, NEW_YORK, UTC_MINUTES } from "./file-kind.ts";

const json = (value: unknown): string => JSON.stringify(value);
const VALUES = [
  [10, 12, 9, 11, 100],
  [11, 13, 10, 12, 200],
  [12, 14, 11, 13, 300],
] as const;
/** Returns one object for each bar, with the given names of time, open, high, low, close and volume. */
const objects = (times: readonly unknown[], names: readonly string[], more: object = {}): object[] =>
  times.map((time, i) => ({
    ...Object.fromEntries([time, ...VALUES[i]!].map((value, part) => [names[part]!, value])),
    ...more,
  }));
const SHORT = ["t", "o", "h", "l", "c", "v"] as const;
const LONG = ["time", "open", "high", "low", "close", "volume"] as const;
const DATES = ["2024-01-02", "2024-01-03", "2024-01-04"] as const;
const HOUR_MS = [1_704_186_000_000, 1_704_189_600_000, 1_704_193_200_000] as const;
const HOUR_S = HOUR_MS.map((ms) => ms / 1000);
const column = (part: number): number[] => VALUES.map((row) => row[part]!);

/** Files of one JSON value. */
export const jsonFiles: readonly FileKind[] = [
  {
    kind: "Alpaca, one symbol",
    name: "bars.json",
    content: json({
      bars: objects(["2024-01-02T09:30:00Z", "2024-01-02T09:31:00Z", "2024-01-02T09:32:00Z"], SHORT, {
        n: 7,
        vw: 10.5,
      }),
      symbol: "AAPL",
      next_page_token: null,
    }),
    bars: { AAPL: at(...UTC_MINUTES) },
    says: ["extra columns n, vw"],
  },
  {
    kind: "Alpaca, several symbols",
    name: "bars.json",
    content: json({
      bars: {
        AAPL: objects(
          DATES.map((day) => `${day}T05:00:00Z`),
          SHORT,
        ),
        MSFT: objects([`${DATES[0]}T05:00:00Z`], SHORT),
      },
      next_page_token: null,
    }),
    options: { interval: "1d" },
    flags: "--interval 1d",
    bars: {
      AAPL: at("2024-01-02T05:00Z", "2024-01-03T05:00Z", "2024-01-04T05:00Z"),
      MSFT: at("2024-01-02T05:00Z"),
    },
  },
  {
    kind: "Alpha Vantage, days, newest first",
    name: "query.json",
    content: json({
      "Meta Data": { "1. Information": "Daily Prices", "2. Symbol": "IBM", "5. Time Zone": "US/Eastern" },
      "Time Series (Daily)": Object.fromEntries(
        [2, 1, 0].map((i) => [
          DATES[i]!,
          Object.fromEntries(VALUES[i]!.map((value, part) => [`${part + 1}. ${LONG[part + 1]}`, String(value)])),
        ]),
      ),
    }),
    bars: { IBM: at("2024-01-02T05:00Z", "2024-01-03T05:00Z", "2024-01-04T05:00Z") },
    says: ["rows from newest to oldest, read in reverse", "US/Eastern"],
  },
  {
    kind: "Coinbase: lists of seconds, low, high, open, close, volume, newest first",
    name: "BTC-USD.json",
    content: json(
      [2, 1, 0].map((i) => [HOUR_S[i], VALUES[i]![2], VALUES[i]![1], VALUES[i]![0], VALUES[i]![3], VALUES[i]![4]]),
    ),
    bars: { "BTC-USD": at(...HOURS) },
    says: ["without a header", "rows from newest to oldest, read in reverse"],
  },
  {
    kind: "ccxt and freqtrade: lists of milliseconds, prices and volume",
    name: "BTC_USDT-1h.json",
    content: json(VALUES.map((row, i) => [HOUR_MS[i], ...row])),
    bars: { "BTC_USDT-1h": at(...HOURS) },
    says: ["milliseconds since 1970"],
  },
  {
    kind: "Polygon aggregates",
    name: "aggs.json",
    content: json({
      ticker: "AAPL",
      queryCount: 3,
      resultsCount: 3,
      adjusted: true,
      results: VALUES.map(([o, h, l, c, v], i) => ({ v, vw: 10.5, o, c, h, l, t: HOUR_MS[i], n: 7 })),
      status: "OK",
    }),
    bars: { AAPL: at(...HOURS) },
  },
  {
    kind: 'pandas `to_json(orient="split")`',
    name: "AAA.json",
    content: json({ columns: LONG.slice(1), index: HOUR_MS, data: VALUES }),
    bars: { AAA: at(...HOURS) },
  },
  {
    kind: "pandas `to_json()`, by columns",
    name: "AAA.json",
    content: json(
      Object.fromEntries(
        LONG.slice(1).map((name, part) => [
          name,
          Object.fromEntries(HOUR_MS.map((ms, i) => [String(ms), column(part)[i]])),
        ]),
      ),
    ),
    bars: { AAA: at(...HOURS) },
  },
  {
    kind: 'pandas `to_json(orient="records")`',
    name: "AAA.json",
    content: json(objects(["2024-01-02T00:00:00.000", "2024-01-03T00:00:00.000", "2024-01-04T00:00:00.000"], LONG)),
    bars: { AAA: at(...DAYS) },
  },
  {
    kind: 'pandas `to_json(orient="index")`',
    name: "AAA.json",
    content: json(
      Object.fromEntries(objects(HOUR_MS, LONG).map(({ time, ...rest }: { time?: number }) => [String(time), rest])),
    ),
    bars: { AAA: at(...HOURS) },
  },
  {
    kind: "lists by the names of columns (Finnhub, TradingView's data feed)",
    name: "AAA.json",
    content: json({ s: "ok", t: HOUR_S, o: column(0), h: column(1), l: column(2), c: column(3), v: column(4) }),
    bars: { AAA: at(...HOURS) },
  },
  {
    kind: "Twelve Data: local times of an exchange, newest first",
    name: "series.json",
    content: json({
      meta: { symbol: "AAPL", interval: "1min", exchange_timezone: "America/New_York" },
      values: objects(
        ["2024-01-02 09:30:00", "2024-01-02 09:31:00", "2024-01-02 09:32:00"],
        ["datetime", ...LONG.slice(1)],
      )
        .map((one) => Object.fromEntries(Object.entries(one).map(([name, value]) => [name, String(value)])))
        .toReversed(),
      status: "ok",
    }),
    bars: { AAPL: at(...MINUTES) },
    says: ["America/New_York"],
  },
  {
    kind: "Yahoo's chart endpoint",
    name: "chart.json",
    content: json({
      chart: {
        result: [
          {
            meta: { currency: "USD", symbol: "AAPL", exchangeTimezoneName: "America/New_York" },
            timestamp: HOUR_S,
            indicators: {
              quote: [{ volume: column(4), open: column(0), high: column(1), low: column(2), close: column(3) }],
            },
          },
        ],
        error: null,
      },
    }),
    bars: { AAPL: at(...HOURS) },
  },
  {
    kind: "Alpaca, several symbols with different columns",
    name: "bars.json",
    content: json({ bars: { AAPL: objects(HOUR_MS, SHORT), MSFT: objects(HOUR_MS, SHORT, { vw: 10.5 }) } }),
    bars: { AAPL: at(...HOURS), MSFT: at(...HOURS) },
    says: ["extra column vw"],
  },
  {
    kind: "Twelve Data, a batch of symbols",
    name: "batch.json",
    content: json({
      AAPL: { meta: { symbol: "AAPL" }, values: objects(HOUR_MS, LONG), status: "ok" },
      MSFT: { meta: { symbol: "MSFT" }, values: objects(HOUR_MS, LONG), status: "ok" },
    }),
    bars: { AAPL: at(...HOURS), MSFT: at(...HOURS) },
  },
  {
    kind: "a list of symbols with their bars",
    name: "list.json",
    content: json([
      { symbol: "AAPL", bars: objects(HOUR_MS, SHORT) },
      { symbol: "MSFT", bars: objects(HOUR_MS, SHORT) },
    ]),
    bars: { AAPL: at(...HOURS), MSFT: at(...HOURS) },
  },
  {
    kind: "ccxt: lists of several symbols",
    name: "all.json",
    content: json({
      "BTC/USDT": HOUR_MS.map((time, i) => [time, ...VALUES[i]!]),
      "ETH/USDT": HOUR_MS.map((time, i) => [time, ...VALUES[i]!]),
    }),
    bars: { "BTC/USDT": at(...HOURS), "ETH/USDT": at(...HOURS) },
  },
  {
    kind: "two tables without symbols",
    name: "AAA.json",
    content: json([objects(HOUR_MS, SHORT), objects(HOUR_MS, SHORT)]),
    refusal: "contains 2 tables of bars, which do not state different symbols and one zone",
  },
  {
    kind: "volumes missing in the first bars",
    name: "AAA.json",
    content: json(
      objects(HOUR_MS, SHORT).map((bar, i) =>
        i === 0 ? Object.fromEntries(Object.entries(bar).filter(([name]) => name !== "v")) : bar,
      ),
    ),
    refusal:
      "row 1, column v: must be a number, was empty. To leave out bad rows, import the file with hindcast import bars --skip-bad-rows",
  },
  {
    kind: "Nasdaq Data Link, a dataset: rows next to their names",
    name: "AAA.json",
    content: json({
      dataset: {
        dataset_code: "AAA",
        column_names: ["Date", "Close", "High", "Low", "Open", "Volume"],
        data: VALUES.map(([open, high, low, close, volume], i) => [DATES[i], close, high, low, open, volume]),
      },
    }),
    bars: { AAA: at(...DAYS) },
  },
  {
    kind: "Nasdaq Data Link, a data table",
    name: "AAA.json",
    content: json({
      datatable: {
        data: VALUES.map((values, i) => ["AAPL", DATES[i], ...values]),
        columns: ["ticker", "date", "open", "high", "low", "close", "volume"].map((name) => ({ name, type: "text" })),
      },
    }),
    bars: { AAPL: at(...DAYS) },
  },
  {
    kind: "lists of which the first has the names",
    name: "AAA.json",
    content: json([
      ["date", "close", "high", "low", "open", "volume"],
      ...VALUES.map(([open, high, low, close, volume], i) => [DATES[i], close, high, low, open, volume]),
    ]),
    bars: { AAA: at(...DAYS) },
  },
  {
    kind: "Bitfinex: lists of milliseconds, open, close, high, low, volume",
    name: "AAA.json",
    content: json(VALUES.map(([open, high, low, close, volume], i) => [HOUR_MS[i], open, close, high, low, volume])),
    refusal: "--columns",
    options: { columns: ["time", "open", "close", "high", "low", "volume"] },
    flags: "--columns time,open,close,high,low,volume",
    bars: { AAA: at(...HOURS) },
  },
  {
    kind: "OKX: lists of texts, newest first, with three volumes and a flag",
    name: "AAA.json",
    content: json({
      code: "0",
      data: VALUES.map((values, i) => [HOUR_MS[i], ...values, values[4], values[4] * 10, 1].map(String)).toReversed(),
    }),
    refusal: "--columns",
    options: { columns: ["time", "open", "high", "low", "close", "volume", "-", "-", "-"] },
    flags: "--columns time,open,high,low,close,volume,-,-,-",
    bars: { AAA: at(...HOURS) },
  },
  {
    kind: "Kraken's API: seconds, prices, average, volume, trades",
    name: "AAA.json",
    content: json({
      error: [],
      result: {
        XXBTZUSD: VALUES.map(([open, high, low, close, volume], i) => [
          HOUR_S[i],
          ...[open, high, low, close, (high + low) / 2, volume].map(String),
          7,
        ]),
        last: HOUR_S[2],
      },
    }),
    bars: { AAA: at(...HOURS) },
    says: ["extra columns vwap, trades"],
  },
  {
    kind: "Hyperliquid: start t and end T of each bar",
    name: "AAA.json",
    content: json(objects(HOUR_MS, SHORT).map((bar, i) => ({ T: HOUR_MS[i]! + 3_599_999, ...bar, n: 7 }))),
    bars: { AAA: at(...HOURS) },
  },
  {
    kind: "OANDA: prices in an object of their own",
    name: "AAA.json",
    layout: '`{"instrument":"EUR_USD", …`',
    content: json({
      instrument: "EUR_USD",
      candles: VALUES.map(([o, h, l, c, volume], i) => ({
        complete: true,
        volume,
        time: `2024-01-02T09:3${i}:00.000000000Z`,
        mid: { o: String(o), h: String(h), l: String(l), c: String(c) },
      })),
    }),
    bars: { EUR_USD: at(...UTC_MINUTES) },
  },
  {
    kind: "CoinGecko: prices alone",
    name: "AAA.json",
    content: json({
      prices: HOUR_MS.map((time, i) => [time, 10 + i]),
      total_volumes: HOUR_MS.map((time) => [time, 5]),
    }),
    refusal: "contains no bars",
  },
  {
    kind: "local times of a zone with a short name",
    name: "AAA.json",
    content: json({
      meta: { symbol: "AAPL", timezone: "EST" },
      values: objects(["2024-01-02 09:30:00", "2024-01-02 09:31:00", "2024-01-02 09:32:00"], LONG),
    }),
    refusal: "--zone",
    ...NEW_YORK,
    bars: { AAPL: at(...MINUTES) },
  },
  {
    kind: "JSON without bars",
    name: "AAA.json",
    content: json({ error: "Invalid API key" }),
    refusal: "contains no bars. Its JSON must be a list of objects",
  },
  {
    kind: "Tiingo, days",
    name: "AAA.json",
    content: json(
      VALUES.map(([open, high, low, close, volume], i) => ({
        date: `${DATES[i]}T00:00:00.000Z`,
        close,
        high,
        low,
        open,
        volume,
        adjClose: close,
        adjHigh: high,
        adjLow: low,
        adjOpen: open,
        adjVolume: volume,
        divCash: 0,
        splitFactor: 1,
      })),
    ),
    ...NEW_YORK,
    bars: { AAA: at(...DAYS) },
  },
];
