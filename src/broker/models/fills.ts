import { MISSING } from "../../primitives/column.ts";
import type { CustomPart } from "../custom-part.ts";

/**
 * Numbers that note how an order filled: one of these values, plus the flags of `NOTE_FLAG` that apply. A run keeps one
 * number per fill, and `fillSentence` makes a sentence of it.
 */
export const NOTE = {
  /** Filled by the rule of the order's type, in a bar whose prices the order could see. */
  type: 0,
  /**
   * `close`: filled at the close, the only price of the bar that the order could see. `formingClose`: the same, because
   * the bar was forming when the order arrived.
   */
  close: 1,
  formingClose: 2,
  /**
   * `decisionClose`: filled at the close at which the order was submitted. `previousClose`: filled at the close before
   * the bar in which the fill is booked.
   */
  decisionClose: 3,
  previousClose: 4,
  /** Filled at the order's stop, or at the close before the bar if that close is worse. */
  queuedStop: 5,
  /** Liquidated by a margin call at the open of a bar, by one inside a bar, or by ruin. */
  marginCallAtOpen: 6,
  marginCall: 7,
  ruined: 8,
  /** Position closed at the end of the run. */
  runEnd: 9,
  /** Filled by custom fill rules. */
  custom: 10,
} as const;

/** Value of the first flag. All notes are smaller. */
export const NOTE_FLAGS_FROM = 32;

/**
 * Flags that are added to a note. `triggeredEarlier`: an earlier bar triggered the stop. `entryBar`: the entry filled
 * in the same bar. `lastBarAgain`: the last bar was matched again. `volumeLimited`: volume left part of the order
 * unfilled.
 */
export const NOTE_FLAG = {
  triggeredEarlier: NOTE_FLAGS_FROM,
  entryBar: 2 * NOTE_FLAGS_FROM,
  lastBarAgain: 4 * NOTE_FLAGS_FROM,
  volumeLimited: 8 * NOTE_FLAGS_FROM,
} as const;

/** Result of matching an order against a bar: how the bar triggers and fills the order. The order's type sets it. */
export class BarMatch {
  /** Fill rules of the run. */
  readonly fills: FillRules;
  /** Fill price before slippage; NaN if the order does not fill. */
  price = 0.5;
  /** Whether the order triggers at the open, before all other prices of the bar. */
  atOpen = false;
  /** Price level that triggers the order. */
  level = 0.5;
  /** Whether the price must rise (1) or fall (-1) to reach the level. */
  heading: 1 | -1 = 1;
  /** Whether the order is a stop, which triggers after the price has moved against the trader. */
  adverse = false;
  /** Whether slippage applies to the fill, as for all orders whose price is not guaranteed. */
  slips = false;
  /** Whether the order's stop is triggered, even if the order does not fill. */
  triggers = false;
  /** Note that explains the fill price: one of `NOTE`. */
  note = 0;

  constructor(fills: FillRules) {
    this.fills = fills;
  }
}

/** Prices of an order that its type needs. */
export interface MatchableOrder {
  readonly sign: 1 | -1;
  readonly limitPrice: number;
  /** Stop price of the order. Of a trailing stop, the current one. */
  stopPrice: number;
  readonly trailAmount: number;
  readonly trailPercent: number;
  /** Best price since the trailing stop became active. */
  waterMark: number;
  readonly triggered: boolean;
}

/** Fills a market order at a price. */
export function matchMarket(price: number, match: BarMatch): boolean {
  match.price = price;
  match.atOpen = true;
  match.level = price;
  match.adverse = false;
  match.slips = true;
  match.triggers = false;
  return true;
}

/**
 * Matches a limit order against a bar, or against a single price given as open, high and low. Returns whether the order
 * fills.
 */
export function matchLimit(
  sign: 1 | -1,
  limit: number,
  open: number,
  high: number,
  low: number,
  match: BarMatch,
): boolean {
  const place = match.fills.limits.match(open, sign === 1 ? low : high, limit, sign);
  if (place === 0) return false;
  const atOpen = place === 2;
  match.price = atOpen ? open : limit;
  match.atOpen = atOpen;
  match.level = match.price;
  match.heading = -sign as 1 | -1;
  match.adverse = false;
  match.slips = false;
  match.triggers = false;
  return true;
}

