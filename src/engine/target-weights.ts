import type { Account } from "../broker/accounts/account.ts";
import type { ExecutionModel } from "../broker/models/execution-model.ts";
import type { TargetRule } from "../broker/models/sizing.ts";
import { mostShare } from "../broker/sizing.ts";
import { type Feed, findFeed } from "../market/feed.ts";
import { isTraded } from "../market/instrument.ts";
import { formatValue } from "../primitives/check.ts";
import { MISSING } from "../primitives/column.ts";
import { floorToStep, snapToStep } from "../primitives/rounding.ts";
import { orderInvalid } from "./order-request.ts";

/**
 * Target shares of equity by symbol: 0.6 for 60%, 0 for no position, and negative for a short position in a margin
 * account.
 */
export type TargetWeights = Readonly<Record<string, number>>;

/** Members of an account that decide what it can pay for: commissions, short sales and margin in use. */
type PayingAccount = Pick<Account, "commissionOf" | "valueOf" | "allowsShort"> &
  Partial<Pick<Account, "initialMargin">>;

/** Result of target weights for one symbol. */
export interface TargetLine {
  /** Symbol of the line. */
  readonly symbol: string;
  /** Weight that was requested. */
  readonly weight: number;
  /** Number of units that the weight is worth at the last price, before rounding to the lot. NaN without a price. */
  readonly exact: number;
  /** Units to hold after the order. */
  readonly quantity: number;
  /** Units to buy, negative to sell. */
  readonly change: number;
  /** Text that says why `quantity` differs from `exact`, or an empty text if they are equal. */
  readonly note: string;
}

/** Relative tolerance for binary rounding in a sum of shares. */
const NOISE = 1 + 1e-12;

/** Target weight, with the feed of its symbol. */
type WeightedFeed = readonly [Feed, number];

interface Line {
  readonly feed: Feed;
  readonly symbol: string;
  readonly weight: number;
  readonly held: number;
  readonly exact: number;
  readonly unit: number;
  quantity: number;
  note: string;
  /** Whether the weight is short but the account allows no short positions, so that no units are held. */
  readonly shortForbidden: boolean;
}

/**
 * Returns the units for target weights, each rounded down to the lot, so that a weight is an upper limit. A symbol
 * without a weight or without a price keeps its position. The line of a symbol without a price says so unless the
 * weight is 0. Open market orders count as filled. A weight below 0 counts as 0 if the account cannot be short.
 * `buffer` is a share of equity kept in cash. Costs reduce the largest buy. With a margin account, weights may exceed
 * equity, as long as it covers the initial margin of all named positions and the costs. If not, the position that grows
 * most is reduced.
 */
export function targetLines(
  weights: TargetWeights,
  feeds: readonly Feed[],
  held: (index: number) => number,
  equity: number,
  buffer: number,
  account: PayingAccount,
  rules: Pick<ExecutionModel, "sizing" | "account" | "orders">,
  pending: (index: number) => number,
): readonly TargetLine[] {
  const named = checkWeights(weights, feeds, mostShare(rules.account.initialShare));
  const unpriced = named.filter(([{ last }, weight]) => Number.isNaN(last) && weight !== 0);
  const priced = named.filter(([{ last }]) => !Number.isNaN(last));
  const pricedLines = sized(priced, held, equity, buffer, account, rules, pending);
  if (unpriced.length === 0) return pricedLines;
  const placeOf = new Map(named.map(([{ instrument }], place) => [instrument.symbol, place]));
  return [
    ...pricedLines,
    ...unpriced.map(([feed, weight]) => withoutPrice(feed.instrument.symbol, weight, held(feed.index))),
  ].toSorted((a, b) => placeOf.get(a.symbol)! - placeOf.get(b.symbol)!);
}

