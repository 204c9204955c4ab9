import type { OpenOrders } from "../broker/open-orders.ts";
import type { Order } from "../broker/order.ts";
import { orderTypes } from "../broker/order-types/catalog.ts";
import type { OrderType } from "../broker/order-types/order-type.ts";
import { checkSize, type Size } from "../broker/sizing.ts";
import { timesInForce, type TimeInForceRule } from "../broker/times-in-force.ts";
import type { Feed } from "../market/feed.ts";
import { shown } from "../primitives/check.ts";
import { parseInstant } from "../time/instant.ts";
import { namedTime } from "../time/named-time.ts";
import {
  checkNames,
  checkOrderNames,
  checkPrice,
  checkPrices,
  type Names,
  namesOf,
  orderInvalid,
  type OrderOptions,
  type StopLoss,
  type TakeProfit,
} from "./order-options.ts";

/** No date is later than this, epoch milliseconds: what is sent to a server names its moments by dates. */
const LATEST_INSTANT = 8.64e15;

/** Turns what a strategy asks for into orders that the broker can take. */
export class OrderDrafts {
  readonly #feed: Feed;
  readonly #open: OpenOrders;
  readonly #mostShare: number;

  /** `most` is the largest share of equity that an order may ask for. */
  constructor(feed: Feed, open: OpenOrders, most: number) {
    this.#feed = feed;
    this.#open = open;
    this.#mostShare = most;
  }

  /** The order itself. Throws `ORDER_INVALID`. */
  order(sign: 1 | -1, order: Size & OrderOptions): Order {
    checkOrderNames(order);
    const { quantity, percent, notional, risk, timeInForce, tag = "" } = order;
    // A copy: what the strategy does with its own object before the hooks are over changes nothing. All copies have one shape.
    const stopPrice = order.risk === undefined ? undefined : order.stopPrice;
    const size = { quantity, percent, notional, risk, stopPrice } as Size;
    checkSize(size, this.#mostShare);
    const draft = this.#open.draft(this.#feed, typeOf(order), sign, size);
    setPrices(draft, order);
    if (timeInForce !== undefined) draft.timeInForce = ruleOf(timeInForce);
    if (order.expiresAt !== undefined || draft.timeInForce.endsAtTime) draft.expiresAt = endOf(draft, order.expiresAt);
    if (order.reduceOnly === true) draft.reduceOnly = true;
    if (order.extendedHours === true) draft.extendedHours = true;
    draft.tag = tag;
    return draft;
  }

  /** The exit that takes a profit. */
  takeProfit(sign: 1 | -1, given: number | TakeProfit, tag: string): Order {
    const terms = typeof given === "number" ? { limit: given } : checkExit("takeProfit", given, PROFIT_NAMES);
    const { limit } = terms;
    checkPrice("takeProfit", limit);
    const draft = this.#exit(orderTypes.limit, sign, tag);
    draft.limitPrice = limit;
    return draft;
  }

  /** The exit that cuts a loss. */
  stopLoss(sign: 1 | -1, given: number | StopLoss, tag: string): Order {
    const terms: StopLoss = typeof given === "number" ? { stop: given } : checkExit("stopLoss", given, LOSS_NAMES);
    const { stop, trail, trailPercent } = terms;
    if (stop === undefined && trail === undefined && trailPercent === undefined) {
      throw orderInvalid(`stopLoss must be a price or have stop, trail or trailPercent, was ${shown(given)}`, {
        given,
      });
    }
    const draft = this.#exit(typeOf(terms), sign, tag);
    setPrices(draft, terms);
    return draft;
  }

  /** Its size is that of what it protects. */
  #exit(type: OrderType, sign: 1 | -1, tag: string): Order {
    const draft = this.#open.draft(this.#feed, type, -sign as 1 | -1, { quantity: 1 });
    draft.timeInForce = timesInForce.gtc;
    draft.tag = tag;
    return draft;
  }
}

const PROFIT_NAMES = namesOf("limit");
const LOSS_NAMES = namesOf("stop", "limit", "trail", "trailPercent");

function checkExit<T extends object>(what: string, given: T, known: Names): T {
  if (typeof given !== "object" || given === null)
    throw orderInvalid(`${what} must be a price or an object, was ${shown(given)}`, { given });
  checkNames(what, given, known);
  return given;
}

/** The type that the prices make. Throws `ORDER_INVALID` for prices that do not go together. */
function typeOf(prices: StopLoss): OrderType {
  checkPrices(prices);
  const { limit, stop, trail, trailPercent } = prices;
  if (trail !== undefined || trailPercent !== undefined) {
    if (limit === undefined && stop === undefined && (trail === undefined || trailPercent === undefined))
      return orderTypes.trailing_stop;
    throw orderInvalid("a trailing stop has one of trail and trailPercent, and neither limit nor stop", {});
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
  throw orderInvalid(`timeInForce must be one of ${known.join(", ")}, was ${shown(timeInForce)}`, {
    timeInForce,
    known,
  });
}

function endOf({ timeInForce }: Order, expiresAt: number | string | undefined): number {
  if (!timeInForce.endsAtTime) throw orderInvalid(`expiresAt belongs to gtd, was given to ${timeInForce.name}`, {});
  if (expiresAt === undefined) throw orderInvalid("a gtd order must have expiresAt, the moment at which it ends", {});
  const instant = typeof expiresAt === "string" ? namedTime("expiresAt", () => parseInstant(expiresAt)) : expiresAt;
  if (typeof instant === "number" && Math.abs(instant) <= LATEST_INSTANT) return instant;
  throw orderInvalid(`expiresAt must be epoch milliseconds or ISO 8601, was ${shown(expiresAt)}`, { expiresAt });
}
