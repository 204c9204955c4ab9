import { setTimeout as sleep } from "node:timers/promises";
import { ClientError } from "../../client/client-error.ts";
import type { Client } from "../../client/create-client.ts";
import { RETRY_MS } from "../../client/retry.ts";
import type { ClientStream } from "../../client/stream.ts";
import type { StreamMessage } from "../../schemas/stream-message.ts";
import type { StreamChannel } from "../../schemas/stream-request.ts";
import type { MessageOf } from "./watched-market.ts";

/** Symbols to follow, and callbacks. */
interface FollowOptions {
  readonly symbols: readonly string[];
  /** Minimum milliseconds between two quotes of a symbol. */
  readonly conflateMs?: number | undefined;
  readonly signal: AbortSignal;
  /** Called with the problem when the connection is lost, and with undefined when it is restored. */
  readonly onConnection: (problem: string | undefined) => void;
}

/** WebSocket close codes after which reconnecting would fail again. */
const PERMANENT_CODES: readonly number[] = [4400, 4401, 4403, 4429];
const SESSION_ENDED = 1000;
/** Id of a ping at the end of a replay. The server answers it after all other messages. */
const LAST_PING = "last";

/**
 * Yields the stream's messages about symbols, the clock, and orders if the API key may read them, from a snapshot until the replay or
 * session ends. A lost connection is reopened and continues after the last message.
 *
 * Throws ClientError for a refused request, an unknown symbol, or an unreachable server.
 */
export async function* followStream(client: Client, options: FollowOptions): AsyncGenerator<StreamMessage> {
  const { signal, onConnection } = options;
  const position = new StreamPosition();
  let stream: ClientStream | undefined = await client.stream();
  for (; stream !== undefined; stream = await reconnect(client, options)) {
    const close = closeOnAbort(stream, signal);
    try {
      position.subscribe(stream, options);
      for await (const message of stream) {
        if (signal.aborted) return;
        if (message.type === "pong" && message.id === LAST_PING) return;
        if (message.type === "error") position.handleError(message, stream, options);
        else if (message.type === "subscribed") position.confirm(message);
        else {
          position.advance(message);
          yield message;
          if (message.type === "warning" && message.code === "SESSION_RESTARTED") position.resubscribe(stream, options);
          if (message.type === "clock" && message.state === "completed") requestLastQuotes(stream, options, position);
        }
      }
    } finally {
      close();
    }
    const { code, reason } = stream.ended!;
    if (signal.aborted || code === SESSION_ENDED) return;
    if (PERMANENT_CODES.includes(code))
      throw new ClientError("SERVICE_UNAVAILABLE", `the stream closed with code ${code} (${reason || "no reason"})`, 0);
    onConnection("connection lost, reconnecting");
  }
}

/** Closes a stream when the signal aborts. Returns a function that closes the stream earlier. */
function closeOnAbort(stream: ClientStream, signal: AbortSignal): () => void {
  const close = () => {
    signal.removeEventListener("abort", close);
    stream.close();
  };
  if (signal.aborted) close();
  else signal.addEventListener("abort", close);
  return close;
}

/** Requests the last conflated quotes, then sends a ping, whose answer comes after all other messages. */
function requestLastQuotes(stream: ClientStream, options: FollowOptions, position: StreamPosition): void {
  if (options.conflateMs !== undefined) position.subscribeQuotes(stream, options);
  stream.send({ action: "ping", id: LAST_PING });
}

/** Reconnects as soon as the server answers. Returns undefined if the signal aborts. */
async function reconnect(client: Client, { signal, onConnection }: FollowOptions): Promise<ClientStream | undefined> {
  for (const wait of RETRY_MS) {
    await sleep(wait, undefined, { signal }).catch(() => undefined);
    if (signal.aborted) return undefined;
    try {
      const stream = await client.stream();
      onConnection(undefined);
      return stream;
    } catch (error) {
      if (!(error instanceof ClientError) || error.code !== "SERVICE_UNAVAILABLE") throw error;
    }
  }
  throw new ClientError(
    "SERVICE_UNAVAILABLE",
    "the connection was lost, and the server did not answer within a minute",
    0,
  );
}