/** Returns the lines of the symbols that have a price. */
function sized(
  named: readonly WeightedFeed[],
  held: (index: number) => number,
  equity: number,
  buffer: number,
  account: PayingAccount,
  rules: Pick<ExecutionModel, "sizing" | "account" | "orders">,
  pending: (index: number) => number,
): readonly TargetLine[] {
  const spend = equity * (1 - buffer);
  const lines: Line[] = named.map(([feed, weight]) => {
    const { symbol, lot, multiplier } = feed.instrument;
    const unit = feed.last * multiplier;
    const exact = (weight * spend) / unit;
    const shortForbidden = weight < 0 && !account.allowsShort;
    const quantity = shortForbidden ? 0 : Math.sign(exact) * floorToStep(Math.abs(exact), lot);
    const note = shortForbidden
      ? needsMargin(symbol, weight)
      : quantity === exact
        ? ""
        : `floored to the lot of ${lot}`;
    return { feed, symbol, weight, held: held(feed.index), exact, unit, quantity, note, shortForbidden };
  });
  if (rules.sizing.target !== undefined)
    return sizedByRule(lines, equity, spend, account, rules.sizing.target, rules.account.initialShare, pending);
  const wanted = named.reduce((sum, [, weight]) => sum + Math.max(0, weight), 0);
  const { compare } = rules.orders.admission;
  const inTurn = lines.toSorted((a, b) => compare(a.feed, b.feed));
  payCosts(inTurn, spend * (account.allowsShort ? Math.max(1, wanted) : 1), account);
  const { margin } = rules.account;
  if (margin !== undefined) coverMargin(inTurn, equity, margin.initial, account);
  return lines.map((line) => {
    const { symbol, weight, exact, quantity, note } = line;
    return Object.freeze({ symbol, weight, exact, quantity, change: changeOf(line, pending, account), note });
  });
}

/** Returns the line of a symbol without a price, for which no order is submitted. */
function withoutPrice(symbol: string, weight: number, held: number): TargetLine {
  return Object.freeze({
    symbol,
    weight,
    exact: MISSING[0]!,
    quantity: held,
    change: 0,
    note: `${symbol} has no price yet`,
  });
}

/** Whether a line has no order because its symbol has no price yet. */
export function isUnpriced({ exact }: TargetLine): boolean {
  return Number.isNaN(exact);
}

/**
 * Returns the units to order in addition to open market orders. Without short sales, it sells at most what is held and
 * not already being sold.
 */
function changeOf(
  { feed, quantity, held }: Line,
  pending: (index: number) => number,
  { allowsShort }: Pick<Account, "allowsShort">,
): number {
  const asked = pending(feed.index);
  const change = snapToStep(quantity - held - asked, feed.instrument.lot);
  return allowsShort ? change : Math.max(change, -Math.max(0, held + Math.min(0, asked))) + 0;
}

/** Sizes each position on its own, by a rule. */
function sizedByRule(
  lines: readonly Line[],
  equity: number,
  spend: number,
  account: PayingAccount,
  rule: TargetRule,
  initialShare: number,
  pending: (index: number) => number,
): readonly TargetLine[] {
  return lines.map(({ feed, symbol, weight: asked, held, unit, exact, shortForbidden, note: why }) => {
    const { lot } = feed.instrument;
    const weight = shortForbidden ? 0 : asked;
    const commission = (quantity: number) => account.commissionOf(feed, quantity, feed.last);
    const onTheWay = pending(feed.index);
    const free = equity - (account.initialMargin ?? 0);
    const change = rule({ weight, held, pending: onTheWay, unit, lot, equity, spend, free, initialShare, commission });
    const quantity = snapToStep(held + change, lot);
    const note = shortForbidden ? why : quantity === exact ? "" : "rounded by the sizing rule";
    return Object.freeze({ symbol, weight: asked, exact, quantity, change, note });
  });
}

function needsMargin(symbol: string, weight: number): string {
  return `the weight of ${symbol}, ${weight}, needs a short position, which a cash account does not allow: use a margin account`;
}

/** Reduces buys until the account can pay for them and their commissions. The largest buy gives up lots first. */
function payCosts(lines: readonly Line[], spend: number, account: PayingAccount): void {
  const takenBy = (line: Line) => Math.max(0, line.quantity) * line.unit + costsOf(line, account);
  const buys = ({ quantity, held }: Line) => quantity > held && quantity > 0;
  giveUpLots(lines, buys, 1, takenBy, spend);
}

