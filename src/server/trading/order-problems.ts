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

/** A moment with its hour and offset: a date alone would end an order before its session. */
const INSTANT = /T.+(?:Z|[+-]\d{2}:?\d{2})$/;

/** Collects what is wrong with a request. */
export class OrderProblems {
  readonly list: ParameterProblem[] = [];

  add(parameter: string, reason: string, value?: unknown): void {
    this.list.push({ in: "body", parameter, reason, ...(value === undefined ? {} : { value }) });
  }

  /** Prices that a type does not take; and, of a whole request, those that it needs. */
  prices(type: OrderType, given: OrderPatch, whole: boolean): void {
    const { fields } = orderTypes[type];
    for (const { http: member, price } of PRICE_ROWS) {
      const value = given[member];
      if (value !== undefined && fields[price] === "refused")
        this.add(member, `must be left out of ${type} orders`, value);
      if (whole && value === undefined && price !== "trail" && fields[price] === "required")
        this.add(member, `must be given for ${type} orders`);
    }
    const { trail_amount: amount, trail_percent: percent } = given;
    if (fields.trail === "refused") return;
    if (amount !== undefined && percent !== undefined)
      this.add("trail_percent", "must be left out when trail_amount is given", percent);
    if (whole && amount === undefined && percent === undefined)
      this.add("trail_amount", `or trail_percent must be given for ${type} orders`);
  }

  quantity(quantity: number | undefined, lot: number): void {
    if (quantity === undefined || (floorToStep(quantity, lot) === quantity && quantity >= lot)) return;
    this.add("quantity", `must be a multiple of ${lot}`, quantity);
  }

  /** What options do not have: auctions, and trading outside the session. */
  option(timeInForce: TimeInForce, extendedHours: boolean): void {
    if (timesInForce[timeInForce].auction !== "")
      this.add("time_in_force", "must be another for options, which have no auctions", timeInForce);
    if (extendedHours) this.add("extended_hours", "must be false for options", extendedHours);
  }

  /** The end of a gtd order, epoch milliseconds; undefined for all others. */
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
    else this.add("expires_at", `must be later than the market's now, ${formatInstant(now)}`, expiresAt);
    return undefined;
  }

  /** What cuts the loss is a price or a trail, and only a price has a limit. */
  stopLoss(loss: OrderBody["stop_loss"]): void {
    if (loss === undefined) return;
    const { stop_price: stop, limit_price: limit, trail_amount: amount, trail_percent: percent } = loss;
    if (stop === undefined && amount === undefined && percent === undefined)
      this.add("stop_loss.stop_price", "or trail_amount or trail_percent must be given");
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

  /** Whether the exits are those that the class of the order has. */
  #exitMembers({ order_class: of, take_profit: profit, stop_loss: loss }: OrderBody): boolean {
    const before = this.list.length;
    if (of === "oto") {
      const none = profit === undefined;
      const must = none ? "or stop_loss must be given" : "must be given alone, or stop_loss alone,";
      if (none === (loss === undefined)) this.add("take_profit", `${must} for oto orders`);
      return this.list.length === before;
    }
    for (const [member, exit] of [["take_profit", profit] as const, ["stop_loss", loss] as const]) {
      if (of === "simple" && exit !== undefined)
        this.add(member, "must be left out unless order_class is bracket, oto or oco", exit);
      if (of !== "simple" && exit === undefined) this.add(member, `must be given for ${of} orders`);
    }
    return this.list.length === before;
  }

  /** The exits that a class of orders has, and where their prices lie. */
  exits(request: OrderBody): void {
    const { order_class: of, side, type, time_in_force: timeInForce = "gtc" } = request;
    const { take_profit: profit, stop_loss: loss, limit_price: entry } = request;
    if (of === "simple" && profit === undefined && loss === undefined) return;
    if (!this.#exitMembers(request)) return;
    if (of === "oco") {
      if (type !== "limit")
        this.add("type", "must be limit for oco orders: the type of the exit that takes the profit", type);
      for (const { http: member } of PRICE_ROWS)
        if (request[member] !== undefined)
          this.add(member, "must be left out of oco orders: prices are those of the exits", request[member]);
      if (!timesInForce[timeInForce].rests)
        this.add("time_in_force", "must be day, gtc or gtd for oco orders", timeInForce);
    }
    // Of what was bought, the profit is taken above and the loss cut below.
    const long = (of === "oco" ? "sell" : "buy") === side;
    const beyond = (a: number, b: number): boolean => (long ? a > b : a < b);
    const where = long ? "above" : "below";
    const stop = loss?.stop_price;
    if (profit !== undefined && stop !== undefined && !beyond(profit.limit_price, stop))
      this.add("take_profit.limit_price", `must be ${where} stop_loss.stop_price`, profit.limit_price);
    if (of === "oco" || entry === undefined) return;
    if (profit !== undefined && !beyond(profit.limit_price, entry))
      this.add("take_profit.limit_price", `must be ${where} limit_price`, profit.limit_price);
    if (stop !== undefined && !beyond(entry, stop))
      this.add("stop_loss.stop_price", `must be ${long ? "below" : "above"} limit_price`, stop);
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

/** Where an instrument has no tick, prices have the decimals in which they are shown: what is shown is what was asked for. */
const FINEST = 1 / 10 ** CRYPTO_DECIMALS;

/** Prices that nobody could quote: those off the instrument's tick. */
export function checkPriceSteps(
  problems: OrderProblems,
  { tick }: RecordedInstrument,
  request: OrderPatch & Pick<OrderBody, "take_profit" | "stop_loss">,
): void {
  const step = tick > 0 ? tick : FINEST;
  const { take_profit: profit, stop_loss: loss } = request;
  check(problems, step, "limit_price", request.limit_price);
  check(problems, step, "stop_price", request.stop_price);
  check(problems, step, "trail_amount", request.trail_amount);
  if (profit !== undefined) check(problems, step, "take_profit.limit_price", profit.limit_price);
  if (loss === undefined) return;
  check(problems, step, "stop_loss.stop_price", loss.stop_price);
  check(problems, step, "stop_loss.limit_price", loss.limit_price);
}

function check(problems: OrderProblems, step: number, member: string, price: number | undefined): void {
  if (price === undefined || (price >= step && floorToStep(price, step) === price)) return;
  problems.add(member, `must be a multiple of the tick, ${step}`, price);
}
