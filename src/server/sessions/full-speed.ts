/** Milliseconds of the wall clock after which others get their turn. */
const TURN_MS = 8;

/** Moves a market as fast as it goes, in short turns, so that requests are answered between them. */
export class FullSpeed {
  readonly speed = "max";
  #handle: NodeJS.Immediate | undefined;

  /** `step` moves the market on a little and tells whether anything is left. */
  constructor(wallClock: () => number, step: () => boolean) {
    const turn = (): void => {
      const end = wallClock() + TURN_MS;
      let left = true;
      try {
        while (left && this.#handle !== undefined && wallClock() < end) left = step();
      } catch {
        // The state cannot be written: every request is told so.
        left = false;
      }
      if (left && this.#handle !== undefined) this.#handle = setImmediate(turn);
    };
    this.#handle = setImmediate(turn);
  }

  stop(): void {
    if (this.#handle !== undefined) clearImmediate(this.#handle);
    this.#handle = undefined;
  }
}
