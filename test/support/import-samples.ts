import type { ImportSettings } from "../../src/data/importing/importer.ts";

/** A small file in the format of a vendor, with made-up prices. */
export interface ImportSample {
  readonly file: string;
  readonly content: string;
  readonly symbol?: string;
  readonly settings?: ImportSettings;
  /** Name of the importer whose sample must be recorded before. */
  readonly after?: string;
  /** A row that the importer cannot read, to put in the place of the last row. */
  readonly badRow: string;
}

/** One sample file for each importer, by the importer's name. */
export const IMPORT_SAMPLES: Readonly<Record<string, ImportSample>> = {
  actions: {
    file: "actions.csv",
    content: `symbol,date,kind,ratio,amount
ACME,2024-01-03,dividend,,0.5
ACME,2024-01-04,split,2,
ACME,2024-01-05,dividend,,0.25
`,
    after: "bars",
    badRow: "ACME,2024-01-05,dividend,,-0.25",
  },
  bars: {
    file: "ACME.csv",
    content: `time,open,high,low,close,volume
2024-01-02T09:30,100,101,99,100.5,1200
2024-01-02T09:31,100.5,100.75,100.25,100.5,300
2024-01-02T09:32,100.5,102,100.5,101.75,900
`,
    badRow: "2024-01-02T09:32,100.5,102,100.5,much,900",
  },
  "bid-ask": {
    file: "EURUSD.csv",
    content: `time,bid_open,bid_high,bid_low,bid_close,ask_open,ask_high,ask_low,ask_close
2024-01-02T10:00,1.1,1.103,1.0995,1.102,1.1004,1.1034,1.0999,1.1024
2024-01-02T11:00,1.102,1.104,1.101,1.1035,1.1024,1.1044,1.1014,1.1039
2024-01-02T13:00,1.104,1.105,1.1,1.101,1.1044,1.1054,1.1004,1.1014
`,
    badRow: "2024-01-02T13:00,1.104,1.105,1.1,1.101,1.1044,1.1054,1.1004,",
  },
  binance: {
    file: "BTCUSDT-1h-2025-01.csv",
    content: `1735689600000000,93576.0,94509.42,93489.03,94401.14,755.99,1735693199999999,71040000,1,1,1,0
1735693200000000,94401.14,94408.72,93578.77,93607.74,586.53,1735696799999999,55100000,1,1,1,0
1735696800000000,93607.74,94105.12,93594.56,94098.9,276.78,1735700399999999,25970000,1,1,1,0
`,
    badRow: "2025-01-01,93607.74,94105.12,93594.56,94098.9,276.78,1735700399999999,25970000,1,1,1,0",
  },
  chain: {
    file: "acme_options_20151224.csv",
    content: `expiry,strike,right,open,high,low,close,volume,open_interest,implied_volatility,delta,gamma,vega,theta,rho
2016-01-15,110,P,2,2.1,1.9,2.05,3,,0.25,-0.4,0.02,0.1,-0.03,-0.01
2016-01-15,110,C,3,3.1,2.9,3.05,7,40,0.24,0.6,0.02,0.1,-0.04,0.02
2016-01-15,100,C,11,11.1,10.9,11.05,0,5,0,0,0,0,0,0
`,
    badRow: "2016-01-15,100,X,11,11.1,10.9,11.05,0,5,0,0,0,0,0,0",
  },
  contracts: {
    file: "contracts.csv",
    content: `symbol,expiration
ACME,2024-03-15
ACME,2024-03-15
`,
    after: "bars",
    badRow: "ACME,soon",
  },
  history: {
    file: "answer.json",
    content: JSON.stringify({
      symbol: "ACME",
      period: "5d",
      interval: "1d",
      data: [
        { timestamp: "2024-01-02T05:00:00.000Z", open: 10, high: 12, low: 9, close: 11, volume: 100, adj_close: 10.5 },
        { timestamp: "2024-01-03T05:00:00.000Z", open: 11, high: 13, low: 10, close: 12, volume: 200, adj_close: 12 },
      ],
      meta: { currency: "USD", exchange: "XNYS", exchange_timezone: "America/New_York", total_records: 2 },
    }),
    badRow: "",
  },
  lean: {
    file: "20131007_acme_minute_trade.csv",
    content: `14400000,1674100,1674100,1672500,1672700,3197
14460000,1672500,1672500,1672500,1672500,1150
14520000,1672100,1672400,1672100,1672400,3313
`,
    badRow: "86400000,1672100,1672400,1672100,1672400,3313",
  },
  listings: {
    file: "listings.csv",
    content: `symbol,listed,delisted,price
ACME,2020-01-02,,
ACME,2020-01-02,,
`,
    after: "bars",
    badRow: "ACME,then,,",
  },
  renames: {
    file: "renames.csv",
    content: `date,from,to
2024-02-01,ACME,AMCE
2024-03-01,AMCE,AME
`,
    after: "bars",
    badRow: "soon,ACME,AMCE",
  },
  stooq: {
    file: "data.txt",
    content: `<TICKER>,<PER>,<DATE>,<TIME>,<OPEN>,<HIGH>,<LOW>,<CLOSE>,<VOL>,<OPENINT>
ACME.US,D,20240102,000000,100,102,99,101,5000,0
BETA.US,5,20240102,153000,50,51,49,50.5,800,0
ACME.US,D,20240103,000000,101,103,100,102,6000,0
`,
    badRow: "ACME.US,D,20240132,000000,101,103,100,102,6000,0",
  },
  ticks: {
    file: "ACME.csv",
    content: `time,price,size,bid,ask
2024-01-02T09:30:00.123456,100,5,99.9,100.1
2024-01-02T09:30:10,101,2,99.9,100.1
2024-01-02T09:30:59.999,99.5,1,99.4,99.6
2024-01-02T09:31:00,,,99.5,99.7
2024-01-02T09:32:00,99.6,4,99.5,99.7
`,
    settings: { interval: "1m" },
    badRow: "2024-01-02T09:32:00,99.6,-4,99.5,99.7",
  },
  yahoo: {
    file: "ACME.csv",
    content: `Date,Open,High,Low,Close,Adj Close,Volume
2024-01-02,100,102,99,101,98.5,5000
2024-01-03,101,103,100,102,99.5,6000
2024-01-04,102,104,101,103,100.5,7000
`,
    badRow: "2024-01-04,null,null,null,null,null,null",
  },
};
