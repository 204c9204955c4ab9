import type { Feed } from "../../market/feed.ts";
import { MISSING } from "../../primitives/column.ts";
import { startTrail } from "../activation.ts";
import { expectedPrice, ownPrice } from "../expected-price.ts";
import type { FillPlace } from "../fill-terms.ts";
import type { OpenOrders } from "../open-orders.ts";
import { REASON, STATUS, type ReasonCode } from "../order-codes.ts";
import type { Order } from "../order.ts";

/**
 * Bar in which its entry filled, as an exit sees it: nothing special; the whole bar; or, after an entry inside it, stops only. Under the
 * rule `proven`, `profit` exits count only if the bar reaches the limit and not the other exit's stop, and `waits` exits not at all; if one
 * exit may use the whole bar, all that were activated in it may.
 */
export const NEWBORN = { no: 0, whole: 1, inside: 2, profit: 3, waits: 4 } as const;

/** Rule for exits in the bar that their entry filled in. */
interface EntryBarRule {
  /** Activates an exit after a fill of its entry. Returns whether the exit is still to be matched against the bar that just closed. */
  begin(exit: Order, entry: Order, place: FillPlace, price: number): boolean;
  /** Prepares exits activated in the bar that just closed for matching against it. */
  settle(orders: readonly Order[], count: number, feed: Feed): void;
  /** Whether a trail follows the closes of bars before the first one that can fill it. */
  followsEarly(): boolean;
  /**
   * Texts: how a stop-limit that became a limit is matched again in that bar, and how an exit is, with `more` on what is known of the bar.
   */
  readonly limitWords: string;
  bornWords(more: string): string;
}

const beginWith =
  (newbornOf: (entry: Order, place: FillPlace) => Order["newborn"]): EntryBarRule["begin"] =>
  (exit, entry, place, price) => {
    if (place === "open") return false;
    const { opened, closed } = entry.feed;
    exit.firstBar = closed + 1;
    if (place === "close") {
      // A session may close while a bar is forming.
      if (opened > closed) exit.insideBar = opened;
      return false;
    }
    exit.newborn = newbornOf(entry, place);
    exit.bornAt = place === "inside" ? price : MISSING[0]!;
    return true;
  };

const SAME_BAR: EntryBarRule = {
  begin: beginWith((_entry, place) => (place === "inside" ? NEWBORN.inside : NEWBORN.whole)),
  settle() {},
  followsEarly: () => true,
  limitWords: "",
  bornWords: (more) =>
    ` In the bar of its entry, if that filled inside it, the price of the entry counts as the open${more}.`,
};

/** Rules for exits in the bar that their entry filled in, by setting. */
export const entryBars = {
  "same-bar": SAME_BAR,
  "next-bar": {
    ...SAME_BAR,
    begin: (exit, { feed }) => {
      exit.firstBar = feed.opened + 1;
      return false;
    },
    followsEarly: () => false,
  },
  proven: {
    ...SAME_BAR,
    begin: beginWith(provenFor),
    settle: settleProven,
    limitWords: " Where exits of an entry in that bar meet all of it, so does the limit.",
    bornWords: () => "",
  },
} as const satisfies Readonly<Record<string, EntryBarRule>>;

/** Fields of an exit that determine its side. */
type Exit = Pick<Order, "limitPrice" | "stopPrice" | "type">;
type Profit = Exit & Pick<Order, "sign">;
type Expected = Parameters<typeof expectedPrice>[0];

/** Rule for the price that take-profit and stop-loss must bracket. */
interface SideRule {
  /** Returns the entry price that the exits must bracket. */
  priceOf(entry: Expected): number;
  /** Whether an exit of an entry with that sign lies on the wrong side of a price. */
  isBeyond(exit: Exit, price: number, sign: 1 | -1): boolean;
  /** Whether the stop-loss lies on the profit side of the take-profit. */
  isCrossed(profit: Profit, loss: Exit): boolean;
}

const EXPECTED: SideRule = { priceOf: expectedPrice, isBeyond, isCrossed };

/** Rules for the price that exits must bracket, by setting. */
export const exitSides = {
  /** Brackets the price at which the entry is expected to fill. */
  "expected-price": EXPECTED,
  /** Brackets the entry's own limit or stop price, whatever the market price. */
  "own-price": { ...EXPECTED, priceOf: ownPrice },
  unchecked: { ...EXPECTED, isBeyond: () => false, isCrossed: () => false },
} as const satisfies Readonly<Record<string, SideRule>>;

/** Rule for the links between exits and their entry. */
interface LinkRule {
  /** Whether exits are reduce-only. */
  readonly reduceOnly: boolean;
  /** Returns the exits that are checked together with their entry. */
  judged(first: Order | undefined, second: Order | undefined): readonly (Order | undefined)[];
  /** Prepares an exit submitted with its entry, or a replacement of a held exit. A trail starts at `price`. */
  given(exit: Order, price: number): void;
  /** Arranges the two exits of an entry, which are the last open orders. */
  arrange(open: Pick<OpenOrders, "swapLast">): void;
  /** Returns the reject reason of the second order of an OCO pair. */
  refusalOfSecond(first: ReasonCode, second: ReasonCode): ReasonCode;
  /** Whether the entry's fills so far activate its exits. */
  wakes(entry: Order): boolean;
  /** Activates an exit for `units` of its entry; `orders` is the number of orders submitted so far. Returns whether its prices changed. */
  wake(exit: Order, units: number, price: number, orders: number): boolean;
  /** Whether working exits end when their entry ends. */
  endWith(entry: Order): boolean;
  /** Whether an entry ends when its exit ends. */
  endsEntry(exit: Order): boolean;
}

