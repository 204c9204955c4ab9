import { formatNumber, priceDecimals } from "../../report/format.ts";
import type { Portfolio } from "../../schemas/account.ts";
import type { OrderRecord } from "../../schemas/order.ts";
import type { StreamMessage } from "../../schemas/stream-message.ts";

/** Stream message of a given type. */
export type MessageOf<Type extends StreamMessage["type"]> = Extract<StreamMessage, { readonly type: Type }>;
type QuoteMessage = MessageOf<"quote">;
type ClockMessage = MessageOf<"clock">;

/** Statuses of orders that may still fill. */
const OPEN: readonly string[] = ["accepted", "held", "new", "partially_filled"];
/** Prices show at least cents. */
const MIN_DECIMALS = 2;

/** State of a watched market, from the messages of its server only. */
export class WatchedMarket {
  readonly quotes = new Map<string, QuoteMessage>();
  /** Open orders by id. */
  readonly orders = new Map<string, OrderRecord>();
  clock: ClockMessage | undefined;
  /** The account when last read; undefined if unknown or not permitted. */
  portfolio: Portfolio | undefined;
  /** Market time of the latest message; empty before the first. */
  now = "";
  #epoch = 0;
  readonly #decimals = new Map<string, number>();

  /** Applies a message. Returns whether it is news: a clock that only advances is not. */
  apply(message: StreamMessage): boolean {
    if ("seq" in message) this.#advanceTo(message.epoch, message.timestamp);
    switch (message.type) {
      case "quote":
        this.#noteDecimals(message);
        this.quotes.set(message.symbol, message);
        return true;
      case "order":
        if (OPEN.includes(message.order.status)) this.orders.set(message.order.id, message.order);
        else this.orders.delete(message.order.id);
        return true;
      case "clock": {
        const before = this.clock;
        this.clock = message;
        this.now = message.now;
        return before?.state !== message.state || before.speed !== message.speed;
      }
      default:
        return true;
    }
  }

  /** Formats a price with the most decimals seen for its symbol. */
  priceText(symbol: string, value: number | null): string {
    return formatNumber(value, this.#decimals.get(symbol) ?? MIN_DECIMALS);
  }

  /** Discards the state of an earlier epoch. */
  #advanceTo(epoch: number, time: string): void {
    if (epoch !== this.#epoch) {
      this.#epoch = epoch;
      this.quotes.clear();
      this.orders.clear();
      this.clock = undefined;
      this.portfolio = undefined;
      this.now = "";
    }
    if (time > this.now) this.now = time;
  }

  #noteDecimals({ symbol, price, bid, ask }: QuoteMessage): void {
    const decimals = priceDecimals([[price, bid ?? NaN, ask ?? NaN]]);
    this.#decimals.set(symbol, Math.max(MIN_DECIMALS, decimals, this.#decimals.get(symbol) ?? 0));
  }
}

/** Formats a change; positive numbers get a plus sign. */
export function signedNumber(value: number | null, decimals: number): string {
  const text = formatNumber(value, decimals);
  return value !== null && value > 0 && Number(value.toFixed(decimals)) > 0 ? `+${text}` : text;
}
