import { randomWalk } from "./random-walk.ts";

/** Bar in the form that other libraries take. */
export interface Candle {
  readonly open: number;
  readonly high: number;
  readonly low: number;
  readonly close: number;
  readonly volume: number;
}

/**
 * Synthetic random walk, as columns for Hindcast and as arrays and objects for other libraries. Each form is made when first read: unused
 * objects in memory would slow every allocation. Read it before timing starts.
 */
export class BenchData {
  readonly bars: number;
  readonly #walk: ReturnType<typeof randomWalk>;
  readonly #arrays = new Map<string, number[]>();
  #candles: Candle[] | undefined;

  constructor(bars: number) {
    this.bars = bars;
    this.#walk = randomWalk(bars);
  }

  /** Returns the column for an input of an indicator. */
  column(input: string): Float64Array {
    if (input === "source") return this.#walk.close;
    if (input === "anchor") return Float64Array.from({ length: this.bars }, (_, i) => Math.floor(i / 390));
    if (input === "other") return randomWalk(this.bars, 43).close;
    return this.#walk[input as keyof Candle];
  }

  get opens(): number[] {
    return this.#array("open");
  }

  get highs(): number[] {
    return this.#array("high");
  }

  get lows(): number[] {
    return this.#array("low");
  }

  get closes(): number[] {
    return this.#array("close");
  }

  get volumes(): number[] {
    return this.#array("volume");
  }

  get candles(): readonly Candle[] {
    const { open, high, low, close, volume } = this.#walk;
    this.#candles ??= Array.from(close, (_, i) => ({
      open: open[i]!,
      high: high[i]!,
      low: low[i]!,
      close: close[i]!,
      volume: volume[i]!,
    }));
    return this.#candles;
  }

  #array(field: keyof Candle): number[] {
    const known = this.#arrays.get(field);
    if (known !== undefined) return known;
    const array = [...this.#walk[field]];
    this.#arrays.set(field, array);
    return array;
  }
}
