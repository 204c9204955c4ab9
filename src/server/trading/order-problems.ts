import { PRICE_ROWS } from "../../broker/order-fields.ts";
import type { TimeInForce } from "../../broker/order-record.ts";
import { orderTypes } from "../../broker/order-types/catalog.ts";
import { timesInForce } from "../../broker/times-in-force.ts";
import type { RecordedInstrument } from "../../market/recorded-market.ts";
import { HindcastError } from "../../primitives/errors.ts";
import { floorToStep } from "../../primitives/rounding.ts";
import type { ParameterProblem } from "../../schemas/api-error.ts";
import type { OrderPatch, OrderBody } from "../../schemas/order-request.ts";
import { formatInstant, parseInstant } from "../../time/instant.ts";
import { CRYPTO_DECIMALS } from "../numbers.ts";

type OrderType = OrderBody["type"];

/** Pattern of an instant with time and offset. A date alone would expire an order before its session. */
const INSTANT = /T.+(?:Z|[+-]\d{2}:?\d{2})$/;

/** Collects the problems of an order request. */
export class OrderProblems {
  readonly list: ParameterProblem[] = [];

  add(parameter: string, reason: string, value?: unknown): void {
    this.list.push({ in: "body", parameter, reason, ...(value === undefined ? {} : { value }) });
  }

  /**
   * Adds a problem for each price that the order type does not have and, for a complete request, for each required price that is missing.
   */
  prices(type: OrderType, request: OrderPatch, isComplete: boolean): void {
    const { fields } = orderTypes[type];
    for (const { http: member, price } of PRICE_ROWS) {
      const value = request[member];
      if (value !== undefined && fields[price] === "refused")
        this.add(member, `must be left out for ${type} orders`, value);
      if (isComplete && value === undefined && price !== "trail" && fields[price] === "required")
        this.add(member, `must be given for ${type} orders`);
    }
    const { trail_amount: amount, trail_percent: percent } = request;
    if (fields.trail === "refused") return;
    if (amount !== undefined && percent !== undefined)
      this.add("trail_percent", "must be left out when trail_amount is given", percent);
    if (isComplete && amount === undefined && percent === undefined)
      this.add("trail_amount", `must be given for ${type} orders unless trail_percent is`);
  }

  quantity(quantity: number | undefined, lot: number): void {
    if (quantity === undefined || (floorToStep(quantity, lot) === quantity && quantity >= lot)) return;
    this.add("quantity", `must be a multiple of ${lot}`, quantity);
  }

  /** Adds problems for an order on an option, since options have no auctions and no extended hours. */
  option(timeInForce: TimeInForce, extendedHours: boolean): void {
    if (timesInForce[timeInForce].auction !== "")
      this.add("time_in_force", "must not be an auction for options", timeInForce);
    if (extendedHours) this.add("extended_hours", "must be false for options", extendedHours);
  }

  /** Returns the time at which a good-till-date order expires, in epoch milliseconds; undefined for other orders. */
  end(timeInForce: TimeInForce, expiresAt: string | undefined, now: number): number | undefined {
    if (!timesInForce[timeInForce].endsAtTime) {
      if (expiresAt !== undefined) this.add("expires_at", "must be left out unless time_in_force is gtd", expiresAt);
      return undefined;
    }
    if (expiresAt === undefined) {
      this.add("expires_at", "must be given when time_in_force is gtd");
      return undefined;
    }
    const end = instantOf(expiresAt);
    if (end === undefined) this.add("expires_at", "must be an instant such as 2023-12-29T20:00:00Z", expiresAt);
    else if (end > now) return end;
    else this.add("expires_at", `must be later than the market's current time, ${formatInstant(now)}`, expiresAt);
    return undefined;
  }

  /** Checks that a stop-loss has either a stop price or a trail, and a limit price only with a stop price. */
  stopLoss(loss: OrderBody["stop_loss"]): void {
    if (loss === undefined) return;
    const { stop_price: stop, limit_price: limit, trail_amount: amount, trail_percent: percent } = loss;
    if (stop === undefined && amount === undefined && percent === undefined)
      this.add("stop_loss.stop_price", "must be given unless trail_amount or trail_percent is");
    if (stop !== undefined || amount !== undefined) {
      const other = stop !== undefined ? "stop_price" : "trail_amount";
      if (percent !== undefined)
        this.add("stop_loss.trail_percent", `must be left out when ${other} is given`, percent);
      if (stop !== undefined && amount !== undefined)
        this.add("stop_loss.trail_amount", "must be left out when stop_price is given", amount);
    }
    if (stop === undefined && limit !== undefined)
      this.add("stop_loss.limit_price", "must be left out unless stop_price is given", limit);
  }

