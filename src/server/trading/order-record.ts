import type { OrderReason } from "../../broker/order-record.ts";
import type { Fill } from "../../ledger/records.ts";
import type { RecordedInstrument } from "../../market/recorded-market.ts";
import type { FillRecord, OrderRecord } from "../../schemas/order.ts";
import { pointsOfShare } from "../../primitives/percent-points.ts";
import { formatInstant } from "../../time/instant.ts";
import { priceDecimals } from "../market-data/price-decimals.ts";
import { CRYPTO_DECIMALS, money, orNull, rounded } from "../numbers.ts";
import { fillId, orderId } from "./ids.ts";
import { REASON_TEXTS } from "./reason-texts.ts";
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
  const units = (value: number): number => (exact ? value : rounded(value, CRYPTO_DECIMALS));
  const price = (value = NaN): number | null => orNull(value, units);
  const time = (value = NaN): string | null => (orNull(value, Number) === null ? null : formatInstant(value));
  const other = (of: number): string | null => (of === 0 ? null : orderId(account, of));
  const status = shownStatus(record.status, record.reason, record.filledQuantity);
  return {
    id: orderId(account, id),
    client_order_id: note.marks.clientOrderId,
    symbol: record.symbol,
    asset_class: instrument.assetClass,
    side: record.side,
    type: record.type,
    quantity: units(record.quantity),
    filled_quantity: units(record.filledQuantity),
    remaining_quantity: units(Math.max(0, record.quantity - record.filledQuantity)),
    average_fill_price: orNull(record.averageFillPrice, (value) =>
      exact ? value : rounded(value, priceDecimals(instrument) + AVERAGE_DECIMALS),
    ),
    limit_price: price(record.limitPrice),
    stop_price: price(record.stopPrice),
    trail_amount: price(record.trailAmount),
    trail_percent: record.trailPercent === undefined ? null : price(pointsOfShare(record.trailPercent)),
    high_water_mark: price(record.waterMark),
    triggered_at: time(note.triggeredAt),
    time_in_force: record.timeInForce,
    expires_at: record.timeInForce === "gtd" ? time(record.expiresAt) : null,
    extended_hours: record.extendedHours,
    status,
    reject_reason: reasonOf(record.reason),
    paper_trading: true,
    order_class: note.marks.orderClass,
    parent_order_id: other(note.parent),
    legs: note.legs.map((leg) => orderId(account, leg)),
    replaces: other(record.replaces),
    replaced_by: other(note.replacedBy),
    reduce_only: record.reduceOnly,
    commission: exact ? note.commission : money(note.commission),
    currency: instrument.currency,
    created_at: formatInstant(record.submittedAt),
    updated_at: formatInstant(note.updatedAt),
    submitted_at: formatInstant(record.submittedAt),
    filled_at: time(note.filledAt),
    canceled_at: status === "canceled" ? time(note.canceledAt) : null,
    expired_at: time(note.expiredAt),
  };
}

/** A fill of the account's present run as the API shows it. */
export function fillRecord(account: TradingAccount, fill: Fill): FillRecord {
  const decimals = priceDecimals(instrumentOf(account, fill.symbol));
  // Who computes on as a batch run would is shown all digits.
  const shown = (value: number, digits: number): number => (account.exchange.asRun ? value : rounded(value, digits));
  return {
    id: fillId(account, fill.id),
    order_id: orderId(account, fill.orderId),
    symbol: fill.symbol,
    side: fill.side,
    quantity: shown(fill.quantity, CRYPTO_DECIMALS),
    price: shown(fill.price, decimals),
    commission: shown(fill.commission, 2),
    slippage: shown(fill.slippage, decimals + AVERAGE_DECIMALS),
    ambiguous: fill.ambiguous,
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

function reasonOf(reason: OrderReason): OrderRecord["reject_reason"] {
  return reason === "" || reason === "requested" || reason === "replaced"
    ? null
    : { code: reason, message: REASON_TEXTS[reason] };
}

/** The order of a number that was just given. */
export function numberedOrder(account: TradingAccount, number: number): OrderRecord {
  return orderRecord(account, account.idOf(number)!);
}
