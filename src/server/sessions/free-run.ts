/** Milliseconds of the wall clock between two steps of a market that moves by itself. */
const STEP_MS = 50;

export interface FreeRunOptions {
  /** Market milliseconds in one of the wall clock; 0 stands still. */
  readonly speed: number;
  /** What time it really is, epoch milliseconds. */
  readonly wallClock: () => number;
  /** Somebody must be waited for: the time until then does not count. */
  readonly waits: () => boolean;
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
  readonly #waits: () => boolean;
  /** When it was last looked at, and the time that was spent waiting. */
  #seen: number;
  #waited = 0;

  /** Market time stands at `start` now. `step` is called by the timer. */
  constructor(start: number, { speed, wallClock, waits }: FreeRunOptions, step: () => void) {
    this.speed = speed;
    this.#wallClock = wallClock;
    this.#waits = waits;
    this.#begun = this.#seen = wallClock();
    this.#start = start;
    const tick = (): void => {
      try {
        step();
      } catch {
        // The state cannot be written: every request is told so, the timer has nobody to tell.
      }
    };
    this.#timer = speed > 0 ? setInterval(tick, STEP_MS).unref() : undefined;
  }

  /** Where market time should be now: a whole millisecond. A wall clock that is put back may show one that was passed. */
  get target(): number {
    const now = this.#wallClock();
    if (this.#waits()) this.#waited += now - this.#seen;
    this.#seen = now;
    return Math.floor(this.#start + (now - this.#begun - this.#waited) * this.speed);
  }

  stop(): void {
    clearInterval(this.#timer);
  }
}
