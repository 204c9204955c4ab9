import type { MarketView, ViewPhase } from "../../market/market-view.ts";
import type { MarketTape } from "../../tape/view/market-tape.ts";
import type { ReplaySession } from "./session.ts";

export interface ClockSessionOptions {
  readonly id: string;
  /** Market time at the start, epoch milliseconds. */
  readonly start: number;
  /** Market seconds in a second; 0 stands still. */
  readonly speed: number;
  /** What time it really is, epoch milliseconds. */
  readonly wallClock: () => number;
}

/** A session that stands still, or moves with the wall clock. */
export class ClockSession implements ReplaySession {
  readonly id: string;
  readonly phase: ViewPhase = 7;
  readonly epoch = 1;
  readonly lockstep = false;
  readonly #tape: MarketTape;
  readonly #options: ClockSessionOptions;
  readonly #begun: number;
  #latest: number;

  constructor(tape: MarketTape, options: ClockSessionOptions) {
    this.id = options.id;
    this.#tape = tape;
    this.#options = options;
    this.#begun = options.wallClock();
    this.#latest = options.start;
  }

  get now(): number {
    const { start, speed, wallClock } = this.#options;
    // A wall clock that is put back does not take the market with it.
    if (speed > 0) this.#latest = Math.max(this.#latest, Math.floor(start + (wallClock() - this.#begun) * speed));
    return this.#latest;
  }

  view(asOf?: number): MarketView {
    return asOf === undefined ? this.#tape.at(this.now, this.phase) : this.#tape.at(asOf);
  }
}
