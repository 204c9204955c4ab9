/** Milliseconds of the wall clock between two steps of a market that moves by itself. */
const STEP_MS = 50;

export interface FreeRunOptions {
  /** Market milliseconds in one of the wall clock; 0 stands still. */
  readonly speed: number;
  /** What time it really is, epoch milliseconds. */
  readonly wallClock: () => number;
}

/**
 * Moves market time along with the wall clock, at a speed: by a timer, so that what is due happens though nobody asks, and at once when asked.
 */
export class FreeRun {
  readonly speed: number;
  readonly #wallClock: () => number;
  readonly #timer: NodeJS.Timeout | undefined;
  readonly #begun: number;
  readonly #start: number;

  /** Market time stands at `start` now. `step` is called by the timer. */
  constructor(start: number, { speed, wallClock }: FreeRunOptions, step: () => void) {
    this.speed = speed;
    this.#wallClock = wallClock;
    this.#begun = wallClock();
    this.#start = start;
    this.#timer = speed > 0 ? setInterval(step, STEP_MS).unref() : undefined;
  }

  /** Where market time should be now: a whole millisecond. A wall clock that is put back may show one that was passed. */
  get target(): number {
    return Math.floor(this.#start + (this.#wallClock() - this.#begun) * this.speed);
  }

  stop(): void {
    clearInterval(this.#timer);
  }
}
