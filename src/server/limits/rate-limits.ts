import { formatInstant } from "../../time/instant.ts";
import { ApiError } from "../errors/api-error.ts";

/** Length of the window in which requests are counted. */
const HOUR_MS = 3_600_000;

/** Requests counted in fixed windows, each of which begins with the first request after the one before has ended. */
export class RequestWindow {
  readonly limit: number;
  readonly lengthMs: number;
  #end = -Infinity;
  #used = 0;

  constructor(limit: number, lengthMs = HOUR_MS) {
    this.limit = limit;
    this.lengthMs = lengthMs;
  }

  /** Counts a request at an instant of the wall clock; false when the limit was reached before. */
  take(now: number): boolean {
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

  /** Requests that were counted in the window that runs. */
  used(now: number): number {
    return now < this.#end ? this.#used : 0;
  }

  /** When the window ends, epoch milliseconds; one that has not begun would end a whole length from now. */
  endsAt(now: number): number {
    return now < this.#end ? this.#end : now + this.lengthMs;
  }

  #roll(now: number): void {
    // A wall clock that was put back by more than a window would hold a key for ever.
    if (now < this.#end && this.#end - now <= this.lengthMs) return;
    this.#end = now + this.lengthMs;
    this.#used = 0;
  }
}

/** Requests without a usable key that one address may send in a window. */
export const FAILED_ATTEMPTS = 300;
const FAILED_ATTEMPTS_WINDOW_MS = 60_000;
/** Addresses that are remembered at once. */
const MOST_ADDRESSES = 10_000;

/** Requests without a usable key, counted by the address that they come from. */
export class FailedAttempts {
  /** Of all addresses, ever. */
  total = 0;
  readonly #limit: number;
  readonly #windows = new Map<string, RequestWindow>();

  constructor(limit: number) {
    this.#limit = limit;
  }

  /** The window of an address. */
  of(address: string): RequestWindow {
    const known = this.#windows.get(address);
    if (known !== undefined) return known;
    // The address that came first is forgotten first: memory has an end, and an attacker has many addresses.
    if (this.#windows.size >= MOST_ADDRESSES) this.#windows.delete(this.#windows.keys().next().value!);
    const window = new RequestWindow(this.#limit, FAILED_ATTEMPTS_WINDOW_MS);
    this.#windows.set(address, window);
    return window;
  }

  /** Counts one of an address. */
  add(address: string, now: number): void {
    this.total++;
    this.of(address).take(now);
  }

  /** Whether an address has used up its window. */
  isFull(address: string, now: number): boolean {
    return this.#windows.get(address)?.isFull(now) === true;
  }
}

/** The error of a window that is used up, by requests or by what is said. */
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

/** Counts refusals wherever they are told: over HTTP, to who asks for a WebSocket, and on the stream. */
export class Refusals {
  rateLimited = 0;

  note({ code }: ApiError): void {
    if (code === "RATE_LIMIT_EXCEEDED") this.rateLimited++;
  }
}
