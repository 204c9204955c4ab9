import type { Feed } from "../../market/feed.ts";
import { MISSING } from "../../primitives/column.ts";
import { startTrail } from "../activation.ts";
import { expectedPrice, limitOrStopPrice } from "../expected-price.ts";
import type { FillPlace } from "../fill-terms.ts";
import type { OpenOrders } from "../open-orders.ts";
import { REASON, STATUS, type ReasonCode } from "../order-codes.ts";
import type { Order } from "../order.ts";

/**
 * How an exit may fill in the bar in which its entry filled. `none`: as in any other bar. `wholeBar`: anywhere in the
 * bar. `stopsOnly`: only if it is a stop, after an entry inside the bar. The rule `proven` adds two ways.
 * `ifProfitProven`: anywhere, if the bar reaches the take-profit but not the stop-loss. `waits`: not at all. If one
 * exit may use the whole bar, so may all exits activated in it.
 */
export const ENTRY_BAR_USE = { none: 0, wholeBar: 1, stopsOnly: 2, ifProfitProven: 3, waits: 4 } as const;

/** Rule for exits in the bar in which their entry filled. */
interface EntryBarRule {
  /**
   * Activates an exit after a fill of its entry. Returns whether the exit must still be matched against the bar that
   * just closed.
   */
  activate(exit: Order, entry: Order, place: FillPlace, price: number): boolean;
  /** Prepares exits that were activated in the bar that just closed for being matched against that bar. */
  prepare(orders: readonly Order[], count: number, feed: Feed): void;
  /** Whether a trailing stop follows the closes of bars before the first bar that can fill it. */
  followsEarlyBars(): boolean;
  /**
   * Texts that explain how a stop-limit order that became a limit order, or an exit, is matched again in the same bar.
   * `more` says what else is known of the bar.
   */
  readonly limitText: string;
  entryBarText(more: string): string;
}

const activateWith =
  (useOf: (entry: Order, place: FillPlace) => Order["newborn"]): EntryBarRule["activate"] =>
  (exit, entry, place, price) => {
    if (place === "open") return false;
    const { opened, closed } = entry.feed;
    exit.firstBar = closed + 1;
    if (place === "close") {
      // A session may close while a bar is forming, which the exit then sees only at its close.
      if (opened > closed) exit.insideBar = opened;
      return false;
    }
    exit.newborn = useOf(entry, place);
    exit.bornAt = place === "inside" ? price : MISSING[0]!;
    return true;
  };

const SAME_BAR: EntryBarRule = {
  activate: activateWith((_entry, place) => (place === "inside" ? ENTRY_BAR_USE.stopsOnly : ENTRY_BAR_USE.wholeBar)),
  prepare() {},
  followsEarlyBars: () => true,
  limitText: "",
  entryBarText: (more) =>
    ` If the entry of this exit filled inside the bar, the entry's fill price counts as the bar's open${more}.`,
};

/** Rules for exits in the bar in which their entry filled, by the setting's value. */
export const entryBars = {
  "same-bar": SAME_BAR,
  "next-bar": {
    ...SAME_BAR,
    activate: (exit, { feed }) => {
      exit.firstBar = feed.opened + 1;
      return false;
    },
    followsEarlyBars: () => false,
  },
  proven: {
    ...SAME_BAR,
    activate: activateWith(provenFor),
    prepare: prepareProven,
    limitText: " If exits that became active in that bar can fill anywhere in it, so can the limit order.",
    entryBarText: () => "",
  },
} as const satisfies Readonly<Record<string, EntryBarRule>>;

/** Fields of an exit that decide on which side of a price it lies. */
type Exit = Pick<Order, "limitPrice" | "stopPrice" | "type">;
type Profit = Exit & Pick<Order, "sign">;
type Expected = Parameters<typeof expectedPrice>[0];

