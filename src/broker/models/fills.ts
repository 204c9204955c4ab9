import { MISSING } from "../../primitives/column.ts";
import type { OwnPart } from "../own-part.ts";

/**
 * Notes on how an order filled: one of these, plus the flags `NOTED` that apply. Stored as a number, since a run keeps one per fill;
 * `fillRule` turns it into a sentence.
 */
export const NOTE = {
  /** By the rule of its type, in a bar that the order saw. */
  type: 0,
  /** At the close, which is all that the order saw of the bar; `inside` if the bar was forming when the order arrived. */
  end: 1,
  inside: 2,
  /** At the close that decided it; at the close before the bar in which it is booked. */
  decided: 3,
  before: 4,
  /** At its stop, or at the close before the bar if that is worse. */
  chased: 5,
  /** Margin call at the open of a bar; margin call inside it; ruin. */
  calledAtOpen: 6,
  called: 7,
  ruined: 8,
  /** The end of the run closed the position. */
  runEnds: 9,
  /** By custom fill rules. */
  own: 10,
} as const;

/** Upper bound of notes without flags. */
export const NOTES = 32;

/**
 * Flags: the stop was triggered at an earlier moment; the entry filled in the same bar; the last bar was matched again; volume had left
 * some or all of the order unfilled.
 */
export const NOTED = { reached: NOTES, born: 2 * NOTES, again: 4 * NOTES, left: 8 * NOTES } as const;

/** How a bar triggers and fills an order: set by the order's type, read by the matching. */
export class Touch {
  /** Fill rules of the run. */
  readonly fills: FillRules;
  /** Fill price before slippage; NaN if the order does not fill. */
  price = 0.5;
  /** Whether it triggers at the open, before anything inside the bar. */
  atOpen = false;
  /** Trigger level. */
  level = 0.5;
  /** Whether the price must rise (1) or fall (-1) to trigger it. */
  heading: 1 | -1 = 1;
  /** Whether it is a stop: its fill is at a worse price for the trader. */
  adverse = false;
  /** Whether slippage applies, as to orders without a guaranteed price. */
  slips = false;
  /** Whether the stop was triggered, filled or not. */
  triggers = false;
  /** Note that explains the price: one of `NOTE`. */
  note = 0;

  constructor(fills: FillRules) {
    this.fills = fills;
  }
}

/** Prices of an order that its type needs. */
export interface TypedOrder {
  readonly sign: 1 | -1;
  readonly limitPrice: number;
  /** Stop price; a trailing stop has its current one. */
  stopPrice: number;
  readonly trailAmount: number;
  readonly trailPercent: number;
  /** Best price since a trailing stop became active. */
  waterMark: number;
  readonly triggered: boolean;
}

/** Fills a market order at a price. */
export function meetMarket(price: number, touch: Touch): boolean {
  touch.price = price;
  touch.atOpen = true;
  touch.level = price;
  touch.adverse = false;
  touch.slips = true;
  touch.triggers = false;
  return true;
}

/** Matches a limit against a bar, or against a single price given as open, high and low. Returns whether it fills. */
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

/**
 * Matches a stop against a bar, or against a single price given as open, high and low. `gap` decides the price if the bar opens beyond it.
 * Returns whether it triggers.
 */
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

/** Rule for the price that fills a limit. */
interface LimitRule {
  /** Returns 2 if a bar fills it at the open, 1 inside, 0 not at all. `worst` is the bar's price in the direction of the limit. */
  meets(open: number, worst: number, limit: number, sign: 1 | -1): 0 | 1 | 2;
  passes(price: number, limit: number, sign: 1 | -1): boolean;
  /** Texts: what a bar does to a limit that it fills, what a single price must satisfy, and what a close that comes back must satisfy. */
  readonly verb: string;
  readonly asks: string;
  readonly closes: string;
}

/** Rules for the price that fills a limit, by setting. */
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

/** Rule for a stop if the bar opens beyond it. */
interface GapRule {
  price(stop: number, open: number): number;
  /** Texts: where a bar that reaches a stop fills it, and why that is unrealistic; empty if it is not. */
  readonly where: string;
  readonly tooKind: string;
}

/** Rules for a stop if the bar opens beyond it, by setting. */
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

/** Gap rule for a single price, where a stop cannot fill at another one. */
export const AT_OPEN: GapRule = stopGaps["at-open"];

/** Rule for a stop-limit in a bar or at a single price. */
interface StopLimitRule {
  meet(order: TypedOrder, open: number, high: number, low: number, close: number, touch: Touch): boolean;
  meetPrice(order: TypedOrder, price: number, touch: Touch): boolean;
  /** Texts of the rule: for a stop-limit not triggered before, and for a triggered one if that differs from a limit. */
  rule(fills: FillRules): string;
  readonly ruleReached: string;
  /** Texts: what a single price must satisfy; empty if it is what a limit requires. */
  readonly asks: string;
  readonly asksReached: string;
}

/**
 * Rule for the bar that triggers a stop-limit: whether a fill at the stop has slippage, and whether the bar may have come back to the
 * limit.
 */
