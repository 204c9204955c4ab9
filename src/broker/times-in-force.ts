import type { TimeInForce } from "./order-record.ts";

/** Rule of a time in force. All behavior of orders that depends on their time in force is defined in these rules. */
export interface TimeInForceRule {
  readonly name: TimeInForce;
  readonly title: string;
  /**
   * Whether the order rests in the market until it is triggered. Otherwise only one price can fill it, such as the next
   * open.
   */
  readonly rests: boolean;
  /** Text that says when and at which price an order fills that does not rest. */
  readonly chance: string;
  /** Auction in which the order must fill; empty if it can fill at any time. */
  readonly auction: "" | "open" | "close";
  /** Whether the order fills in full or not at all. */
  readonly whole: boolean;
  /** Whether the order expires at the end of its session. */
  readonly endsWithSession: boolean;
  /** Whether the order expires at a time that it specifies. */
  readonly endsAtTime: boolean;
}

/** Creates a rule. By default orders rest until they are filled or canceled; `own` lists the differences. */
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

/** Rules of times in force by name. The order log stores their index, so the sequence must not change. */
export const timesInForce: Readonly<Record<TimeInForce, TimeInForceRule>> = {
  day: rule("day", "For the session", { endsWithSession: true }),
  gtc: rule("gtc", "Good till canceled"),
  gtd: rule("gtd", "Good till a date", { endsAtTime: true }),
  ioc: rule("ioc", "Immediate or cancel", { rests: false, chance: AT_ONCE }),
  fok: rule("fok", "Fill or kill", { rests: false, whole: true, chance: `in full, ${AT_ONCE}` }),
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

/** Rules in the sequence of the indexes that the order log stores. */
export const TIME_IN_FORCE_RULES: readonly TimeInForceRule[] = Object.values(timesInForce);
