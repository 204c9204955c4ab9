import { type AdmissionRule, admissions } from "../admission.ts";
import type { Order } from "../order.ts";
import { type TimeInForceRule, timesInForce } from "../times-in-force.ts";

/** What closing a position does. */
interface ClosingRule {
  /** Whether exits follow the position: they end as it is closed, and become smaller as it does. */
  exitsFollow(): boolean;
  /** Whether the order that closes can only make the position smaller; of one that the broker is ending. */
  reduces(isCalled: boolean): boolean;
  /** Whether a fill enters something for exits to end, with so many units `held` on its side after it. */
  enters(isWhole: boolean, held: number): boolean;
  /** What of more units than are held it would do. */
  readonly beyond: "all" | "what it may end";
}

const REDUCES: ClosingRule = {
  exitsFollow: () => false,
  reduces: () => true,
  enters: () => true,
  beyond: "what it may end",
};

/** What closing a position does, by the name that settings give it. One row a way. */
export const closings = {
  /** It first cancels the open orders that would make the position smaller. */
  cancels: {
    ...REDUCES,
    exitsFollow: () => true,
    // While an order has only made the other side smaller, its exits have nothing to end yet.
    enters: (isWhole, held) => isWhole || held > 0,
  },
  reduces: REDUCES,
  /** It is a market order like any other, for what is held. */
  plain: { ...REDUCES, reduces: (isCalled) => isCalled, beyond: "all" },
} as const satisfies Readonly<Record<string, ClosingRule>>;

/** The settings that choose this part. */
export interface OrderChoices {
  readonly orderLife: "day" | "gtc";
  readonly exclusiveOrders: boolean;
  readonly closing: keyof typeof closings;
  readonly admission: keyof typeof admissions;
}

/** How orders live, one by one and with each other. */
export class OrderRules {
  /** How long an order lives that does not say. */
  readonly life: TimeInForceRule;
  readonly closing: ClosingRule;
  /** The order in which commands of one moment are accepted. */
  readonly admission: AdmissionRule;
  /** A new order cancels those before it and ends the position. */
  readonly isExclusive: boolean;

  constructor({ orderLife, exclusiveOrders, closing, admission }: OrderChoices) {
    this.life = timesInForce[orderLife];
    this.closing = closings[closing];
    this.admission = admissions[admission];
    this.isExclusive = exclusiveOrders;
  }

  /** Whether a new order cancels those before it and ends the position. */
  clears({ reduceOnly }: Pick<Order, "reduceOnly">): boolean {
    return this.isExclusive && !reduceOnly;
  }
}
