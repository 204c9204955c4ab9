import { MISSING } from "../../primitives/column.ts";
import type { OwnPart } from "../own-part.ts";

/**
 * What a fill keeps of how its order was met: one of these, and of the flags `NOTED` those that apply. It is a number, since a run keeps one for each
 * fill; `fillRule` makes the sentence of it.
 */
export const NOTE = {
  /** By the rule of its type, in a bar that showed itself. */
  type: 0,
  /** At the end of a bar, which is all that the bar showed; of a bar that was forming when the order came. */
  end: 1,
  inside: 2,
  /** At the close at which it was decided; at a close before the bar in which it is booked. */
  decided: 3,
  before: 4,
  /** At its stop, or the close before the bar if that is worse. */
  chased: 5,
  /** The account was called for margin at the open of a bar, or inside it; it was ruined. */
  calledAtOpen: 6,
  called: 7,
  ruined: 8,
  /** The run ended the position. */
  runEnds: 9,
  /** By fill rules of the run's own. */
  own: 10,
} as const;

/** Notes without flags are below this. */
export const NOTES = 32;

/** Its stop had been reached at an earlier moment; its entry filled in the same bar; the last bar was met once more; volume had left some or all of it. */
export const NOTED = { reached: NOTES, born: 2 * NOTES, again: 4 * NOTES, left: 8 * NOTES } as const;

/** How an order meets a bar: written by its type, read by the matching. */
export class Touch {
  /** The rules by which it is met. */
  readonly fills: FillRules;
  /** Price before slippage at which it would fill; NaN when it does not. */
  price = 0.5;
  /** It is reached at the bar's open, so before anything inside the bar. */
  atOpen = false;
  /** The price at which it is reached. */
  level = 0.5;
  /** The price must rise (1) or fall (-1) to reach it. */
  heading: 1 | -1 = 1;
  /** Reaching it hurts the position or chases the price: a stop. */
  adverse = false;
  /** Slippage applies: its price is not a promise. */
  slips = false;
  /** A stop was reached, whether or not it filled. */
  triggers = false;
  /** What explains its price: one of `NOTE`. */
  note = 0;

  constructor(fills: FillRules) {
    this.fills = fills;
  }
}

/** The prices of an order that its type needs. */
export interface TypedOrder {
  readonly sign: 1 | -1;
  readonly limitPrice: number;
  /** Of a trailing stop: where it stands. */
  stopPrice: number;
  readonly trailAmount: number;
  readonly trailPercent: number;
  /** Best price since a trailing stop began to work. */
  waterMark: number;
  readonly triggered: boolean;
}

/** How an order that takes any price meets one. */
export function meetMarket(price: number, touch: Touch): boolean {
  touch.price = price;
  touch.atOpen = true;
  touch.level = price;
  touch.adverse = false;
  touch.slips = true;
  touch.triggers = false;
  return true;
}

/** How a limit meets a bar, or a single price given for all of open, high and low. */
export function meetLimit(sign: 1 | -1, limit: number, open: number, high: number, low: number, touch: Touch): boolean {
  const met = touch.fills.limits.meets(open, sign === 1 ? low : high, limit, sign);
  if (met === 0) return false;
  const atOpen = met === 2;
  touch.price = atOpen ? open : limit;
  touch.atOpen = atOpen;
  touch.level = touch.price;
  touch.heading = -sign as 1 | -1;
  touch.adverse = false;
  touch.slips = false;
  touch.triggers = false;
  return true;
}

/** How a stop meets a bar, or a single price given for all of open, high and low; `gap` says where it fills that opens beyond. */
export function meetStop(
  sign: 1 | -1,
  stop: number,
  open: number,
  high: number,
  low: number,
  gap: GapRule,
  touch: Touch,
): boolean {
  const atOpen = (open - stop) * sign >= 0;
  if (!atOpen && (sign === 1 ? high < stop : low > stop)) return false;
  touch.price = atOpen ? gap.price(stop, open) : stop;
  touch.atOpen = atOpen;
  touch.level = atOpen ? open : stop;
  touch.heading = sign;
  touch.adverse = true;
  touch.slips = true;
  touch.triggers = true;
  return true;
}

