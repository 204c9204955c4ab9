import type { StreamSubscribe } from "../schemas/stream-request.ts";
import type { StreamMessage } from "../schemas/stream-message.ts";
import { ClientError } from "./client-error.ts";
import type { Http } from "./http.ts";
import { type Socket, socketClass } from "./socket.ts";

/** What is subscribed: the request without its action. */
export type Subscription = Omit<StreamSubscribe, "action">;

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
export class Stream implements AsyncIterable<StreamMessage> {
  readonly #socket: Socket;
  readonly #waiting: StreamMessage[] = [];
  #taken = 0;
  #wake: (() => void) | undefined;
  #ended: StreamEnd | undefined;

  private constructor(socket: Socket) {
    this.#socket = socket;
    socket.addEventListener("message", ({ data }) => {
      this.#waiting.push(JSON.parse(String(data)) as StreamMessage);
      this.#wake?.();
    });
    socket.addEventListener("close", ({ code, reason }) => {
      this.#ended = { code, reason };
      this.#wake?.();
    });
    socket.addEventListener("error", () => {});
  }

  /** Opens a stream and shows the key. Throws ClientError when it is refused. */
  static async open({ root, apiKey, session }: Http): Promise<Stream> {
    const address = new URL(`${root.replace(/^http/, "ws")}/v2/stream`);
    if (session !== undefined) address.searchParams.set("session", session);
    const SocketOf = await socketClass();
    const socket = new SocketOf(String(address));
    const opened = new Promise<void>((resolve, reject) => {
      socket.addEventListener("open", resolve);
      socket.addEventListener("error", () =>
        reject(new ClientError("SERVICE_UNAVAILABLE", `the stream at ${address.origin} must be there, it is not`, 0)),
      );
    });
    const stream = new Stream(socket);
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
    this.#socket.close(1000, "done");
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<StreamMessage> {
    for (let message = await this.next(); message !== undefined; message = await this.next()) yield message;
  }

  #refusal(): ClientError {
    const { code, reason } = this.#ended!;
    return new ClientError("SERVICE_UNAVAILABLE", `the stream must stay open, it ended with ${code} ${reason}`, 0);
  }
}
