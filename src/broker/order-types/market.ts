import { meetMarket, type Touch, type TypedOrder } from "../models/fills.ts";
import type { OrderType } from "./order-type.ts";

/** Fills at its instrument's first price event after it became eligible: the next open, or the close of a bar that is forming. */
class MarketOrder implements OrderType {
  readonly name = "market";
  readonly title = "Market";
  readonly fields = { limitPrice: "refused", stopPrice: "refused", trail: "refused" } as const;
  readonly immediate = true;
  readonly follows = false;
  readonly waitsFor = undefined;

  meetBar(_order: TypedOrder, open: number, _high: number, _low: number, _close: number, touch: Touch): boolean {
    return meetMarket(open, touch);
  }

  meetClose(_order: TypedOrder, close: number, touch: Touch): boolean {
    return meetMarket(close, touch);
  }

  rule(): string {
    return "A market order fills at the first price after it became eligible: the next open, or the close of a bar that was forming.";
  }

  asks(): string {
    return "";
  }

  follow(): boolean {
    return false;
  }
}

export const market: OrderType = new MarketOrder();
