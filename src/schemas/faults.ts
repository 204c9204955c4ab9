import { type Static, Type } from "typebox";
import { closedObject, Literals } from "./fields.ts";

/** Kinds of faults that a server can inject. */
export const FAULT_KINDS = ["error", "limit", "stall", "drop", "duplicate", "delay", "disconnect"] as const;

/** Types of data messages of the stream that faults can affect. */
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
      "For requests: `error` responds with 500, `limit` responds with 429, and `stall` responds late. For data messages of the stream: `drop`, `duplicate`, `delay` (all later messages wait too), and `disconnect`, which closes the connection instead of sending the message.",
  }),
  probability: Type.Optional(
    Type.Number({
      exclusiveMinimum: 0,
      maximum: 1,
      description:
        "Probability that a matching request or message gets the fault. Use either `probability` or `every`.",
    }),
  ),
  every: Type.Optional(
    Type.Integer({ minimum: 1, maximum: 1e9, description: "Every nth matching request or message gets the fault." }),
  ),
  times: Type.Optional(
    Type.Integer({ minimum: 1, maximum: 1e9, description: "Largest number of injected faults. Default: no limit." }),
  ),
  delay_ms: Type.Optional(
    Type.Integer({
      minimum: 1,
      maximum: 60_000,
      description: "For `stall` and `delay`: duration of the delay in real milliseconds.",
    }),
  ),
  when: Type.Optional(
    Literals(["before", "after"], {
      description:
        "For `error` and `stall`: whether the fault occurs before the request is processed (default) or after that.",
    }),
  ),
  method: Type.Optional(
    Literals(["GET", "POST", "PATCH", "DELETE"], {
      description: "HTTP method of matching requests. Default: any method.",
    }),
  ),
  path: Type.Optional(
    Type.String({
      pattern: "^/",
      maxLength: 200,
      description: "Start of the path of matching requests, without the version. Default: any path.",
      examples: ["/trading/orders"],
    }),
  ),
  messages: Type.Optional(
    Type.Array(Literals(FAULT_MESSAGES), {
      minItems: 1,
      uniqueItems: true,
      description: "Types of matching messages of the stream. Default: all data messages.",
    }),
  ),
};

/** A fault, and the requests or messages that it matches. */
export const FaultRule = closedObject(rule, { title: "Fault rule" });
export type FaultRule = Static<typeof FaultRule>;

export const FaultsBody = closedObject(
  {
    seed: Type.Integer({
      minimum: -2_147_483_648,
      maximum: 2_147_483_647,
      default: 0,
      description: "Seed of the random numbers for `probability`. Equal seeds, rules and requests give equal faults.",
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

/** The injected faults of a session, with their counts over all API keys. */
export const Faults = Type.Object(
  {
    session: Type.String(),
    seed: Type.Integer(),
    rules: Type.Array(
      Type.Object({
        ...rule,
        seen: Type.Integer({ description: "Number of requests or messages that matched the rule." }),
        injected: Type.Integer({ description: "Number of matching requests or messages that got the fault." }),
      }),
    ),
  },
  { title: "Faults of a session" },
);
export type Faults = Static<typeof Faults>;

export type FaultKind = (typeof FAULT_KINDS)[number];
