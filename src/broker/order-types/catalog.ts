import type { OrderKind } from "../order-record.ts";
import * as door from "./index.ts";
import type { OrderType } from "./order-type.ts";

/** Order types by name. */
export const orderTypes: Readonly<Record<OrderKind, OrderType>> = Object.fromEntries(
  Object.values(door)
    .toSorted((a, b) => (a.name < b.name ? -1 : 1))
    .map((type) => [type.name, type]),
) as Record<OrderKind, OrderType>;
