import type { MarketView, ViewPhase } from "../../market/market-view.ts";
import type { RecordedMarket } from "../../market/recorded-market.ts";
import { MarketTape } from "../view/market-tape.ts";

/** A part of a recording that is in memory. */
export class LoadedRecording {
  /** That of the whole recording. */
  readonly checksum: string;
  readonly #market: RecordedMarket;
  #tape: MarketTape | undefined;

  constructor(market: RecordedMarket, checksum: string) {
    this.checksum = checksum;
    this.#market = market;
  }

  get name(): string {
    return this.#market.name;
  }

  /**
   * The market as it was known at an instant, after all its events, or after those of its phases up to `phase`; see `MarketTape`.
   *
   * @example
   * const { price } = loaded.at(Date.UTC(2020, 1, 28, 21)).quote("AAPL");
   */
  at(now: number, phase: ViewPhase = 7): MarketView {
    this.#tape ??= new MarketTape(this.#market);
    return this.#tape.at(now, phase);
  }

  /** All that was loaded, the future included: for those who make views of it, never for strategies. */
  market(): RecordedMarket {
    return this.#market;
  }
}
