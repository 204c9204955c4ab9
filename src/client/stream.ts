import type { StreamSubscribe } from "../schemas/stream-request.ts";
import type { StreamMessage } from "../schemas/stream-message.ts";
import { ClientError } from "./client-error.ts";
import type { Http } from "./http.ts";

/** A subscription as the stream's message describes it, without the member `action`. */
export type Subscription = Omit<StreamSubscribe, "action">;

/** Close code of a connection that ended without a close frame. */
const ABNORMAL_CLOSURE = 1006;

/** Code and reason of the close frame that ended a stream. */
export interface StreamEnd {
  readonly code: number;
  readonly reason: string;
}

/**
 * The stream of a session, which yields its messages in order.
 *
 * @example
 * const stream = await client.stream();
 * stream.subscribe({ channel: "quotes", symbols: ["AAPL"] });
 * for await (const message of stream) if (message.type === "quote") console.log(message.symbol, message.price);
 */
export class ClientStream implements AsyncIterable<StreamMessage> {
  readonly #socket: Socket;
  readonly #queue: StreamMessage[] = [];
  #nextIndex = 0;
  #wake: (() => void) | undefined;
  #ended: StreamEnd | undefined;
  #received = 0;
  #silenceTimer: ReturnType<typeof setInterval> | undefined;

  private constructor(socket: Socket) {
    this.#socket = socket;
    socket.addEventListener("message", ({ data }) => {
      this.#received++;
      this.#queue.push(JSON.parse(String(data)) as StreamMessage);
      this.#wake?.();
    });
    socket.addEventListener("close", ({ code, reason }) => this.#end(code, reason));
    socket.addEventListener("error", () => {});
  }

  /** Opens a stream and authenticates. The stream ends when the signal aborts. Throws ClientError if it is rejected. */
  static async open({ root, apiKey, session, signal }: Http): Promise<ClientStream> {
    const address = new URL(`${root.replace(/^http/, "ws")}/v2/stream`);
    if (session !== undefined) address.searchParams.set("session", session);
    const SocketOf = await socketClass();
    signal?.throwIfAborted();
    const socket = new SocketOf(String(address));
    const stop = (): void => socket.close(1000, "aborted");
    signal?.addEventListener("abort", stop);
    socket.addEventListener("close", () => signal?.removeEventListener("abort", stop));
    try {
      return await ClientStream.#authenticated(socket, address.origin, apiKey);
    } catch (error) {
      throw signal?.aborted ? signal.reason : error;
    }
  }

  static async #authenticated(socket: Socket, origin: string, apiKey: string): Promise<ClientStream> {
    const opened = new Promise<void>((resolve, reject) => {
      socket.addEventListener("open", resolve);
      socket.addEventListener("error", () =>
        reject(
          new ClientError(
            "SERVICE_UNAVAILABLE",
            `the stream cannot be opened: no WebSocket server answers at ${origin}`,
            0,
          ),
        ),
      );
    });
    const stream = new ClientStream(socket);
    await opened;
    stream.send({ action: "auth", api_key: apiKey });
    for (let message = await stream.next(); message?.type !== "authenticated"; message = await stream.next()) {
      if (message === undefined) throw stream.#endedError();
      if (message.type === "error") throw new ClientError(message.code, message.message, 0, message.details);
    }
    return stream;
  }

  /** How the stream ended; undefined while it is open. */
  get ended(): StreamEnd | undefined {
    return this.#ended;
  }

  send(message: object): void {
    this.#socket.send(JSON.stringify(message));
  }

  subscribe(subscription: Subscription): void {
    this.send({ action: "subscribe", ...subscription });
  }

  /** Acknowledges, in a lockstep session, that all messages up to this one were processed. */
  ack(seq: number): void {
    this.send({ action: "ack", seq });
  }

  /** Returns the next message; undefined when the stream has ended. */
  async next(): Promise<StreamMessage | undefined> {
    for (;;) {
      if (this.#nextIndex < this.#queue.length) {
        const message = this.#queue[this.#nextIndex++]!;
        if (this.#nextIndex === this.#queue.length) this.#nextIndex = this.#queue.length = 0;
        return message;
      }
      if (this.#ended !== undefined) return undefined;
      await new Promise<void>((resolve) => void (this.#wake = resolve));
    }
  }

  close(): void {
    clearInterval(this.#silenceTimer);
    this.#socket.close(1000, "done");
  }

  /** Ends the stream after this many milliseconds without a message, since a server can vanish without closing the connection. */
  endAfter(silenceMs: number): void {
    let before = -1;
    this.#silenceTimer ??= setInterval(() => {
      if (this.#received === before) {
        this.close();
        this.#end(ABNORMAL_CLOSURE, `no message for ${silenceMs} ms`);
      }
      before = this.#received;
    }, silenceMs);
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<StreamMessage> {
    for (let message = await this.next(); message !== undefined; message = await this.next()) yield message;
  }

  #end(code: number, reason: string): void {
    clearInterval(this.#silenceTimer);
    this.#ended ??= { code, reason };
    this.#wake?.();
  }

  #endedError(): ClientError {
    const { code, reason } = this.#ended!;
    return new ClientError("SERVICE_UNAVAILABLE", `the stream closed with code ${code} (${reason || "no reason"})`, 0);
  }
}

/** Methods of a WebSocket that the client uses, from the platform or from the package `ws`. */
interface Socket {
  send(text: string): void;
  close(code?: number, reason?: string): void;
  addEventListener(type: "open", listener: () => void): void;
  addEventListener(type: "message", listener: (event: { readonly data: unknown }) => void): void;
  addEventListener(type: "close", listener: (event: { readonly code: number; readonly reason: string }) => void): void;
  addEventListener(type: "error", listener: (event: object) => void): void;
}

type SocketClass = new (address: string) => Socket;

/**
 * Returns the WebSocket class of the platform or of the package `ws`. Add listeners to a new socket synchronously: a socket for an address
 * that the platform rejects ends at once.
 */
async function socketClass(): Promise<SocketClass> {
  const builtIn = (globalThis as { readonly WebSocket?: SocketClass }).WebSocket;
  return builtIn ?? ((await import("ws")).WebSocket as unknown as SocketClass);
}
