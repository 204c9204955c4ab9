import { setTimeout as sleep } from "node:timers/promises";
import { ClientError } from "../../client/client-error.ts";
import type { Client } from "../../client/create-client.ts";
import { RETRY_MS } from "../../client/retried.ts";
import type { ClientStream } from "../../client/stream.ts";
import type { StreamMessage } from "../../schemas/stream-message.ts";
import type { StreamChannel } from "../../schemas/stream-request.ts";
import type { MessageOf } from "./watched-market.ts";

/** What is followed, and by whom. */
interface Following {
  readonly symbols: readonly string[];
  /** At most one quote of a symbol in so many milliseconds. */
  readonly conflateMs?: number | undefined;
  readonly signal: AbortSignal;
  /** Says what became of the connection; undefined when it is well again. */
  readonly says: (trouble: string | undefined) => void;
}

/** Ways to end after which the same would happen again. */
const FOR_GOOD: readonly number[] = [4400, 4401, 4403, 4429];
const OVER = 1000;
/** The name of the question after whose answer nothing of a replay is left to be told. */
const LAST = "last";

/**
 * What the stream of a session tells about symbols, its clock and the orders of the key, where the key may see them: from how things stand until
 * the replay or the session is over. A connection that breaks off is opened again, and goes on where it was.
 *
 * Throws ClientError for what the server refuses, for a symbol that is not known, and when there is no server.
 */
export async function* followedStream(client: Client, following: Following): AsyncGenerator<StreamMessage> {
  const { signal, says } = following;
  const place = new StreamPlace();
  let stream: ClientStream | undefined = await client.stream();
  for (; stream !== undefined; stream = await reopened(client, following)) {
    const close = closing(stream, signal);
    try {
      place.subscribe(stream, following);
      for await (const message of stream) {
        if (signal.aborted) return;
        if (message.type === "pong" && message.id === LAST) return;
        if (message.type === "error") place.refused(message, stream, following);
        else if (message.type === "subscribed") place.subscribed(message);
        else {
          place.reached(message);
          yield message;
          if (message.type === "warning" && message.code === "SESSION_RESTARTED")
            place.subscribeAnew(stream, following);
          if (message.type === "clock" && message.state === "completed") askForLast(stream, following, place);
        }
      }
    } finally {
      close();
    }
    const { code, reason } = stream.ended!;
    if (signal.aborted || code === OVER) return;
    if (FOR_GOOD.includes(code))
      throw new ClientError("SERVICE_UNAVAILABLE", `the stream ended with ${code} ${reason}`, 0);
    says("connection lost, trying again");
  }
}

/** Closes a stream when it is told to, or when the signal says so. */
function closing(stream: ClientStream, signal: AbortSignal): () => void {
  const close = () => {
    signal.removeEventListener("abort", close);
    stream.close();
  };
  if (signal.aborted) close();
  else signal.addEventListener("abort", close);
  return close;
}

/** Of quotes that were held back the last is asked for; the answer to what is asked then comes after everything else. */
function askForLast(stream: ClientStream, following: Following, place: StreamPlace): void {
  if (following.conflateMs !== undefined) place.subscribeQuotes(stream, following);
  stream.send({ action: "ping", id: LAST });
}

/** Another connection, as soon as there is one; undefined when nobody waits for it any more. */
async function reopened(client: Client, { signal, says }: Following): Promise<ClientStream | undefined> {
  for (const wait of RETRY_MS) {
    await sleep(wait, undefined, { signal }).catch(() => undefined);
    if (signal.aborted) return undefined;
    try {
      const stream = await client.stream();
      says(undefined);
      return stream;
    } catch (error) {
      if (!(error instanceof ClientError) || error.code !== "SERVICE_UNAVAILABLE") throw error;
    }
  }
  throw new ClientError("SERVICE_UNAVAILABLE", "the server did not answer again within a minute", 0);
}

type Offsets = Partial<Record<StreamChannel, number>>;

/** What is subscribed. */
interface Subscribed {
  readonly symbols: readonly string[];
  readonly conflateMs?: number | undefined;
}

/** The most symbols of one message. */
const SYMBOLS_OF_MESSAGE = 100;

/** How far a client has come in each channel of the stream, from where its next connection goes on. */
class StreamPlace {
  #epoch: number | undefined;
  #offsets: Offsets = {};
  #begun = false;

  /** Asks for quotes, orders and the clock: how they stand the first time, then what was missed. */
  subscribe(stream: ClientStream, { symbols, conflateMs }: Subscribed): void {
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
  subscribeQuotes(stream: ClientStream, { symbols, conflateMs }: Subscribed): void {
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
  subscribeAnew(stream: ClientStream, subscribed: Subscribed): void {
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
  refused({ code, message, details, id }: MessageOf<"error">, stream: ClientStream, subscribed: Subscribed): void {
    if (id === "orders" && code === "INSUFFICIENT_SCOPE") return;
    if (details["reason"] !== "offset_unavailable") throw new ClientError(code, message, 0, details);
    this.subscribeAnew(stream, subscribed);
  }

  #from(offset: number | undefined): { readonly from?: number; readonly epoch?: number } {
    return offset === undefined || this.#epoch === undefined ? {} : { from: offset + 1, epoch: this.#epoch };
  }
}
