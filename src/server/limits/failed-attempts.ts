import { RequestWindow } from "./request-window.ts";

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