interface TurnRule {
  slips(order: TypedOrder): boolean;
  turns(sign: 1 | -1, open: number, close: number): boolean;
}

const PROVEN: TurnRule = { slips: () => false, turns: () => true };

/** For a bar that moved against the order from open to close. */
const TURNED: TurnRule = {
  slips: ({ sign, limitPrice, stopPrice }) => (stopPrice - limitPrice) * sign <= 0,
  turns: (sign, open, close) => (sign === 1 ? close < open : close >= open),
};

/** Fills a stop-limit where the bar proves it: at the open or the stop if within the limit, or at the limit that the bar comes back to. */
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

/**
 * Fills a stop-limit at the stop if the limit lies beyond it and the bar reaches the limit too, even if the bar opened beyond the stop;
 * otherwise not in that bar.
 */
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
 * Fills a stop-limit if the close is beyond the limit: at the limit, or at the bar's extreme on that side if that is nearer to where the
 * price came from. Source: LEAN's fill model for equities.
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
    `${BECOMES} where the bar proves it: ${gap.where}, if that is within the limit; else at the limit, if the bar reaches it from an open beyond both, or ${closes} ${limits.closes}.`,
  ruleReached: "",
  asks: "within its limit",
  asksReached: "",
});

const BY_PROOF = byTurn(PROVEN, "closes");
const BEYOND_BY_CLOSE =
  "A stop-limit order fills when its stop has been reached and a bar closes beyond its limit: at the limit, or at the end of that bar which is nearer to it.";

/** Rules for a stop-limit in the bar that triggers it, by setting. */
export const stopLimitFills = {
  proven: BY_PROOF,
  "at-stop": {
    ...BY_PROOF,
    // A single price cannot fill it at another one, so `meetPrice` stays as it is.
    meet: (order, open, high, low, _close, touch) => meetAtStop(order, open, high, low, touch),
    rule: () => `${BECOMES} at its stop, where the limit lies beyond that and the bar reaches it too.`,
  },
  turned: byTurn(TURNED, "goes against the order and closes"),
  /** Applies in that bar and in later ones. */
  "by-close": {
    meet: (order, _open, high, low, close, touch) => meetByClose(order, high, low, close, touch),
    meetPrice: (order, price, touch) => meetByClose(order, price, price, price, touch),
    rule: () => BEYOND_BY_CLOSE,
    ruleReached: BEYOND_BY_CLOSE,
    asks: "beyond its limit",
    asksReached: "beyond its limit",
  },
} as const satisfies Readonly<Record<string, StopLimitRule>>;

/** Rule for the price that a trailing stop follows. */
interface TrailRule {
  /** Whether it follows bars before the first one that can fill it; `exitsFollow` tells whether exits do. */
  early(exitsFollow: boolean): boolean;
  /** Returns the price of a bar to follow, given its best price and its close. */
  best(extreme: number, close: number): number;
  readonly word: string;
}

/** Rules for the price that a trailing stop follows, by setting. */
export const trailFollowings = {
  extremes: { early: () => true, best: (extreme) => extreme, word: "price" },
  closes: { early: (exitsFollow) => exitsFollow, best: (_extreme, close) => close, word: "close" },
} as const satisfies Readonly<Record<string, TrailRule>>;

/** Rule for the fill price of a trailing stop. */
interface TrailFillRule {
  /** Returns its price in a bar that triggers it; `price` is that of a plain stop. */
  price(sign: 1 | -1, stop: number, close: number, price: number): number;
  /** Whether it moves for a new best price. */
  moves(order: TypedOrder, best: number): boolean;
  where(gap: GapRule): string;
}

/** Rules for the fill price of a trailing stop, by setting. */
export const trailFills = {
  "at-stop": { price: (_sign, _stop, _close, price) => price, moves: () => true, where: ({ where }) => where },
  /** At the close of its bar if that is worse than the stop, and never at an open. */
  "worse-close": {
    price: (sign, stop, close) => sign * Math.max(sign * stop, sign * close),
    /** A stop above the price, at a fraction p of it, moves only if the best price is more than p / (1 - p) of the stop below it. */
    moves: ({ sign, stopPrice, trailPercent: share }, best) =>
      !(sign === 1 && stopPrice - best <= (stopPrice * share) / (1 - share)),
    where: () => "at the stop, or at the close of the bar that reaches it where that is worse",
  },
} as const satisfies Readonly<Record<string, TrailFillRule>>;

/** Settings that select the fill rules. */
export interface FillChoices {
  /** Custom rules, which take precedence over the others. */
  readonly fills: OwnPart | undefined;
  readonly limitFill: keyof typeof limitFills;
  readonly stopGap: keyof typeof stopGaps;
  readonly stopLimitFill: keyof typeof stopLimitFills;
  readonly trailFollows: keyof typeof trailFollowings;
  readonly trailFill: keyof typeof trailFills;
}

/** Fill rules of a run: at which price a bar fills an order, and how a trail follows. */
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

/** Parts of an execution model that explain how order types fill. */
export interface MeetingRules {
  readonly fills: FillRules;
  readonly slippage: { readonly limitFillsAt: string };
}