/** When a price fills a limit. */
interface LimitRule {
  /** How a bar fills it: 2 at its open, 1 inside it, as far as its `worst` price for who waits, 0 not at all. */
  meets(open: number, worst: number, limit: number, sign: 1 | -1): 0 | 1 | 2;
  passes(price: number, limit: number, sign: 1 | -1): boolean;
  /** In words: what a bar does to a limit that it fills, what is asked of a price that is all there is, and of a close that comes back. */
  readonly verb: string;
  readonly asks: string;
  readonly closes: string;
}

/** When a price fills a limit, by the name that settings give it. One row a way. */
export const limitFills = {
  touch: {
    meets: (open, worst, limit, sign) => ((open - limit) * sign <= 0 ? 2 : (worst - limit) * sign <= 0 ? 1 : 0),
    passes: (price, limit, sign) => (price - limit) * sign <= 0,
    verb: "reaches",
    asks: "within its limit",
    closes: "at it or beyond",
  },
  /** The price must go beyond the limit. */
  "trade-through": {
    meets: (open, worst, limit, sign) => ((open - limit) * sign < 0 ? 2 : (worst - limit) * sign < 0 ? 1 : 0),
    passes: (price, limit, sign) => (price - limit) * sign < 0,
    verb: "goes through",
    asks: "beyond its limit",
    closes: "beyond it",
  },
} as const satisfies Readonly<Record<string, LimitRule>>;

/** Where a stop fills that a bar opens beyond. */
interface GapRule {
  price(stop: number, open: number): number;
  /** In words: where a bar that reaches a stop fills it, and what of it nobody could have had; empty for nothing. */
  readonly where: string;
  readonly tooKind: string;
}

/** Where a stop fills that a bar opens beyond, by the name that settings give it. One row a way. */
export const stopGaps = {
  "at-open": {
    price: (_stop, open) => open,
    where: "at the stop, or at the open of a bar that opens beyond it",
    tooKind: "",
  },
  "at-stop": {
    price: (stop) => stop,
    where: "at the stop, also in a bar that opens beyond it",
    tooKind: "stops fill at their price though the market gapped through it",
  },
} as const satisfies Readonly<Record<string, GapRule>>;

/** Where one price is all there is, a stop cannot have filled at another. */
export const AT_OPEN: GapRule = stopGaps["at-open"];

/** How a stop limit meets a bar, or a price that is all there is. */
interface StopLimitRule {
  meet(order: TypedOrder, open: number, high: number, low: number, close: number, touch: Touch): boolean;
  meetPrice(order: TypedOrder, price: number, touch: Touch): boolean;
  /** The same in words, of a stop limit whose stop was not reached before; and of one whose was, where that is not as a limit. */
  rule(fills: FillRules): string;
  readonly ruleReached: string;
  /** What is asked of a price that is all there is; empty where it is what a limit asks. */
  readonly asks: string;
  readonly asksReached: string;
}

/** In the bar that reaches the stop: whether what it fills at the stop slips, and whether the bar may have come back to the limit. */
interface TurnRule {
  slips(order: TypedOrder): boolean;
  turns(sign: 1 | -1, open: number, close: number): boolean;
}

const PROVEN: TurnRule = { slips: () => false, turns: () => true };

/** Of a bar that went against the order from its open to its close. */
const TURNED: TurnRule = {
  slips: ({ sign, limitPrice, stopPrice }) => (stopPrice - limitPrice) * sign <= 0,
  turns: (sign, open, close) => (sign === 1 ? close < open : close >= open),
};

