import { type Static, Type } from "typebox";
import { INTERVALS } from "../time/interval.ts";
import { closedObject, InstrumentId, Literals } from "./fields.ts";

export const STREAM_CHANNELS = ["quotes", "bars", "orders", "backtests", "clock"] as const;
export type StreamChannel = (typeof STREAM_CHANNELS)[number];

/** The most symbols of one message. */
const MOST_SYMBOLS = 100;
const MOST_CONFLATE_MS = 60_000;

const action = <const Name extends string>(name: Name) => Literals([name], { description: "What is asked for." });
const id = Type.Optional(
  Type.String({ maxLength: 64, description: "A name of your own; what answers this message carries it." }),
);
const channel = Literals(STREAM_CHANNELS);
const symbols = Type.Array(InstrumentId, {
  maxItems: MOST_SYMBOLS,
  description:
    "Ids of instruments. Quotes and bars need at least one; orders are those of all instruments when left out.",
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
      Literals(INTERVALS, { description: "Of bars: their length; the finest recorded when left out." }),
    ),
    snapshot: Type.Optional(
      Type.Boolean({
        description:
          "Whether to begin with a snapshot, as by default for quotes, backtests and the clock. Bars begin with the last complete one, orders with those that are open.",
      }),
    ),
    from: Type.Optional(
      Type.Integer({
        minimum: 0,
        maximum: Number.MAX_SAFE_INTEGER,
        description: "Begin with the events from this offset on: go on with the last offset seen plus 1.",
      }),
    ),
    epoch: Type.Optional(
      Type.Integer({ minimum: 1, maximum: Number.MAX_SAFE_INTEGER, description: "Of the offset in `from`." }),
    ),
    conflate_ms: Type.Optional(
      Type.Integer({
        minimum: 1,
        maximum: MOST_CONFLATE_MS,
        description: "Of quotes: at most one of a symbol in so many milliseconds, the last one.",
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
    interval: Type.Optional(Literals(INTERVALS, { description: "Of bars; all when left out." })),
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
      description: "The highest that was seen and worked off.",
    }),
  },
  { title: "ack" },
);
export type StreamAck = Static<typeof StreamAck>;
