import { type FileKind, lines } from "./file-kind.ts";

const AT_CLOSE = "2024-07-02T20:00:00.000Z 2024-07-19";

/** Snapshots of option chains. */
export const chains: readonly FileKind[] = [
  {
    kind: "OptionsDX: a call and a put in each row",
    name: "spy_eod_202407.txt",
    content: lines(
      "[QUOTE_UNIXTIME], [QUOTE_READTIME], [QUOTE_DATE], [UNDERLYING_LAST], [EXPIRE_DATE], [C_BID], [C_ASK], [STRIKE], [P_BID], [P_ASK]",
      "1719950400, 2024-07-02 16:00, 2024-07-02, 549, 2024-07-19, 5.1, 5.2, 550, 4.1, 4.2",
    ),
    imports: {
      importer: "chain",
      rows: [`SPY ${AT_CLOSE} 550 C 5.1 5.2`, `SPY ${AT_CLOSE} 550 P 4.1 4.2`],
    },
  },
  {
    kind: "Cboe DataShop, end of day: weekly options of an index have a root of their own",
    name: "UnderlyingOptionsEODQuotes_2024-07-02.csv",
    content: lines(
      "underlying_symbol,quote_date,root,expiration,strike,option_type,trade_volume,bid_1545,ask_1545,bid_eod,ask_eod,open_interest",
      "^SPX,2024-07-02,SPX,2024-07-19,5500,C,1,50,51,52,53,10",
      "^SPX,2024-07-02,SPXW,2024-07-19,5500,C,1,54,55,56,57,10",
    ),
    imports: {
      importer: "chain",
      rows: [
        "^SPX 2024-07-02T19:45:00.000Z 2024-07-19 5500 C 50 51",
        `^SPX ${AT_CLOSE} 5500 C 52 53`,
        "SPXW 2024-07-02T19:45:00.000Z 2024-07-19 5500 C 54 55",
        `SPXW ${AT_CLOSE} 5500 C 56 57`,
      ],
    },
    says: ["contracts with the root SPXW are recorded as a chain of SPXW"],
  },
  {
    kind: "calls of yfinance: expiration and right in the id of the contract",
    name: "calls_20240702.csv",
    content: lines(
      ",contractSymbol,lastTradeDate,strike,lastPrice,bid,ask,volume,openInterest,impliedVolatility,inTheMoney,contractSize,currency",
      "0,SPY240719C00550000,2024-07-02 19:59:59+00:00,550.0,5.1,5.1,5.2,12.0,100,0.15,False,REGULAR,USD",
    ),
    imports: { importer: "chain", rows: [`SPY ${AT_CLOSE} 550 C 5.1 5.2`] },
  },
  {
    kind: "Alpaca's snapshots of contracts",
    name: "spy_20240702.json",
    content: JSON.stringify({
      next_page_token: null,
      snapshots: {
        SPY240719C00550000: {
          latestQuote: { t: "2024-07-02T19:59:59.9Z", bp: 5.1, bs: 1, ap: 5.2, as: 2 },
          latestTrade: { p: 5.15, s: 1 },
          greeks: { delta: 0.5, gamma: 0.02, theta: -0.1, vega: 0.4, rho: 0.1 },
          impliedVolatility: 0.15,
        },
        SPY240719P00550000: { latestQuote: { bp: 4.1, ap: 4.2 } },
      },
    }),
    imports: { importer: "chain", rows: [`SPY ${AT_CLOSE} 550 C 5.1 5.2`, `SPY ${AT_CLOSE} 550 P 4.1 4.2`] },
    says: ["columns that are not read: greeks theta, greeks vega"],
  },
  {
    kind: "snapshots of contracts of Polygon and Massive",
    name: "spy_20240702.json",
    content: JSON.stringify({
      status: "OK",
      results: [
        {
          details: {
            contract_type: "call",
            expiration_date: "2024-07-19",
            strike_price: 550,
            ticker: "O:SPY240719C00550000",
          },
          last_quote: { bid: 5.1, ask: 5.2 },
          day: { close: 5.1, volume: 12 },
          open_interest: 100,
          implied_volatility: 0.15,
        },
      ],
    }),
    imports: { importer: "chain", rows: [`SPY ${AT_CLOSE} 550 C 5.1 5.2`] },
  },
  {
    kind: "ids of contracts with a prefix, and nothing else about them",
    name: "chain_20240702.csv",
    content: lines("ticker,bid,ask", "O:SPY240719C00550000,5.1,5.2", "O:SPY240719P00550000,4.1,4.2"),
    imports: {
      importer: "chain",
      rows: [`SPY ${AT_CLOSE} 550 C 5.1 5.2`, `SPY ${AT_CLOSE} 550 P 4.1 4.2`],
    },
  },
];
