import type { OrderRecord } from "../../../schemas/order.ts";
import { element } from "../../report/element.ts";
import { words } from "../data/order-text.ts";

export const ORDER_COLUMNS = ["Symbol", "Order", "Quantity", "Prices", "Status", "Since", ""];

/** What an order is, and of what. */
export function namedCells({ symbol, side, type, time_in_force }: OrderRecord): readonly HTMLElement[] {
  return [
    element("th", { scope: "row" }, symbol),
    element("td", { class: side === "buy" ? "gain" : "loss" }, `${side} ${words(type)} ${time_in_force}`),
  ];
}
