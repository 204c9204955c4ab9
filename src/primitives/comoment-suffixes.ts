import { missingColumn, growColumn, type Column } from "./column.ts";
import { type Comoments, writeComoments } from "./window-comoments.ts";

/** Suffix sums of a block: for each index, the sum from this index to the end of the block. */
export class Suffixes {
  declare source: Column;
  declare other: Column;
  declare sourceSquares: Column;
  declare otherSquares: Column;
  declare products: Column;

  constructor(length: number) {
    this.source = missingColumn(length);
    this.other = missingColumn(length);
    this.sourceSquares = missingColumn(length);
    this.otherSquares = missingColumn(length);
    this.products = missingColumn(length);
  }

  grow(limit: number): void {
    this.source = growColumn(this.source, limit);
    this.other = growColumn(this.other, limit);
    this.sourceSquares = growColumn(this.sourceSquares, limit);
    this.otherSquares = growColumn(this.otherSquares, limit);
    this.products = growColumn(this.products, limit);
  }
}

/** Computes the moments of a block, and writes the suffix sums that the next block needs. */
export function comomentsOfBlock(
  source: Column,
  other: Column,
  block: number,
  last: number,
  suffixes: Suffixes,
  into: Comoments,
): void {
  const period = last - block + 1;
  const sourceAnchor = source[last];
  const otherAnchor = other[last];
  const sourceEnd = suffixes.source;
  const otherEnd = suffixes.other;
  const sourceSquaresEnd = suffixes.sourceSquares;
  const otherSquaresEnd = suffixes.otherSquares;
  const productsEnd = suffixes.products;
  let sum = 0;
  let otherSum = 0;
  let squares = 0;
  let otherSquares = 0;
  let products = 0;
  for (let i = last | 0, j = (period - 1) | 0; i >= block; i--, j--) {
    const x = source[i];
    const y = other[i];
    const difference = x - sourceAnchor + (y - y);
    const otherDifference = y - otherAnchor + (x - x);
    sum += difference;
    otherSum += otherDifference;
    squares += difference * difference;
    otherSquares += otherDifference * otherDifference;
    products += difference * otherDifference;
    sourceEnd[j] = sum;
    otherEnd[j] = otherSum;
    sourceSquaresEnd[j] = squares;
    otherSquaresEnd[j] = otherSquares;
    productsEnd[j] = products;
  }
  writeComoments(into, period, sum, otherSum, squares, otherSquares, products);
}
