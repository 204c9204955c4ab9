import { FIELD_ROWS } from "../broker/order-fields.ts";
import type { OpenOrders } from "../broker/open-orders.ts";
import type { Order } from "../broker/order.ts";
import type { TimeInForce } from "../broker/order-record.ts";
import { orderTypes } from "../broker/order-types/catalog.ts";
import type { OrderType } from "../broker/order-types/order-type.ts";
import { checkSize, type Size } from "../broker/sizing.ts";
import { type TimeInForceRule, timesInForce } from "../broker/times-in-force.ts";
import type { Feed } from "../market/feed.ts";
import { formatValue } from "../primitives/check.ts";
import { HindcastError } from "../primitives/errors.ts";
import { suggestionText, nearestNames } from "../primitives/nearest-names.ts";
import { parseInstant } from "../time/instant.ts";
import { namedTime } from "../time/named-time.ts";

/** Take-profit as an object. A plain number is its limit price. */
export interface TakeProfit {
  /** Limit price of the take-profit. */
  readonly limit: number;
}

/** Stop-loss as an object: `stop`, `stop` with `limit`, `trail` or `trailPercent`. A plain number is its stop price. */
export interface StopLoss {
  /** Stop price. When it is reached, the exit becomes a market order, or with `limit` a limit order. */
  readonly stop?: number;
  /** Limit price after the stop has triggered. */
  readonly limit?: number;
  /** Distance of a trailing stop from the best price since entry, as a price difference. */
  readonly trail?: number;
  /** Distance of a trailing stop as a fraction of the best price, below 1: 0.05 for 5%. */
  readonly trailPercent?: number;
}

/**
 * Prices, time in force and exits of an order. Its type follows from the prices: an order without prices is a market
 * order.
 */
export interface OrderOptions {
  /** Limit price: the worst price that the order accepts. */
  readonly limit?: number;
  /** Stop price. When it is reached, the order becomes a market order, or with `limit` a limit order. */
  readonly stop?: number;
  /** Distance of a trailing stop from the best price, as a price difference. */
  readonly trail?: number;
  /** Distance of a trailing stop as a fraction of the best price, below 1: 0.05 for 5%. */
  readonly trailPercent?: number;
  /** Time in force of the order. The default is the setting `orderLife`: `day`, or `gtc`. */
  readonly timeInForce?: TimeInForce;
  /** Time at which a `gtd` order expires: epoch milliseconds or ISO 8601. */
  readonly expiresAt?: number | string;
  /** Whether the order may only reduce a position. */
  readonly reduceOnly?: boolean;
  /** Whether the order also fills in bars of extended hours, if the data has them. */
  readonly extendedHours?: boolean;
  /**
   * Exit with a profit: a limit price, or an object. The exit becomes active once the order fills, and stays active
   * until canceled.
   */
  readonly takeProfit?: number | TakeProfit;
  /** Exit with a loss: its stop price, or an object with the fields of a stop-loss. If an order has both exits, a fill of one cancels the other. */
  readonly stopLoss?: number | StopLoss;
  /** Label of the order and of the trade that it opens. */
  readonly tag?: string;
}

/** Order as a strategy requests it: size, prices, time in force and exits. */
export type OrderRequest = Size & OrderOptions;

/** Set of the names that an object may have. */
export type Names = Readonly<Record<string, true>>;

/** Returns a set of allowed names. */
export function namesOf(...names: readonly string[]): Names {
  return Object.fromEntries(names.map((name) => [name, true]));
}

const SIZE_NAMES = ["quantity", "percent", "notional", "risk", "stopPrice"];
const FIELD_NAMES: readonly (keyof OrderOptions)[] = FIELD_ROWS.map(({ requestName }) => requestName);

/** Allowed fields of an order request. */
const NAMES = namesOf(...SIZE_NAMES, ...FIELD_NAMES, "takeProfit", "stopLoss", "tag");

/** Latest date in epoch milliseconds. Servers receive expiry times as dates, so they cannot be later. */
const LATEST_INSTANT = 8.64e15;

/** Converts order requests of a strategy to orders that the broker accepts. */
export class OrderDrafts {
  readonly #feed: Feed;
  readonly #open: OpenOrders;
  readonly #mostShare: number;

  /** Creates the converter. `most` is the largest share of equity that an order may request. */
  constructor(feed: Feed, open: OpenOrders, most: number) {
    this.#feed = feed;
    this.#open = open;
    this.#mostShare = most;
  }

