import type { OrderEvent, OrderRecord } from "../broker/order-record.ts";
import { Money } from "../ledger/money.ts";
import type { Fill, FillAt } from "../ledger/records.ts";
import { withNamesOnly } from "../broker/own-part.ts";
import { type ExecutionModel, modelOf } from "../broker/models/execution-model.ts";
import { fillSentence } from "../broker/models/fill-sentence.ts";
import { decimalsOf } from "../market/currency-decimals.ts";
import { formatValue } from "../primitives/check.ts";
import { HindcastError } from "../primitives/errors.ts";
import { formatDate } from "../time/instant.ts";
import type { Market } from "../simulation/market.ts";
import type { RunResult } from "./run-result.ts";

/** Explanation of one fill. */
export interface FillExplanation {
  /** The fill. */
  readonly fill: Fill;
  /** Bar of the fill: time, date, prices and volume. At a fill at the open, only the open was known. */
  readonly bar: {
    readonly time: number;
    /** Session date, `YYYY-MM-DD`. A bar of a week or longer has the date on which it begins. */
    readonly date: string;
    readonly open: number;
    readonly high: number;
    readonly low: number;
    readonly close: number;
    readonly volume: number;
  };
  /** Part of the bar: `"open"`, `"bar"` or `"close"`. */
  readonly at: FillAt;
  /** The rule that set the price, as a sentence. */
  readonly rule: string;
  /** Price before slippage. */
  readonly basePrice: number;
  /** Slippage per unit, in price. */
  readonly slippage: number;
  /** Cash before the fill. */
  readonly cashBefore: number;
  /** Cash after the fill and its commission. */
  readonly cashAfter: number;
}

/** An order with its events and fills. */
export interface OrderExplanation {
  /** The order in its final state. */
  readonly order: OrderRecord;
  /** Its events, in order. */
  readonly events: readonly OrderEvent[];
  /** Its fills, each with an explanation. */
  readonly fills: readonly FillExplanation[];
}

/** Parts of a result that explain its orders. Saved results have them too. */
export type OrderHistory = Pick<RunResult, "orders" | "orderEvents" | "fills" | "entries" | "settings">;

/** Explains an order of a result. Throws `ORDER_INVALID` for an unknown id. */
export function explainOrder(
  result: OrderHistory,
  data: Pick<Market, "series" | "dates">,
  orderId: number,
): OrderExplanation {
  const order = Number.isInteger(orderId) ? result.orders[orderId - 1] : undefined;
  if (order === undefined) {
    throw new HindcastError(
      "ORDER_INVALID",
      `order id must be from 1 to ${result.orders.length}, was ${formatValue(orderId)}`,
      {
        orderId,
        orders: result.orders.length,
      },
    );
  }
  const fills = result.fills.filter((fill) => fill.orderId === orderId);
  if (fills.some(({ note }) => note === undefined)) {
    throw new HindcastError(
      "DATA_FILE_INVALID",
      `order ${orderId} has no explanation: its result was saved by a version that kept none. Run the backtest again`,
      { orderId },
    );
  }
  const model = modelOf(withNamesOnly(result.settings));
  return Object.freeze({
    order,
    events: result.orderEvents.filter((event) => event.orderId === orderId),
    fills: fills.map((fill) => explainFill(result, data, model, order, fill)),
  });
}

function explainFill(
  result: OrderHistory,
  data: Pick<Market, "series" | "dates">,
  model: ExecutionModel,
  order: OrderRecord,
  fill: Fill,
): FillExplanation {
  const { bar: index, at, note, slippage } = fill;
  const place = data.series.findIndex(({ instrument }) => instrument.symbol === fill.symbol);
  const { bars, quotes, finer } = data.series[place]!;
  const { currency, moneyRounding } = result.settings;
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
    rule: fillSentence(model, order, at, note, { quoted: quotes !== undefined, finer: finer !== undefined }),
    basePrice: fill.price - (fill.side === "buy" ? 1 : -1) * slippage,
    slippage,
    cashBefore,
    cashAfter,
  });
}

/** Returns the cash before a fill and after its commission: the sum of the entries up to there, rounded as booked. */
function cashAround(result: OrderHistory, money: Money, fill: Fill): readonly [number, number] {
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