/** Rule for the price that must lie between take-profit and stop-loss. */
interface SideRule {
  /** Returns the price of the entry that must lie between its exits. */
  priceOf(entry: Expected): number;
  /** Whether an exit lies on the wrong side of a price, for an entry with the given sign. */
  isOnWrongSide(exit: Exit, price: number, sign: 1 | -1): boolean;
  /** Whether the stop-loss lies where the take-profit belongs. */
  isCrossed(profit: Profit, loss: Exit): boolean;
}

const EXPECTED: SideRule = { priceOf: expectedPrice, isOnWrongSide, isCrossed };

/** Rules for the price that must lie between take-profit and stop-loss, by the setting's value. */
export const exitSides = {
  /** Uses the price at which the entry is expected to fill. */
  "expected-price": EXPECTED,
  /** Uses the entry's own limit or stop price, whatever the market price. */
  "own-price": { ...EXPECTED, priceOf: limitOrStopPrice },
  unchecked: { ...EXPECTED, isOnWrongSide: () => false, isCrossed: () => false },
} as const satisfies Readonly<Record<string, SideRule>>;

/** Rule for the links between exits and their entry. */
interface LinkRule {
  /** Whether exits are reduce-only. */
  readonly reduceOnly: boolean;
  /** Returns the exits that are checked together with their entry. */
  checkedWithEntry(first: Order | undefined, second: Order | undefined): readonly (Order | undefined)[];
  /**
   * Prepares an exit that is submitted with its entry, or that replaces a held exit. A trailing stop starts at `price`.
   */
  prepare(exit: Order, price: number): void;
  /** Arranges the two exits of an entry, which are the last two open orders. */
  orderPair(open: Pick<OpenOrders, "swapLast">): void;
  /** Returns the reject reason of the second order of an OCO pair, from the reasons of both orders. */
  secondRejectReason(first: ReasonCode, second: ReasonCode): ReasonCode;
  /** Whether the fills of the entry so far activate its exits. */
  activatesExits(entry: Order): boolean;
  /**
   * Activates an exit for `units` of its entry, after `orders` orders were submitted. Returns whether the exit's prices
   * changed.
   */
  activate(exit: Order, units: number, price: number, orders: number): boolean;
  /** Whether working exits end when their entry ends. */
  exitsEndWith(entry: Order): boolean;
  /** Whether an entry ends when its exit ends. */
  endsEntry(exit: Order): boolean;
}

const NONE: readonly undefined[] = [];

/** Rules for the links between exits and their entry, by the setting's value. */
export const exitLinks = {
  /** Exits are reduce-only orders for the quantity that their entry has filled. */
  "reduce-only": {
    reduceOnly: true,
    checkedWithEntry: () => NONE,
    prepare() {},
    orderPair() {},
    secondRejectReason: (first, second) => (second === 0 && first !== 0 ? REASON.other_leg : second),
    activatesExits: () => true,
    activate(exit, units, price, orders) {
      exit.quantity = units;
      exit.place = orders + 0.5;
      if (exit.type.trails) startTrail(exit, price);
      return true;
    },
    exitsEndWith: ({ filledQuantity }) => filledQuantity === 0,
    endsEntry: () => false,
  },
  /**
   * Exits are independent orders of the entry's size. They become active once the entry has filled in full, and may
   * open a position.
   */
  plain: {
    reduceOnly: false,
    checkedWithEntry: (first, second) => [second, first],
    prepare(exit, price) {
      if (exit.type.trails) startTrail(exit, price);
    },
    orderPair: (open) => open.swapLast(),
    // An independent second order is not rejected because the first one is.
    secondRejectReason: (_first, second) => second,
    activatesExits: ({ status }) => status === STATUS.filled,
    activate: () => false,
    exitsEndWith: () => true,
    endsEntry: ({ parentId }) => parentId !== 0,
  },
} as const satisfies Readonly<Record<string, LinkRule>>;

