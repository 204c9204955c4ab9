import { Draws } from "./draws.ts";

/** What moved all instruments of a market on one date. Both shocks are in usual deviations, nervousness included. */
interface FactorDay {
  /** While the market was open, and in the night after. */
  readonly day: number;
  readonly night: number;
  /** How nervous the date was, 1 as usual. */
  readonly level: number;
}

/** Weights of the variance of tomorrow: what it always has, what it keeps, what a shock adds, and what a fall adds beyond that. */
const BASE_WEIGHT = 0.02;
const PERSISTENCE = 0.84;
const SHOCK_WEIGHT = 0.08;
const FALL_WEIGHT = 0.12;
/** No storm grows beyond this many times the usual variance. */
const MAX_VARIANCE = 12;

/**
 * How nervous a market is: its deviation in units of the usual one. A large shock makes the next days nervous, a fall more than a
 * rise, and it passes within weeks: GARCH(1,1) with a threshold.
 *
 * Source: L. Glosten, R. Jagannathan and D. Runkle, "On the Relation between the Expected Value and the Volatility of the Nominal
 * Excess Return on Stocks", Journal of Finance, 1993.
 */
export class Volatility {
  #variance = 1;

  get level(): number {
    return Math.sqrt(this.#variance);
  }

  /** Takes the shock of a day, in deviations of that day. */
  update(shock: number): void {
    const weight = shock < 0 ? SHOCK_WEIGHT + FALL_WEIGHT : SHOCK_WEIGHT;
    this.#variance = Math.min(MAX_VARIANCE, BASE_WEIGHT + (PERSISTENCE + weight * shock * shock) * this.#variance);
  }
}

/**
 * What instruments of one market have in common: shocks by date, and steps inside a date. It answers the same for all that ask, in any order
 * of asking.
 */
export class MarketFactor {
  readonly #seed: number;
  readonly #name: string;
  readonly #fromDay: number;
  readonly #draws: Draws;
  readonly #volatility = new Volatility();
  readonly #days: FactorDay[] = [];
  readonly #steps = new Map<number, Float64Array>();

  /** `fromDay`, in days since 1970-01-01: the first date that is asked for. */
  constructor(seed: number, name: string, fromDay: number) {
    this.#seed = seed;
    this.#name = name;
    this.#fromDay = fromDay;
    this.#draws = new Draws(seed, "factor", name);
  }

  dayOf(date: number): FactorDay {
    while (this.#days.length <= date - this.#fromDay) this.#days.push(this.#nextDay());
    return this.#days[date - this.#fromDay]!;
  }

  /** Shocks of mean 0 and deviation 1 for the steps of a date's session. */
  steps(date: number, count: number): Float64Array {
    let dateSteps = this.#steps.get(date);
    if (dateSteps === undefined || dateSteps.length !== count) {
      const draws = new Draws(this.#seed, "factor", this.#name, date);
      dateSteps = new Float64Array(count);
      for (let i = 0; i < count; i++) dateSteps[i] = draws.mild();
      this.#steps.set(date, dateSteps);
    }
    return dateSteps;
  }

  #nextDay(): FactorDay {
    const { level } = this.#volatility;
    const day = this.#draws.fat();
    const night = this.#draws.fat();
    this.#volatility.update((day + night) * Math.SQRT1_2);
    return { day: day * level, night: night * level, level };
  }
}