const NONE: readonly undefined[] = [];

/** Rules for the links between exits and their entry, by setting. */
export const exitLinks = {
  /** Exits reduce the position by what the entry filled. */
  "reduce-only": {
    reduceOnly: true,
    judged: () => NONE,
    given() {},
    arrange() {},
    refusalOfSecond: (first, second) => (second === 0 && first !== 0 ? REASON.other_leg : second),
    wakes: () => true,
    wake(exit, units, price, orders) {
      exit.quantity = units;
      exit.place = orders + 0.5;
      if (exit.type.follows) startTrail(exit, price);
      return true;
    },
    endWith: ({ filledQuantity }) => filledQuantity === 0,
    endsEntry: () => false,
  },
  /** Exits are independent orders of the entry's size. They wait until the entry has filled in full and may open a position. */
  plain: {
    reduceOnly: false,
    judged: (first, second) => [second, first],
    given(exit, price) {
      if (exit.type.follows) startTrail(exit, price);
    },
    arrange: (open) => open.swapLast(),
    // An independent order keeps its own result if the first of the pair is rejected.
    refusalOfSecond: (_first, second) => second,
    wakes: ({ status }) => status === STATUS.filled,
    wake: () => false,
    endWith: () => true,
    endsEntry: ({ parentId }) => parentId !== 0,
  },
} as const satisfies Readonly<Record<string, LinkRule>>;

/** Settings that select the exit rules. */
export interface ExitChoices {
  readonly exits: keyof typeof exitLinks;
  readonly exitSides: keyof typeof exitSides;
  readonly entryBarExits: keyof typeof entryBars;
}

/** Exit rules of a run: links to the entry, the bar of the entry, and the sides of its price. */
export class Exits {
  readonly links: LinkRule;
  readonly sides: SideRule;
  readonly entryBar: EntryBarRule;

  constructor(choices: ExitChoices) {
    this.links = exitLinks[choices.exits];
    this.sides = exitSides[choices.exitSides];
    this.entryBar = entryBars[choices.entryBarExits];
  }
}

/** Lets exits activated at the open of a bar use the whole bar. Returns whether there are any. */
export function wokenAtOpen(orders: readonly Order[], count: number, bar: number): boolean {
  let woken = false;
  for (let i = 0; i < count; i++) {
    const exit = orders[i]!;
    // Exits of an entry inside the bar start at the entry's price instead.
    if (exit.newborn === NEWBORN.no || !Number.isNaN(exit.bornAt)) continue;
    exit.newborn = NEWBORN.no;
    exit.firstBar = bar;
    woken = true;
  }
  return woken;
}

/** Returns how exits may fill in the bar of an entry under the rule `proven`. */
function provenFor({ type, stopPrice, limitPrice }: Order): 1 | 3 | 4 {
  if (type.immediate) return NEWBORN.whole;
  return Number.isNaN(stopPrice) || !Number.isNaN(limitPrice) ? NEWBORN.waits : NEWBORN.profit;
}

/**
 * Lets exits activated in the bar that just closed use all of it if those of one entry may, even if these have ended since; otherwise none
 * of it.
 */
function settleProven(orders: readonly Order[], count: number, feed: Feed): void {
  let again = false;
  for (let i = 0; i < count && !again; i++) {
    const order = orders[i]!;
    if (order.feed !== feed) continue;
    again =
      order.newborn === NEWBORN.whole ||
      (order.newborn === NEWBORN.profit && helps(order) && !orders.slice(0, count).some((o) => hurts(o, order)));
  }
  for (let i = 0; i < count; i++) {
    const order = orders[i]!;
    if (order.feed !== feed || !order.working) continue;
    // A stop-limit triggered in this bar is now a limit, which is matched when the bar is matched again.
    if (order.newborn !== NEWBORN.no || order.triggered) order.newborn = again ? NEWBORN.whole : NEWBORN.no;
    if (order.newborn === NEWBORN.whole) order.bornAt = MISSING[0]!;
  }
}

/** Whether the bar reaches the limit of an exit. */
function helps({ feed, sign, limitPrice }: Order): boolean {
  return sign === 1 ? feed.low[feed.closed]! <= limitPrice : feed.high[feed.closed]! >= limitPrice;
}

/** Whether the bar reaches the stop of the other exit of the same entry. */
function hurts({ feed, sign, stopPrice, parentId, newborn }: Order, beside: Order): boolean {
  if (newborn !== NEWBORN.profit || parentId !== beside.parentId) return false;
  return sign === 1 ? feed.high[feed.closed]! >= stopPrice : feed.low[feed.closed]! <= stopPrice;
}

/** An exit with a stop price is a stop-loss, even if it has a limit. A trail has a distance instead of a side. */
function isBeyond({ type, limitPrice, stopPrice }: Exit, price: number, sign: 1 | -1): boolean {
  if (type.follows) return false;
  return Number.isNaN(stopPrice) ? (limitPrice - price) * sign <= 0 : (price - stopPrice) * sign <= 0;
}

function isCrossed({ limitPrice, sign }: Profit, { type, stopPrice }: Exit): boolean {
  return !type.follows && (stopPrice - limitPrice) * sign <= 0;
}