/**
 * Matches a stop order against a bar, or against a single price given as open, high and low. `gap` decides the price if
 * the bar opens beyond the stop. Returns whether the stop is triggered.
 */
export function matchStop(
  sign: 1 | -1,
  stop: number,
  open: number,
  high: number,
  low: number,
  gap: GapRule,
  match: BarMatch,
): boolean {
  const atOpen = (open - stop) * sign >= 0;
  if (!atOpen && (sign === 1 ? high < stop : low > stop)) return false;
  match.price = atOpen ? gap.price(stop, open) : stop;
  match.atOpen = atOpen;
  match.level = atOpen ? open : stop;
  match.heading = sign;
  match.adverse = true;
  match.slips = true;
  match.triggers = true;
  return true;
}

/** Rule for the price that a bar must reach to fill a limit order. */
interface LimitRule {
  /**
   * Returns 2 if a bar fills the limit order at its open, 1 if inside the bar, 0 if not at all. `worst` is the bar's
   * extreme in the direction of the limit.
   */
  match(open: number, worst: number, limit: number, sign: 1 | -1): 0 | 1 | 2;
  isReachedBy(price: number, limit: number, sign: 1 | -1): boolean;
  /** Texts that say what a bar does to a limit that it fills, which single price fills it, and which close fills it. */
  readonly verb: string;
  readonly requirement: string;
  readonly closeText: string;
}

/** Rules for the price that fills a limit order, by the setting's value. */
export const limitFills = {
  touch: {
    match: (open, worst, limit, sign) => ((open - limit) * sign <= 0 ? 2 : (worst - limit) * sign <= 0 ? 1 : 0),
    isReachedBy: (price, limit, sign) => (price - limit) * sign <= 0,
    verb: "reaches",
    requirement: "within its limit",
    closeText: "at the limit or better",
  },
  /** The price must go beyond the limit, not just touch it. */
  "trade-through": {
    match: (open, worst, limit, sign) => ((open - limit) * sign < 0 ? 2 : (worst - limit) * sign < 0 ? 1 : 0),
    isReachedBy: (price, limit, sign) => (price - limit) * sign < 0,
    verb: "goes through",
    requirement: "beyond its limit",
    closeText: "better than the limit",
  },
} as const satisfies Readonly<Record<string, LimitRule>>;

/** Rule for a stop order when a bar opens beyond its stop. */
interface GapRule {
  price(stop: number, open: number): number;
  /** Texts that say where a bar that reaches a stop fills it, and why that is unrealistic (empty if it is not). */
  readonly where: string;
  readonly unrealistic: string;
}

/** Rules for a stop order when a bar opens beyond its stop, by the setting's value. */
export const stopGaps = {
  "at-open": {
    price: (_stop, open) => open,
    where: "at the stop, or at the open of a bar that opens beyond it",
    unrealistic: "",
  },
  "at-stop": {
    price: (stop) => stop,
    where: "at the stop, even in a bar that opens beyond it",
    unrealistic: "stops fill at their price although the market gapped through it",
  },
} as const satisfies Readonly<Record<string, GapRule>>;

/** Rule for a single price, which can fill a stop only at that price. */
export const AT_OPEN: GapRule = stopGaps["at-open"];

/** Rule for a stop-limit order in a bar or at a single price. */
interface StopLimitRule {
  match(order: MatchableOrder, open: number, high: number, low: number, close: number, match: BarMatch): boolean;
  matchPrice(order: MatchableOrder, price: number, match: BarMatch): boolean;
  /**
   * Returns the rule as a text for the explanation of a fill; `triggeredRule` is its text for a stop that was triggered
   * before.
   */
  rule(fills: FillRules): string;
  readonly triggeredRule: string;
  /** Text that says which single price fills the order; empty if it is that of a limit order. */
  readonly asks: string;
  readonly triggeredRequirement: string;
}

/**
 * Rule for the bar that triggers a stop-limit order. It decides whether a fill at the stop has slippage, and whether
 * the price may have come back to the limit.
 */
interface DirectionRule {
  slips(order: MatchableOrder): boolean;
  comesBack(sign: 1 | -1, open: number, close: number): boolean;
}

