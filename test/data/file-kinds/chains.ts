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
    kind: "ids of contracts with a prefix, and nothing else about them",
    name: "chain_20240702.csv",
    content: lines("ticker,bid,ask", "O:SPY240719C00550000,5.1,5.2", "O:SPY240719P00550000,4.1,4.2"),
    imports: {
      importer: "chain",
      rows: [`SPY ${AT_CLOSE} 550 C 5.1 5.2`, `SPY ${AT_CLOSE} 550 P 4.1 4.2`],
    },
  },
];