/**
 * Reduces positions until equity less commissions covers their margin. The position that grows most, long or short,
 * gives up lots first.
 */
function coverMargin(lines: readonly Line[], equity: number, initial: number, account: PayingAccount): void {
  const takenBy = (line: Line) => Math.abs(line.quantity) * line.unit * initial + costsOf(line, account);
  const grows = (line: Line) => Math.abs(line.quantity) > leastOf(line);
  giveUpLots(lines, grows, initial, takenBy, equity);
}

/** Returns the costs of changing a position, besides the value of the units. */
function costsOf({ feed, quantity, held, unit }: Line, account: PayingAccount): number {
  const change = quantity - held;
  const size = Math.abs(change);
  // Fills are booked in whole cents. Rounding may lower the proceeds of a sale and raise the cost of a buy.
  const rounding = Math.sign(change) * (account.valueOf(feed, size, feed.last) - size * unit);
  return rounding + account.commissionOf(feed, change, feed.last);
}

/** Returns the units of a line that are already held and need no order. */
function leastOf({ quantity, held }: Line): number {
  return Math.max(0, held * Math.sign(quantity));
}

/**
 * Reduces the largest lines that may give up lots until their total is within the limit. Each lot frees `share` of its
 * value.
 */
function giveUpLots(
  lines: readonly Line[],
  may: (line: Line) => boolean,
  share: number,
  takenBy: (line: Line) => number,
  limit: number,
): void {
  const each = Float64Array.from(lines, takenBy);
  let over = each.reduce((sum, value) => sum + value, 0) - limit;
  const giving = [...lines.entries()].filter(([, line]) => may(line));
  const largestFirst = giving.toSorted(([, a], [, b]) => Math.abs(b.quantity) * b.unit - Math.abs(a.quantity) * a.unit);
  for (const [place, line] of largestFirst) {
    const { lot } = line.feed.instrument;
    const side = Math.sign(line.quantity);
    const least = leastOf(line);
    while (over > limit * (NOISE - 1) && line.quantity * side > least) {
      const lots = Math.max(1, Math.ceil(over / (lot * line.unit * share)));
      line.quantity = side * Math.max(least, snapToStep(line.quantity * side - lots * lot, lot)) + 0;
      line.note = "reduced to what the account can pay for, commissions included";
      each[place] = takenBy(line);
      over = each.reduce((sum, value) => sum + value, 0) - limit;
    }
  }
}

/** Checks target weights, and returns them with the feeds of their symbols. Throws `ORDER_INVALID`. */
function checkWeights(weights: TargetWeights, feeds: readonly Feed[], most: number): WeightedFeed[] {
  if (typeof weights !== "object" || weights === null) {
    throw orderInvalid(`target must be weights by symbol, such as { SPY: 0.6 }, was ${formatValue(weights)}`, {
      weights,
    });
  }
  return Object.entries(weights)
    .map(([symbol, weight]) => {
      const feed = findFeed(feeds, symbol);
      if (feed === undefined) {
        const known = feeds.map(({ instrument }) => instrument.symbol);
        throw orderInvalid(`target must name symbols of the run, ${known.join(", ")}, was ${formatValue(symbol)}`, {
          symbol,
        });
      }
      if (!isTraded(feed.instrument))
        throw orderInvalid(`target must name symbols to trade, ${symbol} has the role "data" and can only be read`, {
          symbol,
        });
      if (typeof weight !== "number" || !Number.isFinite(weight)) {
        throw orderInvalid(`the weight of ${symbol} must be a finite number, was ${formatValue(weight)}`, {
          symbol,
          weight,
        });
      }
      if (Math.abs(weight) > most) {
        throw orderInvalid(
          `the weight of ${symbol} must be a share of equity of at most ${most}, 0.6 for sixty percent, was ${weight}`,
          { symbol, weight, most },
        );
      }
      return [feed, weight] as const;
    })
    .toSorted(([a], [b]) => a.index - b.index);
}