const PROVEN: DirectionRule = { slips: () => false, comesBack: () => true };

/** Requires a bar that moved against the order from open to close. */
const AGAINST_ORDER: DirectionRule = {
  slips: ({ sign, limitPrice, stopPrice }) => (stopPrice - limitPrice) * sign <= 0,
  comesBack: (sign, open, close) => (sign === 1 ? close < open : close >= open),
};

/**
 * Fills a stop-limit order if the bar proves the fill: at the open or the stop if that price is within the limit, or at
 * the limit if the price came back to it.
 */
function matchByDirection(
  order: MatchableOrder,
  open: number,
  high: number,
  low: number,
  close: number,
  gap: GapRule,
  match: BarMatch,
  turn: DirectionRule,
): boolean {
  const { sign, limitPrice, stopPrice } = order;
  if (order.triggered) return matchLimit(sign, limitPrice, open, high, low, match);
  if (!matchStop(sign, stopPrice, open, high, low, gap, match)) return false;
  const { atOpen, level } = match;
  match.slips = !atOpen && turn.slips(order);
  if ((match.price - limitPrice) * sign <= 0) return true;
  if (atOpen && matchLimit(sign, limitPrice, open, high, low, match)) {
    match.triggers = true;
    return true;
  }
  const back = !atOpen && turn.comesBack(sign, open, close) && match.fills.limits.isReachedBy(close, limitPrice, sign);
  match.price = back ? limitPrice : MISSING[0]!;
  match.atOpen = atOpen;
  match.level = level;
  match.triggers = true;
  return true;
}

/**
 * Fills a stop-limit order at the stop if the limit lies beyond the stop and the bar reaches the limit too, even if the
 * bar opened beyond the stop. Otherwise the order does not fill in that bar.
 */
function matchAtStop(order: MatchableOrder, open: number, high: number, low: number, match: BarMatch): boolean {
  const { sign, limitPrice, stopPrice } = order;
  if (order.triggered) return matchLimit(sign, limitPrice, open, high, low, match);
  if (!matchStop(sign, stopPrice, open, high, low, stopGaps["at-stop"], match)) return false;
  const reached = sign === 1 ? low <= limitPrice : high >= limitPrice;
  match.slips = false;
  match.price = reached && (stopPrice - limitPrice) * sign < 0 ? stopPrice : MISSING[0]!;
  return true;
}

/**
 * Fills a stop-limit order if the bar closes better than its limit. A buy fills at the lower of limit and high, a sell
 * at the higher of limit and low. Source: LEAN's fill model for equities.
 */
function matchByClose(
  { sign, limitPrice, stopPrice, triggered }: MatchableOrder,
  high: number,
  low: number,
  close: number,
  match: BarMatch,
): boolean {
  if (!triggered && (sign === 1 ? high <= stopPrice : low >= stopPrice)) return false;
  const fills = (limitPrice - close) * sign > 0;
  match.price = fills ? (sign === 1 ? Math.min(high, limitPrice) : Math.max(low, limitPrice)) : MISSING[0]!;
  match.atOpen = false;
  match.level = triggered ? limitPrice : stopPrice;
  match.heading = sign;
  match.adverse = true;
  match.slips = false;
  match.triggers = true;
  return true;
}

const BECOMES = "A stop-limit order becomes a limit order when its stop is reached. In that bar it fills only";

const byDirection = (turn: DirectionRule, closes: string): StopLimitRule => ({
  match: (order, open, high, low, close, match) =>
    matchByDirection(order, open, high, low, close, match.fills.gap, match, turn),
  matchPrice: (order, price, match) => matchByDirection(order, price, price, price, price, AT_OPEN, match, turn),
  rule: ({ gap, limits }) =>
    `${BECOMES} if the bar proves the fill: ${gap.where}, if that price is within the limit. Otherwise it fills at the limit, if the bar opens beyond both prices and then reaches the limit, or if it ${closes} ${limits.closeText}.`,
  triggeredRule: "",
  asks: "within its limit",
  triggeredRequirement: "",
});

const BY_PROOF = byDirection(PROVEN, "closes");
const BEYOND_BY_CLOSE =
  "A stop-limit order fills when its stop has been reached and a bar closes better than its limit: below it for a buy, above it for a sell. A buy then fills at the lower of limit and high, a sell at the higher of limit and low.";