/** The bar proves where it fills: at the open or the stop, when that is within the limit, or at the limit that it comes back to. */
function meetByTurn(
  order: TypedOrder,
  open: number,
  high: number,
  low: number,
  close: number,
  gap: GapRule,
  touch: Touch,
  turn: TurnRule,
): boolean {
  const { sign, limitPrice, stopPrice } = order;
  if (order.triggered) return meetLimit(sign, limitPrice, open, high, low, touch);
  if (!meetStop(sign, stopPrice, open, high, low, gap, touch)) return false;
  const { atOpen, level } = touch;
  touch.slips = !atOpen && turn.slips(order);
  if ((touch.price - limitPrice) * sign <= 0) return true;
  if (atOpen && meetLimit(sign, limitPrice, open, high, low, touch)) {
    touch.triggers = true;
    return true;
  }
  const back = !atOpen && turn.turns(sign, open, close) && touch.fills.limits.passes(close, limitPrice, sign);
  touch.price = back ? limitPrice : MISSING[0]!;
  touch.atOpen = atOpen;
  touch.level = level;
  touch.triggers = true;
  return true;
}

/** At the stop, if the limit lies beyond it and the bar reaches that too, also when the bar opened beyond the stop; or not in that bar. */
function meetAtStop(order: TypedOrder, open: number, high: number, low: number, touch: Touch): boolean {
  const { sign, limitPrice, stopPrice } = order;
  if (order.triggered) return meetLimit(sign, limitPrice, open, high, low, touch);
  if (!meetStop(sign, stopPrice, open, high, low, stopGaps["at-stop"], touch)) return false;
  const reached = sign === 1 ? low <= limitPrice : high >= limitPrice;
  touch.slips = false;
  touch.price = reached && (stopPrice - limitPrice) * sign < 0 ? stopPrice : MISSING[0]!;
  return true;
}

/**
 * The close alone tells: beyond the limit it fills at the limit, or at the end of the bar that is nearer to where the price came from. Source: LEAN's
 * fill of shares.
 */
function meetByClose(
  { sign, limitPrice, stopPrice, triggered }: TypedOrder,
  high: number,
  low: number,
  close: number,
  touch: Touch,
): boolean {
  if (!triggered && (sign === 1 ? high <= stopPrice : low >= stopPrice)) return false;
  const fills = (limitPrice - close) * sign > 0;
  touch.price = fills ? (sign === 1 ? Math.min(high, limitPrice) : Math.max(low, limitPrice)) : MISSING[0]!;
  touch.atOpen = false;
  touch.level = triggered ? limitPrice : stopPrice;
  touch.heading = sign;
  touch.adverse = true;
  touch.slips = false;
  touch.triggers = true;
  return true;
}

const BECOMES = "A stop-limit order becomes a limit order when its stop is reached, and fills in that bar only";

const byTurn = (turn: TurnRule, closes: string): StopLimitRule => ({
  meet: (order, open, high, low, close, touch) =>
    meetByTurn(order, open, high, low, close, touch.fills.gap, touch, turn),
  meetPrice: (order, price, touch) => meetByTurn(order, price, price, price, price, AT_OPEN, touch, turn),
  rule: ({ gap, limits }) =>
    `${BECOMES} where the bar proves it: ${gap.where}, if that is within the limit; else at the limit, if the bar comes to it from an open beyond both, or ${closes} ${limits.closes}.`,
  ruleReached: "",
  asks: "within its limit",
  asksReached: "",
});

const BY_PROOF = byTurn(PROVEN, "closes");
const BEYOND_BY_CLOSE =
  "A stop-limit order fills when its stop has been reached and a bar closes beyond its limit: at the limit, or at the end of that bar which is nearer to it.";

