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

/** Averages have more decimals than prices. */
const AVERAGE_DECIMALS = 4;

/** An order of the account's present run as the API shows it. */
export function orderRecord(account: TradingAccount, id: number): OrderRecord {
  const { run } = account;
  const record = run.record(id);
  const note = run.notes[id - 1]!;
  const instrument = instrumentOf(account, record.symbol);
  const { asRun: exact } = account.exchange;
  const status = shownStatus(record.status, record.reason, record.filledQuantity);
  return {
    id: orderId(account, id),
    client_order_id: note.marks.clientOrderId,
    symbol: record.symbol,
    asset_class: instrument.assetClass,
    side: record.side,
    type: record.type,
    quantity: unitsOf(record.quantity, exact),
    filled_quantity: unitsOf(record.filledQuantity, exact),
    remaining_quantity: unitsOf(Math.max(0, record.quantity - record.filledQuantity), exact),
    average_fill_price: !Number.isFinite(record.averageFillPrice)
      ? null
      : exact
        ? record.averageFillPrice
        : shownPrice(record.averageFillPrice, priceDecimals(instrument) + AVERAGE_DECIMALS),
    limit_price: priceOf(record.limitPrice, exact),
    stop_price: priceOf(record.stopPrice, exact),
    trail_amount: priceOf(record.trailAmount, exact),
    trail_percent: record.trailPercent === undefined ? null : priceOf(percentFromFraction(record.trailPercent), exact),
    high_water_mark: priceOf(record.waterMark, exact),
    triggered_at: timeOf(note.triggeredAt),
    time_in_force: record.timeInForce,
    expires_at: timesInForce[record.timeInForce].endsAtTime ? timeOf(record.expiresAt) : null,
    extended_hours: record.extendedHours,
    status,
    reject_reason: reasonOf(account, id, record.reason),
    paper_trading: true,
    order_class: note.marks.orderClass,
    parent_order_id: other(account, note.parent),
    legs: note.legs.map((leg) => orderId(account, leg)),
    replaces: other(account, record.replaces),
    replaced_by: other(account, note.replacedBy),
    reduce_only: record.reduceOnly,
    commission: account.digits.money(note.commission),
    currency: instrument.currency,
    created_at: formatInstant(record.submittedAt),
    updated_at: formatInstant(note.updatedAt),
    submitted_at: formatInstant(record.submittedAt),
    filled_at: timeOf(note.filledAt),
    canceled_at: status === "canceled" ? timeOf(note.canceledAt) : null,
    expired_at: timeOf(note.expiredAt),
  };
}

/** Units as they are shown, `exact` with all digits. */
function unitsOf(value: number, exact: boolean): number {
  return exact ? value : rounded(value, CRYPTO_DECIMALS);
}

/** A price of an order's terms; null for one that it does not have. */
function priceOf(value: number | undefined, exact: boolean): number | null {
  return value === undefined || !Number.isFinite(value) ? null : exact ? value : shownPrice(value, CRYPTO_DECIMALS);
}

function timeOf(value: number | undefined): string | null {
  return value === undefined || !Number.isFinite(value) ? null : formatInstant(value);
}

/** The name of another order, 0 for none. */
function other(account: TradingAccount, id: number): string | null {
  return id === 0 ? null : orderId(account, id);
}

/** A fill of the account's present run as the API shows it. */
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
    // Stops that trail lie between two ticks: with fewer digits cash would not follow from the fills.
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

/** What the recording knows of an instrument that the account can trade. */
export function instrumentOf({ run }: TradingAccount, symbol: string): RecordedInstrument {
  return run.feed(symbol)!.instrument as RecordedInstrument;
}

/** An order that what came after it left nothing of, before any of it filled, was refused late. */
function shownStatus(status: OrderRecord["status"], reason: OrderReason, filled: number): OrderRecord["status"] {
  const late = reason === "insufficient_funds" || reason === "insufficient_position" || reason === "quantity_below_lot";
  return status === "canceled" && late && filled === 0 ? "rejected" : status;
}

function reasonOf({ run, digits }: TradingAccount, id: number, reason: OrderReason): OrderRecord["reject_reason"] {
  if (reason === "" || reason === "requested" || reason === "replaced") return null;
  const { required, available } = run.simulation.broker.log.rejectionAmounts(id);
  const numbers =
    required === undefined || available === undefined
      ? {}
      : { required: digits.to(required, CRYPTO_DECIMALS), available: digits.to(available, CRYPTO_DECIMALS) };
  return { code: reason, message: REASON_TEXTS[reason], ...numbers };
}

/** The order of a number that was just given. */
export function numberedOrder(account: TradingAccount, number: number): OrderRecord {
  return orderRecord(account, account.idOf(number)!);
}

/** Why an order ended without being filled whole, in words. */
const REASON_TEXTS: Readonly<Record<Exclude<OrderReason, "" | "requested" | "replaced">, string>> = {
  insufficient_funds: "the account could not pay for it, or not for all of it",
  insufficient_position: "the account did not hold enough, or no longer did",
  quantity_below_lot: "less than one lot was left of it",
  no_price: "no price was known",
  position_closed: "its position was closed",
  session_closed: "the session for which it was given has closed",
  time_passed: "its time has passed",
  not_at_once: "it could not be filled at once",
  auction_over: "it could not be filled in its auction",
  parent_ended: "the order that it was to protect has ended",
  other_leg: "the other half of the pair has filled or ended",
  split: "a split left less than one lot of it",
  margin_call: "equity fell below what the positions require",
  expired_instrument: "the instrument has expired",
  delisted: "the instrument is not listed any more",
  bars_ended: "the instrument has no more bars",
  wrong_side: "an exit or the stop that it is sized by lies on the wrong side of its price",
};
