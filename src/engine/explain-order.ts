import { isTraded } from "../market/instrument.ts";
import type { OrderEvent, OrderRecord } from "../broker/order-record.ts";
import { Money } from "../ledger/money.ts";
import type { Fill, FillAt } from "../ledger/records.ts";
import { withNamesOnly } from "../broker/custom-part.ts";
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
  /** Fill that is explained. */
  readonly fill: Fill;
  /** Bar in which the order filled: time, date, prices and volume. For a fill at the open, only the open was known. */
  readonly bar: {
    readonly time: number;
    /** Session date of the bar, `YYYY-MM-DD`. A bar of a week or longer has the date on which it begins. */
    readonly date: string;
    readonly open: number;
    readonly high: number;
    readonly low: number;
    readonly close: number;
    readonly volume: number;
  };
  /** Part of the bar in which the order filled: `"open"`, `"bar"` or `"close"`. */
  readonly at: FillAt;
  /** Rule that set the fill price, as a sentence. */
  readonly rule: string;
  /** Fill price before slippage. */
  readonly basePrice: number;
  /** Slippage per unit, as a price difference. */
  readonly slippage: number;
  /** Cash of the account before the fill. */
  readonly cashBefore: number;
  /** Cash of the account after the fill and its commission. */
  readonly cashAfter: number;
}

/** Explanation of an order, with its events and fills. */
export interface OrderExplanation {
  /** Order in its final state. */
  readonly order: OrderRecord;
  /** Events of the order, in sequence. */
  readonly events: readonly OrderEvent[];
  /** Fills of the order, each with an explanation. */
  readonly fills: readonly FillExplanation[];
}

/** Parts of a result with which orders are explained. Saved results have them too. */
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
      `order ${orderId} has no explanation: its result was saved by an earlier version of Hindcast. Run the backtest again`,
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
  const instruments = data.series.map(({ instrument }) => instrument).filter(isTraded);
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

/**
 * Returns the cash before a fill, and the cash after its commission: sums of the ledger entries up to there, rounded as
 * booked.
 */
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
