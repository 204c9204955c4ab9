import { formatInstant } from "../../time/instant.ts";
import { ApiError } from "../errors/api-error.ts";

/** Length of the rate-limit window in milliseconds. */
const HOUR_MS = 3_600_000;

/** Counts requests in windows of fixed length. A window begins with the first request after the previous window. */
export class RequestWindow {
  readonly limit: number;
  readonly lengthMs: number;
  #end = -Infinity;
  #used = 0;

  constructor(limit: number, lengthMs = HOUR_MS) {
    this.limit = limit;
    this.lengthMs = lengthMs;
  }

  /** Counts a request at an instant of the real clock. Returns false if the limit is already reached. */
  count(now: number): boolean {
    this.#roll(now);
    if (this.#used >= this.limit) return false;
    this.#used++;
    return true;
  }

  isFull(now: number): boolean {
    return now < this.#end && this.#used >= this.limit;
  }

  remaining(now: number): number {
    return now < this.#end ? this.limit - this.#used : this.limit;
  }

  /** Returns the requests counted in the current window. */
  used(now: number): number {
    return now < this.#end ? this.#used : 0;
  }

  /** Returns the end of the current window in epoch milliseconds; without a window, the end of one that would begin now. */
  endsAt(now: number): number {
    return now < this.#end ? this.#end : now + this.lengthMs;
  }

  #roll(now: number): void {
    // After the computer's clock was set back, the old window would last too long, so a new one begins.
    if (now < this.#end && this.#end - now <= this.lengthMs) return;
    this.#end = now + this.lengthMs;
    this.#used = 0;
  }
}

/** Number of requests without a valid key that one address may send per window. */
export const FAILED_ATTEMPTS = 300;
const FAILED_ATTEMPTS_WINDOW_MS = 60_000;
/** Number of addresses that are remembered at the same time. */
const MAX_ADDRESSES = 10_000;

/** Counts requests without a valid API key by client address. */
export class FailedAttempts {
  /** Number of requests without a valid key, from all addresses, since the server started. */
  total = 0;
  readonly #limit: number;
  readonly #windows = new Map<string, RequestWindow>();

  constructor(limit: number) {
    this.#limit = limit;
  }

  /** Returns the window of a client address. */
  windowOf(address: string): RequestWindow {
    const known = this.#windows.get(address);
    if (known !== undefined) return known;
    // Forgets the oldest address, since an attacker may use any number of addresses.
    if (this.#windows.size >= MAX_ADDRESSES) this.#windows.delete(this.#windows.keys().next().value!);
    const window = new RequestWindow(this.#limit, FAILED_ATTEMPTS_WINDOW_MS);
    this.#windows.set(address, window);
    return window;
  }

  /** Counts a request of an address. */
  add(address: string, now: number): void {
    this.total++;
    this.windowOf(address).count(now);
  }

  /** Whether an address has reached its limit. */
  isFull(address: string, now: number): boolean {
    return this.#windows.get(address)?.isFull(now) === true;
  }
}

/** Returns the error for a window whose limit is reached. `counted` names what the window counts. */
export function limitExceeded(window: RequestWindow, now: number, counted = "requests"): ApiError {
  const { limit, lengthMs } = window;
  const end = window.endsAt(now);
  const retryAfter = Math.max(1, Math.ceil((end - now) / 1000));
  const details = {
    limit,
    window_seconds: lengthMs / 1000,
    retry_after: retryAfter,
    reset_at: formatInstant(end),
  };
  const message = `at most ${limit} ${counted} are accepted in ${details.window_seconds} seconds; try again in ${retryAfter} s`;
  return new ApiError("RATE_LIMIT_EXCEEDED", message, details, { headers: { "retry-after": String(retryAfter) } });
}

/** Counts refusals over HTTP, at WebSocket handshakes and on the stream. */
export class Refusals {
  rateLimited = 0;

  note({ code }: ApiError): void {
    if (code === "RATE_LIMIT_EXCEEDED") this.rateLimited++;
  }
}