  /** Checks that an order has exactly the exits of its order class. Returns whether it has. */
  #exitMembers({ order_class: orderClass, take_profit: profit, stop_loss: loss }: OrderBody): boolean {
    const before = this.list.length;
    if (orderClass === "oto") {
      const none = profit === undefined;
      const reason = none
        ? "must be given for oto orders unless stop_loss is"
        : "must be left out for oto orders with stop_loss";
      if (none === (loss === undefined)) this.add("take_profit", reason);
      return this.list.length === before;
    }
    for (const [member, exit] of [["take_profit", profit] as const, ["stop_loss", loss] as const]) {
      if (orderClass === "simple" && exit !== undefined)
        this.add(member, "must be left out unless order_class is bracket, oto or oco", exit);
      if (orderClass !== "simple" && exit === undefined) this.add(member, `must be given for ${orderClass} orders`);
    }
    return this.list.length === before;
  }

  /** Checks the exits of an order, and that take-profit and stop-loss are on the right sides of each other and of the entry. */
  exits(request: OrderBody): void {
    const { order_class: orderClass, side, type, time_in_force: timeInForce = "gtc" } = request;
    const { take_profit: profit, stop_loss: loss, limit_price: entry } = request;
    if (orderClass === "simple" && profit === undefined && loss === undefined) return;
    if (!this.#exitMembers(request)) return;
    if (orderClass === "oco") {
      if (type !== "limit") this.add("type", "must be limit for oco orders: it is the type of the take-profit", type);
      for (const { http: member } of PRICE_ROWS)
        if (request[member] !== undefined)
          this.add(member, "must be left out for oco orders: give the prices of the exits", request[member]);
      if (!timesInForce[timeInForce].rests)
        this.add("time_in_force", "must be day, gtc or gtd for oco orders", timeInForce);
    }
    // A long position takes its profit at a higher price and its loss at a lower one.
    const long = (orderClass === "oco" ? "sell" : "buy") === side;
    const isBeyond = (a: number, b: number): boolean => (long ? a > b : a < b);
    const direction = long ? "above" : "below";
    const stop = loss?.stop_price;
    if (profit !== undefined && stop !== undefined && !isBeyond(profit.limit_price, stop))
      this.add("take_profit.limit_price", `must be ${direction} stop_loss.stop_price`, profit.limit_price);
    if (orderClass === "oco" || entry === undefined) return;
    if (profit !== undefined && !isBeyond(profit.limit_price, entry))
      this.add(
        "take_profit.limit_price",
        `must be ${direction} limit_price, the price of the entry`,
        profit.limit_price,
      );
    if (stop !== undefined && !isBeyond(entry, stop))
      this.add("stop_loss.stop_price", `must be ${long ? "below" : "above"} limit_price, the price of the entry`, stop);
  }
}

function instantOf(text: string): number | undefined {
  if (!INSTANT.test(text)) return undefined;
  try {
    return parseInstant(text);
  } catch (error) {
    if (!(error instanceof HindcastError)) throw error;
    return undefined;
  }
}

/** Smallest price step of an instrument without a tick size, so that displayed prices are exact. */
const FINEST_STEP = 1 / 10 ** CRYPTO_DECIMALS;

/** Adds a problem for each price that is not a multiple of the tick size. */
export function checkPriceSteps(
  problems: OrderProblems,
  { tick }: RecordedInstrument,
  request: OrderPatch & Pick<OrderBody, "take_profit" | "stop_loss">,
): void {
  const step = tick > 0 ? tick : FINEST_STEP;
  const { take_profit: profit, stop_loss: loss } = request;
  checkStep(problems, step, "limit_price", request.limit_price);
  checkStep(problems, step, "stop_price", request.stop_price);
  checkStep(problems, step, "trail_amount", request.trail_amount);
  if (profit !== undefined) checkStep(problems, step, "take_profit.limit_price", profit.limit_price);
  if (loss === undefined) return;
  checkStep(problems, step, "stop_loss.stop_price", loss.stop_price);
  checkStep(problems, step, "stop_loss.limit_price", loss.limit_price);
}

function checkStep(problems: OrderProblems, step: number, member: string, price: number | undefined): void {
  if (price === undefined || (price >= step && floorToStep(price, step) === price)) return;
  problems.add(member, `must be a multiple of the tick, ${step}`, price);
}
