import { Draws } from "./draws.ts";
import { type MarketFactor, Volatility } from "./market-factor.ts";
import type { InstrumentModel } from "./models.ts";
import { type WalkedSession, walkSession } from "./session-walk.ts";

/** Deviation of the jump in the night after a report, in deviations of the company's own days. */
const REPORT_JUMP = 3;
/** How lively trading is: what stays of it from day to day, and how much is new. */
const LIVELINESS_KEPT = 0.7;
const LIVELINESS_NOISE = 0.18;
const HOUR = 3_600_000;

/** What an exchange takes off a price between two sessions: units for one before, and cash for one unit before. */
export interface ExDateChange {
  readonly ratio: number;
  readonly cash: number;
}

/**
 * The price of one instrument in whole ticks, from session to session: each has a night before it, a return that is partly the market's
 * and partly its own, and storms that come and go.
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

  /** The last price of the last session, in ticks; before the first the start price. */
  get close(): number {
    return this.#close;
  }

  /** Return of the night after the last session, a fraction, and its deviation. */
  get night(): number {
    return this.#night;
  }

  get nightDeviation(): number {
    return this.#byNight * this.#deviation;
  }

  /** Deviation of a session and its night, a fraction, as it stood at the last one. */
  get deviation(): number {
    return this.#deviation;
  }

  /** The price of the morning, in ticks and parts of them, when the night has brought a change; `cash` in ticks. */
  openAfterNight(change: number, { ratio, cash }: ExDateChange): number {
    return (this.#close * (1 + change) - cash) / ratio;
  }

  /**
   * Trades one session from its first price, in ticks, and lets the night after it begin. `units` are those that splits have made of
   * one; `reports` says that the company reports in the evening.
   */
  session(date: number, open: number, lengthMs: number, units: number, reports: boolean): WalkedSession {
    const { shared, own, drift, hourlyVolume, stepMinutes, activity, instrument } = this.#model;
    const market = this.#factor.dayOf(date);
    const marketDeviation = shared * market.level;
    const ownDeviation = own * this.#ownVolatility.level;
    this.#deviation = Math.sqrt(marketDeviation * marketDeviation + ownDeviation * ownDeviation);
    const ownDay = this.#draws.fat();
    const ownNight = this.#draws.fat();
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

  /** More is traded in storms and on days of large moves; some weeks are livelier than others for no reason. */
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

/**
 * Ticks in one unit of price, a whole number: a price is a count of ticks divided by it, which gives the very number that its decimals
 * spell.
 */
export function ticksPerUnit({ tick }: { readonly tick: number }): number {
  return Math.round(1 / tick);
}

/** A number of few decimals; halves go up. */
export function rounded(value: number, decimals: number): number {
  let scale = 1;
  for (let i = 0; i < decimals; i++) scale *= 10;
  return Math.round(value * scale) / scale + 0;
}
