import { type Static, type TProperties, Type } from "typebox";
import { EVENT_NAMES } from "../broker/order-codes.ts";
import { INTERVALS } from "../time/interval.ts";
import { API_ERRORS, type ApiErrorCode } from "./api-error.ts";
import { BacktestRecord } from "./backtest.ts";
import { EntryRecord } from "./entry.ts";
import { Literals, MarketStatus, Nullable, Timestamp } from "./fields.ts";
import { FillRecord, OrderRecord } from "./order.ts";
import { STREAM_CHANNELS } from "./stream-request.ts";

const type = <const Name extends string>(name: Name) => Literals([name]);

const data = {
  seq: Type.Integer({ description: "Number of the data message on this connection, from 1 without gaps." }),
  epoch: Type.Integer({ description: "Increases when the session restarts, as when it seeks backwards." }),
  timestamp: { ...Timestamp, description: "Time of the event, in market time." },
};
const offset = Type.Integer({ description: "Position in the session's event log; see `from` of subscribe." });

const dataMessage = <P extends TProperties>(title: string, properties: P) =>
  Type.Object({ ...data, ...properties }, { title, additionalProperties: false });

const QuoteMessage = dataMessage("quote", {
  type: type("quote"),
  offset,
  symbol: Type.String(),
  price: Type.Number(),
  bid: Nullable(Type.Number()),
  ask: Nullable(Type.Number()),
  change: Nullable(Type.Number({ description: "Change as in the HTTP quote." })),
  change_percent: Nullable(Type.Number()),
  volume: Type.Integer({ description: "Volume as in the HTTP quote; for coins and currency pairs, of 24 hours." }),
  volume_exact: Type.Optional(Type.Number()),
  market_status: MarketStatus,
  conflated: Type.Optional(
    Type.Integer({
      minimum: 2,
      description: "Number of quotes combined into this message, which contains the last of them.",
    }),
  ),
  snapshot: Type.Optional(Type.Boolean({ description: "Whether this is the state at the time of the subscription." })),
});

/** A completed bar of the stream, with prices as traded. */
export const StreamBar = Type.Object({
  timestamp: { ...Timestamp, description: "Start of the bar; for a daily bar, midnight of its date at the exchange." },
  open: Type.Number(),
  high: Type.Number(),
  low: Type.Number(),
  close: Type.Number(),
  volume: Type.Integer(),
  volume_exact: Type.Optional(
    Type.Number({ description: "Exact volume if it is not an integer; always present in lockstep." }),
  ),
  price_factor: Type.Optional(Type.Number({ description: "In lockstep: factor that adjusts prices for splits." })),
  split_factor: Type.Optional(Type.Number({ description: "In lockstep: divisor that adjusts volumes for splits." })),
});

const BarMessage = dataMessage("bar", {
  type: type("bar"),
  offset,
  symbol: Type.String(),
  interval: Literals(INTERVALS),
  bar: StreamBar,
  snapshot: Type.Optional(Type.Boolean()),
});

const OrderMessage = dataMessage("order", {
  type: type("order"),
  offset,
  event: Literals(EVENT_NAMES),
  order: OrderRecord,
  fill: Type.Optional(FillRecord),
  at_open: Type.Optional(
    Type.Boolean({
      description: "In lockstep: true if the event happened when bars and sessions opened, false if when they closed.",
    }),
  ),
  snapshot: Type.Optional(
    Type.Boolean({
      description:
        "Whether this is the state of an open order at the time of the subscription; `event` is its last event.",
    }),
  ),
});

const EntryMessage = dataMessage("entry", { type: type("entry"), offset, entry: EntryRecord });

const CorporateActionMessage = dataMessage("corporate_action", {
  type: type("corporate_action"),
  offset,
  symbol: Type.String(),
  kind: Literals(["split", "dividend"]),
  ratio: Type.Number(),
  cash: Type.Number(),
});

const MarketStatusMessage = dataMessage("market_status", {
  type: type("market_status"),
  offset,
  calendar: Type.String(),
  status: MarketStatus,
});

/** Phases of an instant, in the order in which they are processed. */
export const PHASES = [
  "bars_close",
  "matching",
  "sessions_close",
  "margin",
  "hooks",
  "corporate_actions",
  "bars_open",
] as const;
/** Clock of a session, and how it advances. */
export const StreamClock = Type.Object({
  now: Timestamp,
  phase: Literals(PHASES, { description: "Phase up to which the events of the current time have been processed." }),
  step: Type.Integer({ description: "In lockstep, counts the steps from 1; 0 otherwise." }),
  state: Literals(["running", "paused", "completed"]),
  speed: Type.Unsafe<number | "max">({
    anyOf: [{ type: "number" }, { type: "string", enum: ["max"] }],
    description: "Market seconds per real second.",
  }),
});

/** Current stop price of a trailing stop, which order events do not report. */
export const StreamTrail = Type.Object({
  order_id: Type.String(),
  stop_price: Type.Number(),
  high_water_mark: Type.Number(),
});

