import { FreeRun } from "./free-run.ts";
import { FullSpeed } from "./full-speed.ts";
import type { Speed } from "./session-control.ts";

/** What a pace is about. */
export interface Paced {
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