  /** Creates an order without its exits. Throws `ORDER_INVALID` for an invalid request. */
  order(sign: 1 | -1, order: OrderRequest): Order {
    checkOrderNames(order);
    const { quantity, percent, notional, risk, timeInForce, tag = "" } = order;
    // The request is copied, since the strategy may change its object before hooks have finished.
    const stopPrice = order.risk === undefined ? undefined : order.stopPrice;
    const size = { quantity, percent, notional, risk, stopPrice } as Size;
    checkSize(size, this.#mostShare);
    const draft = this.#open.createOrder(this.#feed, typeOf(order), sign, size);
    setPrices(draft, order);
    if (timeInForce !== undefined) draft.timeInForce = ruleOf(timeInForce);
    if (order.expiresAt !== undefined || draft.timeInForce.endsAtTime) draft.expiresAt = endOf(draft, order.expiresAt);
    if (order.reduceOnly === true) draft.reduceOnly = true;
    if (order.extendedHours === true) draft.extendedHours = true;
    draft.tag = tag;
    return draft;
  }

  /** Creates the take-profit of an order. */
  takeProfit(sign: 1 | -1, exit: number | TakeProfit, tag: string): Order {
    const terms = typeof exit === "number" ? { limit: exit } : checkExit("takeProfit", exit, PROFIT_NAMES);
    const { limit } = terms;
    checkPrice("takeProfit", limit);
    const draft = this.#exit(orderTypes.limit, sign, tag);
    draft.limitPrice = limit;
    return draft;
  }

  /** Creates the stop-loss of an order. */
  stopLoss(sign: 1 | -1, exit: number | StopLoss, tag: string): Order {
    const terms: StopLoss = typeof exit === "number" ? { stop: exit } : checkExit("stopLoss", exit, LOSS_NAMES);
    const { stop, trail, trailPercent } = terms;
    if (stop === undefined && trail === undefined && trailPercent === undefined) {
      throw orderInvalid(`stopLoss must be a price or have stop, trail or trailPercent, was ${formatValue(exit)}`, {
        given: exit,
      });
    }
    const draft = this.#exit(typeOf(terms), sign, tag);
    setPrices(draft, terms);
    return draft;
  }

  /** Creates an exit. Its quantity follows from its entry. */
  #exit(type: OrderType, sign: 1 | -1, tag: string): Order {
    const draft = this.#open.createOrder(this.#feed, type, -sign as 1 | -1, { quantity: 1 });
    draft.timeInForce = timesInForce.gtc;
    draft.tag = tag;
    return draft;
  }
}

const PROFIT_NAMES = namesOf("limit");
const LOSS_NAMES = namesOf("stop", "limit", "trail", "trailPercent");

function checkExit<T extends object>(what: string, exit: T, known: Names): T {
  if (typeof exit !== "object" || exit === null)
    throw orderInvalid(`${what} must be a price or an object, was ${formatValue(exit)}`, { given: exit });
  checkNames(what, exit, known);
  return exit;
}

/** Returns the order type that the prices imply. Throws `ORDER_INVALID` for prices that exclude each other. */
function typeOf(prices: StopLoss): OrderType {
  checkPrices(prices);
  const { limit, stop, trail, trailPercent } = prices;
  if (trail !== undefined || trailPercent !== undefined) {
    if (limit === undefined && stop === undefined && (trail === undefined || trailPercent === undefined))
      return orderTypes.trailing_stop;
    throw orderInvalid("a trailing stop takes either trail or trailPercent, and neither limit nor stop", {});
  }
  if (stop === undefined) return limit === undefined ? orderTypes.market : orderTypes.limit;
  return limit === undefined ? orderTypes.stop : orderTypes.stop_limit;
}

function setPrices(draft: Order, { limit, stop, trail, trailPercent }: StopLoss): void {
  if (limit !== undefined) draft.limitPrice = limit;
  if (stop !== undefined) draft.stopPrice = stop;
  if (trail !== undefined) draft.trailAmount = trail;
  if (trailPercent !== undefined) draft.trailPercent = trailPercent;
}

function ruleOf(timeInForce: unknown): TimeInForceRule {
  const rules: Readonly<Record<string, TimeInForceRule>> = timesInForce;
  if (typeof timeInForce === "string" && Object.hasOwn(rules, timeInForce)) return rules[timeInForce]!;
  const known = Object.keys(timesInForce);
  throw orderInvalid(`timeInForce must be one of ${known.join(", ")}, was ${formatValue(timeInForce)}`, {
    timeInForce,
    known,
  });
}

