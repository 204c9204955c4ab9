import { type Static, type TProperties, type TSchemaOptions, Type } from "typebox";
import { type Interval, INTERVALS } from "../time/interval.ts";
import { PERIODS } from "../time/period.ts";
import { Literals, NextPageToken, Nullable, PageToken, Timestamp } from "./fields.ts";

/** The most bars of one answer. */
export const MOST_BARS = 50_000;

/** Intervals in which history is served to all; a recording can answer those that its bars can be joined to. Bars of four hours are for those who ask beyond the service. */
export const HISTORY_INTERVALS: readonly Interval[] = INTERVALS.filter((interval) => interval !== "4h");

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
    interval: {
      ...Literals(INTERVALS, {
        default: "1d",
        description: "Length of a bar. 4h in lockstep sessions, and where the server takes extended periods.",
      }),
      "x-offered": HISTORY_INTERVALS,
    },
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

const PriceBar = Type.Object({
  timestamp: { ...Timestamp, description: "Start of the bar; of a daily one, midnight of its date at the exchange." },
  open: Type.Number(),
  high: Type.Number(),
  low: Type.Number(),
  close: Type.Number(),
  volume: Type.Integer(),
  adj_close: Type.Number({ description: "Close adjusted for the splits and dividends that are known." }),
  volume_exact: Type.Optional(
    Type.Number({ description: "The volume where it is no whole number; always in lockstep." }),
  ),
  price_factor: Type.Optional(
    Type.Number({ description: "In lockstep, without adjustment: prices times it have no jumps at splits." }),
  ),
  split_factor: Type.Optional(
    Type.Number({ description: "In lockstep, without adjustment: volumes divided by it have no jumps at splits." }),
  ),
});

const meta = {
  currency: Type.String(),
  exchange: Type.String(),
  exchange_timezone: Type.String({ description: "IANA name of the exchange's time zone." }),
  total_records: Type.Integer({ description: "Bars of the whole answer, over all its pages." }),
};

function historyOf<Meta extends TProperties>(ofMeta: Meta, options: TSchemaOptions = {}) {
  return Type.Object(
    {
      symbol: Type.String(),
      period: Type.String(),
      interval: Type.String(),
      data: Type.Array(PriceBar, { description: "Completed bars, oldest first." }),
      meta: Type.Object(ofMeta),
      next_page_token: NextPageToken,
    },
    options,
  );
}

/** Completed bars of a stretch of time that ends now. */
export const History = historyOf(meta, {
  examples: [
    {
      symbol: "AAPL",
      period: "1y",
      interval: "3mo",
      data: [
        {
          timestamp: "2023-01-01T05:00:00.000Z",
          open: 70.23,
          high: 116.74,
          low: 64.44,
          close: 113.63,
          volume: 3656511628,
          adj_close: 113.63,
        },
        {
          timestamp: "2023-04-01T04:00:00.000Z",
          open: 112.18,
          high: 112.92,
          low: 98.1,
          close: 106.37,
          volume: 3897322044,
          adj_close: 106.37,
        },
      ],
      meta: { currency: "USD", exchange: "XNAS", exchange_timezone: "America/New_York", total_records: 3 },
      next_page_token: "zjfgrBe0MTY4ODE4NDAwMDAwMA",
    },
  ],
});
export type History = Static<typeof History>;

/** The same of a commodity. */
export const CommodityHistory = historyOf({
  ...meta,
  unit: Nullable(Type.String({ description: "What one price is for, such as barrel." })),
  continuous: Type.Boolean({ description: "Prices of many contracts joined into one series." }),
});
export type CommodityHistory = Static<typeof CommodityHistory>;
