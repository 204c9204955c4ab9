import { type Static, Type } from "typebox";
import { CalendarDate, closedObject, InstrumentId, IntervalName, Literals, Nullable, Timestamp } from "./fields.ts";

const BACKTEST_STATUSES = ["queued", "running", "completed", "failed", "canceled"] as const;

/** Schema of an object whose fields are checked elsewhere, such as the parameters of a strategy. */
const open = (description: string) =>
  Type.Unsafe<Readonly<Record<string, unknown>>>({ type: "object", additionalProperties: true, description });

const moment = Type.String({
  maxLength: 40,
  description: "Date at the exchange, or an instant in time.",
  examples: ["2023-06-30"],
});

/** Request to run a backtest. */
export const BacktestRequest = closedObject(
  {
    strategy: Type.String({ minLength: 1, maxLength: 64, description: "Name of one of the server's strategies." }),
    params: Type.Optional(
      open("Parameters of the strategy by name. Parameters that are left out have the strategy's defaults."),
    ),
    symbols: Type.Array(InstrumentId, { minItems: 1, maxItems: 100 }),
    interval: Type.Optional(
      IntervalName({
        description: "Interval of the bars. Default: the shortest interval that all traded symbols have.",
      }),
    ),
    from: { ...moment, description: "First session, as a date, or an instant in time." },
    to: { ...moment, description: "Last session, as a date, or an instant in time; not later than the current time." },
    initial_cash: Type.Optional(Type.Number({ exclusiveMinimum: 0, maximum: 1e13 })),
    settings: Type.Optional(open("Settings of the run by name. Settings that are left out have their usual defaults.")),
  },
  {
    title: "Backtest request",
    examples: [{ strategy: "sma-cross", symbols: ["MSFT"], interval: "1d", from: "2022-01-03", to: "2023-06-30" }],
  },
);
export type BacktestRequest = Static<typeof BacktestRequest>;

const at = (description: string) => Nullable({ ...Timestamp, description });

/** Status of a backtest. All times are market time, not real time. */
export const BacktestRecord = Type.Object(
  {
    id: Type.String(),
    strategy: Type.String(),
    params: open("All parameters of the strategy, with the defaults of those that were left out."),
    symbols: Type.Array(Type.String()),
    interval: Type.String(),
    from: Type.String(),
    to: Type.String(),
    initial_cash: Type.Number(),
    settings: open("The settings that the request gave."),
    status: Literals(BACKTEST_STATUSES),
    progress: Type.Number({ description: "Completed fraction of the backtest, from 0 to 1." }),
    error: Type.Unsafe<{ code: string; message: string } | null>({
      type: ["object", "null"],
      description:
        "Error of a failed backtest; null for others. The code is an error code of the library, or `STRATEGY_FAILED`.",
      properties: { code: { type: "string" }, message: { type: "string" } },
      required: ["code", "message"],
    }),
    fingerprint: Nullable(
      Type.String({ description: "Hash of data, settings, strategy, parameters and engine version." }),
    ),
    created_at: Timestamp,
    started_at: at("Time at which the run started."),
    finished_at: at("Time at which the run ended."),
  },
  { title: "Backtest" },
);
export type BacktestRecord = Static<typeof BacktestRecord>;

export const BacktestList = Type.Object({
  backtests: Type.Array(BacktestRecord, { description: "The newest first." }),
  next_page_token: Nullable(Type.String({ description: "Token for the next page; null on the last page." })),
});
export type BacktestList = Static<typeof BacktestList>;

export const BacktestResult = Type.Object(
  {
    id: Type.String(),
    summary: open("Metrics of the run by name; null for an undefined metric."),
    settings: open("All settings of the run, including defaults."),
    warnings: Type.Array(Type.String()),
    fill_hash: Type.String(),
    fingerprint: Type.String(),
  },
  { title: "Backtest result" },
);
export type BacktestResult = Static<typeof BacktestResult>;

const sessionDate = Type.String({
  ...CalendarDate,
  description: "Date of the session; for bars of a week or longer, the date on which the bar starts.",
});

export const BacktestEquity = Type.Object({
  data: Type.Array(
    Type.Object({
      date: sessionDate,
      timestamp: Timestamp,
      equity: Type.Number(),
      drawdown: Type.Number({ description: "Drawdown from the highest equity so far, a fraction of at most 0." }),
    }),
  ),
  next_page_token: Nullable(Type.String()),
});
export type BacktestEquity = Static<typeof BacktestEquity>;

export const BacktestTrades = Type.Object({
  trades: Type.Array(
    Type.Object({
      symbol: Type.String(),
      direction: Literals(["long", "short"]),
      quantity: Type.Number(),
      entry_date: sessionDate,
      entry_time: Timestamp,
      entry_price: Type.Number(),
      exit_date: sessionDate,
      exit_time: Timestamp,
      exit_price: Type.Number(),
      pnl: Type.Number(),
      return: Nullable(Type.Number()),
      commission: Type.Number(),
      mae: Nullable(Type.Number()),
      mfe: Nullable(Type.Number()),
      bars: Type.Integer(),
      tag: Type.String(),
    }),
  ),
  next_page_token: Nullable(Type.String()),
});
export type BacktestTrades = Static<typeof BacktestTrades>;

export const BacktestPath = closedObject({ id: Type.String({ minLength: 1, maxLength: 64 }) });

export const PageQuery = closedObject({
  limit: Type.Integer({ minimum: 1, maximum: 1000, default: 100 }),
  page_token: Type.Optional(Type.String({ maxLength: 64 })),
});
export type PageQuery = Static<typeof PageQuery>;
