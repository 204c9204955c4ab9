import type { Speed } from "./session-terms.ts";

/** Milliseconds of the wall clock after which others get their turn. */
const TURN_MS = 8;

/** Milliseconds after which it is looked again whether somebody must be waited for. */
const WAIT_MS = 5;

/** Moves a market as fast as it goes, in short turns, so that requests are answered between them. */
class FullSpeed {
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

/** What a pace is about. */
interface Paced {
  /** Where it stands, market time. */
  readonly position: () => number;
  /** Somebody must be waited for first. */
  readonly waits: () => boolean;
  /** Goes on to where it should be by now. */
  readonly catchUp: () => void;
  /** Goes on a little; tells whether anything is left. */
  readonly rush: () => boolean;
}

/** How a session goes on by itself: at a speed, as fast as it goes, or not at all. */
export class SessionPace {
  /** At which it goes when it does. */
  chosen: Speed;
  readonly #wallClock: () => number;
  readonly #paced: Paced;
  #run: FreeRun | FullSpeed;

  constructor(wallClock: () => number, speed: Speed, paced: Paced) {
    this.chosen = speed;
    this.#wallClock = wallClock;
    this.#paced = paced;
    this.#run = this.#begun(speed);
  }

  /** Market seconds in a second; 0 where it stands still. */
  get speed(): Speed {
    return this.#run.speed;
  }

  /** Where market time should be by the clock of the world; undefined where that does not move it. */
  get target(): number | undefined {
    return this.#run instanceof FreeRun && this.#run.speed > 0 ? this.#run.target : undefined;
  }

  /** Goes on from where the session stands, at the speed that was chosen unless another is. */
  go(speed: Speed = this.chosen === 0 ? 1 : this.chosen): void {
    this.chosen = speed;
    this.#replace(speed);
  }

  stand(): void {
    this.#replace(0);
  }

  /** For good. */
  stop(): void {
    this.#run.stop();
  }

  #replace(speed: Speed): void {
    this.#run.stop();
    this.#run = this.#begun(speed);
  }

  #begun(speed: Speed): FreeRun | FullSpeed {
    const { position, waits, catchUp, rush } = this.#paced;
    if (speed === "max") return new FullSpeed(this.#wallClock, waits, rush);
    return new FreeRun(position(), { speed, wallClock: this.#wallClock, waits }, catchUp);
  }
}

/** Milliseconds of the wall clock between two steps of a market that moves by itself. */
const STEP_MS = 50;

interface FreeRunOptions {
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
class FreeRun {
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
