import type { OrderEvent, OrderRecord } from "../broker/order-record.ts";
import { Money } from "../ledger/money.ts";
import type { Fill } from "../ledger/records.ts";
import { decimalsOf } from "../market/currency-decimals.ts";
import { shown } from "../primitives/check.ts";
import { HindcastError } from "../primitives/errors.ts";
import { formatDate } from "../time/instant.ts";
import { type FillBar, fillBar } from "./fill-bar.ts";
import { fillRule } from "./fill-rule.ts";
import type { Market } from "../simulation/market.ts";
import type { RunResult } from "./run-result.ts";
import type { ToldFill } from "./told-fill.ts";

/** Why one fill has the price that it has. */
export interface FillExplanation {
  readonly fill: Fill;
  /** The bar by which it was judged, as traded. At an open nothing but the open was known. */
  readonly bar: {
    readonly time: number;
    /** Date of its session, `YYYY-MM-DD`; of a week or longer the date on which the bar begins. */
    readonly date: string;
    readonly open: number;
    readonly high: number;
    readonly low: number;
    readonly close: number;
    readonly volume: number;
  };
  readonly at: FillBar["at"];
  /** The rule that set the price, in words, by the conventions of the run. */
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
  data: Pick<Market, "series" | "dates">,
  orderId: number,
): OrderExplanation {
  const order = Number.isInteger(orderId) ? result.orders[orderId - 1] : undefined;
  if (order === undefined) {
    throw new HindcastError("ORDER_INVALID", `the run has orders 1 to ${result.orders.length}, was ${shown(orderId)}`, {
      orderId,
      orders: result.orders.length,
    });
  }
  const events = result.orderEvents.filter((event) => event.orderId === orderId);
  const fills = result.fills.filter((fill) => fill.orderId === orderId);
  const began = beganAt(result, orderId);
  const woken =
    order.parentId > 0 &&
    Number.isNaN(beganAt(result, order.replaces)) &&
    result.fills.some((fill) => fill.orderId === order.parentId && fill.time === began);
  const known = { order, events, began, woken, inherits: inheritsStop(result, order, events) };
  return Object.freeze({
    order,
    events,
    fills: fills.map((fill, i) => explainFill(result, data, { ...known, fill, before: fills.slice(0, i) })),
  });
}

/** It took the place of a stop order whose stop had been reached, and was at work as one from its first moment. */
function inheritsStop({ orderEvents }: OrderBooks, { replaces }: OrderRecord, events: readonly OrderEvent[]): boolean {
  if (replaces === 0) return false;
  const began = events.find(({ event }) => event === "new");
  const atOnce = events.some(({ event, time }) => event === "triggered" && time === began?.time);
  return atOnce && orderEvents.some(({ orderId, event }) => orderId === replaces && event === "triggered");
}

/** When an order began to work; NaN for one that did not, or for none. */
function beganAt({ orderEvents }: OrderBooks, id: number): number {
  return orderEvents.find(({ orderId, event }) => orderId === id && event === "new")?.time ?? NaN;
}

function explainFill(
  result: OrderBooks,
  data: Pick<Market, "series" | "dates">,
  known: Omit<ToldFill, "series" | "settings" | "basePrice">,
): FillExplanation {
  const { settings } = result;
  const { fill } = known;
  const place = data.series.findIndex(({ instrument }) => instrument.symbol === fill.symbol);
  const series = data.series[place]!;
  const { bars } = series;
  const sign = fill.side === "buy" ? 1 : -1;
  const basePrice = fill.price - sign * fill.slippage;
  const told = { ...known, series, settings, basePrice };
  const { index, at } = fillBar(told);
  const { currency, moneyRounding } = settings;
  const instruments = data.series.map(({ instrument }) => instrument);
  const money = new Money(moneyRounding, decimalsOf(currency, instruments));
  const [cashBefore, cashAfter] = cashAround(result, money, fill);
  return Object.freeze({
    fill,
    bar: Object.freeze({
      time: bars.time[index]!,
      date: formatDate(data.dates.bars[place]!.date[index]!),
      open: bars.open[index]!,
      high: bars.high[index]!,
      low: bars.low[index]!,
      close: bars.close[index]!,
      volume: bars.volume[index]!,
    }),
    at,
    rule: fillRule(told, { index, at }),
    basePrice,
    slippage: fill.slippage,
    cashBefore,
    cashAfter,
  });
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
