import { BlockLine, blockLine, type Line } from "../primitives/block-line.ts";
import { MISSING, type Column } from "../primitives/column.ts";
import * as param from "../primitives/param-kinds.ts";
import { borrowColumn, returnColumn } from "../primitives/scratch.ts";
import { defineIndicator } from "./define.ts";
import { Stream } from "./stream.ts";

/**
 * Chande forecast oscillator: the distance of the price above the end of its regression line, in percent of the price.
 * Above zero the price is ahead of its trend, below zero it lags behind.
 *
 * `100 * (x - linreg(x, period)) / x`
 *
 * - `period`: bars in the window, at least 2; default 14.
 * - The regression line includes the bar itself.
 * - First value at index `period - 1`. A missing value gives NaN for every window that contains it.
 * - Exactly 0 for a constant series. A price of zero has no value.
 *
 * Tushar S. Chande and Stanley Kroll, The New Technical Trader (1994).
 *
 * @example
 * chandeForecast(Float64Array.of(1, 2, 6, 3, 4), 3); // NaN, NaN, 8.33333, -38.8889, 16.6667
 */
export const chandeForecast = defineIndicator({
  name: "chandeForecast",
  title: "Chande forecast oscillator",
  category: "momentum",
  inputs: ["source"],
  params: { period: param.integer({ default: 14, min: 2, description: "number of bars in the window" }) },
  outputs: {
    value: {
      title: "Forecast oscillator",
      scale: { source: 0 },
      undefinedWhen: { description: "the price is zero", holds: priceIsZero },
    },
  },
  memory: "window",
  warmup: ({ period }) => period - 1,
  batch([source], { period }, [out]) {
    const excess = borrowColumn(source.length);
    const half = (period - 1) / 2;
    blockLine(source, period, excess, out);
    for (let i = 0; i < source.length; i++) out[i] = percent(source[i], excess[i] - out[i] * half);
    returnColumn(excess);
  },
  stream: ({ period }) => new ChandeForecastStream(period),
});

/** Returns the distance of the price from the regression line, in percent of the price. */
function percent(price: number, distance: number): number {
  return (100 * distance) / (price === 0 ? MISSING[0] : price);
}

class ChandeForecastStream extends Stream<number> {
  declare readonly window: BlockLine;
  declare readonly half: number;

  constructor(period: number) {
    super();
    this.window = new BlockLine(period);
    this.half = (period - 1) / 2;
  }

  update(source: number): number {
    this.window.update(source);
    return this.#oscillator(source, this.window);
  }

  override peek(source: number): number {
    return this.#oscillator(source, this.window.peek(source));
  }

  #oscillator(source: number, { excess, slope }: Line): number {
    return percent(source, excess - slope * this.half);
  }
}

function priceIsZero([source]: readonly Column[], _params: unknown, index: number): boolean {
  return source[index] === 0;
}