/** Rules for a stop-limit order in the bar that triggers its stop, by the setting's value. */
export const stopLimitFills = {
  proven: BY_PROOF,
  "at-stop": {
    ...BY_PROOF,
    // The rule at the stop does not concern a single price, so `matchPrice` stays as it is.
    match: (order, open, high, low, _close, match) => matchAtStop(order, open, high, low, match),
    rule: () => `${BECOMES} at its stop, and only if the limit lies beyond the stop and the bar reaches the limit too.`,
  },
  turned: byDirection(
    AGAINST_ORDER,
    "moves opposite to the order from open to close (down for a buy, up for a sell) and closes",
  ),
  /** Applies both in the bar that triggers the order and in later bars. */
  "by-close": {
    match: (order, _open, high, low, close, match) => matchByClose(order, high, low, close, match),
    matchPrice: (order, price, match) => matchByClose(order, price, price, price, match),
    rule: () => BEYOND_BY_CLOSE,
    triggeredRule: BEYOND_BY_CLOSE,
    asks: "beyond its limit",
    triggeredRequirement: "beyond its limit",
  },
} as const satisfies Readonly<Record<string, StopLimitRule>>;

/** Rule for the price that a trailing stop follows. */
interface TrailRule {
  /**
   * Whether a trailing stop follows bars before the first bar that can fill it. `exitsFollow` is the answer of the rule
   * for exits.
   */
  followsEarlyBars(exitsFollow: boolean): boolean;
  /** Returns the price that a trailing stop follows, given the best price of a bar and its close. */
  priceToFollow(extreme: number, close: number): number;
  readonly word: string;
}

/** Rules for the price that a trailing stop follows, by the setting's value. */
export const trailFollowings = {
  extremes: { followsEarlyBars: () => true, priceToFollow: (extreme) => extreme, word: "price" },
  closes: { followsEarlyBars: (exitsFollow) => exitsFollow, priceToFollow: (_extreme, close) => close, word: "close" },
} as const satisfies Readonly<Record<string, TrailRule>>;

/** Rule for the fill price of a trailing stop. */
interface TrailFillRule {
  /** Returns the fill price in a bar that triggers the stop. `price` is the fill price of a plain stop order. */
  price(sign: 1 | -1, stop: number, close: number, price: number): number;
  /** Whether a trailing stop moves when the price reaches a new best price. */
  movesTo(order: MatchableOrder, best: number): boolean;
  where(gap: GapRule): string;
}

/** Rules for the fill price of a trailing stop, by the setting's value. */
export const trailFills = {
  "at-stop": { price: (_sign, _stop, _close, price) => price, movesTo: () => true, where: ({ where }) => where },
  /** Fills at the close of the triggering bar if that close is worse than the stop, and never at an open. */
  "worse-close": {
    price: (sign, stop, close) => sign * Math.max(sign * stop, sign * close),
    /**
     * A buy's stop moves only if the best price is below the stop by more than p / (1 - p) of it, where p is the
     * trailing share.
     */
    movesTo: ({ sign, stopPrice, trailPercent: share }, best) =>
      !(sign === 1 && stopPrice - best <= (stopPrice * share) / (1 - share)),
    where: () => "at the stop, or at the close of the bar that reaches it if that is worse",
  },
} as const satisfies Readonly<Record<string, TrailFillRule>>;

/** Settings that select the fill rules. */
export interface FillChoices {
  /** Custom fill rules, which take precedence over all other settings. */
  readonly fills: CustomPart | undefined;
  readonly limitFill: keyof typeof limitFills;
  readonly stopGap: keyof typeof stopGaps;
  readonly stopLimitFill: keyof typeof stopLimitFills;
  readonly trailFollows: keyof typeof trailFollowings;
  readonly trailFill: keyof typeof trailFills;
}

/** Fill rules of a run: the price at which a bar fills an order, and how a trailing stop follows the price. */
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

/** Parts of an execution model with which order types explain their rules. */
export interface RuleTextParts {
  readonly fills: FillRules;
  readonly slippage: { readonly limitFillText: string };
}
