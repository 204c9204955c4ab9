import { ClientError } from "../../client/client-error.ts";
import type { Stream } from "../../client/stream.ts";
import type { StreamMessage } from "../../schemas/stream-message.ts";
import type { StreamChannel } from "../../schemas/stream-request.ts";
import type { MessageOf } from "./watched-market.ts";

type Offsets = Partial<Record<StreamChannel, number>>;

/** What is subscribed. */
interface Subscribed {
  readonly symbols: readonly string[];
  readonly conflateMs?: number | undefined;
}

/** The most symbols of one message. */
const SYMBOLS_OF_MESSAGE = 100;

/** How far a client has come in each channel of the stream, from where its next connection goes on. */
export class StreamPlace {
  #epoch: number | undefined;
  #offsets: Offsets = {};
  #begun = false;

  /** Asks for quotes, orders and the clock: how they stand the first time, then what was missed. */
  subscribe(stream: Stream, { symbols, conflateMs }: Subscribed): void {
    this.subscribeQuotes(stream, { symbols, conflateMs });
    const { orders } = this.#offsets;
    // Without an offset yet nothing was told: how they stand is all there is.
    stream.subscribe({
      channel: "orders",
      id: "orders",
      ...this.#from(orders),
      ...(orders === undefined && { snapshot: true }),
    });
    stream.subscribe({ channel: "clock", id: "clock" });
  }

  /** Where quotes are held back only the last ones count, so how they stand is asked for each time. */
  subscribeQuotes(stream: Stream, { symbols, conflateMs }: Subscribed): void {
    for (let i = 0; i < symbols.length; i += SYMBOLS_OF_MESSAGE)
      stream.subscribe({
        channel: "quotes",
        id: "quotes",
        symbols: symbols.slice(i, i + SYMBOLS_OF_MESSAGE),
        ...this.#from(this.#offsets.quotes),
        ...(conflateMs !== undefined && { snapshot: true, conflate_ms: conflateMs }),
      });
  }

  /** The session was put back: nothing of before counts. */
  subscribeAnew(stream: Stream, subscribed: Subscribed): void {
    this.#offsets = {};
    this.#epoch = undefined;
    this.subscribe(stream, subscribed);
  }

  reached(message: StreamMessage): void {
    if (!("seq" in message)) return;
    if (message.epoch !== this.#epoch) this.#offsets = {};
    this.#epoch = message.epoch;
    if (!("offset" in message)) return;
    const channel = message.type === "order" || message.type === "entry" ? "orders" : "quotes";
    this.#offsets[channel] = Math.max(message.offset, this.#offsets[channel] ?? -1);
  }

  /** Throws SYMBOL_NOT_FOUND where the first answer rejects a symbol; later ones may be of a time before it was listed. */
  subscribed({ channel, rejected: [first] }: MessageOf<"subscribed">): void {
    if (channel === "clock") this.#begun = true;
    // The first order may be given while the connection is broken off: from here on all are told.
    const { quotes, orders } = this.#offsets;
    if (channel === "orders" && orders === undefined && quotes !== undefined) this.#offsets.orders = quotes;
    if (first === undefined || this.#begun) return;
    const { symbol, code, message, suggestion } = first;
    const guess = suggestion === null ? "" : `; did you mean ${suggestion}?`;
    throw new ClientError(code, `${message}${guess}`, 0, { symbol, suggestion });
  }

  /** Takes what cannot be had: the orders of a key that may not see them are left out, what is no longer kept is asked for as it stands. */
  refused({ code, message, details, id }: MessageOf<"error">, stream: Stream, subscribed: Subscribed): void {
    if (id === "orders" && code === "INSUFFICIENT_SCOPE") return;
    if (details["reason"] !== "offset_unavailable") throw new ClientError(code, message, 0, details);
    this.subscribeAnew(stream, subscribed);
  }

  #from(offset: number | undefined): { readonly from?: number; readonly epoch?: number } {
    return offset === undefined || this.#epoch === undefined ? {} : { from: offset + 1, epoch: this.#epoch };
  }
}
