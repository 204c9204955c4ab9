import type { OpenOrders } from "../open-orders.ts";
import type { Order } from "../order.ts";
import { isPricedByTerms } from "../expected-price.ts";
import type { Charges } from "./charges.ts";
import { type DependsOn, DEPENDS_ON, OpenSums } from "./open-sums.ts";

/**
 * Maximum cash that open buy orders can cost by their terms, including commissions. Of an OCO group only the most
 * expensive order counts.
 */
export class ReservedCash extends OpenSums {
  readonly #charges: Charges;
  /** Amount that counts for each OCO group, by group id, for each instrument. */
  readonly #amountsByGroup: Map<number, number>[] = [];

  constructor(open: OpenOrders, instruments: number, charges: Charges) {
    super(open, instruments);
    this.#charges = charges;
  }

  get value(): number {
    this.count();
    return this.sum(0);
  }

  protected override commonInput(): number {
    return this.#charges.tradedValue;
  }

  protected override restart(instrument?: number): void {
    if (instrument === undefined) for (const ofGroup of this.#amountsByGroup) ofGroup?.clear();
    else this.#amountsByGroup[instrument]?.clear();
  }

  protected override dependsOn(order: Order): DependsOn {
    if (order.sign === -1) return DEPENDS_ON.nothing;
    if (order.groupId !== 0) return DEPENDS_ON.earlierOrders;
    return isPricedByTerms(order) ? DEPENDS_ON.passedPrices : DEPENDS_ON.lastPrice;
  }

  protected override amountOf(order: Order): number {
    const { sign, groupId } = order;
    if (sign === -1) return 0;
    const cost = this.#charges.costOfOpen(order);
    if (groupId === 0) return cost;
    const ofGroup = (this.#amountsByGroup[order.feed.index] ??= new Map());
    const others = ofGroup.get(groupId) ?? 0;
    ofGroup.set(groupId, Math.max(others, cost));
    return Math.max(0, cost - others);
  }
}
