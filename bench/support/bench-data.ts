import { randomWalk } from "./random-walk.ts";

/** One bar as other libraries take it. */
export interface Candle {
  readonly open: number;
  readonly high: number;
  readonly low: number;
  readonly close: number;
  readonly volume: number;
}

/**
 * A synthetic random walk, as columns for us and as arrays and objects for the others. What no case asks for is not made: whatever
 * else lies in memory would be charged to every allocation. Ask before the clock runs.
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

  /** The column for an input of ours. */
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
