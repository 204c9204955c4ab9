import { at, binary, DAYS, type FileKind, lines, MINUTES, NEW_YORK, UTC_MINUTES } from "./file-kind.ts";

const OHLCV = ["Open,High,Low,Close,Volume", "10,12,9,11,100", "11,13,10,12,200", "12,14,11,13,300"] as const;
const indexed = (name: string, ...index: readonly string[]): string =>
  lines(...[name, ...index].map((cell, i) => `${cell},${OHLCV[i]}`));
const DATES = ["2024-01-02", "2024-01-03", "2024-01-04"] as const;
const [FIRST, SECOND, THIRD] = MINUTES;

/** Files of data frames: pandas, polars, backtesting.py and yfinance. */
export const dataFrames: readonly FileKind[] = [
  {
    kind: "pandas CSV whose index has no name (backtesting.py's samples)",
    name: "GOOG.csv",
    content: indexed("", ...DATES),
    bars: { GOOG: at(...DAYS) },
  },
  {
    kind: "pandas CSV with a counter as index",
    name: "AAA.csv",
    content: lines(
      ",Date,Open,High,Low,Close,Volume",
      "0,2024-01-02,10,12,9,11,100",
      "1,2024-01-03,11,13,10,12,200",
      "2,2024-01-04,12,14,11,13,300",
    ),
    bars: { AAA: at(...DAYS) },
  },
  {
    kind: "pandas CSV of times with offset",
    name: "AAA.csv",
    content: indexed("Datetime", "2024-01-02 09:30:00-05:00", "2024-01-02 09:31:00-05:00", "2024-01-02 09:32:00-05:00"),
    bars: { AAA: at(...MINUTES) },
  },
  {
    kind: "pandas Parquet, Zstandard, index of dates",
    name: "AAA.parquet",
    content: binary("pandas-zstd.parquet"),
    layout: "Open, High, Low, Close, Volume, Date (timestamp)",
    bars: { AAA: at(...DAYS) },
  },
  {
    kind: "pandas Parquet, LZ4, index of times with zone",
    name: "AAA.parquet",
    content: binary("pandas-lz4.parquet"),
    layout: "Open, High, Low, Close, Volume, Datetime (instant)",
    bars: { AAA: at(...MINUTES) },
  },
  {
    kind: "polars Parquet, Zstandard",
    name: "AAA.parquet",
    content: binary("polars-zstd.parquet"),
    layout: "time (timestamp), open, high, low, close, volume",
    bars: { AAA: at(...DAYS) },
  },
  {
    kind: "Parquet with nanoseconds as integers",
    name: "AAA.parquet",
    content: binary("integer-times.parquet"),
    layout: "ts_event (int64), open, high, low, close, volume",
    bars: { AAA: at(...MINUTES) },
    says: ["nanoseconds since 1970"],
  },
  {
    kind: "Parquet with decimals, dates, and symbols as a dictionary",
    name: "file.parquet",
    content: binary("decimals.parquet"),
    layout: "date, symbol (dictionary), Open (decimal), High, Low, Close, Volume",
    options: { interval: "1d" },
    flags: "--interval 1d",
    bars: { AAA: at(...DAYS), BBB: ["2024-01-02T00:00Z 100 120 90 110 400"] },
  },
  {
    kind: "Feather of pandas, LZ4, times with zone",
    name: "AAA.feather",
    content: binary("pandas-lz4.feather"),
    layout: "Datetime (instant), Open, High, Low, Close, Volume",
    bars: { AAA: at(...MINUTES) },
    says: ["Arrow"],
  },
  {
    kind: "Feather without compression",
    name: "AAA.feather",
    content: binary("pandas-plain.feather"),
    layout: "Date (timestamp), Open, High, Low, Close, Volume",
    bars: { AAA: at(...DAYS) },
  },
  {
    kind: "Arrow file of polars, Zstandard",
    name: "AAA.arrow",
    content: binary("polars-zstd.arrow"),
    layout: "time (timestamp), open, high, low, close, volume",
    bars: { AAA: at(...DAYS) },
  },
  {
    kind: "Arrow file of polars, LZ4, nanoseconds as integers",
    name: "AAA.arrow",
    content: binary("integer-times.arrow"),
    layout: "ts_event (int64), open, high, low, close, volume",
    bars: { AAA: at(...MINUTES) },
    says: ["nanoseconds since 1970"],
  },
  {
    kind: "Feather with decimals, dates, and symbols as a dictionary",
    name: "file.feather",
    content: binary("decimals.feather"),
    layout: "date, symbol (dictionary), Open (decimal), High, Low, Close, Volume",
    options: { interval: "1d" },
    flags: "--interval 1d",
    bars: { AAA: at(...DAYS), BBB: ["2024-01-02T00:00Z 100 120 90 110 400"] },
  },
  {
    kind: "Arrow stream",
    name: "file.arrows",
    content: binary("stream.arrows"),
    layout: "date, symbol (dictionary), Open (decimal), High, Low, Close, Volume",
    options: { interval: "1d", symbol: "AAA" },
    flags: "--interval 1d --symbol AAA",
    bars: { AAA: at(...DAYS) },
  },
  {
    kind: "yfinance, one ticker, three lines of names",
    name: "prices.csv",
    content: lines(
      "Price,Close,High,Low,Open,Volume",
      "Ticker,AAPL,AAPL,AAPL,AAPL,AAPL",
      "Date,,,,,",
      "2024-01-02,11,12,9,10,100",
      "2024-01-03,12,13,10,11,200",
      "2024-01-04,13,14,11,12,300",
    ),
    bars: { AAPL: at(...DAYS) },
  },
  {
    kind: "yfinance, several tickers",
    name: "prices.csv",
    content: lines(
      "Price,Close,Close,High,High,Low,Low,Open,Open,Volume,Volume",
      "Ticker,AAPL,MSFT,AAPL,MSFT,AAPL,MSFT,AAPL,MSFT,AAPL,MSFT",
      "Date,,,,,,,,,,",
      "2024-01-02,11,110,12,120,9,90,10,100,100,7",
      "2024-01-03,12,,13,,10,,11,,200,",
      "2024-01-04,13,130,14,140,11,110,12,120,300,9",
    ),
    options: { interval: "1d" },
    flags: "--interval 1d",
    bars: { AAPL: at(...DAYS), MSFT: [`${DAYS[0]} 100 120 90 110 7`, `${DAYS[2]} 120 140 110 130 9`] },
  },
  {
    kind: "yfinance, grouped by ticker",
    name: "prices.csv",
    content: lines(
      "Ticker,AAPL,AAPL,AAPL,AAPL,AAPL,MSFT,MSFT,MSFT,MSFT,MSFT",
      "Price,Open,High,Low,Close,Volume,Open,High,Low,Close,Volume",
      "Date,,,,,,,,,,",
      "2024-01-02,10,12,9,11,100,100,120,90,110,7",
      "2024-01-03,11,13,10,12,200,110,130,100,120,8",
    ),
    bars: {
      AAPL: at(...DAYS.slice(0, 2)),
      MSFT: [`${DAYS[0]} 100 120 90 110 7`, `${DAYS[1]} 110 130 100 120 8`],
    },
  },
  {
    kind: "yfinance `history`, with dividends and splits",
    name: "AAPL.csv",
    content: lines(
      "Date,Open,High,Low,Close,Volume,Dividends,Stock Splits",
      "2024-01-02 00:00:00-05:00,10,12,9,11,100,0.0,0.0",
      "2024-01-03 00:00:00-05:00,11,13,10,12,200,0.24,0.0",
      "2024-01-04 00:00:00-05:00,12,14,11,13,300,0.0,0.0",
    ),
    bars: { AAPL: at("2024-01-02T05:00Z", "2024-01-03T05:00Z", "2024-01-04T05:00Z") },
    says: ["extra columns Dividends, Stock Splits"],
  },
  {
    kind: "Yahoo's download with adjusted close",
    name: "EURUSD=X.csv",
    content: lines(
      "Date,Open,High,Low,Close,Adj Close,Volume",
      "2024-01-02,10,12,9,11,10.5,100",
      "2024-01-03,11,13,10,12,11.5,200",
      "2024-01-04,12,14,11,13,12.5,300",
    ),
    bars: { "EURUSD=X": at(...DAYS) },
  },
  {
    kind: "NDJSON of a data frame (polars, pandas with `lines=True`)",
    name: "AAA.ndjson",
    content: lines(
      '{"time":"2024-01-02T09:30:00","open":10,"high":12,"low":9,"close":11,"volume":100}',
      '{"time":"2024-01-02T09:31:00","open":11,"high":13,"low":10,"close":12,"volume":200}',
      '{"time":"2024-01-02T09:32:00","open":12,"high":14,"low":11,"close":13,"volume":300}',
    ),
    bars: { AAA: at(...UTC_MINUTES) },
  },
  {
    kind: "the same, read in the zone of its exchange",
    name: "AAA.ndjson",
    content: lines(
      '{"time":"2024-01-02T09:30:00","open":10,"high":12,"low":9,"close":11,"volume":100}',
      '{"time":"2024-01-02T09:31:00","open":11,"high":13,"low":10,"close":12,"volume":200}',
      '{"time":"2024-01-02T09:32:00","open":12,"high":14,"low":11,"close":13,"volume":300}',
    ),
    ...NEW_YORK,
    bars: { AAA: at(FIRST, SECOND, THIRD) },
  },
];
