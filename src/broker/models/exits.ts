import type { Feed } from "../../market/feed.ts";
import { MISSING } from "../../primitives/column.ts";
import { startTrail } from "../activation.ts";
import { expectedPrice, limitOrStopPrice } from "../expected-price.ts";
import type { FillPlace } from "../fill-terms.ts";
import type { OpenOrders } from "../open-orders.ts";
import { REASON, STATUS, type ReasonCode } from "../order-codes.ts";
import type { Order } from "../order.ts";

/**
 * How an exit may use the bar in which its entry filled. `none`: like any other bar. `wholeBar`: anywhere in the bar. `stopsOnly`: only
 * stops can fill, after an entry inside the bar. The rule `proven` adds two cases. `ifProfitProven`: anywhere, if the bar reaches the
 * take-profit but not the stop-loss. `waits`: not at all. If one exit may use the whole bar, all exits activated in that bar may.
 */
export const ENTRY_BAR_USE = { none: 0, wholeBar: 1, stopsOnly: 2, ifProfitProven: 3, waits: 4 } as const;

/** Rule for exits in the bar that their entry filled in. */
interface EntryBarRule {
  /** Activates an exit after a fill of its entry. Returns whether the exit is still to be matched against the bar that just closed. */
  activate(exit: Order, entry: Order, place: FillPlace, price: number): boolean;
  /** Prepares exits activated in the bar that just closed for matching against it. */
  prepare(orders: readonly Order[], count: number, feed: Feed): void;
  /** Whether a trail follows the closes of bars before the first one that can fill it. */
  followsEarlyBars(): boolean;
  /**
   * Texts: how a stop-limit that became a limit is matched again in that bar, and how an exit is matched. `more` tells what else is known
   * of the bar.
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
      // A session may close while a bar is forming.
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

/** Rules for exits in the bar that their entry filled in, by setting. */
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

/** Fields of an exit that determine its side. */
type Exit = Pick<Order, "limitPrice" | "stopPrice" | "type">;
type Profit = Exit & Pick<Order, "sign">;
type Expected = Parameters<typeof expectedPrice>[0];

/** Rule for the price that take-profit and stop-loss must bracket. */
interface SideRule {
  /** Returns the entry price that the exits must bracket. */
  priceOf(entry: Expected): number;
  /** Whether an exit of an entry with that sign lies on the wrong side of a price. */
  isOnWrongSide(exit: Exit, price: number, sign: 1 | -1): boolean;
  /** Whether the stop-loss lies on the profit side of the take-profit. */
  isCrossed(profit: Profit, loss: Exit): boolean;
}

const EXPECTED: SideRule = { priceOf: expectedPrice, isOnWrongSide, isCrossed };

/** Rules for the price that exits must bracket, by setting. */
export const exitSides = {
  /** Brackets the price at which the entry is expected to fill. */
  "expected-price": EXPECTED,
  /** Brackets the entry's own limit or stop price, whatever the market price. */
  "own-price": { ...EXPECTED, priceOf: limitOrStopPrice },
  unchecked: { ...EXPECTED, isOnWrongSide: () => false, isCrossed: () => false },
} as const satisfies Readonly<Record<string, SideRule>>;

/** Rule for the links between exits and their entry. */
interface LinkRule {
  /** Whether exits are reduce-only. */
  readonly reduceOnly: boolean;
  /** Returns the exits that are checked together with their entry. */
  checkedWithEntry(first: Order | undefined, second: Order | undefined): readonly (Order | undefined)[];
  /** Prepares an exit submitted with its entry, or a replacement of a held exit. A trail starts at `price`. */
  prepare(exit: Order, price: number): void;
  /** Arranges the two exits of an entry, which are the last open orders. */
  orderPair(open: Pick<OpenOrders, "swapLast">): void;
  /** Returns the reject reason of the second order of an OCO pair. */
  secondRejectReason(first: ReasonCode, second: ReasonCode): ReasonCode;
  /** Whether the entry's fills so far activate its exits. */
  activatesExits(entry: Order): boolean;
  /** Activates an exit for `units` of its entry; `orders` is the number of orders submitted so far. Returns whether its prices changed. */
  activate(exit: Order, units: number, price: number, orders: number): boolean;
  /** Whether working exits end when their entry ends. */
  exitsEndWith(entry: Order): boolean;
  /** Whether an entry ends when its exit ends. */
  endsEntry(exit: Order): boolean;
}

const NONE: readonly undefined[] = [];

/** Rules for the links between exits and their entry, by setting. */
export const exitLinks = {
  /** Exits reduce the position by what the entry filled. */
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
  /** Exits are independent orders of the entry's size. They wait until the entry has filled in full and may open a position. */
  plain: {
    reduceOnly: false,
    checkedWithEntry: (first, second) => [second, first],
    prepare(exit, price) {
      if (exit.type.trails) startTrail(exit, price);
    },
    orderPair: (open) => open.swapLast(),
    // An independent order keeps its own result if the first of the pair is rejected.
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
export function useWholeBar(orders: readonly Order[], count: number, bar: number): boolean {
  let found = false;
  for (let i = 0; i < count; i++) {
    const exit = orders[i]!;
    // Exits of an entry inside the bar start at the entry's price instead.
    if (exit.newborn === ENTRY_BAR_USE.none || !Number.isNaN(exit.bornAt)) continue;
    exit.newborn = ENTRY_BAR_USE.none;
    exit.firstBar = bar;
    found = true;
  }
  return found;
}

/** Returns how exits may fill in the bar of an entry under the rule `proven`. */
function provenFor({ type, stopPrice, limitPrice }: Order): 1 | 3 | 4 {
  if (type.immediate) return ENTRY_BAR_USE.wholeBar;
  return Number.isNaN(stopPrice) || !Number.isNaN(limitPrice) ? ENTRY_BAR_USE.waits : ENTRY_BAR_USE.ifProfitProven;
}

/**
 * Prepares exits activated in the bar that just closed, under the rule `proven`. They may use all of the bar if the exits of one entry may,
 * even if those have ended; otherwise none of it.
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
    // A stop-limit triggered in this bar is now a limit, which is matched when the bar is matched again.
    if (order.newborn !== ENTRY_BAR_USE.none || order.triggered)
      order.newborn = again ? ENTRY_BAR_USE.wholeBar : ENTRY_BAR_USE.none;
    if (order.newborn === ENTRY_BAR_USE.wholeBar) order.bornAt = MISSING[0]!;
  }
}

/** Whether the bar reaches the limit of an exit. */
function reachesLimit({ feed, sign, limitPrice }: Order): boolean {
  return sign === 1 ? feed.low[feed.closed]! <= limitPrice : feed.high[feed.closed]! >= limitPrice;
}

/** Whether the bar reaches the stop of the other exit of the same entry. */
function reachesOtherStop({ feed, sign, stopPrice, parentId, newborn }: Order, exit: Order): boolean {
  if (newborn !== ENTRY_BAR_USE.ifProfitProven || parentId !== exit.parentId) return false;
  return sign === 1 ? feed.high[feed.closed]! >= stopPrice : feed.low[feed.closed]! <= stopPrice;
}

/** An exit with a stop price is a stop-loss, even if it has a limit. A trail has a distance instead of a side. */
function isOnWrongSide({ type, limitPrice, stopPrice }: Exit, price: number, sign: 1 | -1): boolean {
  if (type.trails) return false;
  return Number.isNaN(stopPrice) ? (limitPrice - price) * sign <= 0 : (price - stopPrice) * sign <= 0;
}

function isCrossed({ limitPrice, sign }: Profit, { type, stopPrice }: Exit): boolean {
  return !type.trails && (stopPrice - limitPrice) * sign <= 0;
}
