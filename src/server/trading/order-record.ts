import { fillSentence } from "../../broker/models/fill-sentence.ts";
import type { OrderReason } from "../../broker/order-record.ts";
import { timesInForce } from "../../broker/times-in-force.ts";
import type { Fill } from "../../ledger/records.ts";
import type { RecordedInstrument } from "../../market/recorded-market.ts";
import { percentFromFraction } from "../../primitives/percent.ts";
import type { FillRecord, OrderRecord } from "../../schemas/order.ts";
import { formatInstant } from "../../time/instant.ts";
import { priceDecimals } from "../market-data/prices.ts";
import { CRYPTO_DECIMALS, rounded, shownPrice } from "../numbers.ts";
import { fillId, orderId } from "./ids.ts";
import type { TradingAccount } from "./trading-account.ts";

/** Number of decimals that average prices have in addition to those of prices. */
const AVERAGE_DECIMALS = 4;

/** Returns an order that the account has had since its last reset, as responses show it. */
export function orderRecord(account: TradingAccount, id: number): OrderRecord {
  const { run } = account;
  const record = run.record(id);
  const note = run.notes[id - 1]!;
  const instrument = instrumentOf(account, record.symbol);
  const { asBacktest: exact } = account.exchange;
  const status = shownStatus(record.status, record.reason, record.filledQuantity);
  return {
    id: orderId(account, id),
    client_order_id: note.marks.clientOrderId,
    symbol: record.symbol,
    asset_class: instrument.assetClass,
    side: record.side,
    type: record.type,
    quantity: shownQuantity(record.quantity, exact),
    filled_quantity: shownQuantity(record.filledQuantity, exact),
    remaining_quantity: shownQuantity(Math.max(0, record.quantity - record.filledQuantity), exact),
    average_fill_price: !Number.isFinite(record.averageFillPrice)
      ? null
      : exact
        ? record.averageFillPrice
        : shownPrice(record.averageFillPrice, priceDecimals(instrument) + AVERAGE_DECIMALS),
    limit_price: shownOrderPrice(record.limitPrice, exact),
    stop_price: shownOrderPrice(record.stopPrice, exact),
    trail_amount: shownOrderPrice(record.trailAmount, exact),
    trail_percent:
      record.trailPercent === undefined ? null : shownOrderPrice(percentFromFraction(record.trailPercent), exact),
    high_water_mark: shownOrderPrice(record.waterMark, exact),
    triggered_at: timeOrNull(note.triggeredAt),
    time_in_force: record.timeInForce,
    expires_at: timesInForce[record.timeInForce].endsAtTime ? timeOrNull(record.expiresAt) : null,
    extended_hours: record.extendedHours,
    status,
    reject_reason: rejectReason(account, id, record.reason),
    paper_trading: true,
    order_class: note.marks.orderClass,
    parent_order_id: otherOrderId(account, note.parent),
    legs: note.legs.map((leg) => orderId(account, leg)),
    replaces: otherOrderId(account, record.replaces),
    replaced_by: otherOrderId(account, note.replacedBy),
    reduce_only: record.reduceOnly,
    commission: account.digits.money(note.commission),
    currency: instrument.currency,
    created_at: formatInstant(record.submittedAt),
    updated_at: formatInstant(note.updatedAt),
    submitted_at: formatInstant(record.submittedAt),
    filled_at: timeOrNull(note.filledAt),
    canceled_at: status === "canceled" ? timeOrNull(note.canceledAt) : null,
    expired_at: timeOrNull(note.expiredAt),
  };
}

/** Rounds a quantity, unless the account shows all digits. */
function shownQuantity(value: number, exact: boolean): number {
  return exact ? value : rounded(value, CRYPTO_DECIMALS);
}

/** Formats a price of an order. Returns null if the order has no such price. */
function shownOrderPrice(value: number | undefined, exact: boolean): number | null {
  return value === undefined || !Number.isFinite(value) ? null : exact ? value : shownPrice(value, CRYPTO_DECIMALS);
}

