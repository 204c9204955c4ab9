import type { TimeInForce } from "../order-record.ts";
import * as door from "./index.ts";
import type { TimeInForceRule } from "./time-in-force.ts";

/** Every time in force, by name, in the order of the door, which the order log counts by. */
export const timesInForce: Readonly<Record<TimeInForce, TimeInForceRule>> = {
  day: door.day,
  gtc: door.gtc,
  gtd: door.gtd,
  ioc: door.ioc,
  fok: door.fok,
  opg: door.opg,
  cls: door.cls,
};

/** The rules in the order in which the order log counts them. */
export const TIME_IN_FORCE_RULES: readonly TimeInForceRule[] = Object.values(timesInForce);
