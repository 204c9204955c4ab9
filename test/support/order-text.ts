import type { Fill, OrderRecord } from "hindcast";
import { when } from "./market.ts";

/** Formats a fill, such as `2 00:00 buy 10 X at 102`. Commission, slippage and ambiguity follow if there are any. */
export function fillText({ time, side, quantity, symbol, price, commission, slippage, ambiguous }: Fill): string {
  const more = [
    commission === 0 ? "" : `, commission ${commission}`,
    slippage === 0 ? "" : `, slipped ${slippage}`,
    ambiguous ? ", ambiguous" : "",
  ];
  return `${when(time)} ${side} ${quantity} ${symbol} at ${price}${more.join("")}`;
}

/** Formats an order, such as `buy market 10: canceled insufficient_funds, 9 filled`. */
export function orderText({ side, type, quantity, filledQuantity, status, reason }: OrderRecord): string {
  const part = status === "filled" || filledQuantity === 0 ? "" : `, ${filledQuantity} filled`;
  return `${side} ${type} ${quantity}: ${status}${reason === "" ? "" : ` ${reason}`}${part}`;
}
