import type { RecordedMarket } from "../../market/recorded-market.ts";

/** A part of a recording that is in memory. */
export class LoadedRecording {
  /** That of the whole recording. */
  readonly checksum: string;
  readonly #market: RecordedMarket;

  constructor(market: RecordedMarket, checksum: string) {
    this.checksum = checksum;
    this.#market = market;
  }

  get name(): string {
    return this.#market.name;
  }

  /** All that was loaded, the future included: for those who make views of it, never for strategies. */
  market(): RecordedMarket {
    return this.#market;
  }
}
