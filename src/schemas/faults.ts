import { type Static, Type } from "typebox";
import { closedObject, Literals } from "./fields.ts";

/** What a server can be told to do wrong. */
export const FAULT_KINDS = ["error", "limit", "stall", "drop", "duplicate", "delay", "disconnect"] as const;

/** Data messages of the stream. */
export const FAULT_MESSAGES = [
  "quote",
  "bar",
  "order",
  "entry",
  "corporate_action",
  "market_status",
  "clock",
  "backtest",
] as const;

const rule = {
  fault: Literals(FAULT_KINDS, {
    description:
      "Of requests: `error`, answered with 500; `limit`, answered with 429; `stall`, answered late. Of data messages of the stream: `drop`, `duplicate`, `delay`, with all that come after, and `disconnect` instead of one.",
  }),
  probability: Type.Optional(
    Type.Number({ exclusiveMinimum: 0, maximum: 1, description: "Share of those that are meant; or `every`." }),
  ),
  every: Type.Optional(
    Type.Integer({ minimum: 1, maximum: 1e9, description: "Each so manieth of those that are meant." }),
  ),
  times: Type.Optional(
    Type.Integer({ minimum: 1, maximum: 1e9, description: "At most so often; without end when left out." }),
  ),
  delay_ms: Type.Optional(
    Type.Integer({
      minimum: 1,
      maximum: 60_000,
      description: "Of `stall` and `delay`: how long, by the clock of the world.",
    }),
  ),
  when: Type.Optional(
    Literals(["before", "after"], {
      description: "Of `error` and `stall`: before anything is done, as when left out, or after all of it was.",
    }),
  ),
  method: Type.Optional(
    Literals(["GET", "POST", "PATCH", "DELETE"], { description: "Of requests; any when left out." }),
  ),
  path: Type.Optional(
    Type.String({
      pattern: "^/",
      maxLength: 200,
      description: "With which the path of requests begins, below the version; any when left out.",
      examples: ["/trading/orders"],
    }),
  ),
  messages: Type.Optional(
    Type.Array(Literals(FAULT_MESSAGES), {
      minItems: 1,
      uniqueItems: true,
      description: "Types of the messages that are meant; all data messages when left out.",
    }),
  ),
};

/** A fault, and what it meets. */
export const FaultRule = closedObject(rule, { title: "Fault rule" });
export type FaultRule = Static<typeof FaultRule>;

export const FaultsBody = closedObject(
  {
    seed: Type.Integer({
      minimum: -2_147_483_648,
      maximum: 2_147_483_647,
      default: 0,
      description: "The same seed, rules and requests meet the same faults.",
    }),
    rules: Type.Array(FaultRule, { maxItems: 32 }),
  },
  {
    title: "Faults",
    examples: [
      {
        seed: 7,
        rules: [
          { fault: "error", every: 10, when: "after", method: "POST", path: "/trading/orders" },
          { fault: "drop", probability: 0.01, messages: ["quote"] },
        ],
      },
    ],
  },
);
export type FaultsBody = Static<typeof FaultsBody>;

/** The faults of a session, and how often each was met so far, by all keys together. */
export const Faults = Type.Object(
  {
    session: Type.String(),
    seed: Type.Integer(),
    rules: Type.Array(
      Type.Object({
        ...rule,
        seen: Type.Integer({ description: "Requests or messages that were meant." }),
        injected: Type.Integer({ description: "Of these, those that met the fault." }),
      }),
    ),
  },
  { title: "Faults of a session" },
);
export type Faults = Static<typeof Faults>;

export type FaultKind = (typeof FAULT_KINDS)[number];
