import { at, DAYS, type FileKind, lines } from "./file-kind.ts";

const MANY = { options: { interval: "1d" }, flags: "--interval 1d" } as const;
const WIDE = lines("Date,AAPL,MSFT", "2024-01-02,11,110", "2024-01-03,12,", "2024-01-04,13,130");
const flat = (start: string, close: number, volume = 0): string =>
  `${start} ${close} ${close} ${close} ${close} ${volume}`;

/** Files of several symbols. */
export const manySymbols: readonly FileKind[] = [
  {
    kind: "WIKI of Quandl: tickers, adjusted prices, dividends and splits",
    name: "WIKI_PRICES.csv",
    content: lines(
      "ticker,date,open,high,low,close,volume,ex-dividend,split_ratio,adj_open,adj_high,adj_low,adj_close,adj_volume",
      "A,2024-01-02,10,12,9,11,100,0,1,5,6,4.5,5.5,200",
      "A,2024-01-03,11,13,10,12,200,0,1,5.5,6.5,5,6,400",
      "A,2024-01-04,12,14,11,13,300,0,1,6,7,5.5,6.5,600",
      "AA,2024-01-02,100,120,90,110,7,0,1,100,120,90,110,7",
    ),
    ...MANY,
    bars: { A: at(...DAYS), AA: ["2024-01-02T00:00Z 100 120 90 110 7"] },
  },
  {
    kind: "bhavcopy of the National Stock Exchange of India",
    name: "cm02JAN2024bhav.csv",
    content: lines(
      "SYMBOL,SERIES,OPEN,HIGH,LOW,CLOSE,LAST,PREVCLOSE,TOTTRDQTY,TOTTRDVAL,TIMESTAMP,TOTALTRADES,ISIN,",
      "ABC,EQ,10,12,9,11,11.05,10,100,1100,02-JAN-2024,7,INE001A01011,",
      "XYZ,EQ,100,120,90,110,111,100,7,770,02-JAN-2024,3,INE002A01011,",
    ),
    ...MANY,
    bars: { ABC: ["2024-01-02T00:00Z 10 12 9 11 100"], XYZ: ["2024-01-02T00:00Z 100 120 90 110 7"] },
    says: ["volume from TOTTRDQTY"],
  },
  {
    kind: "S&P 500 of Kaggle: names in the last column",
    name: "all_stocks_5yr.csv",
    content: lines(
      "date,open,high,low,close,volume,Name",
      "2024-01-02,10,12,9,11,100,AAL",
      "2024-01-03,11,13,10,12,200,AAL",
      "2024-01-04,12,14,11,13,300,AAL",
      "2024-01-02,100,120,90,110,7,AAPL",
    ),
    ...MANY,
    bars: { AAL: at(...DAYS), AAPL: ["2024-01-02T00:00Z 100 120 90 110 7"] },
  },
  {
    kind: "one symbol of many",
    name: "all_stocks_5yr.csv",
    content: lines(
      "date,open,high,low,close,volume,Name",
      "2024-01-02,10,12,9,11,100,AAL",
      "2024-01-03,11,13,10,12,200,AAL",
      "2024-01-04,12,14,11,13,300,AAL",
      "2024-01-02,100,120,90,110,7,AAPL",
    ),
    options: { symbol: "AAL" },
    flags: "--symbol AAL",
    bars: { AAL: at(...DAYS) },
  },
  {
    kind: "several symbols in a column of an unknown name",
    name: "prices.csv",
    content: lines(
      "date,paper,open,high,low,close,volume",
      "2024-01-02,AAA,10,12,9,11,100",
      "2024-01-03,AAA,11,13,10,12,200",
      "2024-01-04,AAA,12,14,11,13,300",
      "2024-01-02,BBB,100,120,90,110,7",
      "2024-01-03,BBB,110,130,100,120,8",
    ),
    refusal: '--columns "symbol=paper"',
    options: { columns: { symbol: "paper" } },
    flags: '--columns "symbol=paper"',
    bars: { AAA: at(...DAYS), BBB: ["2024-01-02T00:00Z 100 120 90 110 7", "2024-01-03T00:00Z 110 130 100 120 8"] },
  },
  {
    kind: "several symbols by number",
    name: "all.csv",
    content: lines(
      "date,PERMNO,open,high,low,close,volume",
      "2024-01-02,10001,10,12,9,11,100",
      "2024-01-02,10002,10,12,9,11,100",
      "2024-01-03,10001,11,13,10,12,200",
      "2024-01-03,10002,11,13,10,12,200",
    ),
    refusal: '--columns "symbol=PERMNO"',
    options: { columns: { symbol: "PERMNO" } },
    flags: '--columns "symbol=PERMNO"',
    bars: { 10001: at(DAYS[0], DAYS[1]), 10002: at(DAYS[0], DAYS[1]) },
  },
  {
    kind: "a continuous future with a column of its contracts",
    name: "all.csv",
    content: lines(
      "date,symbol,contract,open,high,low,close,volume",
      "2024-01-02,ES,ESH24,10,12,9,11,100",
      "2024-01-03,ES,ESH24,11,13,10,12,200",
      "2024-01-04,ES,ESM24,12,14,11,13,300",
    ),
    bars: { ES: at(...DAYS) },
  },
  {
    kind: "rows without a symbol among others",
    name: "all.csv",
    content: lines(
      "date,symbol,open,high,low,close,volume",
      "2024-01-02,AAA,10,12,9,11,100",
      "2024-01-03,,11,13,10,12,200",
    ),
    refusal: "has rows without a symbol in column symbol",
  },
  {
    kind: "wide file of closes: a column for each symbol",
    name: "closes.csv",
    content: WIDE,
    refusal: "--columns wide",
    options: { columns: "wide", interval: "1d" },
    flags: "--columns wide --interval 1d",
    bars: {
      AAPL: [flat(DAYS[0], 11), flat(DAYS[1], 12), flat(DAYS[2], 13)],
      MSFT: [flat(DAYS[0], 110), flat(DAYS[2], 130)],
    },
    says: ["open, high and low are the close"],
  },
  {
    kind: "the same, one symbol of it",
    name: "closes.csv",
    content: WIDE,
    refusal: "--columns wide",
    options: { columns: "wide", symbol: "AAPL" },
    flags: "--columns wide --symbol AAPL",
    bars: { AAPL: [flat(DAYS[0], 11), flat(DAYS[1], 12), flat(DAYS[2], 13)] },
  },
];