function endOf({ timeInForce }: Order, expiresAt: number | string | undefined): number {
  if (!timeInForce.endsAtTime) throw orderInvalid(`expiresAt requires timeInForce gtd, was ${timeInForce.name}`, {});
  if (expiresAt === undefined) throw orderInvalid("a gtd order must have expiresAt, the time at which it expires", {});
  const instant = typeof expiresAt === "string" ? namedTime("expiresAt", () => parseInstant(expiresAt)) : expiresAt;
  if (typeof instant === "number" && Math.abs(instant) <= LATEST_INSTANT) return instant;
  throw orderInvalid(`expiresAt must be epoch milliseconds or ISO 8601, was ${formatValue(expiresAt)}`, { expiresAt });
}

/**
 * Checks the names in an order request, since an order with a misspelled limit would be a market order. Throws
 * `ORDER_INVALID`.
 */
export function checkOrderNames(order: object): void {
  if (typeof order !== "object" || order === null) {
    throw orderInvalid(`an order must be an object such as { percent: 1 }, was ${formatValue(order)}`, { order });
  }
  checkNames("an order", order, NAMES);
  const { risk, stopPrice, tag, reduceOnly, extendedHours } = order as Readonly<Record<string, unknown>>;
  if (stopPrice !== undefined && risk === undefined) {
    throw orderInvalid("stopPrice is for orders sized by risk; give the price of a stop order as stop", { stopPrice });
  }
  if (tag !== undefined && typeof tag !== "string")
    throw orderInvalid(`tag must be text, was ${formatValue(tag)}`, { tag });
  if (reduceOnly !== undefined) checkFlag("reduceOnly", reduceOnly);
  if (extendedHours !== undefined) checkFlag("extendedHours", extendedHours);
}

/** Checks that an object has only names in `known`. Throws `ORDER_INVALID`, naming the closest one. */
export function checkNames(what: string, value: object, known: Names): void {
  if (typeof value !== "object" || value === null) {
    const must = `must be given an object with ${Object.keys(known).join(", ")}`;
    throw orderInvalid(`${what} ${must}, was given ${formatValue(value)}`, { given: value });
  }
  for (const name in value) {
    if (Object.hasOwn(known, name)) continue;
    const names = Object.keys(known);
    const meant = suggestionText(nearestNames(name, names));
    throw orderInvalid(`${what} has no ${JSON.stringify(name)}; it has ${names.join(", ")}${meant}`, {
      name,
      known: names,
    });
  }
}

function checkFlag(name: string, value: unknown): void {
  if (typeof value === "boolean") return;
  throw orderInvalid(`${name} must be true or false, was ${formatValue(value)}`, { name, value });
}

/** Checks the prices and distances of an order. Throws `ORDER_INVALID`. */
export function checkPrices({ limit, stop, trail, trailPercent }: StopLoss): void {
  if (limit !== undefined) checkPrice("limit", limit);
  if (stop !== undefined) checkPrice("stop", stop);
  if (trail !== undefined) checkDistance("trail", trail);
  if (trailPercent !== undefined) checkTrailShare(trailPercent);
}

/** Checks that a price is a finite number. Throws `ORDER_INVALID`. */
function checkPrice(field: string, value: unknown): void {
  if (typeof value === "number" && Number.isFinite(value)) return;
  throw orderInvalid(`${field} must be a finite number, was ${formatValue(value)}`, { field, value });
}

/** Checks that a distance is a finite number above 0. Throws `ORDER_INVALID`. */
function checkDistance(field: string, value: unknown): void {
  if (typeof value === "number" && Number.isFinite(value) && value > 0) return;
  throw orderInvalid(`${field} must be a finite number above 0, was ${formatValue(value)}`, { field, value });
}

/**
 * Checks that a trailing distance is a share of the price below 1, since the stop of a long position would otherwise be
 * at 0. Throws `ORDER_INVALID`.
 */
function checkTrailShare(value: unknown): void {
  checkDistance("trailPercent", value);
  if ((value as number) < 1) return;
  throw orderInvalid(
    `trailPercent must be a share of the price below 1, 0.05 for five percent, was ${formatValue(value)}`,
    {
      field: "trailPercent",
      value,
    },
  );
}

export function orderInvalid(message: string, details: Readonly<Record<string, unknown>>): HindcastError {
  return new HindcastError("ORDER_INVALID", message, details);
}
