import type { TimeInForce } from "./order-record.ts";

/** How long an order lives. What an order does about time is asked here and nowhere else. */
export interface TimeInForceRule {
  readonly name: TimeInForce;
  readonly title: string;
  /** It waits in the market until something reaches it; else it is judged at one price event alone. */
  readonly rests: boolean;
  /** Of one that does not rest: when and at which price it is judged, in words. */
  readonly chance: string;
  /** The auction in which alone it may fill; empty for none. */
  readonly auction: "" | "open" | "close";
  /** It fills wholly or not at all. */
  readonly whole: boolean;
  /** It ends when its session does. */
  readonly endsWithSession: boolean;
  /** It has a moment at which it ends, which its order must name. */
  readonly endsAtTime: boolean;
}

/** A rule by what differs from an order that rests until it is filled or canceled. */
function rule(name: TimeInForce, title: string, own: Partial<TimeInForceRule> = {}): TimeInForceRule {
  return {
    name,
    title,
    rests: own.rests ?? true,
    chance: own.chance ?? "",
    auction: own.auction ?? "",
    whole: own.whole ?? false,
    endsWithSession: own.endsWithSession ?? false,
    endsAtTime: own.endsAtTime ?? false,
  };
}

const AT_ONCE = "at once or not at all, at the first price after it became eligible";

/** Every time in force, by name. One row a rule; the order log counts them in this order. */
export const timesInForce: Readonly<Record<TimeInForce, TimeInForceRule>> = {
  day: rule("day", "For the session", { endsWithSession: true }),
  gtc: rule("gtc", "Good till canceled"),
  gtd: rule("gtd", "Good till a date", { endsAtTime: true }),
  ioc: rule("ioc", "Immediate or cancel", { rests: false, chance: AT_ONCE }),
  fok: rule("fok", "Fill or kill", { rests: false, whole: true, chance: `wholly and ${AT_ONCE}` }),
  opg: rule("opg", "Opening auction", {
    rests: false,
    auction: "open",
    chance: "in the opening auction, at the first price of its session",
  }),
  cls: rule("cls", "Closing auction", {
    rests: false,
    auction: "close",
    chance: "in the closing auction, at the last price of its session",
  }),
};

/** The rules in the order in which the order log counts them. */
export const TIME_IN_FORCE_RULES: readonly TimeInForceRule[] = Object.values(timesInForce);
