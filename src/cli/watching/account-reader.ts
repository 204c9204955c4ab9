import { ClientError } from "../../client/client-error.ts";
import type { Client } from "../../client/create-client.ts";
import type { StreamMessage } from "../../schemas/stream-message.ts";
import type { WatchView } from "./watch-view.ts";
import type { WatchedMarket } from "./watched-market.ts";

/**
 * Minimum milliseconds between two requests for the account: after an account event, and while prices change. Each counts against the key's
 * hourly limit.
 */
const CHANGED_MS = 500;
const MOVING_MS = 2_000;

/** Requests an account again whenever it changes, unless the API key has no permission. */
export class AccountReader {
  readonly #client: Client;
  readonly #market: WatchedMarket;
  readonly #view: WatchView;
  readonly #timer: NodeJS.Timeout;
  #hasChanged = true;
  #hasMoved = false;
  #readAt = -Infinity;
  #reading: Promise<void> | undefined;
  #isDenied = false;

  constructor(client: Client, market: WatchedMarket, view: WatchView) {
    this.#client = client;
    this.#market = market;
    this.#view = view;
    this.#isDenied = view.readsAccount === "never";
    this.#timer = setInterval(() => this.#readIfDue(), CHANGED_MS);
  }

  handle({ type }: StreamMessage): void {
    if (type === "order" || type === "entry" || type === "warning") this.#hasChanged = true;
    else if (this.#view.readsAccount === "as it moves") this.#hasMoved = true;
    if (this.#readAt === -Infinity) this.#readIfDue();
  }

  /** Requests the account for the last time. */
  async end(): Promise<void> {
    this.stop();
    await this.#reading;
    await this.#read();
  }

  stop(): void {
    clearInterval(this.#timer);
  }

  #readIfDue(): void {
    const isDue = this.#hasChanged || (this.#hasMoved && performance.now() - this.#readAt >= MOVING_MS);
    if (isDue && this.#reading === undefined) void this.#read();
  }

  #read(): Promise<void> {
    if (this.#isDenied) return Promise.resolve();
    this.#hasChanged = this.#hasMoved = false;
    this.#readAt = performance.now();
    this.#reading = this.#fetch().finally(() => (this.#reading = undefined));
    return this.#reading;
  }

  async #fetch(): Promise<void> {
    try {
      this.#market.portfolio = await this.#client.portfolio();
      this.#view.accountUpdated();
    } catch (error) {
      // Only a missing permission is final. After other failures the next message of the stream triggers a new request.
      if (error instanceof ClientError && error.status === 403) this.#isDenied = true;
    }
  }
}
