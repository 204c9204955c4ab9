import { Draws } from "./draws.ts";

/** Shocks that all instruments of a market share on one date, in usual standard deviations, with `level` already applied. */
interface FactorDay {
  /** Shock of the session, and of the night after it. */
  readonly day: number;
  readonly night: number;
  /** Volatility of the date relative to the usual one. */
  readonly level: number;
}

/** Weights that give the next day's variance: of a constant, of today's variance, of the squared shock, and extra for a negative shock. */
const BASE_WEIGHT = 0.02;
const PERSISTENCE = 0.84;
const SHOCK_WEIGHT = 0.08;
const FALL_WEIGHT = 0.12;
/** Largest variance, as a multiple of the usual variance. */
const MAX_VARIANCE = 12;

/**
 * Volatility of a market relative to the usual one, by a GARCH(1,1) model with a threshold: large shocks, in particular falls, raise the
 * volatility of the next weeks.
 *
 * Source: L. Glosten, R. Jagannathan and D. Runkle, "On the Relation between the Expected Value and the Volatility of the Nominal
 * Excess Return on Stocks", Journal of Finance, 1993.
 */
export class Volatility {
  #variance = 1;

  get level(): number {
    return Math.sqrt(this.#variance);
  }

  /** Updates the volatility with the shock of a day, in standard deviations of that day. */
  update(shock: number): void {
    const weight = shock < 0 ? SHOCK_WEIGHT + FALL_WEIGHT : SHOCK_WEIGHT;
    this.#variance = Math.min(MAX_VARIANCE, BASE_WEIGHT + (PERSISTENCE + weight * shock * shock) * this.#variance);
  }
}

/** Common shocks of the instruments of one market, by date and by steps inside a session. Results do not depend on the order of calls. */
export class MarketFactor {
  readonly #seed: number;
  readonly #name: string;
  readonly #fromDay: number;
  readonly #draws: Draws;
  readonly #volatility = new Volatility();
  readonly #days: FactorDay[] = [];
  readonly #steps = new Map<number, Float64Array>();

  /** `fromDay` is the first date of the market, in days since 1970-01-01. */
  constructor(seed: number, name: string, fromDay: number) {
    this.#seed = seed;
    this.#name = name;
    this.#fromDay = fromDay;
    this.#draws = new Draws(seed, "factor", name);
  }

  /** Returns the common shocks of the market on a date. */
  dayOf(date: number): FactorDay {
    while (this.#days.length <= date - this.#fromDay) this.#days.push(this.#nextDay());
    return this.#days[date - this.#fromDay]!;
  }

  /** Returns shocks with mean 0 and standard deviation 1 for the steps of a session. */
  steps(date: number, count: number): Float64Array {
    let dateSteps = this.#steps.get(date);
    if (dateSteps === undefined || dateSteps.length !== count) {
      const draws = new Draws(this.#seed, "factor", this.#name, date);
      dateSteps = new Float64Array(count);
      for (let i = 0; i < count; i++) dateSteps[i] = draws.fastNormal();
      this.#steps.set(date, dateSteps);
    }
    return dateSteps;
  }

  #nextDay(): FactorDay {
    const { level } = this.#volatility;
    const day = this.#draws.fatTailed();
    const night = this.#draws.fatTailed();
    this.#volatility.update((day + night) * Math.SQRT1_2);
    return { day: day * level, night: night * level, level };
  }
}