/** Where a stop limit fills inside the bar that reaches its stop, by the name that settings give it. One row a way. */
export const stopLimitFills = {
  proven: BY_PROOF,
  "at-stop": {
    ...BY_PROOF,
    // Where one price is all there is, it cannot have filled at another.
    meet: (order, open, high, low, _close, touch) => meetAtStop(order, open, high, low, touch),
    rule: () => `${BECOMES} at its stop, where the limit lies beyond that and the bar reaches it too.`,
  },
  turned: byTurn(TURNED, "goes against the order and closes"),
  /** Then and later. */
  "by-close": {
    meet: (order, _open, high, low, close, touch) => meetByClose(order, high, low, close, touch),
    meetPrice: (order, price, touch) => meetByClose(order, price, price, price, touch),
    rule: () => BEYOND_BY_CLOSE,
    ruleReached: BEYOND_BY_CLOSE,
    asks: "beyond its limit",
    asksReached: "beyond its limit",
  },
} as const satisfies Readonly<Record<string, StopLimitRule>>;

/** What of the bars that are over a trailing stop follows. */
interface TrailRule {
  /** Whether it follows bars that come before the first one that it meets, where exits follow them or not. */
  early(exitsFollow: boolean): boolean;
  /** The price of a bar, by its best one and its close. */
  best(extreme: number, close: number): number;
  readonly word: string;
}

/** What a trailing stop follows, by the name that settings give it. One row a way. */
export const trailFollowings = {
  extremes: { early: () => true, best: (extreme) => extreme, word: "price" },
  closes: { early: (exitsFollow) => exitsFollow, best: (_extreme, close) => close, word: "close" },
} as const satisfies Readonly<Record<string, TrailRule>>;

/** Where a trailing stop fills. */
interface TrailFillRule {
  /** Its price in a bar that reaches it, of which a stop would have `price`. */
  price(sign: 1 | -1, stop: number, close: number, price: number): number;
  /** Whether it moves for a better price. */
  moves(order: TypedOrder, best: number): boolean;
  where(gap: GapRule): string;
}

/** Where a trailing stop fills, by the name that settings give it. One row a way. */
export const trailFills = {
  "at-stop": { price: (_sign, _stop, _close, price) => price, moves: () => true, where: ({ where }) => where },
  /** At the close of its bar where that is worse than the stop, and never at an open. */
  "worse-close": {
    price: (sign, stop, close) => sign * Math.max(sign * stop, sign * close),
    /** A stop above the price, at a share p of it, moves only once the best price is more than p / (1 - p) of the stop below it. */
    moves: ({ sign, stopPrice, trailPercent: share }, best) =>
      !(sign === 1 && stopPrice - best <= (stopPrice * share) / (1 - share)),
    where: () => "at the stop, or at the close of the bar that reaches it where that is worse",
  },
} as const satisfies Readonly<Record<string, TrailFillRule>>;

/** The settings that choose this part. */
export interface FillChoices {
  /** Rules of a program's own, which come before the others. */
  readonly fills: OwnPart | undefined;
  readonly limitFill: keyof typeof limitFills;
  readonly stopGap: keyof typeof stopGaps;
  readonly stopLimitFill: keyof typeof stopLimitFills;
  readonly trailFollows: keyof typeof trailFollowings;
  readonly trailFill: keyof typeof trailFills;
}

/** How orders meet a bar: at which price, and how a trail follows. */
export class FillRules {
  readonly limits: LimitRule;
  readonly gap: GapRule;
  readonly stopLimits: StopLimitRule;
  readonly trail: TrailRule;
  readonly trailFills: TrailFillRule;

  constructor({ limitFill, stopGap, stopLimitFill, trailFollows, trailFill }: FillChoices) {
    this.limits = limitFills[limitFill];
    this.gap = stopGaps[stopGap];
    this.stopLimits = stopLimitFills[stopLimitFill];
    this.trail = trailFollowings[trailFollows];
    this.trailFills = trailFills[trailFill];
  }
}

/** The parts of a model by which types meet bars, for who tells how they did. */
export interface MeetingRules {
  readonly fills: FillRules;
  readonly slippage: { readonly limitFillsAt: string };
}
