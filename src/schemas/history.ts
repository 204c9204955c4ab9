import { type Static, Type } from "typebox";
import { INTERVALS } from "../time/interval.ts";
import { PERIODS } from "../time/period.ts";
import { Literals } from "./literals.ts";
import { Nullable } from "./or-null.ts";
import { NextPageToken, PageToken } from "./page-token.ts";
import { Timestamp } from "./timestamp.ts";

/** The most bars of one answer. */
export const MOST_BARS = 50_000;

/** Intervals in which history is served; a recording can answer those that its bars can be joined to. */
export const HISTORY_INTERVALS = INTERVALS.filter((interval) => interval !== "4h");

/** Which stretch of history, in bars of which length. */
export const HistoryQuery = Type.Object(
  {
    // The handler says what is wrong with a period: which one was meant.
    period: Type.String({
      default: "1mo",
      maxLength: 16,
      description: `How far back: ${PERIODS.join(", ")}. 1d and 5d are sessions.`,
      examples: ["1mo"],
    }),
    interval: Literals(HISTORY_INTERVALS, { default: "1d", description: "Length of a bar." }),
    adjust: Type.Boolean({
      default: true,
      description: "Prices adjusted for the splits and dividends that are known; false: as they were traded.",
    }),
    limit: Type.Optional(
      Type.Integer({ minimum: 1, maximum: MOST_BARS, description: "The most bars of one answer, from the oldest on." }),
    ),
    page_token: Type.Optional(PageToken),
  },
  { additionalProperties: false },
);
export type HistoryQuery = Static<typeof HistoryQuery>;

export const PriceBar = Type.Object({
  timestamp: { ...Timestamp, description: "Start of the bar; of a daily one, midnight of its date at the exchange." },
  open: Type.Number(),
  high: Type.Number(),
  low: Type.Number(),
  close: Type.Number(),
  volume: Type.Integer(),
  adj_close: Type.Number({ description: "Close adjusted for the splits and dividends that are known." }),
  volume_exact: Type.Optional(Type.Number({ description: "The volume where it is no whole number." })),
});
export type PriceBar = Static<typeof PriceBar>;

const meta = {
  currency: Type.String(),
  exchange: Type.String(),
  exchange_timezone: Type.String({ description: "IANA name of the exchange's time zone." }),
  total_records: Type.Integer({ description: "Bars of the whole answer, over all its pages." }),
};

function historyOf<Meta extends Parameters<typeof Type.Object>[0]>(ofMeta: Meta) {
  return Type.Object({
    symbol: Type.String(),
    period: Type.String(),
    interval: Type.String(),
    data: Type.Array(PriceBar, { description: "Completed bars, oldest first." }),
    meta: Type.Object(ofMeta),
    next_page_token: NextPageToken,
  });
}

/** Completed bars of a stretch of time that ends now. */
export const History = historyOf(meta);
export type History = Static<typeof History>;

/** The same of a commodity. */
export const CommodityHistory = historyOf({
  ...meta,
  unit: Nullable(Type.String({ description: "What one price is for, such as barrel." })),
  continuous: Type.Boolean({ description: "Prices of many contracts joined into one series." }),
});
export type CommodityHistory = Static<typeof CommodityHistory>;