type Offsets = Partial<Record<StreamChannel, number>>;

/** Symbols of a subscription. */
interface Subscription {
  readonly symbols: readonly string[];
  readonly conflateMs?: number | undefined;
}

/** Maximum number of symbols in one subscription message. */
const MAX_SYMBOLS = 100;

/** The last offset in each channel of the stream, after which the next connection continues. */
class StreamPosition {
  #epoch: number | undefined;
  #offsets: Offsets = {};
  #begun = false;

  /** Subscribes to quotes, orders and the clock: at first with a snapshot, later from the last offset. */
  subscribe(stream: ClientStream, { symbols, conflateMs }: Subscription): void {
    this.subscribeQuotes(stream, { symbols, conflateMs });
    const { orders } = this.#offsets;
    // If no offset is known, no message has arrived, and a snapshot is needed.
    stream.subscribe({
      channel: "orders",
      id: "orders",
      ...this.#from(orders),
      ...(orders === undefined && { snapshot: true }),
    });
    stream.subscribe({ channel: "clock", id: "clock" });
  }

  /** Conflated quotes need a snapshot each time, since only the latest quotes count. */
  subscribeQuotes(stream: ClientStream, { symbols, conflateMs }: Subscription): void {
    for (let i = 0; i < symbols.length; i += MAX_SYMBOLS)
      stream.subscribe({
        channel: "quotes",
        id: "quotes",
        symbols: symbols.slice(i, i + MAX_SYMBOLS),
        ...this.#from(this.#offsets.quotes),
        ...(conflateMs !== undefined && { snapshot: true, conflate_ms: conflateMs }),
      });
  }

  /** Subscribes with a new snapshot after the session was reset. */
  resubscribe(stream: ClientStream, subscribed: Subscription): void {
    this.#offsets = {};
    this.#epoch = undefined;
    this.subscribe(stream, subscribed);
  }

  advance(message: StreamMessage): void {
    if (!("seq" in message)) return;
    if (message.epoch !== this.#epoch) this.#offsets = {};
    this.#epoch = message.epoch;
    if (!("offset" in message)) return;
    const channel = message.type === "order" || message.type === "entry" ? "orders" : "quotes";
    this.#offsets[channel] = Math.max(message.offset, this.#offsets[channel] ?? -1);
  }

  /** Throws SYMBOL_NOT_FOUND if the first answer rejects a symbol. Later answers may concern a time before its listing. */
  confirm({ channel, rejected: [first] }: MessageOf<"subscribed">): void {
    if (channel === "clock") this.#begun = true;
    // The current offset is stored, so that a subscription after a lost connection includes all later orders.
    const { quotes, orders } = this.#offsets;
    if (channel === "orders" && orders === undefined && quotes !== undefined) this.#offsets.orders = quotes;
    if (first === undefined || this.#begun) return;
    const { symbol, code, message, suggestion } = first;
    const guess = suggestion === null ? "" : `; did you mean ${suggestion}?`;
    throw new ClientError(code, `${message}${guess}`, 0, { symbol, suggestion });
  }

  /** Handles errors: leaves out orders if the API key may not read them, and subscribes again to channels that lost messages. */
  handleError(
    { code, message, details, id }: MessageOf<"error">,
    stream: ClientStream,
    subscribed: Subscription,
  ): void {
    if (id === "orders" && code === "INSUFFICIENT_SCOPE") return;
    if (details["reason"] !== "offset_unavailable") throw new ClientError(code, message, 0, details);
    this.resubscribe(stream, subscribed);
  }

  #from(offset: number | undefined): { readonly from?: number; readonly epoch?: number } {
    return offset === undefined || this.#epoch === undefined ? {} : { from: offset + 1, epoch: this.#epoch };
  }
}
