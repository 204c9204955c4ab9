import { formatNumber, priceDecimals } from "../../report/format.ts";
import type { Portfolio } from "../../schemas/account.ts";
import type { OrderRecord } from "../../schemas/order.ts";
import type { StreamMessage } from "../../schemas/stream-message.ts";

/** The message of a type. */
export type MessageOf<Type extends StreamMessage["type"]> = Extract<StreamMessage, { readonly type: Type }>;
type QuoteMessage = MessageOf<"quote">;
type ClockMessage = MessageOf<"clock">;

/** Statuses in which an order may still fill. */
const OPEN: readonly string[] = ["accepted", "held", "new", "partially_filled"];
/** Prices of money have cents. */
const LEAST_DECIMALS = 2;

/** What is known of a market that is watched: nothing but what its server told. */
export class WatchedMarket {
  readonly quotes = new Map<string, QuoteMessage>();
  /** Those that may still fill, by id. */
  readonly orders = new Map<string, OrderRecord>();
  clock: ClockMessage | undefined;
  /** The account as it was last read; unknown where the key may not see it. */
  portfolio: Portfolio | undefined;
  /** Market time of the latest that was told; empty before anything was. */
  now = "";
  #epoch = 0;
  readonly #decimals = new Map<string, number>();

  /** Takes in what was told. Tells whether it is news: a clock that only goes on is none. */
  take(message: StreamMessage): boolean {
    if ("seq" in message) this.#reach(message.epoch, message.timestamp);
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

  /** A price with as many decimals as prices of its instrument have been seen to have. */
  priceText(symbol: string, value: number | null): string {
    return formatNumber(value, this.#decimals.get(symbol) ?? LEAST_DECIMALS);
  }

  /** What was known of a time that is no more is forgotten. */
  #reach(epoch: number, time: string): void {
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
    const seen = priceDecimals([[price, bid ?? NaN, ask ?? NaN]]);
    this.#decimals.set(symbol, Math.max(LEAST_DECIMALS, seen, this.#decimals.get(symbol) ?? 0));
  }
}

/** A number that is a change: above zero it has a plus. */
export function signedNumber(value: number | null, decimals: number): string {
  const text = formatNumber(value, decimals);
  return value !== null && value > 0 && Number(value.toFixed(decimals)) > 0 ? `+${text}` : text;
}
