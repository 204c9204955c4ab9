/** The closed choices of an order, without what checks them: pages offer them too. */
export { ORDER_KINDS, TIMES_IN_FORCE } from "../broker/order-record.ts";

export const SIDES = ["buy", "sell"] as const;
export const ORDER_CLASSES = ["simple", "bracket", "oto", "oco"] as const;
