import type { CurrencyRate } from "../../engine/currency-rates.ts";
import { growBy, growingColumn } from "../../primitives/growing-column.ts";
import type { RunInstrument } from "../../schemas/replay.ts";
import type { StreamBar } from "../../schemas/stream-message.ts";
import { type GrowingSeries, MOST_BARS } from "./growing-series.ts";

/** The rate of one currency in that of cash, by the bars of a pair, which come one by one. */
export class GrowingRate {
  readonly pair: GrowingSeries;
  readonly rate: CurrencyRate;
  readonly #inverted: boolean;

  constructor(pair: GrowingSeries, currency: string, instruments: readonly RunInstrument[]) {
    this.pair = pair;
    const { symbol } = pair;
    this.#inverted = symbol.startsWith(currency);
    const other = instruments.find((one) => one.currency !== currency && symbol.includes(one.currency))!.currency;
    const { bars, schedule } = pair.series;
    const rate = this.#inverted ? growingColumn(MOST_BARS) : bars.close;
    this.rate = { currency: other, pair: symbol, closeTime: schedule.closeTime, rate };
  }

  addHistory(history: readonly StreamBar[]): void {
    this.pair.addHistory(history);
    this.#take();
  }

  /** Adds a bar that closes now. */
  add(bar: StreamBar, closes: number): void {
    this.pair.add(bar, closes);
    this.#take();
  }

  #take(): void {
    if (!this.#inverted) return;
    const { close } = this.pair.series.bars;
    growBy(
      this.rate.rate,
      close.subarray(this.rate.rate.length).map((price) => 1 / price),
    );
  }
}
