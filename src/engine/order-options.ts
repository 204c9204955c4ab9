import { FIELD_ROWS } from "../broker/order-fields.ts";
import type { TimeInForce } from "../broker/order-record.ts";
import { shown } from "../primitives/check.ts";
import { HindcastError } from "../primitives/errors.ts";
import { meantText, nearestNames } from "../primitives/nearest-names.ts";

/** The exit that takes a profit: a limit order. */
export interface TakeProfit {
  readonly limit: number;
}

/** The exit that cuts a loss: a stop, a stop with a limit, or a stop that trails the best price. */
export interface StopLoss {
  readonly stop?: number;
  readonly limit?: number;
  readonly trail?: number;
  readonly trailPercent?: number;
}

/** Prices and life of an order. Without a price it is a market order; `limit`, `stop`, both or a trail make the other types. */
export interface OrderOptions {
  readonly limit?: number;
  readonly stop?: number;
  /** Distance of a trailing stop from the best price, in price; or as a share of it, 0.05 for five percent. */
  readonly trail?: number;
  readonly trailPercent?: number;
  /** `day` (default) ends with the session in which it works, `gtc` only when filled or canceled; `gtd`, `ioc`, `fok`, `opg`, `cls`. */
  readonly timeInForce?: TimeInForce;
  /** Moment at which a gtd order ends, epoch milliseconds or ISO 8601. */
  readonly expiresAt?: number | string;
  /** It may only make the position smaller. */
  readonly reduceOnly?: boolean;
  /** It also matches in bars before the open and after the close, where the run has them. */
  readonly extendedHours?: boolean;
  /** Exits that wait for the fills of this order; of two the one that fills cancels the other. Both are good till canceled. */
  readonly takeProfit?: number | TakeProfit;
  readonly stopLoss?: number | StopLoss;
  /** Kept with the order and the trade it opens. */
  readonly tag?: string;
}

/** Names that something may have. */
export type Names = Readonly<Record<string, true>>;

export function namesOf(...names: readonly string[]): Names {
  return Object.fromEntries(names.map((name) => [name, true]));
}

const SIZE_NAMES = ["quantity", "percent", "notional", "risk", "stopPrice"];
const FIELD_NAMES: readonly (keyof OrderOptions)[] = FIELD_ROWS.map(({ asked }) => asked);

/** What an order may say. */
const NAMES = namesOf(...SIZE_NAMES, ...FIELD_NAMES, "takeProfit", "stopLoss", "tag");

/** A misspelt limit would make a market order. Throws `ORDER_INVALID`. */
export function checkOrderNames(order: object): void {
  if (typeof order !== "object" || order === null) {
    throw orderInvalid(`an order must be an object such as { percent: 1 }, was ${shown(order)}`, { order });
  }
  checkNames("an order", order, NAMES);
  const { risk, stopPrice, tag, reduceOnly, extendedHours } = order as Readonly<Record<string, unknown>>;
  if (stopPrice !== undefined && risk === undefined) {
    throw orderInvalid("stopPrice belongs to a size by risk; the price of a stop order is stop", { stopPrice });
  }
  if (tag !== undefined && typeof tag !== "string") throw orderInvalid(`tag must be text, was ${shown(tag)}`, { tag });
  if (reduceOnly !== undefined) checkFlag("reduceOnly", reduceOnly);
  if (extendedHours !== undefined) checkFlag("extendedHours", extendedHours);
}

/** A misspelt limit of a stop would make it another order. Throws `ORDER_INVALID` for a name that is none of `known`. */
export function checkNames(what: string, given: object, known: Names): void {
  if (typeof given !== "object" || given === null) {
    const must = `must be given an object with ${Object.keys(known).join(", ")}`;
    throw orderInvalid(`${what} ${must}, was given ${shown(given)}`, { given });
  }
  for (const name in given) {
    if (Object.hasOwn(known, name)) continue;
    const names = Object.keys(known);
    const meant = meantText(nearestNames(name, names));
    throw orderInvalid(`${what} has no ${JSON.stringify(name)}; it has ${names.join(", ")}${meant}`, {
      name,
      known: names,
    });
  }
}

function checkFlag(name: string, value: unknown): void {
  if (typeof value === "boolean") return;
  throw orderInvalid(`${name} must be true or false, was ${shown(value)}`, { name, value });
}

/** Throws `ORDER_INVALID` for a price, distance or share that is none. */
export function checkPrices({ limit, stop, trail, trailPercent }: StopLoss): void {
  if (limit !== undefined) checkPrice("limit", limit);
  if (stop !== undefined) checkPrice("stop", stop);
  if (trail !== undefined) checkDistance("trail", trail);
  if (trailPercent !== undefined) checkTrailShare(trailPercent);
}

/** Throws `ORDER_INVALID` unless the price is a finite number. */
export function checkPrice(field: string, value: unknown): void {
  if (typeof value === "number" && Number.isFinite(value)) return;
  throw orderInvalid(`${field} must be a finite number, was ${shown(value)}`, { field, value });
}

/** Throws `ORDER_INVALID` unless the distance is a finite number above 0. */
function checkDistance(field: string, value: unknown): void {
  if (typeof value === "number" && Number.isFinite(value) && value > 0) return;
  throw orderInvalid(`${field} must be a finite number above 0, was ${shown(value)}`, { field, value });
}

/** Throws `ORDER_INVALID` unless it is a share of the price: at all of it, the stop of what is held stands at nothing, where no price ever is. */
function checkTrailShare(value: unknown): void {
  checkDistance("trailPercent", value);
  if ((value as number) < 1) return;
  throw orderInvalid(`trailPercent must be a share of the price below 1, 0.05 for five percent, was ${shown(value)}`, {
    field: "trailPercent",
    value,
  });
}

export function orderInvalid(message: string, details: Readonly<Record<string, unknown>>): HindcastError {
  return new HindcastError("ORDER_INVALID", message, details);
}
