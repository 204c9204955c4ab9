import type { Feed } from "../../market/feed.ts";
import { exposurePrice } from "../expected-price.ts";
import { marketable } from "../marketable.ts";
import type { OpenOrders } from "../open-orders.ts";
import { STATUS } from "../order-codes.ts";
import type { Order } from "../order.ts";
import { type Moves, MOVES, OpenSums } from "./open-sums.ts";
import { placeOf } from "./open-units.ts";

/** By how much more the units that open orders may add are worth at the prices of their orders than at the last one, in points of price. */
export class OpenExcess extends OpenSums {
  readonly #open: OpenOrders;

  constructor(open: OpenOrders, instruments: number) {
    super(open, instruments, false, 2 * instruments);
    this.#open = open;
  }

  /** Counts what has come since; to be called before `of`, once for many. */
  override count(): void {
    super.count();
  }

  of(instrument: number, sign: 1 | -1): number {
    return this.sum(placeOf(instrument, sign));
  }

  /** The price of the dearest open order of a side of an instrument; below all prices where there is none. */
  dearest(feed: Feed, sign: 1 | -1): number {
    const { at, count } = this.#open;
    let most = -Infinity;
    for (let i = 0; i < count; i++) {
      const order = at[i]!;
      if (order.feed !== feed || order.sign !== sign || order.reduceOnly) continue;
      if (order.live && order.status !== STATUS.held) most = Math.max(most, Math.abs(exposurePrice(order)));
    }
    return most;
  }

  protected override sumOf({ feed, sign }: Order): number {
    return placeOf(feed.index, sign);
  }

  protected override moves(order: Order): Moves {
    return order.reduceOnly || marketable(order) ? MOVES.never : MOVES.alone;
  }

  protected override worth(order: Order): number {
    if (order.reduceOnly || marketable(order)) return 0;
    return order.remaining * (Math.abs(exposurePrice(order)) - Math.abs(order.feed.last));
  }
}
