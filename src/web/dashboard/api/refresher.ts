import type { Api } from "./api.ts";

/** Least milliseconds between two rounds. */
const GAP_MS = 750;

/**
 * Asks for something again whenever it may have changed, never twice at once and never so often that the key's requests run out
 * before its hour does.
 */
export class Refresher {
  readonly #api: Api;
  readonly #requests: number;
  readonly #load: () => Promise<void>;
  #last = -Infinity;
  #waiting: ReturnType<typeof setTimeout> | undefined;
  #running = false;
  #again = false;

  /** `requests`: how many requests a round takes, and those that go along with it. */
  constructor(api: Api, requests: number, load: () => Promise<void>) {
    this.#api = api;
    this.#requests = requests;
    this.#load = load;
  }

  /** At once when the last round is long enough ago, else as soon as it is. */
  request(): void {
    if (this.#running) this.#again = true;
    else if (this.#waiting === undefined) {
      const gap = Math.max(GAP_MS, this.#api.pace(this.#requests));
      const wait = Math.max(0, this.#last + gap - performance.now());
      this.#waiting = setTimeout(() => void this.now(), wait);
    }
  }

  /** At once, whatever it costs. */
  async now(): Promise<void> {
    clearTimeout(this.#waiting);
    this.#waiting = undefined;
    this.#running = true;
    try {
      await this.#load();
    } finally {
      this.#running = false;
      this.#last = performance.now();
      if (this.#again) {
        this.#again = false;
        this.request();
      }
    }
  }
}
