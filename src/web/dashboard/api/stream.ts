import type { StreamMessage } from "../../../schemas/stream-message.ts";
import type { StreamSubscribe, StreamUnsubscribe } from "../../../schemas/stream-request.ts";
import { addressOf } from "./api.ts";

/** Milliseconds until it is tried again, the more the oftener it failed. */
const RETRY_MS = [1_000, 2_000, 5_000, 15_000, 30_000];

/** Closed for good: the key is not taken, or its tier has no stream. */
const REFUSED = new Set([4401, 4403]);

export interface StreamHandlers {
  /** The key was taken: now is the time to subscribe. */
  opened(): void;
  message(message: StreamMessage): void;
  /** Nothing comes any more; `forGood` when it is not tried again. */
  closed(forGood: boolean): void;
}

/** The server's stream with one key, opened again whenever it breaks off. */
export class MarketStream {
  readonly #key: string;
  readonly #handlers: StreamHandlers;
  #socket: WebSocket | undefined;
  #failures = 0;
  #waiting: ReturnType<typeof setTimeout> | undefined;
  #open = false;

  constructor(key: string, handlers: StreamHandlers) {
    this.#key = key;
    this.#handlers = handlers;
    this.#connect();
  }

  /** Sends a request; nothing while it is not open, for subscriptions are made anew when it opens. */
  send(request: StreamSubscribe | StreamUnsubscribe): void {
    if (this.#open) this.#socket?.send(JSON.stringify(request));
  }

  /** Tries again at once, where it waits to: the server answers again. */
  retry(): void {
    if (this.#waiting !== undefined) this.#connect();
  }

  #connect(): void {
    clearTimeout(this.#waiting);
    this.#waiting = undefined;
    const address = addressOf("/v2/stream");
    address.protocol = address.protocol === "https:" ? "wss:" : "ws:";
    const socket = new WebSocket(address);
    this.#socket = socket;
    socket.addEventListener("open", () => socket.send(JSON.stringify({ action: "auth", api_key: this.#key })));
    socket.addEventListener("message", ({ data }) => {
      const message = JSON.parse(String(data)) as StreamMessage;
      if (message.type === "authenticated") {
        this.#open = true;
        this.#failures = 0;
        this.#handlers.opened();
      } else {
        this.#handlers.message(message);
      }
    });
    socket.addEventListener("close", ({ code }) => {
      this.#open = false;
      const forGood = REFUSED.has(code);
      this.#handlers.closed(forGood);
      if (forGood) return;
      const wait = RETRY_MS[Math.min(this.#failures++, RETRY_MS.length - 1)]!;
      this.#waiting = setTimeout(() => this.#connect(), wait);
    });
  }
}
