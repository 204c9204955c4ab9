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
