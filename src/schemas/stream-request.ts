import { type Static, Type } from "typebox";
import { closedObject, InstrumentId, IntervalName, Literals } from "./fields.ts";

export const STREAM_CHANNELS = ["quotes", "bars", "orders", "backtests", "clock"] as const;
export type StreamChannel = (typeof STREAM_CHANNELS)[number];

/** Largest number of symbols in one message of a client. */
const MOST_SYMBOLS = 100;
const MOST_CONFLATE_MS = 60_000;

const action = <const Name extends string>(name: Name) => Literals([name], { description: "Action of the message." });
const id = Type.Optional(
  Type.String({ maxLength: 64, description: "Your own id of the message, which the response repeats." }),
);
const channel = Literals(STREAM_CHANNELS);
const symbols = Type.Array(InstrumentId, {
  maxItems: MOST_SYMBOLS,
  description: "Ids of instruments. Quotes and bars need at least one; the default for orders is all instruments.",
});

export const StreamAuth = closedObject(
  { action: action("auth"), api_key: Type.String({ minLength: 1, maxLength: 200 }), id },
  { title: "auth" },
);
export type StreamAuth = Static<typeof StreamAuth>;

export const StreamSubscribe = closedObject(
  {
    action: action("subscribe"),
    channel,
    symbols: Type.Optional(symbols),
    interval: Type.Optional(
      IntervalName({ description: "For bars: their interval. Default: the shortest recorded interval." }),
    ),
    snapshot: Type.Optional(
      Type.Boolean({
        description:
          "Whether to start with a snapshot. Default: true for quotes, backtests and the clock. The snapshot of bars is the last completed bar, that of orders the open orders.",
      }),
    ),
    from: Type.Optional(
      Type.Integer({
        minimum: 0,
        maximum: Number.MAX_SAFE_INTEGER,
        description:
          "First offset to receive. To continue after a lost connection, use the last received offset plus 1.",
      }),
    ),
    epoch: Type.Optional(
      Type.Integer({ minimum: 1, maximum: Number.MAX_SAFE_INTEGER, description: "Epoch of the offset in `from`." }),
    ),
    conflate_ms: Type.Optional(
      Type.Integer({
        minimum: 1,
        maximum: MOST_CONFLATE_MS,
        description: "For quotes: interval in milliseconds in which only the last quote of a symbol is sent.",
      }),
    ),
    id,
  },
  { title: "subscribe", examples: [{ action: "subscribe", channel: "quotes", symbols: ["AAPL", "MSFT"] }] },
);
export type StreamSubscribe = Static<typeof StreamSubscribe>;

export const StreamUnsubscribe = closedObject(
  {
    action: action("unsubscribe"),
    channel,
    symbols: Type.Optional(symbols),
    interval: Type.Optional(IntervalName({ description: "For bars: their interval. Default: all intervals." })),
    id,
  },
  { title: "unsubscribe" },
);
export type StreamUnsubscribe = Static<typeof StreamUnsubscribe>;

export const StreamList = closedObject({ action: action("list"), id }, { title: "list" });
export type StreamList = Static<typeof StreamList>;

export const StreamPing = closedObject({ action: action("ping"), id }, { title: "ping" });
export type StreamPing = Static<typeof StreamPing>;

export const StreamAck = closedObject(
  {
    action: action("ack"),
    seq: Type.Integer({
      minimum: 0,
      maximum: Number.MAX_SAFE_INTEGER,
      description: "Highest processed `seq`.",
    }),
  },
  { title: "ack" },
);
export type StreamAck = Static<typeof StreamAck>;
