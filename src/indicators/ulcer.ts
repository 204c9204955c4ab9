import { BlockExtreme, blockMax } from "../primitives/block-extremes.ts";
import { BlockSum, blockSum } from "../primitives/block-sum.ts";
import { MISSING, type Column } from "../primitives/column.ts";
import * as param from "../primitives/param-kinds.ts";
import { borrowColumn, returnColumn } from "../primitives/scratch.ts";
import { defineIndicator } from "./define.ts";
import { Stream } from "./stream.ts";

/**
 * Ulcer index: how deep and how long a market was below its recent highs, in percent. Unlike a standard deviation it
 * ignores upward moves. 0 is a market that closes at a new high every bar.
 *
 * `√(mean of drawdown²)` with `drawdown = 100 * (highest close - close) / highest close`
 *
 * - `period`: bars of each of two windows; default 14. The first gives each bar's drawdown from the highest of its last
 *   `period` closes. The second averages the last `period` drawdowns.
 * - First value at index `2 * period - 2`. A missing value gives NaN for every window that contains it.
 * - A close of zero or below in the two windows gives no value.
 *
 * Peter G. Martin and Byron B. McCann, The Investor's Guide to Fidelity Funds (1989).
 *
 * @example
 * // The drawdowns are 0, 20 and 50 percent.
 * ulcer(Float64Array.of(5, 10, 8, 4), 2); // NaN, NaN, 14.1421, 38.0789
 */
export const ulcer = defineIndicator({
  name: "ulcer",
  title: "Ulcer index",
  category: "volatility",
  inputs: ["source"],
  params: { period: param.integer({ default: 14, description: "number of bars of each of the two windows" }) },
  outputs: {
    value: {
      title: "Ulcer index",
      scale: { source: 0 },
      range: [0, 100],
      undefinedWhen: { description: "a value of the two windows is zero or below", holds: anyNotPositive },
    },
  },
  memory: "window",
  warmup: ({ period }) => 2 * period - 2,
  batch([source], { period }, [out]) {
    const length = source.length;
    const squares = borrowColumn(length);
    for (let i = 0; i < length; i++) squares[i] = positive(source[i]);
    blockMax(squares, period, out);
    for (let i = 0; i < length; i++) squares[i] = squaredDrawdown(source[i], out[i]);
    blockSum(squares, period, period, out);
    for (let i = 0; i < length; i++) out[i] = Math.sqrt(out[i]);
    returnColumn(squares);
  },
  stream: ({ period }) => new UlcerStream(period),
});

function positive(price: number): number {
  return price > 0 ? price : MISSING[0];
}

function squaredDrawdown(price: number, highest: number): number {
  const drawdown = 100 * ((highest - price) / highest);
  return drawdown * drawdown;
}

class UlcerStream extends Stream<number> {
  declare readonly highest: BlockExtreme;
  declare readonly squares: BlockSum;

  constructor(period: number) {
    super();
    this.highest = new BlockExtreme(1, period);
    this.squares = new BlockSum(period);
  }

  update(source: number): number {
    const highest = this.highest.update(positive(source));
    return Math.sqrt(this.squares.update(squaredDrawdown(source, highest)) / this.squares.period);
  }

  override peek(source: number): number {
    const highest = this.highest.peek(positive(source));
    return Math.sqrt(this.squares.peek(squaredDrawdown(source, highest)) / this.squares.period);
  }
}

function anyNotPositive(inputs: readonly Column[], { period }: Record<string, unknown>, index: number): boolean {
  return inputs[0]!.subarray(index - 2 * ((period as number) - 1), index + 1).some((price) => price <= 0);
}
