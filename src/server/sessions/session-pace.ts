import type { Speed } from "./session-terms.ts";

/** Milliseconds of real time for which a session may advance at once, so that requests are answered in between. */
const MAX_TURN_MS = 8;

/** Milliseconds between checks whether slow stream clients have caught up. */
const WAIT_MS = 5;

/** Advances a session as fast as possible, in short turns between which requests are answered. */
class FullSpeedRun {
  readonly speed = "max";
  #handle: NodeJS.Immediate | undefined;
  #waiting: NodeJS.Timeout | undefined;

  /** `step` advances a little and returns whether anything is left. `mustWait` says whether a slow stream client must be waited for. */
  constructor(wallClock: () => number, mustWait: () => boolean, step: () => boolean) {
    const turn = (): void => {
      const end = wallClock() + MAX_TURN_MS;
      let hasMore = true;
      try {
        while (hasMore && this.#handle !== undefined && wallClock() < end && !mustWait()) hasMore = step();
      } catch {
        // The state cannot be written, which every request reports.
        hasMore = false;
      }
      if (!hasMore || this.#handle === undefined) return;
      if (mustWait()) this.#waiting = setTimeout(turn, WAIT_MS).unref();
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

/** The session whose clock moves. */
interface PacedSession {
  /** Returns the current market time. */
  readonly position: () => number;
  /** Returns whether a slow stream client must be waited for. */
  readonly mustWait: () => boolean;
  /** Advances to the market time that the session should have reached by now. */
  readonly catchUp: () => void;
  /** Processes the next point in time at which something happens. Returns whether there is a further one. */
  readonly runNextInstant: () => boolean;
}

/** Moves the clock of a session: at a speed, as fast as possible, or not at all. */
export class SessionPace {
  /** Speed that applies when the clock runs. */
  chosenSpeed: Speed;
  readonly #wallClock: () => number;
  readonly #session: PacedSession;
  #run: TimedRun | FullSpeedRun;

  constructor(wallClock: () => number, speed: Speed, session: PacedSession) {
    this.chosenSpeed = speed;
    this.#wallClock = wallClock;
    this.#session = session;
    this.#run = this.#startedAt(speed);
  }

  /** Market seconds per real second; 0 while paused. */
  get speed(): Speed {
    return this.#run.speed;
  }

  /** Market time that the session should have reached by now; undefined if real time does not move its clock. */
  get target(): number | undefined {
    return this.#run instanceof TimedRun && this.#run.speed > 0 ? this.#run.target : undefined;
  }

  /** Starts the clock at the current market time, by default at the chosen speed. */
  start(speed: Speed = this.chosenSpeed === 0 ? 1 : this.chosenSpeed): void {
    this.chosenSpeed = speed;
    this.#replace(speed);
  }

  stopClock(): void {
    this.#replace(0);
  }

  /** Stops the clock for good. */
  stop(): void {
    this.#run.stop();
  }

  #replace(speed: Speed): void {
    this.#run.stop();
    this.#run = this.#startedAt(speed);
  }

  #startedAt(speed: Speed): TimedRun | FullSpeedRun {
    const { position, mustWait, catchUp, runNextInstant } = this.#session;
    if (speed === "max") return new FullSpeedRun(this.#wallClock, mustWait, runNextInstant);
    return new TimedRun(position(), { speed, wallClock: this.#wallClock, mustWait }, catchUp);
  }
}

/** Milliseconds of real time between two steps of a running clock. */
const STEP_MS = 50;

interface TimedRunOptions {
  /** Market milliseconds per real millisecond; with 0 the clock is paused. */
  readonly speed: number;
  /** Returns real time in epoch milliseconds. */
  readonly wallClock: () => number;
  /** Returns whether a slow stream client must be waited for. Meanwhile the clock does not advance. */
  readonly mustWait: () => boolean;
}

/** Moves market time with real time at a speed. A timer processes what is due even if no request arrives; requests process it at once. */
class TimedRun {
  readonly speed: number;
  readonly #wallClock: () => number;
  readonly #timer: NodeJS.Timeout | undefined;
  readonly #startedAt: number;
  readonly #startTime: number;
  readonly #mustWait: () => boolean;
  /** Real time of the last reading, and total time for which slow stream clients were waited for. */
  #lastRead: number;
  #waited = 0;

  /** Starts with `start` as the current market time. The timer calls `step`. */
  constructor(start: number, { speed, wallClock, mustWait }: TimedRunOptions, step: () => void) {
    this.speed = speed;
    this.#wallClock = wallClock;
    this.#mustWait = mustWait;
    this.#startedAt = this.#lastRead = wallClock();
    this.#startTime = start;
    const tick = (): void => {
      try {
        step();
      } catch {
        // The state cannot be written, which every request reports.
      }
    };
    this.#timer = speed > 0 ? setInterval(tick, STEP_MS).unref() : undefined;
  }

  /** Returns current market time in whole milliseconds. After the computer's clock was set back, the result may be earlier than before. */
  get target(): number {
    const now = this.#wallClock();
    if (this.#mustWait()) this.#waited += now - this.#lastRead;
    this.#lastRead = now;
    return Math.floor(this.#startTime + (now - this.#startedAt - this.#waited) * this.speed);
  }

  stop(): void {
    clearInterval(this.#timer);
  }
}