function timeOrNull(value: number | undefined): string | null {
  return value === undefined || !Number.isFinite(value) ? null : formatInstant(value);
}

/** Returns the API's id for a linked order; null for 0. */
function otherOrderId(account: TradingAccount, id: number): string | null {
  return id === 0 ? null : orderId(account, id);
}

/** Returns a fill that the account has had since its last reset, as responses show it. */
export function fillRecord(account: TradingAccount, fill: Fill): FillRecord {
  const decimals = priceDecimals(instrumentOf(account, fill.symbol));
  const { money, price, to } = account.digits;
  const { simulation } = account.run;
  const { bars, quotes, finer } = account.run.feed(fill.symbol)!;
  const quoted = quotes !== undefined;
  const record = account.run.record(fill.orderId);
  return {
    id: fillId(account, fill.id),
    order_id: orderId(account, fill.orderId),
    symbol: fill.symbol,
    side: fill.side,
    quantity: to(fill.quantity, CRYPTO_DECIMALS),
    // A trailing stop may fill between two ticks. With fewer digits, the fills would not add up to the cash.
    price: price(fill.price, Math.max(decimals, CRYPTO_DECIMALS)),
    commission: money(fill.commission),
    slippage: price(fill.slippage, decimals + AVERAGE_DECIMALS),
    ambiguous: fill.ambiguous,
    bar_time: formatInstant(bars.time[fill.bar]!),
    at: fill.at,
    rule: fillSentence(simulation.plan.rules, record, fill.at, fill.note, { quoted, finer: finer !== undefined }),
    note: fill.note,
    timestamp: formatInstant(fill.time),
  };
}

/** Returns the recorded instrument of a symbol that the account can trade. */
export function instrumentOf({ run }: TradingAccount, symbol: string): RecordedInstrument {
  return run.feed(symbol)!.instrument as RecordedInstrument;
}

/** Returns the status of an order as responses show it. An order that a check canceled before any fill counts as rejected. */
function shownStatus(status: OrderRecord["status"], reason: OrderReason, filled: number): OrderRecord["status"] {
  const isPreTradeReason =
    reason === "insufficient_funds" || reason === "insufficient_position" || reason === "quantity_below_lot";
  return status === "canceled" && isPreTradeReason && filled === 0 ? "rejected" : status;
}

function rejectReason({ run, digits }: TradingAccount, id: number, reason: OrderReason): OrderRecord["reject_reason"] {
  if (reason === "" || reason === "requested" || reason === "replaced") return null;
  const { required, available } = run.simulation.broker.log.rejectionAmounts(id);
  const numbers =
    required === undefined || available === undefined
      ? {}
      : { required: digits.to(required, CRYPTO_DECIMALS), available: digits.to(available, CRYPTO_DECIMALS) };
  return { code: reason, message: REASON_TEXTS[reason], ...numbers };
}

/** Returns the order whose number was just assigned. */
export function numberedOrder(account: TradingAccount, number: number): OrderRecord {
  return orderRecord(account, account.idOf(number)!);
}

/** Messages for the reasons why an order ended before it was filled completely. */
const REASON_TEXTS: Readonly<Record<Exclude<OrderReason, "" | "requested" | "replaced">, string>> = {
  insufficient_funds: "the account did not have enough buying power for the order",
  insufficient_position: "the account did not hold enough of the instrument",
  quantity_below_lot: "less than one lot remained",
  no_price: "no price was known",
  position_closed: "the position of the order was closed",
  session_closed: "the session of the order has closed",
  time_passed: "the order has expired",
  not_at_once: "the order could not be filled immediately",
  auction_over: "the order did not fill in its auction",
  parent_ended: "the entry order has ended",
  other_leg: "the other order of the pair has filled or ended",
  split: "less than one lot remained after a split",
  margin_call: "equity fell below the maintenance margin",
  expired_instrument: "the instrument has expired",
  delisted: "the instrument was delisted",
  bars_ended: "the instrument has no more bars",
  not_traded: 'the instrument has the role "data" and can only be read',
  wrong_side: "an exit, or the stop that determines the size, is on the wrong side of the price",
};
