import { PRICE_ROWS } from "../broker/order-fields.ts";

/** The closed choices of an order, without what checks them: pages offer them too. */
export { ORDER_KINDS, TIMES_IN_FORCE } from "../broker/order-record.ts";

/** The prices of an order and of an exit. */
export const PRICE_NAMES = PRICE_ROWS.map(({ http }) => http);

export const SIDES = ["buy", "sell"] as const;
export const ORDER_CLASSES = ["simple", "bracket", "oto", "oco"] as const;