/** Settings that select the exit rules. */
export interface ExitChoices {
  readonly exits: keyof typeof exitLinks;
  readonly exitSides: keyof typeof exitSides;
  readonly entryBarExits: keyof typeof entryBars;
}

/** Exit rules of a run: links to the entry, fills in the entry's bar, and the sides of the entry's price. */
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

/** Lets exits activated at the open of a bar fill anywhere in it. Returns whether such exits exist. */
export function useWholeBar(orders: readonly Order[], count: number, bar: number): boolean {
  let found = false;
  for (let i = 0; i < count; i++) {
    const exit = orders[i]!;
    // Exits of an entry inside the bar start at the entry's price instead of the open.
    if (exit.newborn === ENTRY_BAR_USE.none || !Number.isNaN(exit.bornAt)) continue;
    exit.newborn = ENTRY_BAR_USE.none;
    exit.firstBar = bar;
    found = true;
  }
  return found;
}

/** Returns how an exit may fill in its entry's bar under the rule `proven`. */
function provenFor({ type, stopPrice, limitPrice }: Order): 1 | 3 | 4 {
  if (type.immediate) return ENTRY_BAR_USE.wholeBar;
  return Number.isNaN(stopPrice) || !Number.isNaN(limitPrice) ? ENTRY_BAR_USE.waits : ENTRY_BAR_USE.ifProfitProven;
}

/**
 * Prepares exits activated in the bar that just closed, under the rule `proven`. All may use the whole bar if the exits
 * of any entry may, even if those have ended. Otherwise none may fill in it.
 */
function prepareProven(orders: readonly Order[], count: number, feed: Feed): void {
  let again = false;
  for (let i = 0; i < count && !again; i++) {
    const order = orders[i]!;
    if (order.feed !== feed) continue;
    again =
      order.newborn === ENTRY_BAR_USE.wholeBar ||
      (order.newborn === ENTRY_BAR_USE.ifProfitProven &&
        reachesLimit(order) &&
        !orders.slice(0, count).some((o) => reachesOtherStop(o, order)));
  }
  for (let i = 0; i < count; i++) {
    const order = orders[i]!;
    if (order.feed !== feed || !order.working) continue;
    // A stop-limit order triggered in this bar is now a limit order, which may fill when the bar is matched again.
    if (order.newborn !== ENTRY_BAR_USE.none || order.triggered)
      order.newborn = again ? ENTRY_BAR_USE.wholeBar : ENTRY_BAR_USE.none;
    if (order.newborn === ENTRY_BAR_USE.wholeBar) order.bornAt = MISSING[0]!;
  }
}

/** Whether the current bar reaches the limit of an exit. */
function reachesLimit({ feed, sign, limitPrice }: Order): boolean {
  return sign === 1 ? feed.low[feed.closed]! <= limitPrice : feed.high[feed.closed]! >= limitPrice;
}

/** Whether the current bar reaches the stop price of the other exit of the same entry. */
function reachesOtherStop({ feed, sign, stopPrice, parentId, newborn }: Order, exit: Order): boolean {
  if (newborn !== ENTRY_BAR_USE.ifProfitProven || parentId !== exit.parentId) return false;
  return sign === 1 ? feed.high[feed.closed]! >= stopPrice : feed.low[feed.closed]! <= stopPrice;
}

/**
 * Whether an exit lies on the wrong side of its entry's price. An exit with a stop price counts as stop-loss, even if
 * it also has a limit. A trailing stop has a distance and thus no side.
 */
function isOnWrongSide({ type, limitPrice, stopPrice }: Exit, price: number, sign: 1 | -1): boolean {
  if (type.trails) return false;
  return Number.isNaN(stopPrice) ? (limitPrice - price) * sign <= 0 : (price - stopPrice) * sign <= 0;
}

function isCrossed({ limitPrice, sign }: Profit, { type, stopPrice }: Exit): boolean {
  return !type.trails && (stopPrice - limitPrice) * sign <= 0;
}
