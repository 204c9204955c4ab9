import type { OpenOrders } from "../open-orders.ts";
import type { OrderLog } from "../order-log.ts";

/**
 * How many open orders are still as they were when somebody last looked. Whatever happens to an order is in the log, and the first step of a
 * new one is no more than its coming: while there was nothing else, those that were known stand where they stood and new ones stand behind them.
 * So who sums over open orders goes on from his last sum, and has the very number that he would have from the first order on.
 */
export class KnownOrders {
  readonly #open: OpenOrders;
  readonly #log: OrderLog;
  #count = 0;
  #changes = 0;
  #moves = 0;

  constructor(open: OpenOrders, log: OrderLog) {
    this.#open = open;
    this.#log = log;
  }

  /** So many from the first on are unchanged since the last look. */
  look(): number {
    const { changes } = this.#log;
    const { count, changes: moves } = this.#open;
    const known = changes === this.#changes && moves === this.#moves ? this.#count : 0;
    this.#changes = changes;
    this.#moves = moves;
    this.#count = count;
    return known;
  }
}