/** Open of a forming bar. */
export const StreamOpen = Type.Object({ symbol: Type.String(), open: Type.Number() });

const ClockMessage = dataMessage("clock", {
  type: type("clock"),
  ...StreamClock.properties,
  sessions: Type.Optional(
    Type.Array(Type.String(), { description: "In lockstep: symbols whose session closes at this step." }),
  ),
  trails: Type.Optional(Type.Array(StreamTrail, { description: "In lockstep: stop prices of active trailing stops." })),
  opens: Type.Optional(
    Type.Array(StreamOpen, {
      description: "In lockstep: opens of the forming bars of the run, which are the last prices.",
    }),
  ),
});

const BacktestMessage = dataMessage("backtest", {
  type: type("backtest"),
  backtest: BacktestRecord,
  snapshot: Type.Optional(Type.Boolean()),
});

const control = <P extends TProperties>(title: string, properties: P) =>
  Type.Object({ timestamp: Timestamp, ...properties }, { title, additionalProperties: false });

const id = Type.Optional(Type.String());
const channel = Literals(STREAM_CHANNELS);
const symbols = Type.Array(Type.String());

const WelcomeMessage = control("welcome", {
  type: type("welcome"),
  session: Type.String(),
  epoch: Type.Integer(),
  offset,
  authenticated: Type.Boolean({ description: "Whether the request had a key; otherwise send `auth`." }),
  heartbeat_ms: Type.Integer(),
});
const AuthenticatedMessage = control("authenticated", {
  type: type("authenticated"),
  tier: Type.String(),
  scopes: Type.Array(Type.String()),
  id,
});

/** A symbol that was not subscribed to, and why. */
export const RejectedSymbol = Type.Object({
  symbol: Type.String(),
  code: Literals(["SYMBOL_NOT_FOUND", "INVALID_PARAMETERS"]),
  message: Type.String(),
  suggestion: Nullable(Type.String()),
});
export type RejectedSymbol = Static<typeof RejectedSymbol>;

const SubscribedMessage = control("subscribed", {
  type: type("subscribed"),
  channel,
  symbols,
  rejected: Type.Array(RejectedSymbol),
  id,
});
const UnsubscribedMessage = control("unsubscribed", { type: type("unsubscribed"), channel, symbols, id });
const SubscriptionsMessage = control("subscriptions", {
  type: type("subscriptions"),
  subscriptions: Type.Array(Type.Object({ channel, symbols, interval: Type.Optional(Literals(INTERVALS)) })),
  id,
});
const PongMessage = control("pong", { type: type("pong"), id });
const HeartbeatMessage = control("heartbeat", { type: type("heartbeat") });
const WarningMessage = control("warning", {
  type: type("warning"),
  code: Literals(["SLOW_CONSUMER", "SESSION_RESTARTED"]),
  message: Type.String(),
});
const ReplayCompletedMessage = control("replay_completed", { type: type("replay_completed"), offset });
const ClosingMessage = control("closing", { type: type("closing"), reason: Type.String() });
const ErrorMessage = control("error", {
  type: type("error"),
  code: Literals(Object.keys(API_ERRORS) as ApiErrorCode[]),
  message: Type.String(),
  details: Type.Record(Type.String(), Type.Unknown()),
  id,
});

/** Schemas of all server messages by type. */
export const STREAM_MESSAGES = {
  quote: QuoteMessage,
  bar: BarMessage,
  order: OrderMessage,
  entry: EntryMessage,
  corporate_action: CorporateActionMessage,
  market_status: MarketStatusMessage,
  clock: ClockMessage,
  backtest: BacktestMessage,
  welcome: WelcomeMessage,
  authenticated: AuthenticatedMessage,
  subscribed: SubscribedMessage,
  unsubscribed: UnsubscribedMessage,
  subscriptions: SubscriptionsMessage,
  pong: PongMessage,
  heartbeat: HeartbeatMessage,
  warning: WarningMessage,
  replay_completed: ReplayCompletedMessage,
  closing: ClosingMessage,
  error: ErrorMessage,
} as const;

type DataType = "quote" | "bar" | "order" | "entry" | "corporate_action" | "market_status" | "clock" | "backtest";
type ControlType = Exclude<keyof typeof STREAM_MESSAGES, DataType>;

/** A control message without its timestamp. */
export type ControlMessage = {
  readonly [Type in ControlType]: Omit<Static<(typeof STREAM_MESSAGES)[Type]>, "timestamp">;
}[ControlType];

/** Any server message. */
export type StreamMessage = {
  readonly [Type in keyof typeof STREAM_MESSAGES]: Static<(typeof STREAM_MESSAGES)[Type]>;
}[keyof typeof STREAM_MESSAGES];

export type StreamBar = Static<typeof StreamBar>;

export type StreamClock = Static<typeof StreamClock>;

export type StreamTrail = Static<typeof StreamTrail>;

export type StreamOpen = Static<typeof StreamOpen>;
