import { PreparedRun } from "../../engine/run-plan.ts";
import { resolveSettings, type RunSettings } from "../../engine/run-settings.ts";
import type { MarketData } from "../../market/market-data.ts";
import type { Stretch } from "./windows.ts";

/** The closes of a run's sessions, by which experiments cut time. */
export class SessionRange {
  readonly closes: Float64Array;
  readonly #settings: Partial<RunSettings>;

  constructor(data: MarketData, symbols: readonly string[] | undefined, settings: Partial<RunSettings> = {}) {
    const { closings } = new PreparedRun(data, symbols, resolveSettings(settings)).data;
    this.closes = Float64Array.from(closings.sessions, (record) => closings.time[record]!);
    this.#settings = settings;
  }

  get length(): number {
    return this.closes.length;
  }

  /** Settings of a run over some of the sessions: bars that begin after the close before them, up to their last close. */
  settings({ from, to }: Stretch): Partial<RunSettings> {
    return {
      ...this.#settings,
      ...(from > 0 && { from: new Date(this.closes[from - 1]!).toISOString() }),
      ...(to < this.length && { to: new Date(this.closes[to - 1]! - 1).toISOString() }),
    };
  }
}
