import { type Static, Type } from "typebox";
import { INTERVALS } from "../time/interval.ts";
import { closedObject, InstrumentId, Literals, Nullable, Timestamp } from "./fields.ts";
import { STEPS } from "./steps.ts";
import { StreamClock } from "./stream-message.ts";

/** The slowest and the fastest that a market moves by the clock of the world. */
export const SPEEDS = { least: 0.1, most: 1e6 } as const;

const Speed = Type.Unsafe<number | "max">({
  anyOf: [
    { type: "number", minimum: SPEEDS.least, maximum: SPEEDS.most },
    { type: "string", enum: ["max"] },
  ],
  description: "Market seconds in a second; `max` as fast as it goes.",
  examples: [60],
});

const moment = (description: string) =>
  Type.String({ maxLength: 40, description, examples: ["2023-06-30", "2023-06-30T14:30:00Z"] });

/** Where a session stands: what every answer of the control has. */
export const ReplayClock = Type.Object(
  {
    session: Type.String({ description: "Its name, which requests give as `X-Replay-Session`." }),
    ...StreamClock.properties,
    epoch: Type.Integer({ description: "Rises when the session restarts, as it does when it seeks backwards." }),
  },
  { title: "Replay clock" },
);
export type ReplayClock = Static<typeof ReplayClock>;

/** What a session of a client that moves it says besides: what a run over its bars must know. */
export const RunInstrument = Type.Object({
  symbol: Type.String(),
  name: Type.String(),
  asset_class: Type.String(),
  base: Type.String({ description: "By which pairs are asked for." }),
  currency: Type.String(),
  currency_decimals: Type.Integer(),
  tick_size: Type.Number(),
  lot_size: Type.Number(),
  multiplier: Type.Number(),
  calendar: Type.String(),
  bars: Type.Integer({ description: "Bars of the run, with those before it by which indicators warm up." }),
  extended_hours: Type.Boolean({ description: "Bars before the open and after the close take part." }),
});
export type RunInstrument = Static<typeof RunInstrument>;

export const RunTerms = Type.Object({
  interval: Literals(INTERVALS),
  start: { ...Timestamp, description: "Bars that start from then on are traded; those before are for warming up." },
  graph_prices: Literals(["splits", "splits-and-dividends"], { description: "What the factors of bars take out." }),
  instruments: Type.Array(RunInstrument, { description: "By symbol." }),
  pairs: Type.Array(RunInstrument, {
    description: "By whose closed bars money of other currencies is converted; their bars may be subscribed too.",
  }),
  calendars: Type.Array(
    Type.Unsafe<Readonly<Record<string, unknown>>>({ type: "object", additionalProperties: true }),
    {
      description:
        "The calendars of the instruments that the recording declares, as its manifest has them, with names in snake_case.",
    },
  ),
});
export type RunTerms = Static<typeof RunTerms>;

export const ReplaySessionRecord = Type.Object(
  {
    ...ReplayClock.properties,
    mode: Literals(["free", "lockstep"]),
    run: Type.Optional(RunTerms),
  },
  { title: "Replay session" },
);
export type ReplaySessionRecord = Static<typeof ReplaySessionRecord>;

export const ReplaySessionList = Type.Object(
  {
    sessions: Type.Array(
      Type.Object({
        ...ReplayClock.properties,
        mode: ReplaySessionRecord.properties.mode,
        owner: Nullable(
          Type.String({
            description:
              "Id of the key that made it, or of the first of those that it replaced by rotation; null for the main one.",
          }),
        ),
      }),
    ),
  },
  { title: "Replay sessions" },
);
export type ReplaySessionList = Static<typeof ReplaySessionList>;

const terms = {
  from: Type.Optional(moment("First date, at the exchange, or an instant: the session begins before its events.")),
  to: Type.Optional(moment("Last date or instant, inclusive; the end of the recording when left out.")),
  symbols: Type.Optional(Type.Array(InstrumentId, { minItems: 1, maxItems: 100, uniqueItems: true })),
  interval: Type.Optional(
    Literals(INTERVALS, { description: "Of the bars that orders meet; the finest when left out." }),
  ),
  settings: Type.Optional(
    Type.Unsafe<Readonly<Record<string, unknown>>>({
      type: "object",
      additionalProperties: true,
      description: "Settings of a run: account, costs, fills, conventions, seed; defaults when left out.",
    }),
  ),
  speed: Type.Optional(Speed),
  backpressure: Type.Optional(
    Literals(["conflate", "pause"], {
      description:
        "What happens when a reader of the stream does not keep up: it gets only the last quotes, which is the default, or the running clock waits and nothing is lost.",
    }),
  ),
  closed_market: Type.Optional(
    Literals(["refuse", "queue"], {
      description:
        "What happens to orders that cannot rest while their market is closed: they are rejected, which is the default, or wait for its next session. In `lockstep` they always wait.",
    }),
  ),
};

export const StartBody = closedObject(terms, {
  title: "Start of a replay",
  examples: [{ from: "2023-06-30", speed: 60 }],
});
export type StartBody = Static<typeof StartBody>;

export const SessionBody = closedObject(
  {
    ...terms,
    mode: Literals(["free", "lockstep"], {
      default: "free",
      description: "In `lockstep` the session moves by steps of its one connection to the stream, which acks each.",
    }),
  },
  { title: "New replay session", examples: [{ from: "2023-06-30", symbols: ["AAPL"], mode: "free" }] },
);
export type SessionBody = Static<typeof SessionBody>;

export const SpeedBody = closedObject({ speed: Speed });

export const AdvanceBody = closedObject(
  {
    by: Type.Optional(
      Literals(STEPS, {
        description:
          "`event`, also when left out: all that happens at the next instant; `bar`: until the next bar has closed and its orders were matched, before the next one opens; `session`: until the close of the main calendar.",
      }),
    ),
    count: Type.Optional(Type.Integer({ minimum: 1, maximum: 100_000, description: "How often; 1 when left out." })),
    until: Type.Optional(moment("Instead of by and count: an instant later than now.")),
  },
  { title: "Advance", examples: [{ by: "bar", count: 5 }] },
);
export type AdvanceBody = Static<typeof AdvanceBody>;

export const SeekBody = closedObject({
  to: moment("An instant, or a date for its midnight at the exchange."),
});

export const SessionPath = closedObject({ id: Type.String({ minLength: 1, maxLength: 64 }) });
