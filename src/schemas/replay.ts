import { type Static, Type } from "typebox";
import { Contracts, Role } from "./instruments.ts";
import { closedObject, InstrumentId, IntervalName, Literals, Nullable, Timestamp } from "./fields.ts";
import { STEPS } from "./steps.ts";
import { StreamClock } from "./stream-message.ts";

/** Smallest and largest speed of the clock, in market seconds per real second. */
export const SPEEDS = { least: 0.1, most: 1e6 } as const;

const Speed = Type.Unsafe<number | "max">({
  anyOf: [
    { type: "number", minimum: SPEEDS.least, maximum: SPEEDS.most },
    { type: "string", enum: ["max"] },
  ],
  description: "Speed of the clock in market seconds per real second; `max` for full speed.",
  examples: [60],
});

const moment = (description: string) =>
  Type.String({ maxLength: 40, description, examples: ["2023-06-30", "2023-06-30T14:30:00Z"] });

/** Clock and state of a session, which every replay control response contains. */
export const ReplayClock = Type.Object(
  {
    session: Type.String({ description: "Id of the session, for the header `X-Replay-Session`." }),
    ...StreamClock.properties,
    epoch: Type.Integer({
      description: "Number that increases each time the session restarts, for example when it seeks backwards.",
    }),
  },
  { title: "Replay clock" },
);
export type ReplayClock = Static<typeof ReplayClock>;

/** An instrument of a lockstep session, with all the data that a run of a client needs. */
export const RunInstrument = Type.Object({
  symbol: Type.String(),
  name: Type.String(),
  asset_class: Type.String(),
  base: Type.String({ description: "Base currency of a pair, by which the pair can be requested too." }),
  currency: Type.String(),
  currency_decimals: Type.Integer(),
  tick_size: Type.Number(),
  lot_size: Type.Number(),
  multiplier: Type.Number(),
  calendar: Type.String(),
  role: Role,
  contracts: Contracts,
  interval: IntervalName({
    description:
      "Interval of the instrument's bars. Only that of an instrument with the role `data`, or of a pair, can differ from the run's.",
  }),
  bars: Type.Integer({ description: "Number of bars of the run, including earlier bars for indicator warm-up." }),
  first: Nullable({ ...Timestamp, description: "Start of the run's first bar; null for an instrument without bars." }),
  warmup_bars: Type.Integer({ description: "Number of bars at the start that only warm up indicators." }),
  extended_hours: Type.Boolean({ description: "Whether bars before the open and after the close are included." }),
  columns: Type.Array(Type.String(), { description: "Names of the instrument's own columns, whose values bars have." }),
});
export type RunInstrument = Static<typeof RunInstrument>;

/** Settings and data of the run in a lockstep session. */
export const RunTerms = Type.Object({
  interval: IntervalName(),
  start: { ...Timestamp, description: "Time at which trading starts. Earlier bars only warm up indicators." },
  graph_prices: Literals(["splits", "splits-and-dividends"], {
    description: "Corporate actions that the adjustment factors of bars account for.",
  }),
  instruments: Type.Array(RunInstrument, { description: "Sorted by symbol." }),
  pairs: Type.Array(RunInstrument, {
    description: "Currency pairs whose completed bars convert amounts. Clients can subscribe to their bars.",
  }),
  calendars: Type.Array(
    Type.Unsafe<Readonly<Record<string, unknown>>>({ type: "object", additionalProperties: true }),
    {
      description:
        "Calendars of the instruments, if the recording declares them: as in its manifest, but with field names in snake_case.",
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
              "Id of the key that created the session, or of the first key in its rotation; null for the main session.",
          }),
        ),
      }),
    ),
  },
  { title: "Replay sessions" },
);
export type ReplaySessionList = Static<typeof ReplaySessionList>;

const terms = {
  from: Type.Optional(
    moment("First date at the exchange, or an instant. The session starts before all events of that date or instant."),
  ),
  to: Type.Optional(moment("Last date or instant of the session, inclusive. Default: the end of the recording.")),
  symbols: Type.Optional(Type.Array(InstrumentId, { minItems: 1, maxItems: 100, uniqueItems: true })),
  interval: Type.Optional(
    IntervalName({
      description: "Interval of the bars that fill orders. Default: the shortest recorded interval.",
    }),
  ),
  settings: Type.Optional(
    Type.Unsafe<Readonly<Record<string, unknown>>>({
      type: "object",
      additionalProperties: true,
      description: "Settings of a run, such as account, costs, fills, conventions and seed.",
    }),
  ),
  speed: Type.Optional(Speed),
  backpressure: Type.Optional(
    Literals(["conflate", "pause"], {
      description:
        "What happens if a stream client is too slow: `conflate` (default) sends only the latest quotes; `pause` stops the running clock, so that nothing is lost.",
    }),
  ),
  closed_market: Type.Optional(
    Literals(["refuse", "queue"], {
      description:
        "What happens to orders that cannot wait, such as market orders, while their market is closed: `refuse` (default) rejects them, `queue` holds them until the next session. In `lockstep` they are always queued.",
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
      description:
        "In `lockstep` the session advances in steps, and its only stream connection acknowledges each step.",
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
          "Size of a step. `event` (default): all events of the next instant. `bar`: until the next bar has closed and orders were matched, before another bar opens. `minute`: one minute. `session`: until the close of the main calendar.",
      }),
    ),
    count: Type.Optional(Type.Integer({ minimum: 1, maximum: 100_000, description: "Number of steps. Default: 1." })),
    until: Type.Optional(moment("Time to advance to, later than the current time, in place of `by` and `count`.")),
  },
  { title: "Advance", examples: [{ by: "bar", count: 5 }] },
);
export type AdvanceBody = Static<typeof AdvanceBody>;

export const SeekBody = closedObject({
  to: moment("Instant to move to. A date means its midnight at the exchange."),
});

export const SessionPath = closedObject({ id: Type.String({ minLength: 1, maxLength: 64 }) });
