import { type Static, type TProperties, Type } from "typebox";
import { EVENT_NAMES } from "../broker/order-codes.ts";
import { API_ERRORS, type ApiErrorCode } from "./api-error.ts";
import { BacktestRecord } from "./backtest.ts";
import { EntryRecord } from "./entry.ts";
import { IntervalName, Literals, MarketStatus, Nullable, OwnValues, Timestamp } from "./fields.ts";
import { FillRecord, OrderRecord } from "./order.ts";
import { STREAM_CHANNELS } from "./stream-request.ts";

const type = <const Name extends string>(name: Name) => Literals([name]);

const data = {
  seq: Type.Integer({ description: "Number of the data message on this connection: 1, 2, 3 and so on." }),
  epoch: Type.Integer({
    description: "Number that increases each time the session restarts, for example when it seeks backwards.",
  }),
  timestamp: { ...Timestamp, description: "Time of the event, in market time." },
};
const offset = Type.Integer({
  description: "Position of the event in the session's log, from which a client can continue by `from` of `subscribe`.",
});

const dataMessage = <P extends TProperties>(title: string, properties: P) =>
  Type.Object({ ...data, ...properties }, { title, additionalProperties: false });

const QuoteMessage = dataMessage("quote", {
  type: type("quote"),
  offset,
  symbol: Type.String(),
  price: Type.Number(),
  bid: Nullable(Type.Number()),
  ask: Nullable(Type.Number()),
  change: Nullable(Type.Number({ description: "Change of the price, computed as in a quote over HTTP." })),
  change_percent: Nullable(Type.Number()),
  volume: Type.Integer({
    description: "Volume, as in a quote over HTTP. For coins and currency pairs, the volume of the last 24 hours.",
  }),
  volume_exact: Type.Optional(Type.Number()),
  market_status: MarketStatus,
  conflated: Type.Optional(
    Type.Integer({
      minimum: 2,
      description: "Number of quotes combined into this message, which contains the last of them.",
    }),
  ),
  snapshot: Type.Optional(
    Type.Boolean({ description: "Whether the message is the state at the time of the subscription." }),
  ),
});

/** A completed bar of the stream, with prices as traded. */
export const StreamBar = Type.Object({
  timestamp: {
    ...Timestamp,
    description: "Start of the bar. For a daily bar, midnight at the start of its date at the exchange.",
  },
  open: Type.Number(),
  high: Type.Number(),
  low: Type.Number(),
  close: Type.Number(),
  volume: Type.Integer(),
  volume_exact: Type.Optional(
    Type.Number({ description: "Exact volume; only present in lockstep, or if the volume is not an integer." }),
  ),
  price_factor: Type.Optional(
    Type.Number({ description: "In lockstep: factor that adjusts the bar's prices for splits." }),
  ),
  split_factor: Type.Optional(
    Type.Number({ description: "In lockstep: divisor that adjusts the bar's volume for splits." }),
  ),
  columns: OwnValues,
});

const BarMessage = dataMessage("bar", {
  type: type("bar"),
  offset,
  symbol: Type.String(),
  interval: IntervalName(),
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
      description:
        "In lockstep: true if the event happened when bars and sessions opened, and false if it happened when they closed.",
    }),
  ),
  snapshot: Type.Optional(
    Type.Boolean({
      description:
        "Whether the message is the state of an open order at the time of the subscription. `event` is then the order's last event.",
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

/** Phases in which the events of one instant are processed, in their order. */
export const PHASES = [
  "bars_close",
  "matching",
  "sessions_close",
  "margin",
  "hooks",
  "corporate_actions",
  "bars_open",
] as const;
/** Clock of a session: its time, state and speed. */
export const StreamClock = Type.Object({
  now: Timestamp,
  phase: Literals(PHASES, { description: "Phase up to which the events of the current time have been processed." }),
  step: Type.Integer({ description: "In lockstep, the number of the step, from 1. In other sessions 0." }),
  state: Literals(["running", "paused", "completed"]),
  speed: Type.Unsafe<number | "max">({
    anyOf: [{ type: "number" }, { type: "string", enum: ["max"] }],
    description: "Speed of the clock, in market seconds per real second.",
  }),
});

/** Current stop price of a trailing stop, which order events do not report. */
export const StreamTrail = Type.Object({
  order_id: Type.String(),
  stop_price: Type.Number(),
  high_water_mark: Type.Number(),
});

/** Open of a bar that has not closed yet. */
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
      description: "In lockstep: opens of the run's bars that have not closed yet, which are the last prices.",
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
  authenticated: Type.Boolean({ description: "Whether the request had an API key. If not, send the message `auth`." }),
  heartbeat_ms: Type.Integer(),
});
const AuthenticatedMessage = control("authenticated", {
  type: type("authenticated"),
  tier: Type.String(),
  scopes: Type.Array(Type.String()),
  id,
});

/** A symbol of a subscription that was rejected, with the reason. */
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
  subscriptions: Type.Array(Type.Object({ channel, symbols, interval: Type.Optional(IntervalName()) })),
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

/** Schemas of all messages of the server, by type. */
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

/** Any message of the server. */
export type StreamMessage = {
  readonly [Type in keyof typeof STREAM_MESSAGES]: Static<(typeof STREAM_MESSAGES)[Type]>;
}[keyof typeof STREAM_MESSAGES];

export type StreamBar = Static<typeof StreamBar>;

export type StreamClock = Static<typeof StreamClock>;

export type StreamTrail = Static<typeof StreamTrail>;

export type StreamOpen = Static<typeof StreamOpen>;
