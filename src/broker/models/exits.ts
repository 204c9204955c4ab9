import type { Feed } from "../../market/feed.ts";
import { MISSING } from "../../primitives/column.ts";
import { startTrail } from "../activation.ts";
import { expectedPrice, ownPrice } from "../expected-price.ts";
import type { FillPlace } from "../fill-terms.ts";
import type { OpenOrders } from "../open-orders.ts";
import { REASON, STATUS, type ReasonCode } from "../order-codes.ts";
import type { Order } from "../order.ts";

/**
 * What a newly entered position's exits may do in the bar of the entry: nothing special; all of it; only what hurts; or, where only what the bar
 * proves counts, only what helps, when the bar does not reach what hurts, and nothing. When the bar is gone through again for one
 * of the exits that woke in it, it is for all of them.
 */
export const NEWBORN = { no: 0, whole: 1, inside: 2, profit: 3, waits: 4 } as const;

/** How exits live in the bar of their entry. */
interface EntryBarRule {
  /** An exit begins to work by a fill of its entry. Returns whether the bar that just closed is yet to meet it. */
  begin(exit: Order, entry: Order, place: FillPlace, price: number): boolean;
  /** The bar that just closed is about to meet exits that woke in it. */
  settle(orders: readonly Order[], count: number, feed: Feed): void;
  /** Whether a trail follows the closes of bars that come before the first one that it meets. */
  followsEarly(): boolean;
  /** In words: how a limit meets the bar of its entry again, and how an exit does, with `more` on what is known of that bar. */
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
      // A session may close around a bar that is forming.
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

/** How exits live in the bar of their entry, by the name that settings give it. One row a way. */
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

/** What of an exit says where it stands. */
type Exit = Pick<Order, "limitPrice" | "stopPrice" | "type">;
type Profit = Exit & Pick<Order, "sign">;
type Expected = Parameters<typeof expectedPrice>[0];

/** On which side of their entry exits must lie. */
interface SideRule {
  /** The price of an order of which its exits must lie on their sides. */
  priceOf(entry: Expected): number;
  /** Whether an exit of an entry of that sign lies on the wrong side of a price. */
  isBeyond(exit: Exit, price: number, sign: 1 | -1): boolean;
  /** Whether the loss of two exits is cut on the profit's side of where the profit is taken. */
  isCrossed(profit: Profit, loss: Exit): boolean;
}

const EXPECTED: SideRule = { priceOf: expectedPrice, isBeyond, isCrossed };

/** On which side of their entry exits must lie, by the name that settings give it. One row a way. */
export const exitSides = {
  /** Of the price at which it may be expected to fill. */
  "expected-price": EXPECTED,
  /** Of its own limit or stop, wherever the market is. */
  "own-price": { ...EXPECTED, priceOf: ownPrice },
  unchecked: { ...EXPECTED, isBeyond: () => false, isCrossed: () => false },
} as const satisfies Readonly<Record<string, SideRule>>;

/** How exits go with their entry. */
interface LinkRule {
  /** They may only make a position smaller. */
  readonly reduceOnly: boolean;
  /** Of the exits of an order those that are judged with it. */
  judged(first: Order | undefined, second: Order | undefined): readonly (Order | undefined)[];
  /** An exit was given with its entry, or put in the place of one that waits for its entry, at a price that its trail begins at. */
  given(exit: Order, price: number): void;
  /** Both exits of an entry are among the open orders, as the last of them. */
  arrange(open: Pick<OpenOrders, "swapLast">): void;
  /** Why the second of a pair is refused. */
  refusalOfSecond(first: ReasonCode, second: ReasonCode): ReasonCode;
  /** Whether what an entry has filled so far wakes its exits. */
  wakes(entry: Order): boolean;
  /** An exit wakes for so many units of its entry, behind `orders` that were given. Returns whether its prices are new. */
  wake(exit: Order, units: number, price: number, orders: number): boolean;
  /** Whether exits of an entry that ended end, though they work. */
  endWith(entry: Order): boolean;
  /** Whether the entry of an exit that ended ends. */
  endsEntry(exit: Order): boolean;
}

const NONE: readonly undefined[] = [];

/** How exits go with their entry, by the name that settings give it. One row a way. */
export const exitLinks = {
  /** They only make the position smaller, by what the entry filled. */
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
  /** They are orders of their own, of the size of the entry, that wait until it has filled whole, and may open a position. */
  plain: {
    reduceOnly: false,
    judged: (first, second) => [second, first],
    given(exit, price) {
      if (exit.type.follows) startTrail(exit, price);
    },
    arrange: (open) => open.swapLast(),
    // An order of its own that comes after one that was refused is not of its group any more.
    refusalOfSecond: (_first, second) => second,
    wakes: ({ status }) => status === STATUS.filled,
    wake: () => false,
    endWith: () => true,
    endsEntry: ({ parentId }) => parentId !== 0,
  },
} as const satisfies Readonly<Record<string, LinkRule>>;

/** The settings that choose this part. */
export interface ExitChoices {
  readonly exits: keyof typeof exitLinks;
  readonly exitSides: keyof typeof exitSides;
  readonly entryBarExits: keyof typeof entryBars;
}

/** How exits live: with their entry, in the bar of their entry, and on which side of it. */
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

/** Lets the exits that woke at the open of a bar live in all of it. Returns whether there are any. */
export function wokenAtOpen(orders: readonly Order[], count: number, bar: number): boolean {
  let woken = false;
  for (let i = 0; i < count; i++) {
    const exit = orders[i]!;
    // What an entry inside the bar has woken was born at its price.
    if (exit.newborn === NEWBORN.no || !Number.isNaN(exit.bornAt)) continue;
    exit.newborn = NEWBORN.no;
    exit.firstBar = bar;
    woken = true;
  }
  return woken;
}

/** What the exits of an entry may do in its bar where only what the bar proves counts. */
function provenFor({ type, stopPrice, limitPrice }: Order): 1 | 3 | 4 {
  if (type.immediate) return NEWBORN.whole;
  return Number.isNaN(stopPrice) || !Number.isNaN(limitPrice) ? NEWBORN.waits : NEWBORN.profit;
}

/** Lets what woke in the bar that just closed live in all of it, if the exits of one entry may (though they may be gone by now), else in none. */
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
    // A stop limit that was reached in this bar has become a limit, which the bar meets when it is gone through again.
    if (order.newborn !== NEWBORN.no || order.triggered) order.newborn = again ? NEWBORN.whole : NEWBORN.no;
    if (order.newborn === NEWBORN.whole) order.bornAt = MISSING[0]!;
  }
}

/** The bar reaches the limit of an exit. */
function helps({ feed, sign, limitPrice }: Order): boolean {
  return sign === 1 ? feed.low[feed.closed]! <= limitPrice : feed.high[feed.closed]! >= limitPrice;
}

/** The bar reaches the stop of the other exit of the same entry. */
function hurts({ feed, sign, stopPrice, parentId, newborn }: Order, beside: Order): boolean {
  if (newborn !== NEWBORN.profit || parentId !== beside.parentId) return false;
  return sign === 1 ? feed.high[feed.closed]! >= stopPrice : feed.low[feed.closed]! <= stopPrice;
}

/** A stop is the exit that cuts a loss, whether or not it has a limit besides. A trail is at a distance and has no side. */
function isBeyond({ type, limitPrice, stopPrice }: Exit, price: number, sign: 1 | -1): boolean {
  if (type.follows) return false;
  return Number.isNaN(stopPrice) ? (limitPrice - price) * sign <= 0 : (price - stopPrice) * sign <= 0;
}

function isCrossed({ limitPrice, sign }: Profit, { type, stopPrice }: Exit): boolean {
  return !type.follows && (stopPrice - limitPrice) * sign <= 0;
}
