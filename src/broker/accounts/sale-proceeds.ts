import type { Portfolio } from "../../ledger/portfolio.ts";
import { snapToStep } from "../../primitives/rounding.ts";
import { marketable } from "../marketable.ts";
import type { OpenOrders } from "../open-orders.ts";
import type { Order } from "../order.ts";
import type { Charges } from "./charges.ts";
import { type Moves, MOVES, OpenSums } from "./open-sums.ts";

/** Money that open market sells bring at last prices, less commissions; each unit that is held is sold once. A sell that rests at its price may never fill, so it brings nothing. */
export class SaleProceeds extends OpenSums {
  readonly #portfolio: Portfolio;
  readonly #charges: Charges;
  /** Units of each instrument that no order before has sold; NaN where none was looked at. */
  readonly #unsold: Float64Array;
  /** Movements of the ledger at which positions were looked at. */
  #movements = -1;

  constructor(open: OpenOrders, portfolio: Portfolio, charges: Charges) {
    super(open, portfolio.positions.length);
    this.#portfolio = portfolio;
    this.#charges = charges;
    this.#unsold = new Float64Array(portfolio.positions.length);
  }

  get value(): number {
    this.count();
    return this.sum(0);
  }

  protected override moves(order: Order): Moves {
    return order.sign === -1 && marketable(order) ? MOVES.withOthers : MOVES.never;
  }

  protected override base(): number {
    return this.#charges.tradedValue;
  }

  protected override holds(): boolean {
    const before = this.#movements;
    this.#movements = this.#portfolio.entries.length;
    return this.#movements === before;
  }

  protected override begin(instrument?: number): void {
    this.#movements = this.#portfolio.entries.length;
    if (instrument === undefined) this.#unsold.fill(NaN);
    else this.#unsold[instrument] = NaN;
  }

  protected override worth(order: Order): number {
    const { sign, feed, remaining } = order;
    if (sign === 1 || !marketable(order)) return 0;
    let unsold = this.#unsold[feed.index]!;
    if (unsold !== unsold) unsold = Math.max(0, this.#portfolio.positions[feed.index]!.quantity);
    const quantity = Math.min(remaining, unsold);
    this.#unsold[feed.index] = snapToStep(unsold - quantity, feed.instrument.lot);
    if (quantity === 0) return 0;
    return this.#charges.value(feed, quantity, feed.last) - this.#charges.commissionOfOpen(order, quantity);
  }
}
