import { Draws } from "./draws.ts";
import { type MarketFactor, Volatility } from "./market-factor.ts";
import type { InstrumentModel } from "./models.ts";
import { type WalkedSession, walkSession } from "./session-walk.ts";

/** Standard deviation of the price jump after an earnings report, in units of the instrument's own daily standard deviation. */
const REPORT_JUMP = 3;
/** Share of a day's unusual trading activity that lasts to the next day, and the daily noise of activity. */
const LIVELINESS_KEPT = 0.7;
const LIVELINESS_NOISE = 0.18;
const HOUR = 3_600_000;

/** Effect of an ex-date on the price: the units that one unit becomes, and the cash that one unit pays, in ticks. */
export interface ExDateChange {
  readonly ratio: number;
  readonly cash: number;
}

/**
 * Simulates the price of one instrument in ticks, from session to session. The return of a session or a night is the sum of a market shock and a
 * shock of the instrument, both with changing volatility.
 */
export class PriceProcess {
  readonly #model: InstrumentModel;
  readonly #factor: MarketFactor;
  readonly #seed: number;
  readonly #draws: Draws;
  readonly #ownVolatility = new Volatility();
  readonly #byDay: number;
  readonly #byNight: number;
  #activityLevel = 1;
  #close: number;
  #night = 0;
  #deviation = 0;

  constructor(model: InstrumentModel, factor: MarketFactor, seed: number) {
    this.#model = model;
    this.#factor = factor;
    this.#seed = seed;
    this.#draws = new Draws(seed, model.instrument.symbol);
    this.#byDay = Math.sqrt(1 - model.nightShare);
    this.#byNight = Math.sqrt(model.nightShare);
    this.#close = Math.round(model.startPrice * ticksPerUnit(model.instrument));
  }

  /** Close of the last session in ticks; the start price before the first session. */
  get close(): number {
    return this.#close;
  }

  /** Return of the night after the last session, a fraction. */
  get night(): number {
    return this.#night;
  }

  /** Standard deviation of the night's return, a fraction. */
  get nightDeviation(): number {
    return this.#byNight * this.#deviation;
  }

  /** Standard deviation of the return of the last session and its night, a fraction. */
  get deviation(): number {
    return this.#deviation;
  }

  /** Returns the opening price, in unrounded ticks, after the given overnight return and the effect of an ex-date. */
  openAfterNight(change: number, { ratio, cash }: ExDateChange): number {
    return (this.#close * (1 + change) - cash) / ratio;
  }

  /**
   * Simulates one session from a first price in ticks, and the return of the following night. `units` is the number of units that splits have
   * made of one unit at the start; `reports` states whether the company reports in the evening.
   */
  session(date: number, open: number, lengthMs: number, units: number, reports: boolean): WalkedSession {
    const { shared, own, drift, hourlyVolume, stepMinutes, activity, instrument } = this.#model;
    const market = this.#factor.dayOf(date);
    const marketDeviation = shared * market.level;
    const ownDeviation = own * this.#ownVolatility.level;
    this.#deviation = Math.sqrt(marketDeviation * marketDeviation + ownDeviation * ownDeviation);
    const ownDay = this.#draws.fatTailed();
    const ownNight = this.#draws.fatTailed();
    const hours = lengthMs / HOUR;
    const steps = Math.round((hours * 60) / stepMinutes);
    const walked = walkSession(
      {
        open,
        deviation: this.#byDay * this.#deviation,
        change: drift + this.#byDay * (shared * market.day + ownDeviation * ownDay),
        correlation: marketDeviation / this.#deviation,
        market: this.#factor.steps(date, steps),
        volume: hourlyVolume * hours * units * this.#liveliness(ownDay),
      },
      activity,
      new Draws(this.#seed, instrument.symbol, "steps", date),
    );
    this.#close = walked.close[steps - 1]!;
    const jump = reports ? REPORT_JUMP * own * this.#draws.normal() : 0;
    this.#night = this.#byNight * (shared * market.night + ownDeviation * ownNight) + jump;
    this.#ownVolatility.update(this.#byDay * ownDay + this.#byNight * ownNight);
    return walked;
  }

  /** Returns the activity factor of a day's volume: higher for high volatility and large moves, with autocorrelated noise. */
  #liveliness(shock: number): number {
    const { shared, own } = this.#model;
    this.#activityLevel = Math.min(
      3,
      Math.max(0.4, 1 + LIVELINESS_KEPT * (this.#activityLevel - 1) + LIVELINESS_NOISE * this.#draws.normal()),
    );
    const move = Math.min(4, 0.75 + 0.25 * shock * shock);
    return (this.#activityLevel * move * this.#deviation) / Math.sqrt(shared * shared + own * own);
  }
}

/** Returns the ticks in one unit of price, an integer. A number of ticks divided by it is the double nearest to the decimal price. */
export function ticksPerUnit({ tick }: { readonly tick: number }): number {
  return Math.round(1 / tick);
}

/** Rounds to a number of decimals; halves are rounded up. */
export function rounded(value: number, decimals: number): number {
  let scale = 1;
  for (let i = 0; i < decimals; i++) scale *= 10;
  return Math.round(value * scale) / scale + 0;
}
