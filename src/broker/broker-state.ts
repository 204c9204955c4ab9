import type { Carry } from "./carry.ts";
import type { Fills } from "./fills.ts";
import type { OpenOrdersState } from "./open-orders.ts";
import type { OrderLog } from "./order-log.ts";

/** What a broker is resumed from. */
export interface BrokerState {
  readonly open: OpenOrdersState;
  readonly log: ReturnType<OrderLog["snapshot"]>;
  readonly fills: ReturnType<Fills["snapshot"]>;
  readonly carry: ReturnType<Carry["snapshot"]>;
}
