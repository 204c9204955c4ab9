import type { StreamSubscribe } from "../schemas/stream-request.ts";
import type { StreamMessage } from "../schemas/stream-message.ts";
import { ClientError } from "./client-error.ts";
import type { Http } from "./http.ts";

/** What is subscribed: the request without its action. */
export type Subscription = Omit<StreamSubscribe, "action">;

/** The code of a connection that ended without a close frame. */
const NO_END = 1006;

/** How a stream ended: the code and reason of its close frame. */
export interface StreamEnd {
  readonly code: number;
  readonly reason: string;
}

/**
 * The stream of a session: messages in order, by a loop over it.
 *
 * @example
 * const stream = await client.stream();
 * stream.subscribe({ channel: "quotes", symbols: ["AAPL"] });
 * for await (const message of stream) if (message.type === "quote") console.log(message.symbol, message.price);
 */
export class ClientStream implements AsyncIterable<StreamMessage> {
  readonly #socket: Socket;
  readonly #waiting: StreamMessage[] = [];
  #taken = 0;
  #wake: (() => void) | undefined;
  #ended: StreamEnd | undefined;
  #heard = 0;
  #watch: ReturnType<typeof setInterval> | undefined;

  private constructor(socket: Socket) {
    this.#socket = socket;
    socket.addEventListener("message", ({ data }) => {
      this.#heard++;
      this.#waiting.push(JSON.parse(String(data)) as StreamMessage);
      this.#wake?.();
    });
    socket.addEventListener("close", ({ code, reason }) => this.#end(code, reason));
    socket.addEventListener("error", () => {});
  }

  /** Opens a stream and shows the key. It ends when the signal is aborted. Throws ClientError when it is refused. */
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
        reject(new ClientError("SERVICE_UNAVAILABLE", `there is no stream at ${origin}`, 0)),
      );
    });
    const stream = new ClientStream(socket);
    await opened;
    stream.send({ action: "auth", api_key: apiKey });
    for (let message = await stream.next(); message?.type !== "authenticated"; message = await stream.next()) {
      if (message === undefined) throw stream.#refusal();
      if (message.type === "error") throw new ClientError(message.code, message.message, 0, message.details);
    }
    return stream;
  }

  /** How it ended; undefined while it has not. */
  get ended(): StreamEnd | undefined {
    return this.#ended;
  }

  send(message: object): void {
    this.#socket.send(JSON.stringify(message));
  }

  subscribe(subscription: Subscription): void {
    this.send({ action: "subscribe", ...subscription });
  }

  /** In lockstep: all messages up to this one were worked off. */
  ack(seq: number): void {
    this.send({ action: "ack", seq });
  }

  /** The next message; undefined when the stream has ended. */
  async next(): Promise<StreamMessage | undefined> {
    for (;;) {
      if (this.#taken < this.#waiting.length) {
        const message = this.#waiting[this.#taken++]!;
        if (this.#taken === this.#waiting.length) this.#taken = this.#waiting.length = 0;
        return message;
      }
      if (this.#ended !== undefined) return undefined;
      await new Promise<void>((resolve) => void (this.#wake = resolve));
    }
  }

  close(): void {
    clearInterval(this.#watch);
    this.#socket.close(1000, "done");
  }

  /** From now on it ends when so many milliseconds have passed without a word: the other side may be gone without one. */
  endAfter(silenceMs: number): void {
    let before = -1;
    this.#watch ??= setInterval(() => {
      if (this.#heard === before) {
        this.close();
        this.#end(NO_END, `nothing was heard for ${silenceMs} ms`);
      }
      before = this.#heard;
    }, silenceMs);
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<StreamMessage> {
    for (let message = await this.next(); message !== undefined; message = await this.next()) yield message;
  }

  #end(code: number, reason: string): void {
    clearInterval(this.#watch);
    this.#ended ??= { code, reason };
    this.#wake?.();
  }

  #refusal(): ClientError {
    const { code, reason } = this.#ended!;
    return new ClientError("SERVICE_UNAVAILABLE", `the stream ended with ${code} ${reason}`, 0);
  }
}

/** What is used of a WebSocket, the platform's or that of the package `ws`. */
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
 * The platform's WebSocket, or that of `ws` where there is none. Listen to one in the breath in which it is made: an address that the platform
 * refuses ends it before anything else is done.
 */
async function socketClass(): Promise<SocketClass> {
  const own = (globalThis as { readonly WebSocket?: SocketClass }).WebSocket;
  return own ?? ((await import("ws")).WebSocket as unknown as SocketClass);
}
