import { FINALIZE_TAG } from "../broker/broker.ts";
import type { OrderEvent, OrderRecord } from "../broker/order-record.ts";
import { orderTypes } from "../broker/order-types/catalog.ts";
import { Money } from "../ledger/money.ts";
import type { Fill } from "../ledger/records.ts";
import { decimalsOf } from "../market/currency-decimals.ts";
import { shown } from "../primitives/check.ts";
import { HindcastError } from "../primitives/errors.ts";
import { type FillBar, fillBar } from "./fill-bar.ts";
import type { PreparedData } from "./prepared-data.ts";
import type { RunResult } from "./run-result.ts";
import type { RunSettings } from "./run-settings.ts";
import type { ToldFill } from "./told-fill.ts";

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
  readonly at: FillBar["at"];
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
  const order = Number.isInteger(orderId) ? result.orders[orderId - 1] : undefined;
  if (order === undefined) {
    throw new HindcastError("ORDER_INVALID", `the run has orders 1 to ${result.orders.length}, was ${shown(orderId)}`, {
      orderId,
      orders: result.orders.length,
    });
  }
  const events = result.orderEvents.filter((event) => event.orderId === orderId);
  const fills = result.fills.filter((fill) => fill.orderId === orderId);
  return Object.freeze({
    order,
    events,
    fills: fills.map((fill, i) => explainFill(result, data, { order, events, fill, before: fills.slice(0, i) })),
  });
}

function explainFill(
  result: OrderBooks,
  data: Pick<PreparedData, "series">,
  known: Pick<ToldFill, "order" | "events" | "fill" | "before">,
): FillExplanation {
  const { settings } = result;
  const { order, fill } = known;
  const series = data.series.find(({ instrument }) => instrument.symbol === fill.symbol)!;
  const { bars } = series;
  const sign = fill.side === "buy" ? 1 : -1;
  const basePrice = fill.price - sign * fill.slippage;
  const { index, at } = fillBar({ ...known, series, settings, basePrice });
  const { currency, moneyRounding } = settings;
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
    at,
    rule: ruleOf(order, at, settings),
    basePrice,
    slippage: fill.slippage,
    cashBefore,
    cashAfter,
  });
}

/** How an order fills, in words. */
function ruleOf({ type, tag }: OrderRecord, at: FillBar["at"], { fillAt, restingSee, atEnd }: RunSettings): string {
  const { immediate, rule, title } = orderTypes[type];
  if (tag === FINALIZE_TAG && atEnd === "finalize-at-open")
    return `${title}: the run ends at the open of its last bar.`;
  if (at === "open") return rule;
  if (!immediate) return restingSee === "bar" ? rule : `${title}: it fills at the first close that reaches it.`;
  if (fillAt === "next-close") return `${title}: it fills at the first close after it became eligible.`;
  return fillAt === "same-close" && at === "close" ? `${title}: it fills at the close at which it was decided.` : rule;
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
