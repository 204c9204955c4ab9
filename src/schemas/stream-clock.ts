import { type Static, Type } from "typebox";
import { Literals } from "./literals.ts";
import { Timestamp } from "./timestamp.ts";

/** The phases of an instant, in the order in which they happen. */
export const PHASES = [
  "bars_close",
  "matching",
  "sessions_close",
  "margin",
  "hooks",
  "corporate_actions",
  "bars_open",
] as const;
/** Where a session's clock stands and how it moves. */
export const StreamClock = Type.Object({
  now: Timestamp,
  phase: Literals(PHASES, { description: "How far the events of now have come." }),
  step: Type.Integer({ description: "In lockstep, counts the steps from 1; 0 otherwise." }),
  state: Literals(["running", "paused", "completed"]),
  speed: Type.Unsafe<number | "max">({
    anyOf: [{ type: "number" }, { type: "string", enum: ["max"] }],
    description: "Market seconds in a second.",
  }),
});
export type StreamClock = Static<typeof StreamClock>;

/** Where the stop of a trailing order stands, which no event of the order tells. */
export const StreamTrail = Type.Object({
  order_id: Type.String(),
  stop_price: Type.Number(),
  high_water_mark: Type.Number(),
});
export type StreamTrail = Static<typeof StreamTrail>;

/** The open of a bar that is forming. */
export const StreamOpen = Type.Object({ symbol: Type.String(), open: Type.Number() });
export type StreamOpen = Static<typeof StreamOpen>;
