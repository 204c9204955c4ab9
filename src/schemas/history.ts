import { type Static, type TProperties, type TSchemaOptions, Type } from "typebox";
import { type Interval, INTERVALS } from "../time/interval.ts";
import { PERIODS } from "../time/period.ts";
import { IntervalName, NextPageToken, Nullable, OwnValues, PageToken, Timestamp } from "./fields.ts";

/** Largest number of bars in one response. */
export const MOST_BARS = 50_000;

/** Intervals that every client can request if the recording has shorter bars. Others need lockstep or extended periods. */
export const HISTORY_INTERVALS: readonly Interval[] = INTERVALS.filter((interval) => interval !== "4h");

/** Query for history: period, interval and page. */
export const HistoryQuery = Type.Object(
  {
    // The request handler checks the period, so that the error can suggest a valid period.
    period: Type.String({
      default: "1mo",
      maxLength: 16,
      description: `Length of the history: ${PERIODS.join(", ")}. 1d and 5d mean one and five sessions.`,
      examples: ["1mo"],
    }),
    interval: IntervalName({
      default: "1d",
      description: `Interval of the bars: ${HISTORY_INTERVALS.join(", ")}. Others need a lockstep session, or a server with extended periods.`,
      "x-offered": HISTORY_INTERVALS,
    }),
    adjust: Type.Boolean({
      default: true,
      description:
        "Whether prices are adjusted for splits and dividends known so far. Default: true; false gives prices as traded.",
    }),
    limit: Type.Optional(
      Type.Integer({
        minimum: 1,
        maximum: MOST_BARS,
        description: "Largest number of bars in one response, oldest first.",
      }),
    ),
    page_token: Type.Optional(PageToken),
  },
  { additionalProperties: false },
);
export type HistoryQuery = Static<typeof HistoryQuery>;

const PriceBar = Type.Object({
  timestamp: {
    ...Timestamp,
    description: "Start of the bar. For a daily bar, midnight at the start of its date at the exchange.",
  },
  open: Type.Number(),
  high: Type.Number(),
  low: Type.Number(),
  close: Type.Number(),
  volume: Type.Integer(),
  adj_close: Type.Number({ description: "Close adjusted for splits and dividends known so far." }),
  volume_exact: Type.Optional(
    Type.Number({ description: "Exact volume; only present in lockstep, or if the volume is not an integer." }),
  ),
  price_factor: Type.Optional(
    Type.Number({ description: "In lockstep, for raw prices: factor that adjusts the bar's prices for splits." }),
  ),
  split_factor: Type.Optional(
    Type.Number({ description: "In lockstep, for raw prices: divisor that adjusts the bar's volume for splits." }),
  ),
  columns: OwnValues,
});

const meta = {
  currency: Type.String(),
  exchange: Type.String(),
  exchange_timezone: Type.String({ description: "IANA name of the exchange's time zone." }),
  total_records: Type.Integer({ description: "Number of bars on all pages." }),
};

function historyOf<Meta extends TProperties>(metaFields: Meta, options: TSchemaOptions = {}) {
  return Type.Object(
    {
      symbol: Type.String(),
      period: Type.String(),
      interval: Type.String(),
      data: Type.Array(PriceBar, { description: "Completed bars, oldest first." }),
      meta: Type.Object(metaFields),
      next_page_token: NextPageToken,
    },
    options,
  );
}

/** Completed bars of a period that ends at the session's current time. */
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

/** Completed bars of a commodity. */
export const CommodityHistory = historyOf({
  ...meta,
  unit: Nullable(Type.String({ description: "Unit of quantity to which the price refers, such as barrel." })),
  continuous: Type.Boolean({ description: "Whether prices of several contracts are joined into one series." }),
});
export type CommodityHistory = Static<typeof CommodityHistory>;
