import type { StreamMessage } from "../../../schemas/stream-message.ts";
import type { StreamSubscribe, StreamUnsubscribe } from "../../../schemas/stream-request.ts";
import { addressOf } from "./api.ts";

/** Milliseconds before each attempt to reconnect, longer with each failure. */
const RETRY_MS = [1_000, 2_000, 5_000, 15_000, 30_000];

/** Close codes after which reconnecting is useless: the key is rejected, or its tier has no stream. */
const PERMANENT_CODES = new Set([4401, 4403]);

export interface StreamHandlers {
  /** Called once the server has accepted the key; send subscriptions here. */
  opened(): void;
  message(message: StreamMessage): void;
  /** Called when the stream has closed. If `isPermanent` is true, it is not opened again. */
  closed(isPermanent: boolean): void;
}

/** Connection to the server's stream with an API key, opened again whenever it is lost. */
export class MarketStream {
  readonly #key: string;
  readonly #handlers: StreamHandlers;
  #socket: WebSocket | undefined;
  #failures = 0;
  #retryTimer: ReturnType<typeof setTimeout> | undefined;
  #open = false;

  constructor(key: string, handlers: StreamHandlers) {
    this.#key = key;
    this.#handlers = handlers;
    this.#connect();
  }

  /** Sends a request if the stream is open. Subscriptions are sent again each time it opens. */
  send(request: StreamSubscribe | StreamUnsubscribe): void {
    if (this.#open) this.#socket?.send(JSON.stringify(request));
  }

  /** Reconnects at once if a retry is pending. Call this when the server answers again. */
  retry(): void {
    if (this.#retryTimer !== undefined) this.#connect();
  }

  #connect(): void {
    clearTimeout(this.#retryTimer);
    this.#retryTimer = undefined;
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
      const isPermanent = PERMANENT_CODES.has(code);
      this.#handlers.closed(isPermanent);
      if (isPermanent) return;
      const wait = RETRY_MS[Math.min(this.#failures++, RETRY_MS.length - 1)]!;
      this.#retryTimer = setTimeout(() => this.#connect(), wait);
    });
  }
}
