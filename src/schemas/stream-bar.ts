import { type Static, Type } from "typebox";
import { Timestamp } from "./timestamp.ts";

/** A completed bar as the stream shows it: as it was traded. */
export const StreamBar = Type.Object({
  timestamp: { ...Timestamp, description: "Start of the bar; of a daily one, midnight of its date at the exchange." },
  open: Type.Number(),
  high: Type.Number(),
  low: Type.Number(),
  close: Type.Number(),
  volume: Type.Integer(),
  volume_exact: Type.Optional(
    Type.Number({ description: "The volume where it is no whole number; always in lockstep." }),
  ),
  price_factor: Type.Optional(Type.Number({ description: "In lockstep: prices times it have no jumps at splits." })),
  split_factor: Type.Optional(
    Type.Number({ description: "In lockstep: volumes divided by it have no jumps at splits." }),
  ),
});
export type StreamBar = Static<typeof StreamBar>;
