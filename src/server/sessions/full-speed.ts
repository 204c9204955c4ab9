/** Milliseconds of the wall clock after which others get their turn. */
const TURN_MS = 8;

/** Milliseconds after which it is looked again whether somebody must be waited for. */
const WAIT_MS = 5;

/** Moves a market as fast as it goes, in short turns, so that requests are answered between them. */
export class FullSpeed {
  readonly speed = "max";
  #handle: NodeJS.Immediate | undefined;
  #waiting: NodeJS.Timeout | undefined;

  /** `step` moves the market on a little and tells whether anything is left; `waits` whether somebody must be waited for first. */
  constructor(wallClock: () => number, waits: () => boolean, step: () => boolean) {
    const turn = (): void => {
      const end = wallClock() + TURN_MS;
      let left = true;
      try {
        while (left && this.#handle !== undefined && wallClock() < end && !waits()) left = step();
      } catch {
        // The state cannot be written: every request is told so.
        left = false;
      }
      if (!left || this.#handle === undefined) return;
      if (waits()) this.#waiting = setTimeout(turn, WAIT_MS).unref();
      else this.#handle = setImmediate(turn);
    };
    this.#handle = setImmediate(turn);
  }

  stop(): void {
    if (this.#handle !== undefined) clearImmediate(this.#handle);
    clearTimeout(this.#waiting);
    this.#handle = undefined;
  }
}
