import { type AdmissionRule, admissions } from "../admission.ts";
import type { Order } from "../order.ts";
import { type TimeInForceRule, timesInForce } from "../times-in-force.ts";

/** Rule for orders that close a position. */
interface ClosingRule {
  /** Whether exits follow the position: they shrink with it, and are canceled when it is closed. */
  exitsFollowPosition(): boolean;
  /**
   * Whether the order that closes the position is reduce-only. `isCalled` tells whether the broker is liquidating the
   * position.
   */
  isReduceOnly(isCalled: boolean): boolean;
  /**
   * Whether a fill opens a position that exits can close. `held` is the number of units on the order's side after the
   * fill.
   */
  opensPosition(isWhole: boolean, held: number): boolean;
  /** Units that a closing order may trade if it is for more units than the position has. */
  readonly beyond: "all" | "reducing units";
}

const REDUCES: ClosingRule = {
  exitsFollowPosition: () => false,
  isReduceOnly: () => true,
  opensPosition: () => true,
  beyond: "reducing units",
};

/** Rules for orders that close a position, by the setting's value. */
export const closings = {
  /** Cancels the open orders that would reduce the position, then submits the closing order. */
  cancels: {
    ...REDUCES,
    exitsFollowPosition: () => true,
    // As long as an order has only reduced the opposite position, its exits have no position to close.
    opensPosition: (isWhole, held) => isWhole || held > 0,
  },
  reduces: REDUCES,
  /** Submits an ordinary market order for the units of the position. */
  plain: { ...REDUCES, isReduceOnly: (isCalled) => isCalled, beyond: "all" },
} as const satisfies Readonly<Record<string, ClosingRule>>;

/** Settings that select the order rules. */
export interface OrderChoices {
  readonly orderLife: "day" | "gtc";
  readonly exclusiveOrders: boolean;
  readonly closing: keyof typeof closings;
  readonly admission: keyof typeof admissions;
}

/** Order rules of a run. */
export class OrderRules {
  /** Default time in force. */
  readonly timeInForce: TimeInForceRule;
  readonly closing: ClosingRule;
  /** Sequence in which commands of one moment are accepted. */
  readonly admission: AdmissionRule;
  /** Whether a new order cancels earlier orders and closes the position. */
  readonly isExclusive: boolean;

  constructor({ orderLife, exclusiveOrders, closing, admission }: OrderChoices) {
    this.timeInForce = timesInForce[orderLife];
    this.closing = closings[closing];
    this.admission = admissions[admission];
    this.isExclusive = exclusiveOrders;
  }

  /** Whether this new order cancels earlier orders and closes the position. */
  cancelsOthers({ reduceOnly }: Pick<Order, "reduceOnly">): boolean {
    return this.isExclusive && !reduceOnly;
  }
}
