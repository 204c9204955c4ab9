import { formatNumber, priceDecimals } from "../../metrics/format.ts";
import type { Portfolio } from "../../schemas/account.ts";
import type { OrderRecord } from "../../schemas/order.ts";
import type { StreamMessage } from "../../schemas/stream-message.ts";

/** A message of the stream with the given type. */
export type MessageOf<Type extends StreamMessage["type"]> = Extract<StreamMessage, { readonly type: Type }>;
type QuoteMessage = MessageOf<"quote">;
type ClockMessage = MessageOf<"clock">;

/** Statuses of orders that may still fill. */
const OPEN: readonly string[] = ["accepted", "held", "new", "partially_filled"];
/** Minimum number of decimals of a price. */
const MIN_DECIMALS = 2;

/** State of a watched market, built from the messages of the server's stream. */
export class WatchedMarket {
  readonly quotes = new Map<string, QuoteMessage>();
  /** Open orders by id. */
  readonly orders = new Map<string, OrderRecord>();
  clock: ClockMessage | undefined;
  /** The account at the last request; undefined before the first, or if the API key has no permission. */
  portfolio: Portfolio | undefined;
  /** Market time of the latest message; empty before the first message. */
  now = "";
  #epoch = 0;
  readonly #decimals = new Map<string, number>();

  /** Applies a message. Returns whether it changed something to show. A clock that only advances did not. */
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

  /** Formats a price with the largest number of decimals that a price of its symbol had. */
  priceText(symbol: string, value: number | null): string {
    return formatNumber(value, this.#decimals.get(symbol) ?? MIN_DECIMALS);
  }

  /** Discards the state of an earlier epoch, since a new epoch starts when the replay was reset. */
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
