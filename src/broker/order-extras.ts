import type { OrderRecord } from "./order-record.ts";
import type { Order } from "./order.ts";

/** What few orders have, so that no row keeps a place for it. */
type Extra = Pick<
  OrderRecord,
  | "trailAmount"
  | "trailPercent"
  | "waterMark"
  | "expiresAt"
  | "reduceOnly"
  | "extendedHours"
  | "parentId"
  | "replaces"
  | "groupId"
>;

const NOTHING: Extra = {
  trailAmount: undefined,
  trailPercent: undefined,
  waterMark: undefined,
  expiresAt: undefined,
  reduceOnly: false,
  extendedHours: false,
  parentId: 0,
  replaces: 0,
  groupId: 0,
};

export type OrderExtrasState = readonly (readonly [number, Extra])[];

/** The terms of orders beyond quantity and prices, by id. */
export class OrderExtras {
  readonly #byId = new Map<number, Extra>();

  note(order: Order): void {
    this.#byId.set(order.id, {
      trailAmount: numberOf(order.trailAmount),
      trailPercent: numberOf(order.trailPercent),
      waterMark: numberOf(order.waterMark),
      expiresAt: numberOf(order.expiresAt),
      reduceOnly: order.reduceOnly,
      extendedHours: order.extendedHours,
      parentId: order.parentId,
      replaces: order.replaces,
      groupId: order.groupId,
    });
  }

  of(id: number): Extra {
    return this.#byId.get(id) ?? NOTHING;
  }

  snapshot(): OrderExtrasState {
    return [...this.#byId];
  }

  restore(state: OrderExtrasState): void {
    this.#byId.clear();
    for (const [id, extra] of state) this.#byId.set(id, extra);
  }
}

function numberOf(value: number): number | undefined {
  return Number.isNaN(value) ? undefined : value;
}
