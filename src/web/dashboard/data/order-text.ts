import type { OrderRecord } from "../../../schemas/order.ts";
import { numberText, priceText } from "../../report/number-text.ts";

/** Statuses of orders that may still fill. */
const OPEN_STATUSES: readonly string[] = ["accepted", "held", "new", "partially_filled"];

export function isOpen({ status }: Pick<OrderRecord, "status">): boolean {
  return OPEN_STATUSES.includes(status);
}

/** Formats a name of the API: `stop_limit` as `stop limit`. */
export function words(name: string): string {
  return name.replaceAll("_", " ");
}

/** Formats a quantity with as many decimals as it has, at most eight. */
export function quantityText(quantity: number): string {
  const [, part = ""] = String(quantity).split(".");
  return numberText(quantity, Math.min(8, part.length));
}

/** Text of an order's prices, such as `limit 101.50`. */
export function pricesText(order: OrderRecord, decimals: number): string {
  const parts = [];
  if (order.limit_price !== null) parts.push(`limit ${priceText(order.limit_price, decimals)}`);
  if (order.stop_price !== null) parts.push(`stop ${priceText(order.stop_price, decimals)}`);
  if (order.trail_amount !== null) parts.push(`trail ${priceText(order.trail_amount, decimals)}`);
  if (order.trail_percent !== null) parts.push(`trail ${order.trail_percent}%`);
  return parts.join(", ");
}

/** Text for each status of an order. */
const STATUS_TEXTS: Readonly<Record<OrderRecord["status"], string>> = {
  accepted: "Waiting for its market",
  held: "Waiting for its entry",
  new: "Working",
  partially_filled: "Partially filled",
  filled: "Filled",
  canceled: "Canceled",
  expired: "Expired",
  rejected: "Rejected",
  replaced: "Replaced",
};

/** Text with which the log reports the state of an order. */
export function orderLine(order: OrderRecord, decimals: number): string {
  const { side, quantity, symbol, type, status, filled_quantity, average_fill_price, reject_reason } = order;
  const prices = pricesText(order, decimals);
  const how = prices === "" || average_fill_price !== null ? words(type) : prices;
  const filled = status === "partially_filled" ? `${quantityText(filled_quantity)} of ` : "";
  const at = average_fill_price === null ? "" : ` at ${priceText(average_fill_price, decimals)}`;
  const why = reject_reason === null ? "" : `: ${reject_reason.message}`;
  return `${STATUS_TEXTS[status]}: ${side} ${filled}${quantityText(quantity)} ${symbol} ${how}${at}${why}`;
}

/**
 * Removes the commas that separate thousands in a typed number. Other commas stay, so that the server refuses the number: 1,5 is not 15.
 */
export function withoutThousands(typed: string): string {
  const text = typed.trim();
  return /^[+-]?\d{1,3}(?:,\d{3})+(?:\.\d*)?$/.test(text) ? text.replaceAll(",", "") : text;
}
