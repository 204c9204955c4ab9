import { ClientError } from "../../client/client-error.ts";
import type { Client } from "../../client/create-client.ts";
import type { StreamMessage } from "../../schemas/stream-message.ts";
import type { WatchFace } from "./watch-face.ts";
import type { WatchedMarket } from "./watched-market.ts";

/** Milliseconds between two readings after something happened in the account, and while the market moves: each is a request of the key's hour. */
const SOON_MS = 500;
const MOVING_MS = 2_000;

/** Reads the account of a key again as it changes, until it turns out that the key may not see it. */
export class AccountReader {
  readonly #client: Client;
  readonly #market: WatchedMarket;
  readonly #face: WatchFace;
  readonly #timer: NodeJS.Timeout;
  #hasChanged = true;
  #hasMoved = false;
  #readAt = -Infinity;
  #reading: Promise<void> | undefined;
  #isDenied = false;

  constructor(client: Client, market: WatchedMarket, face: WatchFace) {
    this.#client = client;
    this.#market = market;
    this.#face = face;
    this.#isDenied = face.readsAccount === "never";
    this.#timer = setInterval(() => this.#look(), SOON_MS);
  }

  told({ type }: StreamMessage): void {
    if (type === "order" || type === "entry" || type === "warning") this.#hasChanged = true;
    else if (this.#face.readsAccount === "as it moves") this.#hasMoved = true;
    if (this.#readAt === -Infinity) this.#look();
  }

  /** Reads it for the last time. */
  async end(): Promise<void> {
    this.stop();
    await this.#reading;
    await this.#read();
  }

  stop(): void {
    clearInterval(this.#timer);
  }

  #look(): void {
    const isDue = this.#hasChanged || (this.#hasMoved && performance.now() - this.#readAt >= MOVING_MS);
    if (isDue && this.#reading === undefined) void this.#read();
  }

  #read(): Promise<void> {
    if (this.#isDenied) return Promise.resolve();
    this.#hasChanged = this.#hasMoved = false;
    this.#readAt = performance.now();
    this.#reading = this.#asked().finally(() => (this.#reading = undefined));
    return this.#reading;
  }

  async #asked(): Promise<void> {
    try {
      this.#market.portfolio = await this.#client.portfolio();
      this.#face.accountRead();
    } catch (error) {
      // What fails for a moment, such as a server that starts again, is tried again when there is news.
      if (error instanceof ClientError && error.status === 403) this.#isDenied = true;
    }
  }
}
