import type { OrderEvent, OrderRecord } from "../broker/order-record.ts";
import { orderTypes } from "../broker/order-types/catalog.ts";
import { timesInForce } from "../broker/times-in-force/catalog.ts";
import { Money } from "../ledger/money.ts";
import type { Fill } from "../ledger/records.ts";
import { decimalsOf } from "../market/currency-decimals.ts";
import { HindcastError } from "../primitives/errors.ts";
import type { PreparedData } from "./prepared-data.ts";
import type { RunResult } from "./run-result.ts";
import type { RunSettings } from "./run-settings.ts";

/** Why one fill has the price that it has. */
export interface FillExplanation {
  readonly fill: Fill;
  /** The bar by which it was judged, as traded. At an open nothing but the open was known. */
  readonly bar: {
    readonly time: number;
    readonly open: number;
    readonly high: number;
    readonly low: number;
    readonly close: number;
    readonly volume: number;
  };
  readonly at: "open" | "bar" | "close";
  /** The rule of its type, in words. */
  readonly rule: string;
  /** The price before slippage, and what slippage added against the trader. */
  readonly basePrice: number;
  readonly slippage: number;
  /** Cash before and after the fill, commission paid. */
  readonly cashBefore: number;
  readonly cashAfter: number;
}

/** An order, what happened to it, and why. */
export interface OrderExplanation {
  readonly order: OrderRecord;
  readonly events: readonly OrderEvent[];
  readonly fills: readonly FillExplanation[];
}

/** What of a result tells how its orders fared; also of one that was saved. */
export type OrderBooks = Pick<RunResult, "orders" | "orderEvents" | "fills" | "entries" | "settings">;

/** Throws `ORDER_INVALID` for an id that no order of the run has. */
export function explainOrder(
  result: OrderBooks,
  data: Pick<PreparedData, "series">,
  orderId: number,
): OrderExplanation {
  const order = result.orders[orderId - 1];
  if (order === undefined) {
    throw new HindcastError("ORDER_INVALID", `the run has orders 1 to ${result.orders.length}, was ${orderId}`, {
      orderId,
      orders: result.orders.length,
    });
  }
  return Object.freeze({
    order,
    events: result.orderEvents.filter((event) => event.orderId === orderId),
    fills: result.fills
      .filter((fill) => fill.orderId === orderId)
      .map((fill) => explainFill(result, data, order, fill)),
  });
}

function explainFill(
  result: OrderBooks,
  data: Pick<PreparedData, "series">,
  order: OrderRecord,
  fill: Fill,
): FillExplanation {
  const { bars, schedule } = data.series.find(({ instrument }) => instrument.symbol === fill.symbol)!;
  const sign = fill.side === "buy" ? 1 : -1;
  const basePrice = fill.price - sign * fill.slippage;
  const { auction } = timesInForce[order.timeInForce];
  // A closing auction has the last price there was, also where the next bar opens at the same moment.
  const opening = auction === "close" ? -1 : schedule.openTime.indexOf(fill.time);
  const closing = schedule.closeTime.indexOf(fill.time);
  const waited = result.settings.bookAt === "bar-close" && auction !== "open";
  const atOpen =
    opening >= 0 &&
    !(waited && closing >= 0) &&
    near(bars.open[opening]!, basePrice) &&
    (closing < 0 ||
      takesFirstPrice(order, fill, result.settings) ||
      restFillsAtOpen(order, bars.close[closing]!, basePrice));
  // What ends with the run, when its own bars have ended before, has the last price.
  const index = atOpen
    ? opening
    : closing >= 0
      ? closing
      : opening >= 0
        ? opening
        : lastBefore(schedule.closeTime, fill.time);
  const { currency, moneyRounding } = result.settings;
  const instruments = data.series.map(({ instrument }) => instrument);
  const money = new Money(moneyRounding, decimalsOf(currency, instruments));
  const [cashBefore, cashAfter] = cashAround(result, money, fill);
  return Object.freeze({
    fill,
    bar: Object.freeze({
      time: bars.time[index]!,
      open: bars.open[index]!,
      high: bars.high[index]!,
      low: bars.low[index]!,
      close: bars.close[index]!,
      volume: bars.volume[index]!,
    }),
    at: atOpen ? "open" : near(bars.close[index]!, basePrice) ? "close" : "bar",
    rule: atOpen ? orderTypes[order.type].rule : ruleOf(order, result.settings),
    basePrice,
    slippage: fill.slippage,
    cashBefore,
    cashAfter,
  });
}

/** How an order fills that does not fill at an open, where a run sees closes. */
function ruleOf({ type }: OrderRecord, { fillAt, restingSee }: RunSettings): string {
  const { immediate, rule, title } = orderTypes[type];
  if (!immediate) return restingSee === "bar" ? rule : `${title}: it fills at the first close that reaches it.`;
  return fillAt === "next-close" ? `${title}: it fills at the first close after it became eligible.` : rule;
}

/** Where one bar closes and the next one opens at the same moment: it was the open that filled the order. */
function takesFirstPrice(order: OrderRecord, fill: Fill, { fillAt }: RunSettings): boolean {
  const { rests, auction } = timesInForce[order.timeInForce];
  if (auction !== "") return auction === "open";
  if (!orderTypes[order.type].immediate || fillAt === "next-close") return !rests;
  return fillAt !== "same-close" || order.submittedAt < fill.time;
}

/** A market order of which the close left a part, at the same moment. */
function restFillsAtOpen(order: OrderRecord, close: number, price: number): boolean {
  return orderTypes[order.type].immediate && !near(close, price);
}

function lastBefore(closeTime: ArrayLike<number>, time: number): number {
  let i = closeTime.length - 1;
  while (i > 0 && closeTime[i]! > time) i--;
  return i;
}

/** Slippage that was added and taken off again leaves a last digit behind. */
function near(a: number, b: number): boolean {
  return Math.abs(a - b) <= Math.abs(a) * 1e-12;
}

/** Cash before a fill and after it with its commission: what the entries moved up to there, rounded as it was booked. */
function cashAround(result: OrderBooks, money: Money, fill: Fill): readonly [number, number] {
  let cash = 0;
  let fills = 0;
  let before = 0;
  for (const { kind, amount } of result.entries) {
    if (fills === fill.id && kind !== "commission") break;
    if (kind === "fill" && ++fills === fill.id) before = cash;
    cash = money.round(cash + amount);
  }
  return [before, cash];
}
